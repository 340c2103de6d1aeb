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

// Read reads the labelled values of a document, which writes its
// numbers in a style.
func Read(d doc.Document, words *Words, style quantity.NumberStyle) Found {
	w := &walker{words: words, style: style, notes: map[string]doc.Text{}}
	if d.Front != nil {
		w.front = w.frontNames(d.Front)
		w.record(d.Front, nil, nil)
	}
	w.blocks(d.Blocks, nil)
	w.sections.compare(words.looksNamed)
	return Found{Values: w.values, Front: w.front, Notes: w.notes, Titles: w.sections.root}
}

// walker goes through the blocks of a document.
type walker struct {
	words    *Words
	style    quantity.NumberStyle
	sections sections
	values   []Value
	front    []Name
	notes    map[string]doc.Text
	group    int
	owned    bool     // whether a record that is walked through has a name and numbers of its own
	lead     doc.Text // the line above a block that says something of all of its values
	columns  *layout  // of the last text in columns, whose titles the next one may share
}

// emit keeps a value, if there is a number in it.
func (w *walker) emit(v Value) bool {
	if v.Layout <= Keyed && w.words.isComparing(v.Label().Text) {
		return false
	}
	if !HasDigit(v.Raw.Text) || v.Raw.Span.LineStart == 0 || len(w.values) >= mostValues {
		return false
	}
	if w.lead.Text != "" {
		v.Around = append(slices.Clip(v.Around), w.lead)
		v.Units = append(slices.Clip(v.Units), w.lead)
	}
	w.values = append(w.values, v)
	return true
}

// mostValues is how many values of a document are read: more of them are no sheet.
const mostValues = 400_000

func (w *walker) blocks(all []doc.Block, path []doc.Text) {
	entered := w.sections.now
	outermost := len(path) == 0
	var lead doc.Text
	all = w.gathered(all)
	for i, b := range all {
		under := path
		w.lead = doc.Text{}
		if _, isList := b.(*doc.List); lead.Text != "" && (!isList || w.words.IsSentence(lead.Text)) {
			w.lead = lead
		} else if lead.Text != "" {
			under = append(slices.Clip(path), lead)
		}
		lead = doc.Text{}
		switch b := b.(type) {
		case *doc.Heading:
			w.sections.enter(b.Text, b.Level)
		case *doc.Paragraph:
			lead = w.paragraph(b, path, i+1 < len(all) && !isTitle(all[i+1]))
			if i+1 < len(all) && isList(all[i+1]) && len(path) == 0 {
				w.enterKeyed(b.Lines)
			}
		case *doc.List:
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
	if !outermost {
		w.sections.leave(entered)
	}
}

func isList(b doc.Block) bool {
	_, is := b.(*doc.List)
	return is
}

// enterKeyed enters the key of a line right above a list as a title, where it looks like
// the name of a thing: "Eletoker 1600XT-S: portable display".
func (w *walker) enterKeyed(lines []doc.Text) {
	if len(lines) != 1 {
		return
	}
	if key, value, ok := w.split(lines[0]); ok && value.Text != "" && w.words.looksLikeName(key.Text) && text.WordCount(key.Text) <= longestLead/2 {
		w.sections.enterPseudo(key, len(w.values))
	}
}

func isTitle(b doc.Block) bool {
	_, is := b.(*doc.Heading)
	return is
}

// longestLead is how many words a line has at most that is the label of what follows it.
const longestLead = 8

// paragraph reads a paragraph; it returns the label of the next block, if it ends in one.
func (w *walker) paragraph(p *doc.Paragraph, path []doc.Text, followed bool) doc.Text {
	lines := p.Lines
	if len(lines) == 0 || w.note(lines) {
		return doc.Text{}
	}
	if len(lines) == 1 && followed && len(path) == 0 && isPseudoTitle(lines[0]) {
		title := lines[0]
		title.Text = strings.TrimRight(title.Text, ": ")
		w.sections.enterPseudo(title, len(w.values))
		return doc.Text{}
	}
	last := lines[len(lines)-1]
	if followed && strings.HasSuffix(strings.TrimSpace(last.Text), ":") {
		w.lines(lines[:len(lines)-1], path)
		if len(lines) > 1 {
			last = joined(lines)
		}
		last.Text = strings.TrimRight(last.Text, ": ")
		return last
	}
	w.lines(lines, path)
	return doc.Text{}
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

// gathered joins what stands line on line in a text without marks: lines that a format
// takes for code because they stand in, and those below them.
func (w *walker) gathered(all []doc.Block) []doc.Block {
	var joined []doc.Block
	var run []doc.Text
	flush := func() {
		if len(run) > 0 {
			joined = append(joined, &doc.Paragraph{Lines: run})
		}
		run = nil
	}
	for i, b := range all {
		lines := plainLines(b)
		touches := len(run) > 0 && len(lines) > 0 && lines[0].Span.LineStart == run[len(run)-1].Span.LineEnd+1
		begins := i+1 < len(all) && isCode(b) && len(lines) > 0 && isNextTo(lines, plainLines(all[i+1]))
		switch {
		case touches:
			run = append(run, lines...)
		case begins:
			flush()
			run = append(run, lines...)
		default:
			flush()
			joined = append(joined, b)
		}
	}
	flush()
	return joined
}

func isCode(b doc.Block) bool {
	code, is := b.(*doc.Code)
	return is && code.Language == ""
}

func isNextTo(a, b []doc.Text) bool {
	return len(b) > 0 && b[0].Span.LineStart == a[len(a)-1].Span.LineEnd+1
}

// plainLines returns the lines of a paragraph, or of code of no language.
func plainLines(b doc.Block) []doc.Text {
	switch b := b.(type) {
	case *doc.Paragraph:
		return b.Lines
	case *doc.Code:
		if b.Language == "" {
			return b.Lines
		}
	}
	return nil
}

// note keeps a footnote: lines of which the first begins with a mark.
func (w *walker) note(lines []doc.Text) bool {
	mark, said := Footnote(lines[0].Text)
	if mark == "" {
		return false
	}
	for from := 0; from < len(lines); {
		end := from + 1
		for end < len(lines) {
			if next, _ := Footnote(lines[end].Text); next != "" {
				break
			}
			end++
		}
		first := lines[from]
		first.Text = said
		w.notes[mark] = joined(append([]doc.Text{first}, lines[from+1:end]...))
		if from = end; from < len(lines) {
			mark, said = Footnote(lines[from].Text)
		}
	}
	return true
}

// Footnote returns the mark that a line begins with, if it is a footnote, and what it
// says: "[^a]: x", "* x", "(1) x", "¹ x", "† x".
func Footnote(line string) (string, string) {
	line = strings.TrimSpace(line)
	if rest, ok := strings.CutPrefix(line, "[^"); ok {
		mark, said, closed := strings.Cut(rest, "]:")
		if closed {
			return strings.TrimSpace(mark), strings.TrimSpace(said)
		}
		return "", ""
	}
	for i, r := range line {
		if !strings.ContainsRune(NoteMarks, r) {
			if i > 0 && i <= longestMark {
				return PlainMark(line[:i]), strings.TrimSpace(strings.TrimLeft(line[i:], ") :"))
			}
			break
		}
	}
	if len(line) > 4 && line[0] == '(' && line[2] == ')' && line[3] == ' ' {
		return line[1:2], strings.TrimSpace(line[3:])
	}
	return "", ""
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
