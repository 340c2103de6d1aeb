package api

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
)

// AttributeReader knows the attributes that were found in documents and stand
// in no lexicon.
type AttributeReader interface {
	DiscoveredAttributes(ctx context.Context) ([]quarry.Attribute, error)
}

const (
	defaultLimit = 20
	mostPerPage  = 100
)

// asked is a filter together with what the caller should know about it.
type asked struct {
	filter quarry.Filter
	notes  []string
}

func (a *asked) note(format string, args ...any) {
	a.notes = append(a.notes, fmt.Sprintf(format, args...))
}

// bindFilter reads every filter there is. Which of them a route allows was
// decided by its contract before.
func (s *Server) bindFilter(ctx context.Context, p *parameters) (asked, error) {
	a := asked{filter: quarry.Filter{
		Kinds:             vocabulary(p, "kind", quarry.EntryKinds()),
		Topics:            s.bindTopics(p),
		Difficulties:      vocabulary(p, "difficulty", quarry.Difficulties()),
		DifficultySources: vocabulary(p, "difficulty_source", quarry.DifficultySources()),
		Styles:            vocabulary(p, "style", quarry.Styles()),
		AnswerStates:      vocabulary(p, "answer_state", quarry.AnswerStates()),
		Documents:         p.list("document"),
		Collections:       p.list("collection"),
		Subjects:          p.list("subject"),
		Answered:          p.tristate("answered"),
		Conflict:          p.tristate("conflict"),
		Conditions:        bindConditions(p),
		Value:             s.bindValue(p),
	}}
	if err := s.bindAttributes(ctx, p, &a); err != nil {
		return a, err
	}
	if err := s.bindDevices(ctx, p, &a); err != nil {
		return a, err
	}
	if err := p.err(); err != nil {
		return a, err
	}
	if err := s.noteDocuments(ctx, &a); err != nil {
		return a, err
	}
	return a, s.noteCollections(ctx, &a)
}

// bindTopics adds the children of every topic that is asked for.
func (s *Server) bindTopics(p *parameters) []quarry.TopicID {
	known := mapped(s.lexicon.Topics(), func(t quarry.Topic) quarry.TopicID { return t.ID })
	if !slices.Contains(known, quarry.TopicOther) {
		known = append(known, quarry.TopicOther)
	}
	var topics []quarry.TopicID
	for _, topic := range vocabulary(p, "topic", known) {
		topics = append(topics, topic)
		topics = append(topics, s.lexicon.TopicTree(topic)...)
	}
	slices.Sort(topics)
	return slices.Compact(topics)
}

func bindConditions(p *parameters) map[quarry.Axis][]string {
	conditions := make(map[quarry.Axis][]string, 2)
	if words := p.list("precision"); len(words) > 0 {
		conditions[quarry.AxisPrecision] = mapped(words, strings.ToLower)
	}
	if words := vocabulary(p, "sparsity", []string{"dense", "sparse", quarry.Unstated}); len(words) > 0 {
		conditions[quarry.AxisSparsity] = words
	}
	return conditions
}

// bindValue returns min and max in the base unit of the unit they are given
// in; empty bounds where neither is asked for.
func (s *Server) bindValue(p *parameters) quarry.Bounds {
	bounds := quarry.Bounds{Min: p.number("min"), Max: p.number("max"), Unit: s.bindUnit(p)}
	if bounds.Empty() {
		return quarry.Bounds{}
	}
	if !p.has("unit") {
		p.refuse("unit", "min and max need a unit")
	}
	if bounds.Min != nil && bounds.Max != nil && *bounds.Min > *bounds.Max {
		p.refuse("min", "is greater than max")
	}
	return s.lexicon.Normalize(bounds)
}

