package claim

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/quantity"
	"github.com/quarrykb/quarry/internal/text"
)

// label is what the words over, below or beside numbers say of them.
type label struct {
	text       string
	bare       string // without brackets and unit
	slug       string // of a name that is not remembered; "" of others
	kind       titleKind
	order      order              // that numbers under it may be of, and of nothing else
	attributes []quarry.Attribute // that it may mean, the likeliest first
	exact      int                // how many of them are called just so
	vague      []bool             // which of them it is too vague for; nil until it is asked for
	units      []hint             // that it states, the surest first
	times      float64            // by which all of its numbers are to be multiplied, of "Rows (2^20)"; 0 for one
	unknown    string             // an unknown unit that it states, as it is written; "" for none
	formats    []quarry.DeviceMention
	device     quarry.DeviceMention // that it names
	carries    bool                 // it names one
	names      bool                 // it says nothing but the device's name
	code       bool                 // that is a short code, as other things have
	edition    edition              // of the device that it speaks of
	own        []quarry.Attribute   // of the device that it names: what else it says
	counts     bool                 // numbers under it count things
	over       []lexicon.Cue        // codeTitle, jobTitle and everyTitle, where it is one
}

// measures reports whether a label is known to stand over numbers.
func (l *label) measures() bool {
	return l.kind == plainTitle && (len(l.attributes) > 0 || l.sure() || len(l.formats) > 0)
}

// sure reports whether a label states a unit, of more than a share.
func (l *label) sure() bool {
	return slices.ContainsFunc(l.units, func(h hint) bool { return !h.weak && h.unit.Kind != ratioKind })
}

// ratioKind is the kind of shares, which prove nothing: scores have them too.
const ratioKind = quantity.Ratio

// titleKind tells titles whose cells hold no values of an attribute.
type titleKind int

const (
	plainTitle   titleKind = iota
	compareTitle           // what stands there compares
	noteTitle              // … is said in words, or a date
	indexTitle             // … counts the rows
	unitTitle              // … are the units of the others
)

// labels reads the labels of tables, each once.
type labels struct {
	reader *Reader
	known  map[string]*label
	said   map[said]quarry.Conditions
	passed label       // the name that was asked for last, and is not remembered
	each   []*eachUnit // that the titles above the table state for the numbers of one name
}

// said is what the conditions of a number that stands by itself come from.
type said struct {
	attribute quarry.AttributeID
	written   string
	words     string
	precision string
	currency  string
	ofFormat  bool
}

// said returns what the conditions of a claim come from, but for its currency,
// which its unit decides.
func (c *claimed) said() said {
	return said{
		attribute: c.attribute.ID, written: c.attribute.Written, words: c.words, precision: c.precision,
		ofFormat: c.device.Class == quarry.ClassFormat,
	}
}

// mostKnown is how many different labels are remembered.
const mostKnown = 1 << 13

func newLabels(r *Reader) *labels {
	return &labels{reader: r, known: map[string]*label{}, said: map[said]quarry.Conditions{}}
}

// of returns what a text says as a label; a text too long to be one says
// nothing.
func (l *labels) of(text string) *label {
	if found := l.known[text]; found != nil {
		return found
	}
	found := &label{text: text, kind: noteTitle}
	if len(text) <= longestLabel {
		found = l.reader.label(unstruck(text))
		l.giveEach(found)
	}
	if len(l.known) < mostKnown {
		l.known[text] = found
	}
	return found
}

// name is of for the name of a device, of which less is asked: there are as many
// of them as rows. What it returns holds until the next one is asked for.
func (l *labels) name(written string) *label {
	if found := l.known[written]; found != nil {
		return found
	}
	if len(written) > longestLabel || len(l.reader.lexicon.DevicesIn(written)) > 0 {
		return l.of(written)
	}
	slug := text.Slug(written) // in whose form it is looked up
	l.passed = label{text: written, kind: l.reader.kindOfTitle(written), bare: written, slug: slug, attributes: l.reader.lexicon.FindAttributes(slug)}
	return &l.passed
}

