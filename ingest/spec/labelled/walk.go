package labelled

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry/ingest/doc"
	"github.com/quarrykb/quarry/internal/quantity"
	"github.com/quarrykb/quarry/internal/text"
)

// Found is what was read off a document.
type Found struct {
	Values []Value
	Front  []Name              // names in the front matter, the surest first
	Notes  map[string]doc.Text // footnotes by their marks: "1", "*"
	Titles []*Section          // the outermost titles
}

// Read reads the labelled values of a document, which writes its numbers in a style.
func Read(d doc.Document, words *Words, style quantity.NumberStyle) Found {
	w := &walker{words: words, style: style, notes: map[string]doc.Text{}}
	var front []Name
	if d.Front != nil {
		front = w.frontNames(d.Front)
		w.record(d.Front, nil, nil)
	}
	w.headed = slices.ContainsFunc(doc.Shown(d.Blocks), func(b doc.Block) bool { _, is := b.(*doc.Heading); return is })
	opened := 0
	for _, b := range doc.Shown(d.Blocks) {
		if _, _, ok := w.opening(b); ok {
			opened++
		}
	}
	w.opened = opened > 1
	w.blocks(d.Blocks, nil)
	compare(w.sections.root, words.looksNamed)
	return Found{Values: w.values, Front: front, Notes: w.notes, Titles: w.sections.root}
}

// walker goes through the blocks of a document.
type walker struct {
	words    *Words
	style    quantity.NumberStyle
	sections sections
	values   []Value
	notes    map[string]doc.Text
	group    int
	owned    bool    // whether a record that is walked through has a name of its own
	thing    []Name  // the one that a key of the list or the lines names
	headed   bool    // whether the document has headings
	opened   bool    // whether several of its paragraphs open with the name of a thing
	columns  *layout // of the last text in columns, whose titles the next one may share
}

// emit keeps a value, if there is a number in it that is of a thing: what compares is of
// several, and what numbers or identifies is of none. The number of a part is how many
// there are: "engines: {number: 27}".
func (w *walker) emit(v Value) bool {
	if !HasDigit(v.Raw.Text) || v.Raw.Span.LineStart == 0 || len(w.values) >= mostValues {
		return false
	}
	label, ofPart := v.Label().Text, v.Layout == Record && len(v.Path) > 1
	if v.Layout <= Keyed && (w.words.isComparing(label) || w.words.isOrder(label) && !ofPart) {
		return false
	}
	v.Section = w.sections.now
	if v.Group == 0 {
		v.Group = w.group
	}
	if len(w.values) == cap(w.values) { // values are large: doubling copies them less often than append does
		w.values = slices.Grow(w.values, max(fewestValues, len(w.values)))
	}
	w.values = append(w.values, v)
	return true
}

// mostValues is how many values of a document are read: more of them are no sheet.
const mostValues = 400_000

// fewestValues is how many values room is made for at first.
const fewestValues = 64

// blocks reads blocks under some labels. A paragraph that ends in a colon labels the list
// below it, unless it says something by itself.
func (w *walker) blocks(all []doc.Block, path []doc.Text) {
	var lead doc.Text
	all = doc.Shown(all)
	for i, b := range all {
		under := path
		if _, isList := b.(*doc.List); isList && lead.Text != "" && !w.words.isSentence(lead.Text) {
			under = append(slices.Clip(path), lead)
		}
		lead = doc.Text{}
		switch b := b.(type) {
		case *doc.Heading:
			w.sections.enter(b.Text, b.Level)
			if row := pieces(b.Text); len(row) > 2 { // "SERIES 4      Lock 4      Lock 5" titles columns
				w.columns = &layout{row, cellsOf(row, row, b.Text)}
			}
		case *doc.Paragraph:
			var next doc.Block
			if i+1 < len(all) {
				next = all[i+1]
			}
			lead = w.paragraph(b, path, next)
		case *doc.List:
			if title, ok := w.numberedTitle(b); ok && len(under) == 0 && i+1 < len(all) {
				w.sections.enterPseudo(title)
				continue
			}
			w.list(b, under)
		case *doc.Table:
			w.table(b, under)
		case *doc.Code:
			w.lines(b.Lines, under)
		case *doc.Quote:
			w.blocks(b.Blocks, under)
		case *doc.Record:
			w.record(&b.Value, under, nil)
		}
	}
}

// longestLead is how many words a line has at most that is the label of what follows it.
const longestLead = 8

// paragraph reads a paragraph before another block; it returns the label of that one, if it
// ends in one.
func (w *walker) paragraph(p *doc.Paragraph, path []doc.Text, next doc.Block) doc.Text {
	lines := p.Lines
	if len(lines) == 0 || w.note(lines) {
		return doc.Text{}
	}
	_, isHeading := next.(*doc.Heading)
	followed := next != nil && !isHeading
	if len(lines) == 1 && followed && len(path) == 0 {
		switch {
		case isPseudoTitle(lines[0]):
			w.sections.enterPseudo(lines[0])
			return doc.Text{}
		case w.isOpening(lines[0]):
			w.sections.enter(lines[0], 1)
			return doc.Text{}
		}
	}
	if name, rest, ok := w.opening(p); ok && w.opened && path == nil && !w.underHeadedModel() {
		over := w.sections.now
		w.sections.enterPseudo(name)
		w.line(rest, nil)
		lead := w.paragraph(&doc.Paragraph{Lines: lines[1:]}, []doc.Text{}, next)
		switch next.(type) {
		case *doc.List, *doc.Table:
		default:
			w.sections.now = over
		}
		return lead
	}
	last := lines[len(lines)-1]
	if followed && strings.HasSuffix(strings.TrimSpace(last.Text), ":") {
		w.lines(lines[:len(lines)-1], path)
		last = joined(lines)
		last.Text = strings.TrimRight(last.Text, ": ")
		return last
	}
	w.lines(lines, path)
	if _, isList := next.(*doc.List); isList && len(lines) == 1 && len(path) == 0 {
		w.enterKeyed(lines[0])
	}
	return doc.Text{}
}

