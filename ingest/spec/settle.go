package spec

import (
	"cmp"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest/doc"
	"github.com/quarrykb/quarry/ingest/spec/condition"
	"github.com/quarrykb/quarry/ingest/spec/labelled"
)

// settle makes specs of candidates, one for each number format that a number is stated
// for, and tells those apart that are of one attribute.
func (d *document) settle(all []candidate) []quarry.Spec {
	var specs []quarry.Spec
	var of []*candidate
	for i := range all {
		c := &all[i]
		device, variant := d.madeOf(c)
		mention := c.what.AttributeMention
		sets := d.session.Read(condition.Claim{
			Device: device, Attribute: mention, Quantity: c.number.Quantity,
			Words: condition.Words{Label: c.entry.written(), Own: c.own(), Notes: joinTexts(c.entry.notes), Around: d.around(c.entry.Value), Over: over(c.entry.Value)},
		})
		for _, conditions := range sets {
			if variant != "" {
				conditions[quarry.AxisVariant] = variant
			}
			d.limit(conditions, c.entry.Limit)
			d.tell(conditions, c, device.Device)
			spec := quarry.Spec{
				Device: device, Attribute: mention, Conditions: conditions, Value: c.number.Quantity, Confidence: c.confidence, Source: d.source(c),
			}
			d.finisher.Finish(&spec)
			specs, of = append(specs, spec), append(of, c)
		}
	}
	d.tellApart(specs, of)
	return withoutRepeats(specs)
}

// own returns the words that are a number's own: those of its value, where it is the only
// one there.
func (c *candidate) own() string {
	if c.number.of > 1 || c.number.end == 0 {
		return c.number.own()
	}
	raw := c.entry.raw
	return strings.TrimSpace(raw[:min(c.number.start, len(raw))] + " " + raw[min(c.number.end, len(raw)):])
}

// madeOf returns the make of the device that a label or what stands behind a number tells,
// or the words that tell it where the lexicon has no such make.
func (d *document) madeOf(c *candidate) (quarry.DeviceMention, string) {
	device := c.subject.DeviceMention
	if isPart(device.Device) || device.Discovered {
		return device, ""
	}
	for _, said := range []string{c.number.behind, c.label.text} {
		words := d.edition(said)
		if words == "" || slices.ContainsFunc(wordsOf(words), func(word string) bool { return slices.Contains(wordsOf(device.Name, device.Written), word) }) {
			continue
		}
		if made := d.make(quarry.DeviceMention{Device: device.Device, Written: device.Written}, words); made.ID != device.ID {
			return quarry.DeviceMention{Device: made.Device, Written: device.Written}, ""
		}
		return device, words
	}
	return device, ""
}

// tell gives a number the words that tell it from others as its variant, where nothing else
// is one: those in the brackets of its label, or those beside it where its value has several:
// "100-25600 (expandable to 51200)".
func (d *document) tell(conditions quarry.Conditions, c *candidate, of quarry.Device) {
	words := c.label.aside
	if c.number.rivals > 0 && !c.what.own && (c.what.known || c.label.bare == "") {
		words = cmp.Or(d.tells(&c.number), words)
	}
	said := wordsOf(of.Name, conditions[quarry.AxisPer])
	tellsMore := func(word string) bool {
		return !slices.Contains(said, word) && !slices.Contains(said, d.english.Singular(word))
	}
	if conditions[quarry.AxisVariant] == "" && slices.ContainsFunc(wordsOf(words), tellsMore) {
		conditions[quarry.AxisVariant] = words
	}
}

// tells returns the words beside a number that tell it from others of its value.
func (d *document) tells(n *number) string {
	if n.shared {
		return ""
	}
	for _, words := range []string{withoutLast(n.before, d.leadsIn), withoutLast(n.behind, d.cues["or_words"].Has)} {
		if _, isUnit := d.words.Unit(words); words != "" && !isUnit && !d.conditions.OnlyStates(words) {
			return words
		}
	}
	return ""
}

// leadsIn reports whether a word before a number only leads it in.
func (d *document) leadsIn(word string) bool {
	return d.cues["condition_leads"].Has(word) || d.cues["prepositions"].Has(word) || d.cues["or_words"].Has(word)
}

// withoutLast drops some words off the end of others: "expandable to".
func withoutLast(s string, goes func(word string) bool) string {
	words := strings.Fields(strings.Trim(s, " .:+"))
	for len(words) > 0 && goes(strings.ToLower(words[len(words)-1])) {
		words = words[:len(words)-1]
	}
	return strings.Join(words, " ")
}

// axisLimit says whether a number is the least, the usual or the most.
const axisLimit quarry.Axis = "limit"

func (d *document) limit(conditions quarry.Conditions, limit labelled.Limit) {
	switch limit {
	case labelled.Least:
		conditions[axisLimit] = "min"
	case labelled.Usual:
		conditions[axisLimit] = "typ"
	case labelled.Most:
		conditions[axisLimit] = "max"
	case labelled.NoLimit:
	}
}

// written returns the labels of a value as they stand there.
func (e *entry) written() string { return joinTexts(e.Path) }

func joinTexts(all []doc.Text) string {
	parts := make([]string, len(all))
	for i, one := range all {
		parts[i] = one.Text
	}
	return strings.Join(parts, "; ")
}

// around returns what speaks for a value beside its label, nearest first.
func (d *document) around(v *labelled.Value) []string {
	var all []string
	for _, piece := range v.Around {
		all = append(all, piece.Text)
	}
	for s := v.Section; s != nil; s = s.Parent {
		all = append(all, s.Title.Text)
	}
	return all
}

