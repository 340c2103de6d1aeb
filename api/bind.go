package api

import (
	"cmp"
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
		Conditions:        s.bindConditions(p),
	}}
	attributes, err := s.bindAttributes(ctx, p, "attribute")
	if err != nil {
		return a, err
	}
	a.filter.Attributes, a.filter.Value = attributes, s.bindValue(p, attributes)
	if err := s.bindDevices(ctx, p, &a); err != nil {
		return a, err
	}
	if err := p.err(); err != nil {
		return a, err
	}
	s.notePrecisions(&a)
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

// bindConditions reads what values depend on. The words of all but one axis
// are open: a lexicon may bring its own. A precision goes by any name of the
// number format.
func (s *Server) bindConditions(p *parameters) map[quarry.Axis][]string {
	conditions := make(map[quarry.Axis][]string, 4)
	for _, axis := range []quarry.Axis{quarry.AxisPer, quarry.AxisBasis} {
		if words := p.list(string(axis)); len(words) > 0 {
			conditions[axis] = mapped(words, strings.ToLower)
		}
	}
	if words := p.list(string(quarry.AxisPrecision)); len(words) > 0 {
		conditions[quarry.AxisPrecision] = mapped(words, s.precisionCalled)
	}
	if words := vocabulary(p, "sparsity", []string{"dense", "sparse", quarry.Unstated}); len(words) > 0 {
		conditions[quarry.AxisSparsity] = words
	}
	return conditions
}

// precisionCalled returns the id of the number format that is called so, which
// is the value of the condition; of none, the word in lower case.
func (s *Server) precisionCalled(word string) string {
	if format, known := s.lexicon.FindDevice(word); known && format.Class == quarry.ClassFormat {
		return string(format.ID)
	}
	return strings.ToLower(word)
}

// notePrecisions says which of the precisions asked for are no number format
// that the lexicon knows. A document of another lexicon may have them still.
func (s *Server) notePrecisions(a *asked) {
	for _, id := range a.filter.Conditions[quarry.AxisPrecision] {
		device, known := s.lexicon.Device(quarry.DeviceID(id))
		if known && device.Class == quarry.ClassFormat || id == quarry.NoneCondition {
			continue
		}
		var formats []string
		for _, device := range s.lexicon.Devices() {
			if device.Class == quarry.ClassFormat {
				formats = append(formats, string(device.ID))
			}
		}
		a.noteUnknown("precision", id, fixesFor(id, formats))
	}
}

// noteUnknown says that a word is not known, and which may be meant by it.
func (a *asked) noteUnknown(noun, word string, like []string) {
	if len(like) == 0 {
		a.note("%s %q is not known", noun, word)
		return
	}
	a.note("%s %q is not known; did you mean %s?", noun, word, strings.Join(like, ", "))
}

// bindValue returns min and max in the base unit of the unit they are given
// in; empty bounds where neither is asked for.
func (s *Server) bindValue(p *parameters, attributes []quarry.AttributeID) quarry.Bounds {
	bounds := quarry.Bounds{Min: p.number("min"), Max: p.number("max"), Unit: s.bindUnit(p, attributes...)}
	if bounds.Empty() {
		return quarry.Bounds{}
	}
	if !p.has("unit") {
		p.refuse("unit", "min and max need a unit")
	}
	if bounds.Min != nil && bounds.Max != nil && *bounds.Min > *bounds.Max {
		p.refuse("min", "is greater than max")
	}
	base := s.lexicon.Normalize(bounds)
	if base.Empty() && p.err() == nil {
		p.refuse("unit", "makes min or max larger than any number")
	}
	return base
}

// bindUnit returns the unit that values are asked for in, or "". One that no value
// of the attributes can be in is refused; where some can the others stay as they
// are.
func (s *Server) bindUnit(p *parameters, attributes ...quarry.AttributeID) string {
	symbol := p.text("unit")
	if symbol == "" {
		return ""
	}
	measures := func(unit quarry.Unit) bool {
		return len(attributes) == 0 || slices.ContainsFunc(attributes, func(id quarry.AttributeID) bool {
			attribute, _ := s.lexicon.Attribute(id)
			return attribute.Measures(unit.Kind)
		})
	}
	unit, known := s.lexicon.FindUnit(symbol)
	switch {
	case known && !measures(unit):
		s.refuseUnit(p, strings.Join(texts(attributes), ", "), measures)
	case !known:
		fixes := unitsLike(s.lexicon, symbol)
		if len(fixes) == 0 && len(attributes) > 0 {
			fixes = s.unitsThat(measures, symbol)
		} else if len(fixes) == 0 {
			fixes = baseUnits(s.lexicon)
		}
		p.refuse("unit", fmt.Sprintf("%q is not known", symbol), fixes...)
	}
	return unit.Symbol
}

// refuseUnit says that something is not measured in the unit that is asked
// for, and names some that fit.
func (s *Server) refuseUnit(p *parameters, what string, fits func(quarry.Unit) bool) {
	unit := p.text("unit")
	p.refuse("unit", fmt.Sprintf("%s cannot be shown in %s", what, unit), s.unitsThat(fits, unit)...)
}

// unitsThat names some units that fit: those first that are written almost like
// the one that is asked for, the others in the lexicon's order.
func (s *Server) unitsThat(fit func(quarry.Unit) bool, asked string) []string {
	var symbols []string
	for _, unit := range s.lexicon.Units() {
		if fit(unit) {
			symbols = append(symbols, unit.Symbol)
		}
	}
	asked = strings.ToLower(asked)
	apart := func(symbol string) int {
		return min(quarry.Slips(asked, strings.ToLower(symbol)), quarry.SlipsAllowed(asked)+1)
	}
	slices.SortStableFunc(symbols, func(a, b string) int { return cmp.Compare(apart(a), apart(b)) })
	return symbols[:min(len(symbols), mostFixes)]
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
			device.ID = quarry.DeviceID(quarry.Slug(name))
			if err := s.noteDevice(ctx, name, a); err != nil {
				return err
			}
		}
		a.filter.Devices = append(a.filter.Devices, s.lexicon.DeviceFamily(device.ID)...)
	}
	return nil
}

// noteDevice says that nobody knows a name, and what may be meant by it.
func (s *Server) noteDevice(ctx context.Context, name string, a *asked) error {
	names, err := s.deviceNames(ctx)
	if err != nil {
		return err
	}
	a.noteUnknown("device", name, mapped(names.like(name), func(d quarry.Device) string { return d.Name }))
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
