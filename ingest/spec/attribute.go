package spec

import (
	"slices"
	"strings"
	"unicode"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest/doc"
	"github.com/quarrykb/quarry/ingest/spec/labelled"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/quantity"
	"github.com/quarrykb/quarry/internal/text"
)

// what is what a number measures.
type what struct {
	quarry.AttributeMention

	known bool   // the lexicon has it, and it measures what the unit does
	own   bool   // the number's own words name it
	apart string // the words that tell it from another number of the attribute
	label *label // that names it, where that is not the last one
}

// choose picks the attribute that a label means: the first one, the likeliest first, whose
// values are of the number's kind and that things of the class have.
func choose(among []quarry.Attribute, class quarry.DeviceClass, kind quarry.QuantityKind, bare bool) (quarry.Attribute, bool) {
	for _, a := range among {
		fits := len(a.Classes) == 0 || slices.Contains(a.Classes, class) || class == quarry.ClassUnknown && !ofPartsOnly(a)
		if fits && (bare && mayBeBare(a) || !bare && a.Measures(kind)) {
			return a, true
		}
	}
	return quarry.Attribute{}, false
}

// mayBeBare reports whether the values of an attribute may be written without a unit.
func mayBeBare(a quarry.Attribute) bool {
	return a.Unit != "" || len(a.Kinds)+len(a.Kind) == 0 || a.Measures(quantity.Count) || a.Measures(quantity.Ratio)
}

// ofPartsOnly reports whether only formats or links have an attribute.
func ofPartsOnly(a quarry.Attribute) bool {
	return len(a.Classes) == 1 && (a.Classes[0] == quarry.ClassFormat || a.Classes[0] == quarry.ClassInterconnect)
}

// attributeOf returns what a number measures: what its label means, or the words beside it
// where that says nothing, or the label itself.
func (d *document) attributeOf(v *labelled.Value, l *label, n *number, of *subject) (what, bool) {
	class := of.Class
	if of.Discovered {
		class = quarry.ClassUnknown
	}
	if l.bare == "" && l.text != "" { // it is a unit alone: what is over it says of what
		return d.ofUnit(v, l, n, of, class)
	}
	kind, bare := n.unit.Kind, n.Unit == ""
	above := d.above(v, of)
	if n.side != "" {
		return d.sideOf(l, n, above), true
	}
	if !strings.ContainsFunc(l.text, unicode.IsLetter) && v.Layout < labelled.Phrase && l.text != "" {
		return what{}, false
	}
	if l.text == "" || of.parent == len(v.Path)-1 && len(l.attributes) == 0 || v.Layout >= labelled.Phrase {
		return d.beside(v, n, of, class)
	}
	named := l.attributes
	if side := d.sideNames[strings.ToLower(l.bare)]; side != "" && len(above) > 0 {
		named = append(slices.Clip(named), d.lexicon.FindAttributes(side)...)
	}
	if l.core == "" && n.Unit != "" { // its unit says what it is
		named = append(slices.Clip(named), d.ofKind(n.unit.Kind, class)...)
	}
	if over := d.over(v, of, above); over != "" {
		more := d.attributesCalled(over + " " + l.bare)
		if d.cues["vague_measures"].Has(strings.ToLower(l.bare)) {
			more = append(more, d.attributesCalled(over)...)
		}
		named = append(more, named...)
	}
	attribute, ok := choose(named, class, kind, bare)
	if unit, shared := d.spelledOf(named, lastWord(n.Text)); !ok && !bare && shared {
		n.measure(unit, 1)
		attribute, ok = choose(named, class, unit.Kind, false)
	}
	part := d.partOf(v, of, above)
	switch own, found := d.besideNamed(n, class); {
	case ok && part == "":
		w := what{AttributeMention: quarry.AttributeMention{Attribute: attribute, Written: l.text}, known: true, apart: apartBy(v, above, n)}
		return w, true
	case !ok && found && n.of > 1:
		return own, true
	}
	return d.unknown(l, n, above, part), true
}

