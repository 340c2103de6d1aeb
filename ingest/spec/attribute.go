package spec

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
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
func (d *document) attributeOf(e *entry, l *label, n *number, of *subject) (what, bool) {
	class := of.Class
	if of.Discovered {
		class = quarry.ClassUnknown
	}
	if l.bare == "" && l.text != "" && e.Unit.Text == "" { // it is a unit alone: what is over it says of what
		return d.ofUnit(e, l, n, of, class)
	}
	kind, bare := n.unit.Kind, n.Unit == ""
	above := d.above(e, of)
	if n.side != "" {
		return d.sideOf(l, n, above), true
	}
	if !strings.ContainsFunc(l.text, unicode.IsLetter) && e.Layout < labelled.Phrase && l.text != "" {
		return what{}, false
	}
	if l.text == "" || of.parent == len(e.labels)-1 && len(l.attributes) == 0 || e.Layout >= labelled.Phrase {
		return d.beside(e, n, of, class)
	}
	named := l.attributes
	if l.core == "" && n.Unit != "" { // its unit says what it is
		named = append(slices.Clip(named), d.ofKind(n.unit.Kind, class)...)
	}
	attribute, ok := choose(named, class, kind, bare)
	if other, isRate := d.lexicon.FindUnit(quantity.OtherBase(n.unit.Base)); !ok && isRate { // bits, of what is measured in bytes
		attribute, ok = choose(named, class, other.Kind, bare)
	}
	ok = ok && (!d.isOfYear(attribute) || class != quarry.ClassUnknown && isYear(n) && len(n.Text) == len("2026"))
	part := d.partOf(e, of, above)
	switch own, found := d.besideNamed(n, class); {
	case ok && part == "":
		w := what{AttributeMention: quarry.AttributeMention{Attribute: attribute, Written: l.text}, known: true, apart: d.apartOf(above, n)}
		return w, true
	case !ok && found && n.of > 1:
		return own, true
	}
	return d.unknown(l, n, above, part), true
}

// isOfYear reports whether an attribute is a year of the calendar, by the last word of its name.
func (d *document) isOfYear(a quarry.Attribute) bool {
	return d.cues["years"].Has(strings.ToLower(lastWord(a.Name)))
}

// ofUnit returns what a number measures whose label is a unit and nothing else: what the
// label over it says, or else the first attribute that is measured so.
func (d *document) ofUnit(e *entry, l *label, n *number, of *subject, class quarry.DeviceClass) (what, bool) {
	if at := len(e.labels) - 2; at >= 0 && at != of.parent {
		over := *e
		over.labels = e.labels[:at+1]
		found, ok := d.attributeOf(&over, over.label(), n, of)
		found.label = over.label()
		return found, ok
	}
	if found := d.ofKind(n.unit.Kind, class); len(found) > 0 && n.Unit != "" {
		return what{AttributeMention: quarry.AttributeMention{Attribute: found[0], Written: l.text}}, true
	}
	kind := strings.TrimSpace(n.kindName())
	return what{AttributeMention: quarry.AttributeMention{Attribute: lexicon.DiscoveredAttribute(kind), Written: l.text}}, kind != ""
}

// ofKind returns the attributes of things of a class that are measured in a kind; those of
// arithmetic where no class is known.
func (d *document) ofKind(kind quarry.QuantityKind, class quarry.DeviceClass) []quarry.Attribute {
	var found []quarry.Attribute
	for _, attribute := range d.lexicon.Attributes() {
		explicit := attribute.Kind == kind || slices.Contains(attribute.Kinds, kind)
		if explicit && (slices.Contains(attribute.Classes, class) || class == quarry.ClassUnknown && quantity.IsArithmetic(kind)) {
			found = append(found, attribute)
		}
	}
	return found
}

// above returns the labels over the last one that are not the subject, outermost first.
func (d *document) above(e *entry, of *subject) []string {
	var all []string
	for i, over := range e.over() {
		if i != of.parent {
			all = append(all, over.bare)
		}
	}
	return all
}

