package api

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/text"
)

// DeviceReader counts the claims that the store holds of each device, those
// found in documents among them, and knows at which revision. Of conflicts it
// needs no claims.
type DeviceReader interface {
	DeviceCounts(ctx context.Context) ([]quarry.DeviceCount, quarry.Sequence, error)
	ConflictHeads(ctx context.Context, f quarry.Filter, p quarry.PageRequest) (quarry.Page[quarry.Conflict], error)
}

// How much comes with a device; the others are read from the routes of specs and
// of conflicts.
const (
	mostDeviceSpecs     = 1_000
	mostDeviceConflicts = 200
)

// DeviceView is something that specs are claimed of.
type DeviceView struct {
	// its id, to be used as device
	ID string `json:"id" validate:"required" example:"nvidia-h100"`
	// its name
	Name string `json:"name" validate:"required" example:"NVIDIA H100"`
	// who makes it; null if that is unknown
	Vendor *string `json:"vendor" validate:"required" example:"NVIDIA" extensions:"x-nullable"`
	// what sort of device it is, such as gpu; unknown if no source says
	Class string `json:"class" validate:"required" example:"gpu"`
	// id of the device that it is a SKU of; null where it is none
	Family *string `json:"family" validate:"required" example:"nvidia-hopper" extensions:"x-nullable"`
	// whether documents brought it, and no lexicon has it
	Discovered bool `json:"discovered" validate:"required" example:"false"`
	// other names of it
	Aliases []string `json:"aliases" validate:"required" example:"H100,Hopper H100"`
	// how many specs there are of it and its SKUs
	SpecCount int `json:"spec_count" validate:"required" example:"12" minimum:"0"`
	// where all of them are listed, relative to the server
	SpecsURL string `json:"specs_url" validate:"required" example:"/v1/specs?device=nvidia-h100"`
}

// DeviceDetailView is a device with its specs, and with the same specs by what
// they are about.
type DeviceDetailView struct {
	DeviceView

	// how many conflicts there are over it and its SKUs
	ConflictCount int `json:"conflict_count" validate:"required" example:"3" minimum:"0"`
	// where all of them are listed, relative to the server
	ConflictsURL string `json:"conflicts_url" validate:"required" example:"/v1/conflicts?device=nvidia-h100"`
	// what is claimed of it and its SKUs by path and line, of more than 1,000 the first
	Specs []SpecView `json:"specs" validate:"required"`
	// the same specs by attribute, with the conflicts over them
	Attributes []DeviceAttributeView `json:"attributes" validate:"required"`
}

// DeviceAttributeView is everything that is claimed of a device in one
// attribute, and where those claims disagree.
type DeviceAttributeView struct {
	// what is claimed of the device
	Attribute AttributeRefView `json:"attribute" validate:"required"`
	// the claims by path and line
	Specs []SpecView `json:"specs" validate:"required"`
	// where these claims disagree; empty where they do not
	Conflicts []ConflictRefView `json:"conflicts" validate:"required"`
}

// ConflictRefView names a conflict whose claims stand elsewhere.
type ConflictRefView struct {
	// id of the conflict
	ID string `json:"id" validate:"required" example:"c_q5ravcbyh6xw2m7k4znt"`
	// id of the device that it is about: the one asked for, or a SKU
	DeviceID string `json:"device_id" validate:"required" example:"nvidia-h100"`
	// what is stated of the numbers, by axis; unstated, or none as precision, where the sources do not say
	Conditions map[string]string `json:"conditions" validate:"required"`
	// the largest claim divided by the smallest; null where that says nothing, as of a zero
	Ratio *float64 `json:"ratio" validate:"required" example:"2" extensions:"x-nullable"`
	// what may be the cause, where the ratio is that of a known slip; null otherwise
	Hint *string `json:"hint" validate:"required" example:"one may count on 2:1 sparsity, the other not" extensions:"x-nullable"`
	// address of the conflict with its claims, relative to the server
	URL string `json:"url" validate:"required" example:"/v1/conflicts/c_q5ravcbyh6xw2m7k4znt"`
}