// ofUnit returns what a number measures whose label is a unit and nothing else: what the
// label over it says, or else the first attribute that is measured so.
func (d *document) ofUnit(v *labelled.Value, l *label, n *number, of *subject, class quarry.DeviceClass) (what, bool) {
	if at := len(v.Path) - 2; at >= 0 && at != of.parent {
		over := *v
		over.Path = v.Path[:at+1]
		named := d.label(v.Path[at].Text, v.Layout == labelled.Record)
		found, ok := d.attributeOf(&over, named, n, of)
		found.label = named
		return found, ok
	}
	if found := d.ofKind(n.unit.Kind, class); len(found) > 0 && n.Unit != "" {
		return what{AttributeMention: quarry.AttributeMention{Attribute: found[0], Written: l.text}}, true
	}
	kind := strings.ReplaceAll(string(n.unit.Kind), "_", " ")
	return what{AttributeMention: quarry.AttributeMention{Attribute: lexicon.DiscoveredAttribute(kind), Written: l.text}}, kind != ""
}

// ofKind returns the attributes of things of a class that are measured in a kind; those of
// arithmetic where no class is known.
func (d *document) ofKind(kind quarry.QuantityKind, class quarry.DeviceClass) []quarry.Attribute {
	var found []quarry.Attribute
	for _, attribute := range d.lexicon.Attributes() {
		explicit := attribute.Kind == kind || slices.Contains(attribute.Kinds, kind)
		if explicit && (slices.Contains(attribute.Classes, class) || class == quarry.ClassUnknown && (kind == "flops" || kind == "ops")) {
			found = append(found, attribute)
		}
	}
	return found
}

// above returns the labels over the last one that are not the subject, outermost first.
func (d *document) above(v *labelled.Value, of *subject) []string {
	var all []string
	for i, piece := range v.Path[:max(0, len(v.Path)-1)] {
		if i != of.parent {
			all = append(all, d.label(piece.Text, v.Layout == labelled.Record).bare)
		}
	}
	return all
}

// over returns the label or the title right above a value's label, which may say of what
// it is: "L2 cache" of "Size".
func (d *document) over(v *labelled.Value, of *subject, above []string) string {
	if len(above) > 0 {
		return above[len(above)-1]
	}
	if v.Section != nil && v.Section.Title.Span != of.from.Span && len(v.Section.Title.Text) <= longestName {
		return strings.TrimRight(labelled.Unbracketed(v.Section.Title.Text), ": ")
	}
	return ""
}

// partOf returns the part of the thing that a value is of, where labels or the title above
// it name one: a battery's weight is not the drone's.
func (d *document) partOf(v *labelled.Value, of *subject, above []string) string {
	for _, name := range slices.Backward(above) {
		if d.isPartName(name) {
			return name
		}
	}
	if v.Section != nil && of.from.Span != v.Section.Title.Span && len(v.Names) == 0 && v.Layout != labelled.Grid {
		if title := v.Section.Title.Text; d.isPartName(title) {
			return title
		}
	}
	return ""
}

// isPartName reports whether a title is the name of a part that many things have.
func (d *document) isPartName(title string) bool {
	words := strings.Fields(text.SlugWith(labelled.Unbracketed(title), ' '))
	if len(words) == 0 || len(words) > 3 {
		return false
	}
	last := words[len(words)-1]
	return d.cues["parts"].HasAny(last, strings.TrimSuffix(last, "s")) || d.cues["builtin"].Has(strings.Join(words, " "))
}

// apartOf returns the words that tell a number from another one of its attribute.
func apartOf(above []string, n *number) string {
	if own := n.own(); n.of > 1 && own != "" {
		return own
	}
	if len(above) > 0 {
		return above[len(above)-1]
	}
	return ""
}

// apartBy is apartOf, or else the key of a record that others share the name of.
func apartBy(v *labelled.Value, above []string, n *number) string {
	apart := apartOf(above, n)
	if apart == "" && len(v.Names) > 1 && v.Layout == labelled.Record {
		return v.Names[1].Text.Text
	}
	return apart
}

// apartInGrid returns what the row or the column of a number is called that is of neither,
// so that the numbers of a table are told apart by it.
func apartInGrid(v *labelled.Value, of *subject) string {
	switch {
	case v.Layout != labelled.Grid:
		return ""
	case len(v.Names) > 0 && v.Names[0].Span != of.from.Span:
		return v.Names[0].Text.Text
	case len(v.Around) > 0:
		return v.Around[0].Text
	}
	return ""
}