// over returns the titles before those above a value that these may stand below.
func over(v *labelled.Value) []string {
	var all []string
	for s := v.Section; s != nil; s = s.Parent {
		if s.Over != "" {
			all = append(all, s.Over)
		}
	}
	return all
}

// source says where a spec stands.
func (d *document) source(c *candidate) quarry.Source {
	v := c.entry.Value
	source := quarry.Source{Span: v.Raw.Span}
	if v.Until.Span.LineStart > 0 {
		source.ByteEnd, source.LineEnd = max(source.ByteEnd, v.Until.Span.ByteEnd), max(source.LineEnd, v.Until.Span.LineEnd)
		source.ByteStart, source.LineStart = min(source.ByteStart, v.Until.Span.ByteStart), min(source.LineStart, v.Until.Span.LineStart)
	}
	add := func(role quarry.ContextRole, piece doc.Text) {
		if piece.Span.ByteStart >= piece.Span.ByteEnd || source.Contains(piece.Span) || len(source.Context) == mostContext {
			return
		}
		if !slices.ContainsFunc(source.Context, func(had quarry.Context) bool { return had.Span == piece.Span }) {
			source.Context = append(source.Context, quarry.Context{Role: role, Span: piece.Span})
		}
	}
	for i, piece := range slices.Backward(v.Path) {
		add(roleOf(v, i), piece)
	}
	for _, name := range v.Names {
		role := quarry.RoleRowLabel
		if name.Role == labelled.ColumnName {
			role = quarry.RoleHeader
		}
		add(role, name.Text)
	}
	if c.subject.from.Text != "" && (!c.subject.heading || !isAbove(v, c.subject.from)) {
		add(quarry.RoleKeyedParent, c.subject.from)
	}
	add(quarry.RoleHeader, c.hint.from)
	for _, piece := range v.Around {
		add(quarry.RoleCaption, piece)
	}
	for _, note := range c.entry.notes {
		add(quarry.RoleFootnote, note)
	}
	for _, s := range v.Section.Path() {
		if s.Level < labelled.PseudoLevel {
			source.Heading = append(source.Heading, s.Title.Text)
		} else {
			add(quarry.RoleKeyedParent, s.Title)
		}
	}
	return source
}

const mostContext = 12

// isAbove reports whether a title is one of those that a value stands under.
func isAbove(v *labelled.Value, title doc.Text) bool {
	return slices.ContainsFunc(v.Section.Path(), func(s *labelled.Section) bool {
		return s.Title.Span == title.Span && s.Level < labelled.PseudoLevel
	})
}

func roleOf(v *labelled.Value, at int) quarry.ContextRole {
	switch {
	case at < len(v.Path)-1 || v.Layout != labelled.Grid:
		return quarry.RoleKeyedParent
	case v.Path[at].Span.LineStart == v.Raw.Span.LineStart:
		return quarry.RoleRowLabel
	}
	return quarry.RoleHeader
}

// tellApart gives specs that claim different values of one attribute under the same
// conditions the words that tell them apart, where there are such and they stand under one
// title. Under different ones a document may well contradict itself.
func (d *document) tellApart(specs []quarry.Spec, of []*candidate) {
	type place struct {
		claim quarry.ClaimKey
		under *labelled.Section
	}
	byClaim := map[place][]int{}
	for i := range specs {
		at := place{specs[i].ClaimKey(), of[i].entry.Section}
		byClaim[at] = append(byClaim[at], i)
	}
	for _, same := range byClaim {
		alike := !slices.ContainsFunc(same, func(i int) bool { return of[i].what.apart != of[same[0]].what.apart })
		if len(same) < 2 || alike || !disagree(specs, same) {
			continue
		}
		for _, i := range same {
			if apart := of[i].what.apart; apart != "" && len(apart) <= longestName {
				specs[i].Conditions[quarry.AxisVariant] = apart
			}
		}
	}
	d.tellUsesApart(specs, of)
}

// tellUsesApart tells the specs of a thing apart that rows of its name state under titles
// alike, of what it is used with: an eyepiece magnifies more on one telescope than on
// another.
func (d *document) tellUsesApart(specs []quarry.Spec, of []*candidate) {
	byClaim := map[quarry.ClaimKey][]int{}
	for i := range specs {
		if c := of[i]; specs[i].Device.Discovered && len(c.entry.Names) > 0 && c.entry.Section != nil && c.entry.Section.Alike && !d.isAspect(c.entry.Section.Title.Text) {
			byClaim[specs[i].ClaimKey()] = append(byClaim[specs[i].ClaimKey()], i)
		}
	}
	for _, same := range byClaim {
		if len(same) < 2 || !disagree(specs, same) {
			continue
		}
		for _, i := range same {
			if title := labelled.Unbracketed(of[i].entry.Section.Title.Text); len(title) <= longestName {
				specs[i].Conditions[quarry.AxisVariant] = title
			}
		}
	}
}

// disagree reports whether some of the specs claim values that do not meet.
func disagree(specs []quarry.Spec, all []int) bool {
	for _, i := range all[1:] {
		a, b := specs[all[0]].Normalized, specs[i].Normalized
		if !a.Meets(b) || a.Empty() && specs[all[0]].Value.Text != specs[i].Value.Text {
			return true
		}
	}
	return false
}

// withoutRepeats drops what a document states twice at one place.
func withoutRepeats(specs []quarry.Spec) []quarry.Spec {
	type place struct {
		claim quarry.ClaimKey
		text  string
		start int
	}
	seen := map[place]bool{}
	return slices.DeleteFunc(specs, func(s quarry.Spec) bool {
		at := place{s.ClaimKey(), s.Value.Text, s.Source.ByteStart}
		had := seen[at]
		seen[at] = true
		return had
	})
}
