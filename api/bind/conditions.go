package bind

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/rest"
	"github.com/quarrykb/quarry/api/view"
	"github.com/quarrykb/quarry/internal/text"
)

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

// Conditions reads what values depend on. What something is
// counted per is open: a document may bring its own. A precision goes by any name of the
// number format. "axis:value" is for the axes that have no parameter of their own, which a
// lexicon brings.
func (b *Binder) Conditions(p *rest.Parameters) map[quarry.Axis][]string {
	conditions := make(map[quarry.Axis][]string, 4)
	if words := p.List(string(quarry.AxisPer)); len(words) > 0 {
		conditions[quarry.AxisPer] = view.Map(words, strings.ToLower)
	}
	if words := b.bindBasis(p); len(words) > 0 {
		conditions[quarry.AxisBasis] = words
	}
	for _, word := range p.List(string(quarry.AxisPrecision)) {
		value := strings.ToLower(word)
		if format, known := b.Lexicon.FindDevice(word); known && format.Class == quarry.ClassFormat {
			value = string(format.ID)
		}
		conditions[quarry.AxisPrecision] = append(conditions[quarry.AxisPrecision], value)
	}
	if words := rest.Vocabulary(p, "sparsity", []string{"dense", "sparse", quarry.Unstated}); len(words) > 0 {
		conditions[quarry.AxisSparsity] = words
	}
	for _, word := range p.List("condition") {
		axis, value, _ := strings.Cut(word, ":")
		value = strings.TrimSpace(value)
		if axis == "" || value == "" || text.SlugWith(axis, '_') != axis {
			p.Refuse("condition", fmt.Sprintf("%q is no axis with its value, such as clock:boost", word))
			continue
		}
		conditions[quarry.Axis(axis)] = append(conditions[quarry.Axis(axis)], value)
	}
	return conditions
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

// The axes that no phrase of the lexicon states alone: titles of columns state a limit, and
// every currency that the lexicon has a unit of is a value of the currency.
const (
	axisLimit    quarry.Axis = "limit"
	axisCurrency quarry.Axis = "currency"
)

// NoteConditions says which further conditions that are asked for no source can
// state as the lexicon has it: an axis that it does not know, or a value that none
// of the axis' phrases states. What was read with another lexicon may have them
// still.
func (b *Binder) NoteConditions(a *Asked) {
	own := []quarry.Axis{quarry.AxisPrecision, quarry.AxisSparsity, quarry.AxisPer, quarry.AxisBasis}
	asked := slices.DeleteFunc(slices.Sorted(maps.Keys(a.Filter.Conditions)), func(axis quarry.Axis) bool {
		return slices.Contains(own, axis)
	})
	if len(asked) == 0 {
		return
	}
	stated := map[quarry.Axis][]string{quarry.AxisVariant: nil, axisLimit: nil} //nolint:exhaustive // what the lexicon adds
	open := map[quarry.Axis]bool{}                                              //nolint:exhaustive // likewise
	for _, term := range b.Lexicon.ConditionTerms() {
		open[term.Axis] = open[term.Axis] || term.Value == "" || term.Axis == axisCurrency
		stated[term.Axis] = append(stated[term.Axis], term.Value)
		if term.Denied != "" {
			stated[term.Axis] = append(stated[term.Axis], term.Denied)
		}
	}
	for _, axis := range asked {
		values, known := stated[axis]
		if !known {
			axes := view.Texts(slices.Sorted(maps.Keys(stated)))
			a.noteUnknown("condition axis", string(axis), rest.FixesFor(string(axis), axes))
			continue
		}
		for _, value := range a.Filter.Conditions[axis] {
			if len(values) > 0 && !open[axis] && value != quarry.Unstated && !slices.Contains(values, value) {
				a.noteUnknown("condition", fmt.Sprintf("%s:%s", axis, value), rest.FixesFor(value, values))
			}
		}
	}
}