// partOf returns the part of the thing that a value is of, where labels or the title above
// it name one: a battery's weight is not the drone's.
func (d *document) partOf(e *entry, of *subject, above []string) string {
	for _, name := range slices.Backward(above) {
		if d.isPartName(name) {
			return name
		}
	}
	if e.Section != nil && of.from.Span != e.Section.Title.Span && len(e.Names) == 0 && e.Layout != labelled.Grid {
		if title := e.Section.Title.Text; d.isPartName(title) {
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
func (d *document) apartOf(above []string, n *number) string {
	if own := d.tells(n); n.of > 1 && own != "" {
		return own
	}
	if len(above) > 0 {
		return above[len(above)-1]
	}
	return ""
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
	plain := d.isSize(d.conditions.Without(l.bare))
	if plain && side != "?" && n.Unit != "" {
		if attribute, ok := choose(d.lexicon.FindAttributes(side), quarry.ClassUnknown, n.unit.Kind, false); ok {
			return what{AttributeMention: quarry.AttributeMention{Attribute: attribute, Written: l.text}, known: true, apart: d.apartOf(above, &number{})}
		}
	}
	w := d.unknown(l, n, above, "")
	if side == "?" {
		w.apart = "side " + strconv.Itoa(1+n.at)
		return w
	}
	w.Attribute = lexicon.DiscoveredAttribute(labelled.Unbracketed(w.Name) + " " + side)
	return w
}

// isSize reports whether a label says no more than that the sides of the whole thing follow:
// "Dimensions (W x H)", but not "Door opening (W x H)".
func (d *document) isSize(label string) bool {
	bare := strings.ToLower(strings.TrimSpace(labelled.Unbracketed(label)))
	words := strings.Fields(text.SlugWith(bare, ' '))
	return bare == "" || d.sizes.Has(bare) || slices.ContainsFunc(words, d.sizes.Has) ||
		!slices.ContainsFunc(words, func(word string) bool { return d.sideNames[word] == "" && word != "x" })
}

// unknown returns the attribute that a label stands for which the lexicon does not have,
// below those above it, with the name of what its unit measures where several numbers
// stand under it.
func (d *document) unknown(l *label, n *number, above []string, part string) what {
	name := cmp.Or(strings.TrimSpace(l.bare), l.text)
	if d.conditions.Without(name) == "" && len(above) == 0 { // "Total", of "Total megapixels"
		name += n.kindName()
	}
	if own, alone := d.ownNoun(n); own != "" && alone && (d.english.IsPlural(own) || d.measuring[strings.ToLower(own)]) {
		name = own
	} else if own != "" {
		name += " " + lowerFirst(own)
	}
	first, _, more := strings.Cut(strings.ToLower(name), " ")
	vague := d.cues["vague_measures"].Has(strings.ToLower(name)) || !more || l.measuring == 0 || d.cues["condition_leads"].Has(first)
	switch {
	case part != "" && !strings.Contains(strings.ToLower(name), strings.ToLower(part)):
		name = part + " " + lowerFirst(name)
	case vague && len(above) > 0:
		name = strings.Join(above[max(0, len(above)-2):], " ") + " " + lowerFirst(name)
	}
	if n.of > 1 && n.sides == 0 && (n.at > 0 && len(l.attributes) > 0 || name == l.bare && l.measuring == 0) {
		name += n.kindName()
	}
	return what{AttributeMention: quarry.AttributeMention{Attribute: lexicon.DiscoveredAttribute(text.Clip(name, longestName)), Written: l.text}, apart: d.apartOf(above, n)}
}

// kindName returns what the unit of a number measures, in words with a space before them;
// empty where it has none, or counts.
func (n *number) kindName() string {
	if n.unit.Kind == "" || n.unit.Kind == quantity.Count {
		return ""
	}
	return " " + strings.ReplaceAll(string(n.unit.Kind), "_", " ")
}

func lowerFirst(s string) string {
	if first, size := utf8.DecodeRuneInString(s); len(s) > size && unicode.IsUpper(first) {
		if second, _ := utf8.DecodeRuneInString(s[size:]); !unicode.IsUpper(second) {
			return string(unicode.ToLower(first)) + s[size:]
		}
	}
	return s
}