// sideOf returns the side of a size.
func (d *document) sideOf(l *label, n *number, above []string) what {
	side := n.side
	if n.at < len(l.sides) && len(l.sides) >= n.sides {
		side = l.sides[n.at]
	}
	if side == "?" && n.sides == 2 && n.Unit == "" {
		side = []string{"width", "height"}[n.at]
	}
	rest := d.conditions.Without(l.bare)
	plain := len(l.sides) > 0 || d.sizes.Has(strings.ToLower(rest)) || rest == ""
	if plain && side != "?" && n.Unit != "" {
		if attribute, ok := choose(d.lexicon.FindAttributes(side), quarry.ClassUnknown, n.unit.Kind, false); ok {
			return what{AttributeMention: quarry.AttributeMention{Attribute: attribute, Written: l.text}, known: true, apart: apartOf(above, &number{})}
		}
	}
	w := d.unknown(l, n, above, "")
	if side == "?" {
		w.apart = "side " + string(rune('1'+n.at))
		return w
	}
	w.Attribute = lexicon.DiscoveredAttribute(w.Name + " " + side)
	return w
}

// unknown returns the attribute that a label stands for which the lexicon does not have,
// below those above it, with the name of what its unit measures where several numbers
// stand under it.
func (d *document) unknown(l *label, n *number, above []string, part string) what {
	name := strings.TrimSpace(l.bare)
	if name == "" {
		name = l.text
	}
	if own, alone := d.ownNoun(n); own != "" && alone && (d.english.IsPlural(own) || d.measuring[strings.ToLower(own)]) {
		name = own
	} else if own != "" {
		name += " " + lowerFirst(own)
	}
	first, _, more := strings.Cut(strings.ToLower(name), " ")
	vague := d.cues["vague_measures"].Has(strings.ToLower(name)) || d.isLimit(name) || !more || l.measuring == 0 || d.cues["condition_leads"].Has(first)
	switch {
	case part != "" && !strings.Contains(strings.ToLower(name), strings.ToLower(part)):
		name = part + " " + lowerFirst(name)
	case vague && len(above) > 0:
		name = strings.Join(above[max(0, len(above)-2):], " ") + " " + lowerFirst(name)
	}
	if n.of > 1 && n.at > 0 && n.unit.Kind != "" && n.sides == 0 && len(l.attributes) > 0 {
		name += " " + strings.ReplaceAll(string(n.unit.Kind), "_", " ")
	}
	return what{AttributeMention: quarry.AttributeMention{Attribute: lexicon.DiscoveredAttribute(text.Clip(name, longestName)), Written: l.text}, apart: apartOf(above, n)}
}

// ownNoun returns what the words beside one of several numbers of a value name, and whether
// they are a key of their own: of "screws: 10, gaskets: 16" the second.
func (d *document) ownNoun(n *number) (string, bool) {
	if n.of < 2 || n.sides > 0 {
		return "", false
	}
	if key, ok := strings.CutSuffix(strings.TrimSpace(n.before), ":"); ok && nounOf(key) != "" {
		return nounOf(key), true
	}
	for _, side := range []string{n.before, n.behind} {
		if own := d.conditions.Without(nounOf(side)); own != "" && !labelled.HasDigit(own) && !d.conditions.OnlyStates(own) && !d.isLead(own) {
			return own, false
		}
	}
	return "", false
}

// isLead reports whether words end in one that leads in what a number holds for.
func (d *document) isLead(words string) bool {
	return d.cues["condition_leads"].Has(strings.ToLower(lastWord(words)))
}

func lowerFirst(s string) string {
	for i, r := range s {
		if i == 0 && unicode.IsUpper(r) && len(s) > 1 && !unicode.IsUpper(rune(s[1])) {
			return strings.ToLower(s[:1]) + s[1:]
		}
		break
	}
	return s
}

// besideNamed returns the attribute of the lexicon that a number's own words name: one that
// they name in full before one that they name but for conditions, "maximum power" before
// "power".
func (d *document) besideNamed(n *number, class quarry.DeviceClass) (what, bool) {
	whole := func(phrase string) string { return phrase }
	for _, nameOf := range []func(string) string{whole, d.conditions.Without} {
		if named, ok := d.besideCalled(n, class, nameOf); ok {
			return named, true
		}
	}
	return what{}, false
}

