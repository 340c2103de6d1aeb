package spec

import (
	"cmp"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest/doc"
	"github.com/quarrykb/quarry/ingest/spec/condition"
	"github.com/quarrykb/quarry/ingest/spec/finish"
	"github.com/quarrykb/quarry/ingest/spec/labelled"
	"github.com/quarrykb/quarry/internal/fit"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/quantity"
	"github.com/quarrykb/quarry/internal/text"
)

// Version numbers the reader: another one makes every document be read again.
const Version = 1

// Reader reads specs with the help of a lexicon. It is safe for several goroutines.
type Reader struct {
	devices

	words      *labelled.Words
	conditions *condition.Reader
	finisher   *finish.Finisher
	english    *text.Language
	measuring  map[string]bool   // words that names of attributes have
	sideNames  map[string]string // words and letters for the sides of a size: "w" is "width"
	sizes      lexicon.Words     // labels that only say that a size follows
	features   []feature
	model      *fit.Model
}

// New returns a reader.
func New(from *lexicon.Lexicon) *Reader {
	r := &Reader{
		devices: newDevices(from), words: labelled.NewWords(from), conditions: condition.New(from), finisher: finish.New(from),
		english: from.Language("en"), measuring: map[string]bool{}, sideNames: map[string]string{}, features: features(), model: fit.Embedded(modelData),
	}
	r.sizes = r.cues["size_labels"]
	for _, attribute := range from.Attributes() {
		for _, name := range append([]string{attribute.Name}, attribute.Aliases...) {
			for word := range strings.FieldsSeq(text.SlugWith(name, ' ')) {
				if len(word) > 2 && !labelled.HasDigit(word) {
					r.measuring[word] = true
				}
			}
		}
	}
	for cue, side := range map[lexicon.Cue]string{
		"side_width": "width", "side_height": "height", "side_depth": "depth", "side_length": "length", "side_diameter": "diameter",
	} {
		for _, word := range r.cues[cue].List() {
			r.sideNames[word] = side
		}
	}
	return r
}

// Document is what specs are read off.
type Document struct {
	Tree      doc.Document
	Path      string
	Questions []quarry.Question // of which cards may be labels with their values
	Text      []byte
}

// Likely is how likely it must be that a number is a spec for it to be kept: chosen on the
// training sheets, out of fold, where precision and recall weigh alike.
const Likely = 0.5

// Read returns the specs of a document, in their order, each at least [Likely] to be one.
func (r *Reader) Read(in Document) []quarry.Spec {
	d := r.document(in)
	all := d.candidates()
	kept := all[:0]
	for i := range all {
		if all[i].confidence = d.model.Probability(all[i].features); all[i].confidence >= Likely {
			kept = append(kept, all[i])
		}
	}
	return d.settle(kept)
}

// Sample is a number that may be a spec, with what the model is told of it.
type Sample struct {
	Spec     quarry.Spec
	Features []float64
}

// Samples returns every number of a document that may be a spec, without a confidence, to
// fit the model to.
func (r *Reader) Samples(in Document) []Sample {
	d := r.document(in)
	all := d.candidates()
	samples := make([]Sample, 0, len(all))
	for i := range all {
		for _, one := range d.settle(all[i : i+1 : i+1]) {
			samples = append(samples, Sample{one, all[i].features})
		}
	}
	return samples
}

// document is one document while it is read.
type document struct {
	*Reader
	devices // those that it may speak of

	style  quantity.NumberStyle
	file   string
	found  labelled.Found
	notes  map[string]doc.Text
	labels map[labelKey]*label
	names  map[string]quarry.DeviceMention
	about  *subject
	titled map[*labelled.Section]ofTitled
	things map[*labelled.Section][]subject // by the title below which they are named

	said    said
	session *condition.Session
}

func (r *Reader) document(in Document) *document {
	style := r.lexicon.NumberStyleOf(in.Text)
	d := &document{
		Reader: r, devices: r.within(in.Text), style: style, file: in.Path, labels: map[labelKey]*label{}, names: map[string]quarry.DeviceMention{},
		titled: map[*labelled.Section]ofTitled{}, things: map[*labelled.Section][]subject{}, session: r.conditions.Session(style),
	}
	d.found = labelled.Read(in.Tree, r.words, style)
	d.notes = d.found.Notes
	d.found.Values = append(d.found.Values, cards(in.Questions)...)
	return d
}

// cards returns the cards among questions that are a label with its value.
func cards(questions []quarry.Question) []labelled.Value {
	var all []labelled.Value
	for i := range questions {
		q := &questions[i]
		front := strings.TrimSpace(q.Text)
		if strings.ContainsAny(front, "?.!") || len(front) > longestLabel || strings.Contains(strings.TrimSpace(q.Answer), "\n") || len(q.Answer) > longestLabel {
			continue
		}
		key := doc.Text{Text: front, Span: q.Source.Span}
		section := (*labelled.Section)(nil)
		for level, heading := range q.Source.Heading {
			section = &labelled.Section{Title: doc.Text{Text: heading}, Level: level + 1, Parent: section}
		}
		all = append(all, labelled.Value{
			Raw: doc.Text{Text: strings.TrimSpace(q.Answer), Span: q.Source.Span}, Path: []doc.Text{key}, Layout: labelled.Keyed,
			Section: section, Group: -1 - i,
		})
	}
	return all
}