// opening returns the name of a thing that a paragraph of several lines opens with, and the
// rest of its first line: "Marsh Pump 20 – 12 V, 2.5 A".
func (w *walker) opening(b doc.Block) (doc.Text, doc.Text, bool) {
	p, ok := b.(*doc.Paragraph)
	if !ok || len(p.Lines) < 2 {
		return doc.Text{}, doc.Text{}, false
	}
	name, rest := p.Lines[0], p.Lines[0]
	for _, separator := range []string{"  ", " – ", " — ", " - ", " | ", ": "} {
		before, behind, cut := strings.Cut(strings.TrimLeft(name.Text, " "), separator)
		if cut && w.words.looksLikeName(strings.TrimLeft(before, "0123456789. ")) && text.WordCount(before) <= longestLead {
			name.Text, rest.Text = strings.TrimSpace(before), strings.TrimSpace(behind)
			return name, rest, true
		}
	}
	return doc.Text{}, doc.Text{}, false
}

// underHeadedModel reports whether a heading above looks like the name of a thing, whose
// parts paragraphs may open with.
func (w *walker) underHeadedModel() bool {
	return slices.ContainsFunc(w.sections.now.Path(), func(s *Section) bool { return s.Level < PseudoLevel && w.words.looksLikeName(s.Title.Text) })
}

// enterKeyed enters the key of a line right above a list as a title, where it looks like
// the name of a thing: "Eletoker 1600XT-S: portable display".
func (w *walker) enterKeyed(line doc.Text) {
	if key, value, ok := w.split(line); ok && value.Text != "" && w.words.looksLikeName(key.Text) && text.WordCount(key.Text) <= longestLead/2 {
		w.sections.enterPseudo(key)
	}
}

// isOpening reports whether a line opens a text without marks as its title.
func (w *walker) isOpening(line doc.Text) bool {
	if len(w.sections.root) > 0 || len(w.values) > 0 || text.WordCount(line.Text) > longestLead || strings.HasSuffix(line.Text, ".") {
		return false
	}
	return !w.headed && !w.states(line) && !w.words.isSentence(line.Text)
}

// states reports whether a line has a key and its value, or ends in a number with its unit.
func (w *walker) states(line doc.Text) bool {
	_, _, keyed := w.split(line)
	words := strings.Fields(line.Text)
	if keyed || len(words) < 2 {
		return keyed
	}
	_, isUnit := w.words.Unit(words[len(words)-1])
	return isUnit && HasDigit(words[len(words)-2])
}

// isPseudoTitle reports whether a line by itself is a title by its looks: bold, or
// numbered as sections are.
func isPseudoTitle(line doc.Text) bool {
	if text.WordCount(line.Text) > longestLead || strings.HasSuffix(line.Text, ".") {
		return false
	}
	number, rest, _ := strings.Cut(line.Text, " ")
	numbered := strings.Contains(number, ".") && strings.Trim(number, "0123456789.") == "" && strings.TrimSpace(rest) != ""
	return line.Strong == len(line.Text) || numbered
}

// numberedTitle returns the only line of a list of one number, which is the title of a
// section: "4. Electrical data".
func (w *walker) numberedTitle(l *doc.List) (doc.Text, bool) {
	if !l.Ordered || len(l.Items) != 1 || len(l.Items[0].Lines) != 1 || len(l.Items[0].Blocks) > 0 {
		return doc.Text{}, false
	}
	title := l.Items[0].Lines[0]
	return title, text.WordCount(title.Text) <= longestLead && !strings.HasSuffix(title.Text, ".") && !w.states(title)
}

// note keeps footnotes: lines of which the first begins with a mark.
func (w *walker) note(lines []doc.Text) bool {
	mark := ""
	for _, line := range lines {
		switch next, said := Footnote(line.Text); {
		case next != "":
			mark, line.Text = next, said
			w.notes[mark] = line
		case mark == "":
			return false
		default:
			w.notes[mark] = joined([]doc.Text{w.notes[mark], line})
		}
	}
	return mark != ""
}

// Footnote returns the mark that a line begins with, if it is a footnote, and what it
// says: "[^a]: x", "* x", "¹ x", "† x".
func Footnote(line string) (string, string) {
	line = strings.TrimSpace(line)
	if mark, said, closed := strings.Cut(line, "]:"); closed && strings.HasPrefix(mark, "[^") {
		return strings.TrimSpace(mark[len("[^"):]), strings.TrimSpace(said)
	}
	said := strings.TrimLeft(line, NoteMarks)
	mark := line[:len(line)-len(said)]
	if mark == "" || said == "" || len(mark) > longestMark {
		return "", ""
	}
	return PlainMark(mark), strings.TrimSpace(strings.TrimLeft(said, ") :"))
}

// NoteMarks are what footnotes are marked with; longestMark is how many bytes they have.
const (
	NoteMarks   = "*†‡§¹²³⁴⁵⁶⁷⁸⁹⁰"
	longestMark = 6
)

// PlainMark returns a mark of a footnote in plain digits.
func PlainMark(mark string) string {
	return strings.NewReplacer("¹", "1", "²", "2", "³", "3", "⁴", "4", "⁵", "5", "⁶", "6", "⁷", "7", "⁸", "8", "⁹", "9", "⁰", "0").Replace(mark)
}
