package api

import (
	"context"
	"fmt"
	"slices"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/compare"
)

// comparing is what a caller asks to be compared.
type comparing struct {
	compare.Request

	subjects []askedSubject // of which claims are compared; none: of all
	only     asked          // with the precisions, and what is to be noted of them
}

// bindCompare reads what is to be compared. An unknown device is not
// found; one that is named twice is a slip.
func (s *Server) bindCompare(ctx context.Context, p *parameters) (comparing, error) {
	names := p.list("devices")
	if len(names) < fewestCompared || len(names) > mostCompared {
		p.refuse("devices", fmt.Sprintf("takes %d to %d devices", fewestCompared, mostCompared))
	}
	wanted := comparing{only: asked{filter: quarry.Filter{
		Conditions: s.bindConditions(p), Collections: p.list("collection"), MinConfidence: p.share("min_confidence"),
	}}}
	if err := p.err(); err != nil {
		return wanted, err
	}
	if err := s.bindCompared(ctx, p, names, &wanted); err != nil {
		return wanted, err
	}
	claimed, err := s.unitsClaimed(ctx, p, quarry.Filter{Attributes: wanted.narrowed()})
	if err != nil {
		return wanted, err
	}
	wanted.Unit = s.bindUnit(p, claimed)
	if err := p.err(); err != nil {
		return wanted, err
	}
	s.notePrecisions(&wanted.only)
	s.noteConditions(&wanted.only)
	if err := s.notePlaces(ctx, &wanted.only); err != nil {
		return wanted, err
	}
	return wanted, p.err()
}

// bindCompared finds the devices, and what is to be compared of them.
func (s *Server) bindCompared(ctx context.Context, p *parameters, names []string, wanted *comparing) error {
	for _, name := range names {
		device, err := s.mustFindDevice(ctx, name)
		if err != nil {
			return err
		}
		wanted.only.notePart(name, device)
		if slices.ContainsFunc(wanted.Devices, func(d quarry.Device) bool { return d.ID == device.ID }) {
			p.refuse("devices", fmt.Sprintf("%q is there twice", name))
		}
		wanted.Devices = append(wanted.Devices, device)
	}
	var err error
	if wanted.subjects, err = s.bindSubjects(ctx, p, "attributes", askedDevices{ids: s.familyOf(wanted.Devices)}); err != nil {
		return err
	}
	for _, subject := range wanted.subjects {
		wanted.Attributes = append(wanted.Attributes, subject.attributes...)
	}
	return nil
}

// familyOf returns devices with all their SKUs, each once.
func (s *Server) familyOf(devices []quarry.Device) []quarry.DeviceID {
	var family []quarry.DeviceID
	for _, device := range devices {
		family = append(family, s.lexicon.DeviceFamily(device.ID)...)
	}
	slices.Sort(family)
	return slices.Compact(family)
}

// narrowed returns the attributes of which alone claims are compared; none where
// it may be any.
func (c comparing) narrowed() []quarry.AttributeID {
	if slices.ContainsFunc(c.subjects, func(s askedSubject) bool { return len(s.attributes) == 0 }) {
		return nil
	}
	return c.Attributes
}

// has reports whether a claim is among what is compared.
func (c comparing) has(claim quarry.Spec) bool {
	return c.allows(claim) && (len(c.subjects) == 0 || slices.ContainsFunc(c.subjects, func(s askedSubject) bool { return s.has(claim) }))
}

// allows reports whether a claim is made under the conditions, as surely and in a
// collection as is asked for, whatever it is about.
func (c comparing) allows(claim quarry.Spec) bool {
	if in := c.only.filter.Collections; len(in) > 0 && !slices.Contains(in, claim.Source.Collection) {
		return false
	}
	if claim.Confidence < c.only.filter.MinConfidence {
		return false
	}
	for axis, values := range c.only.filter.Conditions {
		if !slices.Contains(values, claim.Conditions.Value(axis)) {
			return false
		}
	}
	return true
}

func (s askedSubject) has(claim quarry.Spec) bool {
	if len(s.attributes) > 0 && !slices.Contains(s.attributes, claim.Attribute.ID) {
		return false
	}
	for axis, value := range s.conditions {
		if claim.Conditions.Value(axis) != value {
			return false
		}
	}
	return true
}