// label reads a label.
func (r *Reader) label(written string) *label {
	found := &label{text: written, kind: r.kindOfTitle(written)}
	if strings.TrimSpace(written) == "" {
		return found
	}
	plain := text.Spaced(written)
	found.over = r.titleOver(plain)
	for _, device := range r.lexicon.DevicesIn(plain) {
		if device.Class == quarry.ClassFormat {
			found.formats = append(found.formats, device)
		}
	}
	as := spelling{key: plain != written}
	plain, found.order = r.bracketStated(withoutAsOf(plain)), r.orderOf(plain)
	found.units, found.bare = r.unitsIn(plain, as)
	rest := found.bare
	found.attributes, found.exact = exactFirst(r.attributesIn(plain, rest, found), rest)
	r.tellAmperes(found)
	found.unknown, found.times = r.unknownUnit(plain), r.timesAlone(plain, found.units)
	found.counts = r.countsIn(found.attributes, found.bare)
	r.readEdition(found, plain)
	if slices.ContainsFunc(found.units, func(h hint) bool { return h.unit.Symbol == multiplier }) {
		found.kind = compareTitle
	}
	if found.kind == plainTitle {
		found.device, found.carries = r.nameIn(written)
		found.carries = found.carries && !r.isUnitOf(found, found.device.Written)
	}
	if found.carries {
		found.code = r.doubtsCodes && isNamesakeCode(found.device.Written) && computes(found.device.Class)
		name := found.device.Written
		found.own = r.attributesIn(strings.Replace(written, name, " ", 1), strings.Replace(rest, name, " ", 1), found)
		found.names = len(found.own) == 0 && !found.sure() && len(found.attributes) == 0
		if found.names { // all of it is how the source writes the name
			found.device.Written = strings.TrimSpace(written)
		}
	}
	return found
}

// bracketStated puts words into brackets that state behind the comma of a title what
// its numbers depend on: "NVLink bandwidth, both directions".
func (r *Reader) bracketStated(text string) string {
	before, behind, ok := strings.Cut(text, ", ")
	if !ok || opensBracket(before) {
		return text
	}
	said, unit := behind, ""
	if at := strings.IndexAny(behind, "(["); at > 0 {
		said, unit = strings.TrimSpace(behind[:at]), " "+behind[at:]
	}
	words := strings.Fields(strings.ToLower(strings.TrimPrefix(said, "in ")))
	if len(words) < 2 || !slices.ContainsFunc(r.wordings[words[0]], func(w wording) bool { return slices.Equal(w.words, words) }) {
		return text
	}
	return before + " (" + said + ")" + unit
}

// withoutAsOf drops when its numbers held from the name of an attribute: "TDP as of
// May 2025 (W)".
func withoutAsOf(text string) string {
	before, behind, ok := strings.Cut(text, " as of ")
	if !ok || before == "" || strings.ContainsAny(before, "([") {
		return text
	}
	at := strings.IndexAny(behind, "([")
	if at < 0 {
		return before
	}
	return before + " " + behind[at:]
}

// attributesIn looks a label up as it is, and then with less and less of what
// does not name an attribute: brackets, number formats, the unit, words that
// only say how a number is meant. An unknown word stays: "Cache
// bandwidth" is no bandwidth. Where nothing is left, the unit speaks.
func (r *Reader) attributesIn(text, rest string, l *label) []quarry.Attribute {
	tries := []string{text, withoutBrackets(text), rest}
	if len(l.formats) > 0 {
		tries = append(tries, l.withoutFormats(text), l.withoutFormats(withoutBrackets(text)), l.withoutFormats(rest))
	}
	bare := r.withoutModifiers(l.withoutFormats(r.withoutDenials(rest)))
	tries = append(tries, bare)
	found := r.attributesOf(tries...)
	switch {
	case bare != "" && len(found) == 0:
		return r.attributesOf(behindBrackets(text))
	case bare != "":
		return found
	}
	for _, hint := range l.units {
		if !hint.weak {
			found = append(found, r.attributesOf(hint.unit.Symbol)...)
		}
	}
	return found
}

