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

// AttributeView is something that can be claimed of devices in numbers. What its
// values measure is known of few that documents brought.
type AttributeView struct {
	// its id, to be used as attribute
	ID string `json:"id" validate:"required" example:"memory_bandwidth"`
	// its name
	Name string `json:"name" validate:"required" example:"Memory bandwidth"`
	// what its values measure, such as data_rate; empty if that is unknown
	Kinds []string `json:"kinds" validate:"required" example:"data_rate"`
	// unit of a number that is written without one; null where there is none
	Unit *string `json:"unit" validate:"required" example:"1" extensions:"x-nullable"`
	// classes of devices that have it; empty where that is not said
	Classes []string `json:"classes" validate:"required" example:"gpu"`
	// other names of it
	Aliases []string `json:"aliases" validate:"required" example:"Bandwidth"`
	// whether documents brought it, and no lexicon has it
	Discovered bool `json:"discovered" validate:"required" example:"false"`
	// where what is claimed in it is listed, relative to the server
	SpecsURL string `json:"specs_url" validate:"required" example:"/v1/specs?attribute=memory_bandwidth"`
}

func viewAttribute(a quarry.Attribute) AttributeView {
	kinds := a.Kinds
	if a.Kind != "" {
		kinds = []quarry.QuantityKind{a.Kind}
	}
	return AttributeView{
		ID: string(a.ID), Name: a.Name, Kinds: texts(kinds), Unit: nullable(a.Unit), Classes: texts(a.Classes),
		Aliases: texts(a.Aliases), Discovered: a.Discovered, SpecsURL: "/v1/specs?attribute=" + url.QueryEscape(string(a.ID)),
	}
}

// listAttributes answers a part of the attributes.
//
//	@ID				listAttributes
//	@Summary		List attributes
//	@Description	The attributes of the lexicon and those that documents brought, in the order of their ids. `kinds` are what their values measure, none if that is unknown; `unit` is that of a number that is written without one.
//	@Tags			specs
//	@Produce		json
//	@Param			q			query		string	false	"part of an id, a name or an alias"	maxlength(100)	example(bandwidth)
//	@Param			discovered	query		boolean	false	"whether the attribute was found in a document and stands in no lexicon"
//	@Param			limit		query		integer	false	"attributes per page"				minimum(1)	maximum(100)	default(20)
//	@Param			cursor		query		string	false	"next_cursor of the page before; it goes with the filters of that page"
//	@Success		200			{object}	List[AttributeView]
//	@Success		304			"the caller has this answer already"
//	@Router			/v1/attributes [get]
func (s *Server) listAttributes(c *gin.Context) {
	p := newParameters(c)
	slug, brought := text.Slug(p.text("q")), p.tristate("discovered")
	if p.has("q") && slug == "" {
		p.refuse("q", "has neither letter nor digit")
	}
	if err := p.err(); err != nil {
		s.fail(c, err)
		return
	}
	found, err := s.discovered(c.Request.Context())
	if err != nil {
		s.fail(c, err)
		return
	}
	all := slices.DeleteFunc(slices.Concat(s.lexicon.Attributes(), found.all), func(a quarry.Attribute) bool {
		return brought == quarry.Yes && !a.Discovered || brought == quarry.No && a.Discovered || !isCalled(a, slug)
	})
	slices.SortFunc(all, func(a, b quarry.Attribute) int { return cmp.Compare(a.ID, b.ID) })
	serveListed(s, c, listed[quarry.Attribute]{
		items: all, revision: found.revision,
		place: func(a quarry.Attribute) quarry.Position { return quarry.Position{ID: quarry.EntryID(a.ID)} },
	}, viewAttribute)
}

// isCalled reports whether a slug is a part of one of an attribute's names.
func isCalled(a quarry.Attribute, slug string) bool {
	return slices.ContainsFunc(append([]string{string(a.ID), a.Name}, a.Aliases...), func(name string) bool {
		return strings.Contains(text.Slug(name), slug)
	})
}

// askedSubject is some attributes, or any, under conditions.
type askedSubject struct {
	called     string               // as it was asked for
	attributes []quarry.AttributeID // none: any
	conditions quarry.Conditions
	instead    string // what to ask for where none of the devices has it; "" where one has, or that is not known
}

// askedDevices are the devices, with their SKUs, of which attributes are asked for.
type askedDevices struct {
	ids     []quarry.DeviceID
	unknown bool // some are asked for, and none is known
}

