package api

import (
	"context"
	"fmt"
	"slices"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/compare"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/text"
)

// comparing is what a caller asks to be compared.
type comparing struct {
	compare.Request

	subjects []comparedSubject // of which claims are compared; none: of all
	only     asked             // with the precisions, and what is to be noted of them
}

// comparedSubject is some attributes, or any, under conditions.
type comparedSubject struct {
	called     string               // as it was asked for
	attributes []quarry.AttributeID // none: any
	conditions quarry.Conditions
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
	if err := s.bindSubjects(ctx, p, &wanted); err != nil {
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
	for _, name := range names {
		device, err := s.mustFindDevice(ctx, name)
		if err != nil {
			return wanted, err
		}
		if slices.ContainsFunc(wanted.Devices, func(d quarry.Device) bool { return d.ID == device.ID }) {
			p.refuse("devices", fmt.Sprintf("%q is there twice", name))
		}
		wanted.Devices = append(wanted.Devices, device)
	}
	return wanted, p.err()
}

// bindSubjects takes attributes by any of their names, and words that state a
// condition, with an attribute or without: "fp16", "fp8 throughput".
func (s *Server) bindSubjects(ctx context.Context, p *parameters, wanted *comparing) error {
	for _, word := range p.list("attributes") {
		subject, err := s.bindSubject(ctx, p, word)
		if err != nil {
			return err
		}
		wanted.Attributes = append(wanted.Attributes, subject.attributes...)
		wanted.subjects = append(wanted.subjects, subject)
	}
	return nil
}

// bindSubject is bindSubjects for one of the words. Of several attributes that are
// called alike the condition tells which is meant: it has claims under it.
func (s *Server) bindSubject(ctx context.Context, p *parameters, word string) (comparedSubject, error) {
	called, err := s.attributesCalled(ctx, word)
	if err != nil {
		return comparedSubject{}, err
	}
	said := s.lexicon.ClaimSubject(word)
	subject := comparedSubject{called: word, conditions: said.Conditions}
	if len(called) > 0 && !s.isFormatOf(word, called, said) || len(said.Conditions) == 0 {
		subject.conditions, said.Attribute = nil, word
	} else if said.Attribute == "" {
		return subject, nil
	} else if subject.attributes, err = s.attributesCalled(ctx, said.Attribute); err != nil || len(subject.attributes) > 0 {
		return subject, err
	}
	id, err := s.bindAttribute(ctx, p, "attributes", said.Attribute)
	if id != "" {
		subject.attributes = append(subject.attributes, id)
	}
	return subject, err
}

// isFormatOf reports whether a word is a number format and nothing else, and attributes
// go by it only because their numbers stand below it: none is named so.
func (s *Server) isFormatOf(word string, called []quarry.AttributeID, said lexicon.ClaimSubject) bool {
	slug := text.Slug(word)
	return said.Attribute == "" && !slices.ContainsFunc(called, func(id quarry.AttributeID) bool {
		attribute, known := s.lexicon.Attribute(id)
		return !known || text.Slug(attribute.Name) == slug || text.Slug(string(id)) == slug
	})
}

// narrowed returns the attributes of which alone claims are compared; none where
// it may be any.
func (c comparing) narrowed() []quarry.AttributeID {
	if slices.ContainsFunc(c.subjects, func(s comparedSubject) bool { return len(s.attributes) == 0 }) {
		return nil
	}
	return c.Attributes
}

// has reports whether a claim is among what is compared.
func (c comparing) has(claim quarry.Spec) bool {
	return c.allows(claim) && (len(c.subjects) == 0 || slices.ContainsFunc(c.subjects, func(s comparedSubject) bool { return s.has(claim) }))
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

func (s comparedSubject) has(claim quarry.Spec) bool {
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
