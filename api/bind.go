package api

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/text"
)

// AttributeReader knows the attributes that were found in documents and stand
// in no lexicon, and those that devices have, as their documents call them.
type AttributeReader interface {
	DiscoveredAttributes(ctx context.Context) ([]quarry.Attribute, error)
	ClaimedAttributes(ctx context.Context, devices []quarry.DeviceID) (map[quarry.DeviceID][]quarry.AttributeMention, error)
}

const (
	defaultLimit = 20
	mostPerPage  = 100
)

// asked is a filter together with what the caller should know about it.
type asked struct {
	filter  quarry.Filter
	notes   []string
	nowhere bool // none of the documents, or of the collections, is there

	strangers bool // devices are asked for, and none of them is known
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
		MinConfidence:     p.share("min_confidence"),
		Conditions:        s.bindConditions(p),
	}}
	if err := cmp.Or(s.bindDevices(ctx, p, &a), s.bindAttributes(ctx, p, &a)); err != nil {
		return a, err
	}
	claimed, err := s.unitsClaimed(ctx, p, a.filter)
	if err != nil {
		return a, err
	}
	a.filter.Value = s.bindValue(p, claimed)
	if err := p.err(); err != nil {
		return a, err
	}
	s.notePrecisions(&a)
	s.noteConditions(&a)
	return a, cmp.Or(s.noteBehind(ctx, &a), s.notePlaces(ctx, &a))
}

// noteBehind says where answers are asked for that are still looked for behind the last
// changes: a question is a gap until that was done.
func (s *Server) noteBehind(ctx context.Context, a *asked) error {
	if !slices.ContainsFunc(a.filter.AnswerStates, func(state quarry.AnswerState) bool { return state != quarry.AnswerOwn }) {
		return nil
	}
	revision, err := s.read.Revisions.Revision(ctx)
	if err != nil {
		return fmt.Errorf("read the revision: %w", err)
	}
	for _, follower := range s.states(ctx) {
		if follower.Aside && follower.Cursor < revision {
			a.note("answers are still looked for behind the last changes: what is a gap may be answered in a moment")
		}
	}
	return nil
}

// bindAttributes takes attributes by any of their names. A condition that one states is
// one of all that is asked for: it goes for a single one, where no parameter says
// otherwise.
func (s *Server) bindAttributes(ctx context.Context, p *parameters, a *asked) error {
	subjects, err := s.bindSubjects(ctx, p, "attribute", askedDevices{a.filter.Devices, a.strangers})
	if err != nil {
		return err
	}
	for _, subject := range subjects {
		a.filter.Attributes = append(a.filter.Attributes, subject.attributes...)
		if subject.instead != "" {
			a.noteInstead(subject)
		}
		for axis, value := range subject.conditions {
			switch {
			case len(subjects) > 1:
				p.refuse("attribute", fmt.Sprintf("%q states a condition, which of several attributes is asked for by %s=%s", subject.called, axis, value))
			case len(a.filter.Conditions[axis]) == 0:
				a.filter.Conditions[axis] = []string{value}
			}
		}
	}
	return nil
}

