package view

import (
	"cmp"
	"net/url"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
)

// Device is something that specs are claimed of.
type Device struct {
	DeviceName
	DeviceSort

	// other names of it
	Aliases []string `json:"aliases" view:"full" validate:"optional" example:"H100,Hopper H100"`
	// how many specs there are of it and its SKUs
	SpecCount int `json:"spec_count" validate:"required" example:"12" minimum:"0"`
	// where all of them are listed, relative to the server
	SpecsURL string `json:"specs_url" view:"full" validate:"optional" example:"/v1/specs?device=nvidia-h100"`
}

// DeviceDetail is a device with its specs, and with the same specs by what
// they are about.
type DeviceDetail struct {
	Device

	// how many conflicts there are over it and its SKUs
	ConflictCount int `json:"conflict_count" validate:"required" example:"3" minimum:"0"`
	// where all of them are listed, relative to the server
	ConflictsURL string `json:"conflicts_url" view:"full" validate:"optional" example:"/v1/conflicts?device=nvidia-h100"`
	// what is claimed of it and its SKUs by path and line, of more than 1,000 the first
	Specs []Spec `json:"specs" validate:"required"`
	// the same specs by attribute, with the conflicts over them
	Attributes []DeviceAttribute `json:"attributes" view:"full" validate:"optional"`
}

// DeviceAttribute is everything that is claimed of a device in one
// attribute, and where those claims disagree.
type DeviceAttribute struct {
	// what is claimed of the device
	Attribute AttributeRef `json:"attribute" validate:"required"`
	// the claims: the best ones first, then by path and line
	Specs []Spec `json:"specs" validate:"required"`
	// where these claims disagree; empty where they do not
	Conflicts []ConflictRef `json:"conflicts" validate:"required"`
}

// NewDevice shows a device with how much is claimed of it.
func NewDevice(d quarry.DeviceCount) Device {
	named := NewDeviceRef(d.Device)
	return Device{
		DeviceName: named.DeviceName, DeviceSort: named.DeviceSort, Aliases: Texts(d.Aliases),
		SpecCount: d.Specs, SpecsURL: "/v1/specs?device=" + url.QueryEscape(string(d.ID)),
	}
}

// ByAttribute groups specs and conflicts, in the order of the attributes' names in
// any case. Documents may have several names for one: it goes by the first of them. In a
// group what is told first comes first.
func ByAttribute(specs []quarry.Spec, conflicts []quarry.Conflict, show func(quarry.Spec) Spec) []DeviceAttribute {
	at := map[quarry.AttributeID]int{}
	groups := []DeviceAttribute{}
	for _, spec := range specs {
		id := spec.Attribute.ID
		if _, known := at[id]; !known {
			at[id] = len(groups)
			groups = append(groups, DeviceAttribute{
				Attribute: NewAttributeRef(spec.Attribute.Attribute), Conflicts: []ConflictRef{},
			})
		}
		group := &groups[at[id]]
		group.Attribute.Name = min(group.Attribute.Name, spec.Attribute.Name)
		group.Specs = append(group.Specs, show(spec))
	}
	for _, conflict := range conflicts {
		if i, known := at[conflict.Attribute.ID]; known {
			groups[i].Conflicts = append(groups[i].Conflicts, viewConflictRef(conflict))
		}
	}
	for _, group := range groups {
		BestFirst(group.Specs)
	}
	slices.SortStableFunc(groups, func(a, b DeviceAttribute) int {
		return cmp.Or(
			cmp.Compare(strings.ToLower(a.Attribute.Name), strings.ToLower(b.Attribute.Name)),
			cmp.Compare(a.Attribute.ID, b.Attribute.ID))
	})
	return groups
}