func viewDevice(d quarry.DeviceCount) DeviceView {
	return DeviceView{
		ID: string(d.ID), Name: d.Name, Vendor: nullable(d.Vendor), Class: string(d.Class),
		Family: nullable(d.Family), Discovered: d.Discovered, Aliases: texts(d.Aliases),
		SpecCount: d.Specs, SpecsURL: "/v1/specs?device=" + url.QueryEscape(string(d.ID)),
	}
}

// listDevices answers a part of the devices.
//
//	@ID				listDevices
//	@Summary		List devices
//	@Description	Known devices in the order of their ids, or of closeness to `q`, which is a name, an alias, a part or a slip of either; a digit is never taken for another. `spec_count` counts a family together with its SKUs.
//	@Tags			devices
//	@Produce		json
//	@Param			q		query		string		false	"name, alias or close misspelling"	maxlength(100)	example(h100)
//	@Param			vendor	query		[]string	false	"vendors, in any case, a comma within one as `\,`"				collectionFormat(csv)	example(NVIDIA)
//	@Param			class	query		[]string	false	"classes of the lexicon: gpu, accelerator, soc, module, interconnect, memory, format, switch, system, model, cpu, unknown and those that your own brings"	collectionFormat(csv)	example(gpu)
//	@Param			claimed	query		boolean		false	"whether anything is claimed of the device or its SKUs"
//	@Param			discovered	query	boolean		false	"whether the device was found in a document and stands in no lexicon"
//	@Param			limit	query		integer		false	"devices per page"					minimum(1)	maximum(100)	default(20)
//	@Param			cursor	query		string		false	"next_cursor of the page before; it goes with the filters of that page"
//	@Success		200		{object}	List[DeviceView]
//	@Success		304		"the caller has this answer already"
//	@Router			/v1/devices [get]
func (s *Server) listDevices(c *gin.Context) {
	p := newParameters(c)
	named, _ := s.lexicon.FindDevice(p.text("q"))
	wanted := deviceFilter{
		slug: text.Slug(p.text("q")), named: named.ID, vendors: mapped(p.list("vendor"), strings.ToLower),
		classes: vocabulary(p, "class", s.lexicon.DeviceClasses()), claimed: p.tristate("claimed"),
		discovered: p.tristate("discovered"),
	}
	if p.has("q") && wanted.slug == "" {
		p.refuse("q", "has neither letter nor digit")
	}
	if err := p.err(); err != nil {
		s.fail(c, err)
		return
	}
	known, err := s.deviceNames(c.Request.Context())
	if err != nil {
		s.fail(c, err)
		return
	}
	found := wanted.among(known)
	found.revision = known.revision
	serveListed(s, c, found, func(r rankedDevice) DeviceView { return viewDevice(r.DeviceCount) })
}

// getDevice answers one device.
//
//	@ID				getDevice
//	@Summary		Read one device
//	@Description	One device by id, name or alias, with its specs and those of its SKUs: the first 1,000 in the order of path, line and id, and the same ones by attribute with the conflicts over them, of many the first 200. `spec_count` and `conflict_count` say how many there are, `specs_url` and `conflicts_url` where all of them are read.
//	@Tags			devices
//	@Produce		json
//	@Param			id		path		string	true	"id, name or alias"	example(h100)
//	@Success		200		{object}	DeviceDetailView
//	@Success		304		"the caller has this answer already"
//	@Failure		404		{object}	Problem
//	@Router			/v1/devices/{id} [get]
func (s *Server) getDevice(c *gin.Context) {
	ctx := c.Request.Context()
	device, err := s.mustFindDevice(ctx, c.Param("id"))
	if err != nil {
		s.fail(c, err)
		return
	}
	of := quarry.Filter{Devices: s.lexicon.DeviceFamily(device.ID)}
	specs, err := s.read.Specs.Specs(ctx, of, quarry.PageRequest{Limit: mostDeviceSpecs})
	if err != nil {
		s.fail(c, fmt.Errorf("read the specs of %s: %w", device.ID, err))
		return
	}
	conflicts, err := s.read.Devices.ConflictHeads(ctx, of, quarry.PageRequest{Limit: mostDeviceConflicts})
	if err != nil {
		s.fail(c, fmt.Errorf("read the conflicts of %s: %w", device.ID, err))
		return
	}
	s.answerAt(c, min(specs.Revision, conflicts.Revision), DeviceDetailView{
		DeviceView:    viewDevice(quarry.DeviceCount{Device: device, Specs: specs.Total}),
		ConflictCount: conflicts.Total, ConflictsURL: "/v1/conflicts?device=" + url.QueryEscape(string(device.ID)),
		Specs:      mapped(specs.Items, viewSpec),
		Attributes: byAttribute(specs.Items, conflicts.Items),
	})
}