// bindTopics adds the children of every topic that is asked for.
func (s *Server) bindTopics(p *parameters) []quarry.TopicID {
	known := mapped(s.lexicon.Topics(), func(t lexicon.Topic) quarry.TopicID { return t.ID })
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

// bindConditions reads what values depend on. What something is
// counted per is open: a document may bring its own. A precision goes by any name of the
// number format.
func (s *Server) bindConditions(p *parameters) map[quarry.Axis][]string {
	conditions := make(map[quarry.Axis][]string, 4)
	if words := p.list(string(quarry.AxisPer)); len(words) > 0 {
		conditions[quarry.AxisPer] = mapped(words, strings.ToLower)
	}
	if words := s.bindBasis(p); len(words) > 0 {
		conditions[quarry.AxisBasis] = words
	}
	if words := p.list(string(quarry.AxisPrecision)); len(words) > 0 {
		conditions[quarry.AxisPrecision] = mapped(words, s.precisionCalled)
	}
	if words := vocabulary(p, "sparsity", []string{"dense", "sparse", quarry.Unstated}); len(words) > 0 {
		conditions[quarry.AxisSparsity] = words
	}
	bindFurtherConditions(p, conditions)
	return conditions
}

// bindFurtherConditions reads "axis:value" for the axes that have no parameter of
// their own, which a lexicon brings.
func bindFurtherConditions(p *parameters, conditions map[quarry.Axis][]string) {
	for _, word := range p.list("condition") {
		axis, value, _ := strings.Cut(word, ":")
		value = strings.TrimSpace(value)
		if axis == "" || value == "" || text.SlugWith(axis, '_') != axis {
			p.refuse("condition", fmt.Sprintf("%q is no axis with its value, such as clock:boost", word))
			continue
		}
		conditions[quarry.Axis(axis)] = append(conditions[quarry.Axis(axis)], value)
	}
}

// bindBasis reads on what a value may rest: on what everybody knows, or on what
// the lexicon adds.
func (s *Server) bindBasis(p *parameters) []string {
	known := []string{"peak", "achievable", "estimated", quarry.Unstated}
	for _, term := range s.lexicon.ConditionTerms() {
		for _, value := range []string{term.Value, term.Denied} {
			if term.Axis == quarry.AxisBasis && value != "" && !slices.Contains(known, value) {
				known = append(known, value)
			}
		}
	}
	var chosen []string
	for _, word := range p.list(string(quarry.AxisBasis)) {
		value := strings.ToLower(word)
		if !slices.Contains(known, value) {
			p.refuse(string(quarry.AxisBasis), fmt.Sprintf("%q is not known", word), fixesFor(word, known)...)
			continue
		}
		chosen = append(chosen, value)
	}
	return chosen
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
func (s *Server) bindValue(p *parameters, of measured) quarry.Bounds {
	bounds := quarry.Bounds{Min: p.number("min"), Max: p.number("max"), Unit: s.bindUnit(p, of)}
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

// bindDevices resolves names and aliases, and adds the SKUs of a family. A
// name that is unknown stays in the filter, where it matches nothing.
func (s *Server) bindDevices(ctx context.Context, p *parameters, a *asked) error {
	names := p.list("device")
	a.strangers = len(names) > 0
	for _, name := range names {
		device, known, err := s.findDevice(ctx, name)
		if err != nil {
			return err
		}
		a.notePart(name, device)
		a.strangers = a.strangers && !known
		if !known {
			device.ID = quarry.DeviceID(text.Slug(name))
			if err := s.noteDevice(ctx, name, a); err != nil {
				return err
			}
		}
		a.filter.Devices = append(a.filter.Devices, s.lexicon.DeviceFamily(device.ID)...)
	}
	return nil
}

// notePart says which device a part of its name was taken for: another may be meant, of
// which nothing is known.
func (a *asked) notePart(name string, device quarry.Device) {
	if device.Discovered && !slices.Contains(slugsOfDevice(device), text.Slug(name)) {
		a.note("%q is taken for %s, the one device that has it in its name", name, device.Name)
	}
}

// noteDevice says that a name is unknown, and what may be meant by it.
func (s *Server) noteDevice(ctx context.Context, name string, a *asked) error {
	names, err := s.deviceNames(ctx)
	if err != nil {
		return err
	}
	if group := s.groupCalled(name); group != "" {
		a.note("%q is %s", name, group)
		return nil
	}
	a.noteUnknown("device", name, mapped(names.like(name), func(d quarry.Device) string { return d.Name }))
	return nil
}

// groupCalled says of what several devices have in common, and what lists them;
// "" where they have nothing that is called so.
func (s *Server) groupCalled(name string) string {
	class := quarry.DeviceClass(strings.ToLower(name))
	if slices.Contains(s.lexicon.DeviceClasses(), class) {
		return "a class of devices: /v1/devices?class=" + url.QueryEscape(string(class)) + " lists them"
	}
	for _, device := range s.lexicon.Devices() {
		if device.Vendor != "" && strings.EqualFold(device.Vendor, name) {
			return "a vendor: /v1/devices?vendor=" + url.QueryEscape(device.Vendor) + " lists its devices"
		}
	}
	return ""
}
