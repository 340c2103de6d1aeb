package bind

import (
	"fmt"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/rest"
	"github.com/quarrykb/quarry/api/view"
	"github.com/quarrykb/quarry/internal/text"
)

// Conditions reads what values depend on. What something is
// counted per is open: a document may bring its own. A precision goes by any name of the
// number format.
func (b *Binder) Conditions(p *rest.Parameters) map[quarry.Axis][]string {
	conditions := make(map[quarry.Axis][]string, 4)
	if words := p.List(string(quarry.AxisPer)); len(words) > 0 {
		conditions[quarry.AxisPer] = view.Map(words, strings.ToLower)
	}
	if words := b.bindBasis(p); len(words) > 0 {
		conditions[quarry.AxisBasis] = words
	}
	if words := p.List(string(quarry.AxisPrecision)); len(words) > 0 {
		conditions[quarry.AxisPrecision] = view.Map(words, b.precisionCalled)
	}
	if words := rest.Vocabulary(p, "sparsity", []string{"dense", "sparse", quarry.Unstated}); len(words) > 0 {
		conditions[quarry.AxisSparsity] = words
	}
	bindFurtherConditions(p, conditions)
	return conditions
}

// bindFurtherConditions reads "axis:value" for the axes that have no parameter of
// their own, which a lexicon brings.
func bindFurtherConditions(p *rest.Parameters, conditions map[quarry.Axis][]string) {
	for _, word := range p.List("condition") {
		axis, value, _ := strings.Cut(word, ":")
		value = strings.TrimSpace(value)
		if axis == "" || value == "" || text.SlugWith(axis, '_') != axis {
			p.Refuse("condition", fmt.Sprintf("%q is no axis with its value, such as clock:boost", word))
			continue
		}
		conditions[quarry.Axis(axis)] = append(conditions[quarry.Axis(axis)], value)
	}
}

// bindBasis reads on what a value may rest: on what everybody knows, or on what
// the lexicon adds.
func (b *Binder) bindBasis(p *rest.Parameters) []string {
	known := []string{"peak", "achievable", "estimated", quarry.Unstated}
	for _, term := range b.Lexicon.ConditionTerms() {
		for _, value := range []string{term.Value, term.Denied} {
			if term.Axis == quarry.AxisBasis && value != "" && !slices.Contains(known, value) {
				known = append(known, value)
			}
		}
	}
	var chosen []string
	for _, word := range p.List(string(quarry.AxisBasis)) {
		value := strings.ToLower(word)
		if !slices.Contains(known, value) {
			p.Refuse(string(quarry.AxisBasis), fmt.Sprintf("%q is not known", word), rest.FixesFor(word, known)...)
			continue
		}
		chosen = append(chosen, value)
	}
	return chosen
}

// precisionCalled returns the id of the number format that is called so, which
// is the value of the condition; of none, the word in lower case.
func (b *Binder) precisionCalled(word string) string {
	if format, known := b.Lexicon.FindDevice(word); known && format.Class == quarry.ClassFormat {
		return string(format.ID)
	}
	return strings.ToLower(word)
}

// NotePrecisions says which of the precisions asked for are no number format
// that the lexicon knows. A document of another lexicon may have them still.
func (b *Binder) NotePrecisions(a *Asked) {
	for _, id := range a.Filter.Conditions[quarry.AxisPrecision] {
		device, known := b.Lexicon.Device(quarry.DeviceID(id))
		if known && device.Class == quarry.ClassFormat || id == quarry.NoneCondition {
			continue
		}
		var formats []string
		for _, device := range b.Lexicon.Devices() {
			if device.Class == quarry.ClassFormat {
				formats = append(formats, string(device.ID))
			}
		}
		a.noteUnknown("precision", id, rest.FixesFor(id, formats))
	}
}

// NoteConditions says which further conditions that are asked for no source can
// state as the lexicon has it: an axis that it does not know, or a value that none
// of the axis' phrases states. What was read with another lexicon may have them
// still.
func (b *Binder) NoteConditions(a *Asked) {
	asked := slices.Sorted(furtherAxes(a.Filter.Conditions))
	if len(asked) == 0 {
		return
	}
	known := b.knownAxes()
	var axes []string
	for axis := range known {
		axes = append(axes, string(axis))
	}
	slices.Sort(axes)
	for _, axis := range asked {
		values, ok := known[axis]
		if !ok {
			a.noteUnknown("condition axis", string(axis), rest.FixesFor(string(axis), axes))
			continue
		}
		for _, value := range a.Filter.Conditions[axis] {
			if len(values) > 0 && value != quarry.Unstated && !slices.Contains(values, value) {
				a.noteUnknown("condition", fmt.Sprintf("%s:%s", axis, value), rest.FixesFor(value, values))
			}
		}
	}
}

// furtherAxes goes over the axes that have no parameter of their own.
func furtherAxes(conditions map[quarry.Axis][]string) func(yield func(quarry.Axis) bool) {
	own := []quarry.Axis{quarry.AxisPrecision, quarry.AxisSparsity, quarry.AxisPer, quarry.AxisBasis}
	return func(yield func(quarry.Axis) bool) {
		for axis := range conditions {
			if !slices.Contains(own, axis) && !yield(axis) {
				return
			}
		}
	}
}

// knownAxes returns what can be stated on each axis; nothing where that is a
// quantity or the source's own words.
func (b *Binder) knownAxes() map[quarry.Axis][]string {
	const axisLimit quarry.Axis = "limit" // which titles of columns state
	known := make(map[quarry.Axis][]string)
	known[quarry.AxisVariant], known[axisLimit] = nil, nil
	open := make(map[quarry.Axis]bool)
	for _, term := range b.Lexicon.ConditionTerms() {
		open[term.Axis] = open[term.Axis] || term.Value == "" || term.Axis == axisOfMoney
		known[term.Axis] = append(known[term.Axis], term.Value)
		if term.Denied != "" {
			known[term.Axis] = append(known[term.Axis], term.Denied)
		}
	}
	for axis, isOpen := range open {
		if isOpen {
			known[axis] = nil
		}
	}
	return known
}

// axisOfMoney is the axis of which every currency that the lexicon has a unit of
// is a value.
const axisOfMoney quarry.Axis = "currency"