// bindUnit returns the unit that values are asked for in, or "".
func (s *Server) bindUnit(p *parameters) string {
	symbol := p.text("unit")
	if symbol == "" {
		return ""
	}
	unit, known := s.lexicon.FindUnit(symbol)
	if !known {
		symbols := mapped(s.lexicon.Units(), func(u quarry.Unit) string { return u.Symbol })
		p.refuse("unit", fmt.Sprintf("%q is not known", symbol), fixesFor(symbol, symbols)...)
	}
	return unit.Symbol
}

// bindAttributes takes the lexicon's attributes and those that documents
// brought; the store is asked only for a name that the lexicon lacks. A unit
// that cannot hold values of an attribute is refused.
func (s *Server) bindAttributes(ctx context.Context, p *parameters, a *asked) error {
	known := s.lexicon.Attributes()
	if slices.ContainsFunc(p.list("attribute"), s.lacksAttribute) {
		discovered, err := s.attributes.DiscoveredAttributes(ctx)
		if err != nil {
			return fmt.Errorf("read the discovered attributes: %w", err)
		}
		known = slices.Concat(known, discovered)
	}
	ids := mapped(known, func(a quarry.Attribute) quarry.AttributeID { return a.ID })
	a.filter.Attributes = vocabulary(p, "attribute", ids)
	s.checkUnitFits(p, a.filter.Attributes)
	return nil
}

func (s *Server) lacksAttribute(name string) bool {
	_, known := s.lexicon.Attribute(quarry.AttributeID(name))
	return !known
}

func (s *Server) checkUnitFits(p *parameters, attributes []quarry.AttributeID) {
	unit, known := s.lexicon.FindUnit(p.text("unit"))
	if !known {
		return
	}
	for _, id := range attributes {
		attribute, _ := s.lexicon.Attribute(id)
		if !attribute.Measures(unit.Kind) {
			s.refuseUnit(p, string(id), func(u quarry.Unit) bool { return attribute.Measures(u.Kind) })
		}
	}
}

// refuseUnit says that something is not measured in the unit that is asked
// for, and names some that fit.
func (s *Server) refuseUnit(p *parameters, what string, fits func(quarry.Unit) bool) {
	const most = 3
	var symbols []string
	for _, unit := range s.lexicon.Units() {
		if fits(unit) && len(symbols) < most {
			symbols = append(symbols, unit.Symbol)
		}
	}
	p.refuse("unit", fmt.Sprintf("%s is not measured in %s", what, p.text("unit")), symbols...)
}

// bindDevices resolves names and aliases, and adds the SKUs of a family. A
// name that nobody knows stays in the filter, where it matches nothing.
func (s *Server) bindDevices(ctx context.Context, p *parameters, a *asked) error {
	for _, name := range p.list("device") {
		device, known, err := s.findDevice(ctx, name)
		if err != nil {
			return err
		}
		if !known {
			a.note("device %q is not known", name)
			device.ID = quarry.DeviceID(quarry.Slug(name))
		}
		a.filter.Devices = append(a.filter.Devices, s.lexicon.DeviceFamily(device.ID)...)
	}
	return nil
}

// noteDocuments says which of the documents asked for are not there.
func (s *Server) noteDocuments(ctx context.Context, a *asked) error {
	for _, name := range a.filter.Documents {
		page, err := s.documents.Documents(ctx, quarry.Filter{Documents: []string{name}}, quarry.PageRequest{Limit: 1})
		if err != nil {
			return fmt.Errorf("look for document %q: %w", name, err)
		}
		if page.Total == 0 {
			a.note("document %q is not known", name)
		}
	}
	return nil
}

// noteCollections says which of the collections asked for hold nothing.
func (s *Server) noteCollections(ctx context.Context, a *asked) error {
	for _, name := range a.filter.Collections {
		page, err := s.documents.Documents(ctx, quarry.Filter{Collections: []string{name}}, quarry.PageRequest{Limit: 1})
		if err != nil {
			return fmt.Errorf("look for collection %q: %w", name, err)
		}
		if page.Total == 0 {
			a.note("collection %q is not known", name)
		}
	}
	return nil
}