// bindSubjects takes attributes by any of their names, and words that state a
// condition, with an attribute or without: "fp16", "fp8 throughput". What is claimed of
// the devices that are asked about comes before what the lexicon calls so.
func (s *Server) bindSubjects(ctx context.Context, p *parameters, name string, of askedDevices) ([]askedSubject, error) {
	words := p.list(name)
	if len(words) == 0 {
		return nil, nil
	}
	attributes, err := s.read.Attributes.ClaimedAttributes(ctx, of.ids)
	if err != nil {
		return nil, fmt.Errorf("read what is claimed of the devices: %w", err)
	}
	claimed := claimedIn{of: attributes, asked: len(of.ids) > 0, unknown: of.unknown}
	var subjects []askedSubject
	for _, word := range claimed.whole(s.lexicon, words) {
		subject, err := s.bindSubject(ctx, p, name, claimed, word)
		if err != nil {
			return nil, err
		}
		subjects = append(subjects, subject)
	}
	return subjects, nil
}

// bindSubject is bindSubjects for one of the words. A condition that they state is one
// unless it stands in an attribute's own name. Of several attributes that are called
// alike the condition tells which is meant: it has claims under it.
func (s *Server) bindSubject(ctx context.Context, p *parameters, name string, claimed claimedIn, word string) (askedSubject, error) {
	subject, said := askedSubject{called: word}, s.lexicon.ClaimSubject(word)
	called, err := s.attributesCalled(ctx, claimed, word)
	if err != nil {
		return subject, err
	}
	states := len(said.Conditions) > 0 && !s.isNamed(called, word)
	if states {
		subject.conditions, word = said.Conditions, said.Attribute
	}
	if states && word != "" {
		if called, err = s.attributesCalled(ctx, claimed, word); err != nil {
			return subject, err
		}
	}
	called = s.measuring(s.askedUnit(p), called)
	switch {
	case word == "": // any attribute
	case len(called) == 0 && claimed.unknown: // of no device anything is claimed, which is noted
	case len(called) == 0:
		return subject, s.refuseAttribute(ctx, p, name, claimed, word)
	case len(called) > 1 && !states && !claimed.asked:
		p.refuse(name, fmt.Sprintf("%q is what several are called", word), texts(called)...)
	default:
		subject.attributes = called
		subject.instead, err = s.instead(ctx, claimed, called, word)
	}
	return subject, err
}

// isNamed reports whether the id or the name of an attribute says all that a word says.
// Documents' own labels do not count: their numbers may stand below a format.
func (s *Server) isNamed(called []quarry.AttributeID, word string) bool {
	slug := text.Slug(word)
	return slices.ContainsFunc(called, func(id quarry.AttributeID) bool {
		attribute, known := s.lexicon.Attribute(id)
		return !known || text.Slug(attribute.Name) == slug || text.Slug(string(id)) == slug
	})
}

// measuring keeps of several attributes those whose values may be in a unit, as far as
// that is known; all where none may.
func (s *Server) measuring(unit string, attributes []quarry.AttributeID) []quarry.AttributeID {
	known, ok := s.lexicon.FindUnit(unit)
	if !ok || len(attributes) < 2 {
		return attributes
	}
	var fit []quarry.AttributeID
	for _, id := range attributes {
		if attribute, ours := s.lexicon.Attribute(id); !ours || s.measuredIn(attribute, known) {
			fit = append(fit, id)
		}
	}
	if len(fit) == 0 {
		return attributes
	}
	return fit
}

// attributesCalled returns the attributes that a word may mean: those of the devices
// that are asked about, an exact id, those of which a device's attribute has the word in
// its name, those whose own name it is, or those that go by it at all.
func (s *Server) attributesCalled(ctx context.Context, claimed claimedIn, word string) ([]quarry.AttributeID, error) {
	if own := claimed.called(s.lexicon, word); len(own) > 0 {
		return own, nil
	}
	id := quarry.AttributeID(word)
	if _, known := s.lexicon.Attribute(id); known {
		return []quarry.AttributeID{id}, nil
	}
	found, err := s.discovered(ctx)
	if err != nil {
		return nil, err
	}
	if found.has(id) {
		return []quarry.AttributeID{id}, nil
	}
	if parts := claimed.holding(word); len(parts) > 0 {
		return parts, nil
	}
	slug := text.Slug(word)
	named := append([]quarry.AttributeID(nil), found.called[slug]...)
	var called []quarry.AttributeID
	for _, attribute := range s.lexicon.FindAttributes(word) {
		if text.Slug(attribute.Name) == slug || text.Slug(string(attribute.ID)) == slug {
			named = append(named, attribute.ID)
		}
		called = append(called, attribute.ID)
	}
	if len(named) > 0 {
		return named, nil
	}
	return called, nil
}