// attributesOf returns the attributes that some labels mean, each once.
func (r *Reader) attributesOf(labels ...string) []quarry.Attribute {
	var found []quarry.Attribute
	for _, one := range labels {
		for _, attribute := range r.lexicon.FindAttributes(one) {
			if !slices.ContainsFunc(found, func(a quarry.Attribute) bool { return a.ID == attribute.ID }) {
				found = append(found, attribute)
			}
		}
	}
	return found
}

// exactFirst puts the attributes in front whose name a label is, and counts
// them: to others it is one word among several.
func exactFirst(found []quarry.Attribute, bare string) ([]quarry.Attribute, int) {
	slug := text.Slug(bare)
	isExact := func(a quarry.Attribute) bool { return isCalled(a, slug) }
	var exact, others []quarry.Attribute
	for _, attribute := range found {
		if isExact(attribute) {
			exact = append(exact, attribute)
		} else {
			others = append(others, attribute)
		}
	}
	return append(exact, others...), len(exact)
}

// behindBrackets returns what a title says behind a unit in brackets, where
// titles were joined: "Processing power (GFLOPS) Single".
func behindBrackets(text string) string {
	_, behind, _ := strings.Cut(text, ") ")
	return withoutBrackets(behind)
}

func (l *label) withoutFormats(text string) string {
	for _, format := range l.formats {
		text = strings.Replace(text, format.Written, " ", 1)
	}
	return text
}

// withoutModifiers takes the words off both ends of a label that say how a
// number is meant and not of what: "Peak", "Total", "per GPU".
func (r *Reader) withoutModifiers(written string) string {
	words := strings.Fields(text.SlugWith(written, ' '))
	for len(words) > 0 && r.modifies(words[0]) {
		words = words[1:]
	}
	for len(words) > 0 {
		switch last := len(words) - 1; {
		case last > 0 && words[last-1] == "per":
			words = words[:last-1]
		case r.modifies(words[last]):
			words = words[:last]
		default:
			return strings.Join(words, " ")
		}
	}
	return ""
}

func (r *Reader) modifies(word string) bool {
	return r.cues[modifierWords].Has(word) || r.isStating(word)
}

// opensBracket reports whether a bracket opens in a text.
func opensBracket(text string) bool {
	return strings.IndexByte(text, '(') >= 0 || strings.IndexByte(text, '[') >= 0
}

// withoutBrackets drops what stands in brackets, but for a text that has
// nothing else.
func withoutBrackets(text string) string {
	if !opensBracket(text) {
		return text
	}
	var kept strings.Builder
	depth := 0
	for i := range len(text) {
		switch c := text[i]; c {
		case '(', '[':
			depth++
		case ')', ']':
			depth = max(0, depth-1)
		default:
			if depth == 0 {
				kept.WriteByte(c)
			}
		}
	}
	if bare := strings.Join(strings.Fields(kept.String()), " "); bare != "" {
		return bare
	}
	return strings.TrimSpace(text)
}

// kindOfTitle tells titles over what is no value of an attribute.
func (r *Reader) kindOfTitle(title string) titleKind {
	slug := text.SlugWith(title, ' ')
	switch {
	case strings.TrimSpace(title) == "#", r.cues[indexTitles].Has(slug):
		return indexTitle
	case r.cues[noteTitles].Has(slug):
		return noteTitle
	case r.cues[unitTitles].Has(slug):
		return unitTitle
	case r.compares(slug):
		return compareTitle
	case r.cues[noteWords].HasAny(strings.Split(slug, " ")...):
		return noteTitle
	}
	return plainTitle
}