// candidate is a number that may be a spec.
type candidate struct {
	entry      *entry
	label      *label
	number     number
	subject    subject
	what       what
	hint       hint
	features   []float64
	confidence float64
}

// mostCandidates is how many numbers of a document are looked at.
const mostCandidates = 400_000

// candidates returns the numbers of a document that may be specs.
func (d *document) candidates() []candidate {
	var all []candidate
	for i := range d.found.Values {
		if all = append(all, d.read(&d.found.Values[i])...); len(all) > mostCandidates {
			break
		}
	}
	for i := range all {
		d.describe(&all[i])
	}
	return all
}

// read returns the numbers of one value that may be specs.
func (d *document) read(v *labelled.Value) []candidate {
	if len(v.Raw.Text) > longestValue {
		return nil
	}
	raw, _ := d.marksIn(v.Raw.Text)
	if !labelled.HasDigit(raw) || d.words.IsEmpty(raw) || v.Layout == labelled.Sentence && !d.states(raw) {
		return nil
	}
	var numbers []number
	if v.Layout < labelled.Sentence { // a sentence is asked first whose it is, which is cheaper
		if numbers = d.numbers(raw, v.Literal); len(numbers) == 0 {
			return nil
		}
	}
	e := d.entry(v)
	of, ok := d.subjectOf(e)
	if v.Layout >= labelled.Phrase {
		of, ok = d.saidOf(e, of, ok)
	}
	if v.Layout == labelled.Sentence && ok {
		numbers = d.numbers(raw, v.Literal)
	}
	things := []subject{of}
	if !ok || of.heading || of.guessed {
		if every := d.every(v, &of); len(every) > 0 {
			things, ok = every, true
		}
	}
	if !ok {
		return nil
	}
	var all []candidate
	for _, one := range things {
		all = append(all, d.readAs(e, slices.Clone(numbers), one)...)
	}
	return all
}

// readAs returns those of the numbers of one value that measure something of a thing.
func (d *document) readAs(e *entry, numbers []number, of subject) []candidate {
	l := e.label()
	if countsFirst(numbers, l) {
		numbers[0].sides, numbers[1].sides, numbers[0].side, numbers[1].side = 0, 0, "", ""
		numbers[0].Unit, numbers[0].unit, numbers[0].known = "", quantity.Unit{}, false
	}
	var all []candidate
	for i := range numbers {
		n := &numbers[i]
		c := candidate{entry: e, label: l, subject: d.ownerOf(e, n, of)}
		if e.Layout == labelled.Sentence && d.isHedged(n) {
			continue
		}
		if e.Until.Text != "" && i == 0 && !d.until(n, e.Value) {
			continue
		}
		c.hint = d.giveUnit(n, e, l)
		if n.Unit == "" && len(quantity.FactorsOf(n.Text)) > 1 { // "15 x 110" are no 1650
			continue
		}
		var ok bool
		if c.what, ok = d.attributeOf(e, l, n, &c.subject); !ok || e.Layout == labelled.Sentence && !c.what.known {
			continue
		}
		if c.what.own && i+1 < len(numbers) && numbers[i+1].before == n.behind { // words name one number
			if _, rest, named := strings.Cut(n.behind, c.what.Written); named {
				numbers[i+1].before = strings.Trim(rest, " .")
			}
		}
		c.number = *n
		if c.what.apart == "" {
			c.what.apart = cmp.Or(d.partFor(l, n), apartInGrid(e.Value, &c.subject))
		}
		if c.what.label != nil {
			c.label = c.what.label
		}
		all = append(all, c)
	}
	return all
}

// countsFirst reports whether the first of two sides is how many there are of what a plural
// names, "Sockets: 2 × 6.3 mm": few of what is measured in another way than in whole numbers.
func countsFirst(numbers []number, l *label) bool {
	const most = 8
	return len(numbers) == 2 && numbers[0].sides == 2 && l.counts && len(l.sides) == 0 && text.AllDigits(numbers[0].Text) &&
		numbers[0].Min != nil && *numbers[0].Min <= most && numbers[1].Step < 1
}

const longestValue = 600 // bytes

// until joins a number with the other end of its range.
func (d *document) until(n *number, v *labelled.Value) bool {
	end, _ := d.marksIn(v.Until.Text)
	other := d.numbers(end, v.Literal)
	if len(other) == 0 || n.Min == nil || other[0].Max == nil || other[0].Unit != n.Unit && n.Unit != "" {
		return len(other) == 0
	}
	if *other[0].Max < *n.Min {
		return true
	}
	n.Max, n.Unit, n.unit, n.known = other[0].Max, other[0].Unit, other[0].unit, other[0].known
	n.Qualifier = quarry.Range
	n.Text += " – " + other[0].Text
	return true
}