// byAttribute groups specs and conflicts, in the order of the attributes' names in
// any case. Documents may have several names for one: it goes by the first of them.
func byAttribute(specs []quarry.Spec, conflicts []quarry.Conflict) []DeviceAttributeView {
	at := map[quarry.AttributeID]int{}
	groups := []DeviceAttributeView{}
	for _, spec := range specs {
		id := spec.Attribute.ID
		if _, known := at[id]; !known {
			at[id] = len(groups)
			groups = append(groups, DeviceAttributeView{
				Attribute: viewAttributeRef(spec.Attribute.Attribute), Conflicts: []ConflictRefView{},
			})
		}
		group := &groups[at[id]]
		group.Attribute.Name = min(group.Attribute.Name, spec.Attribute.Name)
		group.Specs = append(group.Specs, viewSpec(spec))
	}
	for _, conflict := range conflicts {
		if i, known := at[conflict.Attribute.ID]; known {
			groups[i].Conflicts = append(groups[i].Conflicts, viewConflictRef(conflict))
		}
	}
	slices.SortStableFunc(groups, func(a, b DeviceAttributeView) int {
		return cmp.Or(
			cmp.Compare(strings.ToLower(a.Attribute.Name), strings.ToLower(b.Attribute.Name)),
			cmp.Compare(a.Attribute.ID, b.Attribute.ID))
	})
	return groups
}

func viewConflictRef(c quarry.Conflict) ConflictRefView {
	return ConflictRefView{
		ID: string(c.ID), DeviceID: string(c.Device.ID), Conditions: viewConditions(c.Conditions),
		Ratio: c.Ratio, Hint: nullable(c.Hint), URL: "/v1/conflicts/" + string(c.ID),
	}
}

// findDevice resolves a name: the lexicon's first, then what documents brought, at last a
// part of a name that one device alone has. Where nothing is claimed of the lexicon's, what
// documents call so is meant.
func (s *Server) findDevice(ctx context.Context, name string) (quarry.Device, bool, error) {
	names, err := s.deviceNames(ctx)
	if err != nil {
		return quarry.Device{}, false, err
	}
	at, brought := names.brought[text.Slug(name)]
	if device, known := s.lexicon.FindDevice(name); known && (!brought || names.claims(device.ID) > 0) {
		return device, true, nil
	}
	if brought {
		return names.devices[at].Device, true, nil
	}
	device, known := names.byPart(name)
	return device, known, nil
}

// mustFindDevice is findDevice where an unknown name is not found.
func (s *Server) mustFindDevice(ctx context.Context, name string) (quarry.Device, error) {
	device, known, err := s.findDevice(ctx, name)
	if err != nil || known {
		return device, err
	}
	names, err := s.deviceNames(ctx)
	if err != nil {
		return device, err
	}
	ids := mapped(names.like(name), func(d quarry.Device) string { return string(d.ID) })
	return device, quarry.Errorf(quarry.KindNotFound, "there is no device %q", name).WithFixes(ids...)
}