// besideCalled is besideNamed for what nameOf makes of a few words.
func (d *document) besideCalled(n *number, class quarry.DeviceClass, nameOf func(string) string) (what, bool) {
	for _, side := range []string{n.behind, strings.TrimLeft(n.Text, "0123456789.,  "), n.before} {
		words := strings.Fields(strings.Trim(side, " .:;,"))
		for length := min(mostAttributeWords, len(words)); length > 0; length-- {
			for from := range len(words) - length + 1 {
				phrase := strings.Join(words[from:from+length], " ")
				if attribute, ok := choose(d.attributesCalled(nameOf(phrase)), class, n.unit.Kind, n.Unit == ""); ok {
					return what{AttributeMention: quarry.AttributeMention{Attribute: attribute, Written: phrase}, known: true, own: true}, true
				}
			}
		}
	}
	return what{}, false
}

const mostAttributeWords = 4

// beside returns what a number of a line without a key measures: an attribute that its own
// words name, or the label that the line stands under, or the noun beside it.
func (d *document) beside(v *labelled.Value, n *number, of *subject, class quarry.DeviceClass) (what, bool) {
	if named, ok := d.besideNamed(n, class); ok {
		return named, true
	}
	if v.Layout == labelled.Sentence {
		return what{}, false
	}
	over := v.Label()
	if of.parent == len(v.Path)-1 {
		over = doc.Text{}
	}
	noun := d.nounBeside(n)
	if over.Text != "" {
		l := d.label(over.Text, false)
		if attribute, ok := choose(l.attributes, class, n.unit.Kind, n.Unit == ""); ok {
			return what{AttributeMention: quarry.AttributeMention{Attribute: attribute, Written: over.Text}, known: true, apart: noun}, true
		}
	}
	if attribute, ok := d.onlyOf[n.unit.Kind]; ok && n.Unit != "" && noun == "" {
		return what{AttributeMention: quarry.AttributeMention{Attribute: attribute, Written: lastWord(n.Text)}}, true
	}
	name := strings.TrimSpace(labelled.Unbracketed(over.Text) + " " + noun)
	if name == "" || len(name) > longestName {
		return what{}, false
	}
	written := strings.TrimSpace(noun)
	if written == "" {
		written = over.Text
	}
	return what{AttributeMention: quarry.AttributeMention{Attribute: lexicon.DiscoveredAttribute(name), Written: written}, own: noun != ""}, true
}

// nounBeside returns the words beside a number that may name what it measures: those behind
// it, or else those before it.
func (d *document) nounBeside(n *number) string {
	for _, side := range []string{d.untilLead(n.behind), n.before} {
		noun := d.plainNoun(nounOf(side))
		if noun != "" && strings.ContainsFunc(noun, unicode.IsLetter) && !labelled.HasDigit(noun) && !d.isLead(noun) {
			return strings.Trim(noun, " ")
		}
	}
	return ""
}

// untilLead returns the words before the first one that leads in what a number holds for.
func (d *document) untilLead(s string) string {
	words := strings.Fields(strings.TrimPrefix(s, "of "))
	for i, word := range words {
		if d.cues["condition_leads"].Has(strings.ToLower(word)) {
			return strings.Join(words[:i], " ")
		}
	}
	return strings.Join(words, " ")
}

// plainNoun returns a noun without the words that only state conditions, as it is where
// the rest of it would be no whole words of it.
func (d *document) plainNoun(noun string) string {
	bare, words := d.conditions.Without(noun), strings.Fields(text.SlugWith(noun, ' '))
	for word := range strings.FieldsSeq(text.SlugWith(bare, ' ')) {
		if !slices.Contains(words, word) {
			return noun
		}
	}
	return bare
}

// nounOf returns the few words of a clause that may name what a number measures.
func nounOf(clause string) string {
	clause = strings.Trim(strings.TrimPrefix(strings.TrimSpace(clause), "of "), " .:;,–-")
	words := strings.Fields(clause)
	if len(words) == 0 || len(words) > mostAttributeWords {
		return ""
	}
	return strings.Join(words, " ")
}
