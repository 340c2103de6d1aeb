package labelled

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarrykb/quarry/ingest/doc"
	"github.com/quarrykb/quarry/internal/text"
)

// list reads the items of a list, and what stands below them.
func (w *walker) list(l *doc.List, path []doc.Text) {
	w.begin(path)
	for _, item := range l.Items {
		switch {
		case len(item.Lines) == 0:
			w.blocks(item.Blocks, path)
		case l.Terms:
			w.term(item, path)
		default:
			w.item(item, path)
		}
	}
}

// item reads the lines of an item as one, and what stands below them under its key.
func (w *walker) item(item doc.Item, path []doc.Text) {
	line := joined(item.Lines)
	w.line(line, path)
	label, _, keyed := w.split(line)
	if !keyed {
		label = line
	}
	w.blocks(item.Blocks, append(slices.Clip(path), label))
}

// begin begins a group of values, of a thing that none has named yet if nothing stands over
// them.
func (w *walker) begin(path []doc.Text) {
	w.group++
	if len(path) == 0 {
		w.thing = nil
	}
}

// term reads what a term means: its lines are values of it.
func (w *walker) term(item doc.Item, path []doc.Text) {
	label := joined(item.Lines)
	w.sections.now.met(folded(label.Text))
	under := append(slices.Clip(path), label)
	for _, b := range item.Blocks {
		p, ok := b.(*doc.Paragraph)
		if !ok {
			w.blocks([]doc.Block{b}, under)
			continue
		}
		for _, line := range p.Lines {
			if _, _, keyed := w.split(line); keyed {
				w.line(line, under)
			} else {
				w.emit(Value{Raw: line, Path: under, Layout: Keyed})
			}
		}
	}
}

// joined returns lines as one text.
func joined(lines []doc.Text) doc.Text {
	whole := lines[0]
	for _, line := range lines[1:] {
		whole.Text += " " + strings.TrimSpace(line.Text)
		whole.Span.ByteEnd, whole.Span.LineEnd = line.Span.ByteEnd, line.Span.LineEnd
	}
	return whole
}

// line reads a line with a key, or one that says something by itself. A key that says so
// names the thing that the lines behind it are of.
func (w *walker) line(line doc.Text, path []doc.Text) {
	key, value, keyed := w.split(line)
	if !keyed {
		w.emit(Value{Raw: line, Path: path, Layout: Phrase, Names: w.thing})
		return
	}
	w.sections.now.met(folded(key.Text))
	if len(path) == 0 && value.Text != "" && w.words.is(folded(key.Text), "subject_fields", "name_keys") {
		w.thing = []Name{{Text: value, Role: KeyedName}}
	}
	w.emit(Value{Raw: value, Path: append(slices.Clip(path), key), Layout: Keyed, Names: w.thing})
}

// Limits of what stands before the separator of a key and its value.
const (
	longestKey = 90 // bytes
	mostWords  = 12
)

// split takes the key off a line.
func (w *walker) split(line doc.Text) (doc.Text, doc.Text, bool) {
	before, behind, ok := cutKey(line.Text)
	if !ok {
		before, behind, ok = w.cutBracket(line.Text)
	}
	if !ok || !isKey(before) {
		return doc.Text{}, line, false
	}
	key, value := line, line
	key.Text, key.Strong = strings.TrimSpace(before), 0
	value.Text, value.Strong = strings.TrimSpace(behind), 0
	return key, value, true
}

// cutKey cuts a line where its key ends: at a colon, an equals sign, a tab, dots, or two
// spaces before a number.
func cutKey(line string) (string, string, bool) {
	at, behind := -1, 0
	try := func(i, size int) {
		if i > 0 && (at < 0 || i < at) {
			at, behind = i, i+size
		}
	}
	for _, separator := range []string{": ", "： ", "：", " = ", "\t"} {
		try(strings.Index(line, separator), len(separator))
	}
	if strings.HasSuffix(line, ":") {
		try(len(line)-1, 1)
	}
	if dots := strings.Index(line, "..."); dots > 0 && !text.IsDigit(line[dots-1]) {
		try(dots, len(line[dots:])-len(strings.TrimLeft(line[dots:], ". ")))
	}
	if gap := strings.Index(line, "  "); gap > 0 {
		if rest := strings.TrimLeft(line[gap:], " "); rest != "" && strings.ContainsAny(rest[:1], "0123456789<>~±≤≥-+") {
			try(gap, len(line[gap:])-len(rest))
		}
	}
	if at >= 0 {
		return line[:at], line[behind:], true
	}
	return "", "", false
}

// cutBracket cuts a line that measures something before the number in brackets that ends
// it: "Park height (20)", but not "Chargers (14)".
func (w *walker) cutBracket(line string) (string, string, bool) {
	before, behind, ok := strings.Cut(line, " (")
	number, closed := strings.CutSuffix(behind, ")")
	return before, number, ok && closed && text.AllDigits(strings.Replace(number, ".", "", 1)) && w.words.measures(before)
}

// isKey reports whether what stands before a separator may be a key: few words, and no
// bracket that is open.
func isKey(before string) bool {
	before = strings.TrimSpace(before)
	if before == "" || len(before) > longestKey || text.WordCount(before) > mostWords {
		return false
	}
	return strings.ContainsFunc(before, unicode.IsLetter) && strings.Count(before, "(") <= strings.Count(before, ")")
}

// lines reads lines of text: a table in columns, keys with values, or sentences.
func (w *walker) lines(all, path []doc.Text) {
	all = w.withoutTables(w.titled(all), path)
	if len(all) == 0 {
		return
	}
	w.begin(path)
	keyed, items := 0, make([]bool, len(all))
	for i, line := range all {
		items[i] = strings.HasPrefix(strings.TrimSpace(line.Text), "•")
		all[i] = unmarked(line)
		if _, _, ok := w.split(all[i]); ok || isLabel(all, i) {
			keyed++
		}
	}
	if keyed == 0 || 3*keyed < len(all) {
		w.items(all, items, path)
		return
	}
	for i := 0; i < len(all); {
		i = w.keyedLine(all, i, path)
	}
}

// items reads the lines that are items each for itself, and those between them as prose.
func (w *walker) items(all []doc.Text, is []bool, path []doc.Text) {
	for from := 0; from < len(all); {
		to := from
		for to < len(all) && !is[to] {
			to++
		}
		if to > from {
			w.prose(all[from:to], path)
		}
		for ; to < len(all) && is[to]; to++ {
			w.line(all[to], path)
		}
		from = to
	}
}

// isLabel reports whether a line among others is a label of those below it: it is bold.
func isLabel(all []doc.Text, i int) bool {
	return i+1 < len(all) && all[i].Strong > 0 && all[i].Strong == len(all[i].Text)
}

// titled enters the last title that stands over a rule among some lines, and returns the
// lines behind it; those before it are read.
func (w *walker) titled(all []doc.Text) []doc.Text {
	for i := len(all) - 1; i > 0; i-- {
		title := strings.TrimSpace(all[i-1].Text)
		if !isRule(all[i].Text) || isRule(title) || title == "" || len(pieces(all[i-1])) > 1 || text.WordCount(title) > longestLead {
			continue
		}
		if before := all[:i-1]; len(before) > 0 {
			w.lines(before, nil)
		}
		w.sections.enterPseudo(all[i-1])
		return all[i+1:]
	}
	return all
}

// unmarked returns a line without the spaces, marks of items and lines of a drawn tree
// before its words, which stand in its column.
func unmarked(line doc.Text) doc.Text {
	bare := strings.TrimLeft(line.Text, " \t│├└─┬|")
	if mark, rest, _ := strings.Cut(bare, " "); strings.Trim(mark, "-*•+") == "" {
		bare = strings.TrimLeft(rest, " ")
	}
	if line.Strong == 0 {
		line.Column += utf8.RuneCountInString(line.Text) - utf8.RuneCountInString(bare)
		line.Text = bare
	}
	return line
}

// keyedLine reads a line among lines with keys; where it is but a label, it reads those
// below it that are deeper, which are its values. It returns the next line.
func (w *walker) keyedLine(all []doc.Text, i int, path []doc.Text) int {
	line, next := all[i], i+1
	key, value, keyed := w.split(line)
	switch {
	case !keyed && isLabel(all, i):
		key = line
	case !keyed || value.Text != "":
		w.line(line, path)
		return next
	}
	w.sections.now.met(folded(key.Text))
	for next < len(all) && (all[next].Column > line.Column || next == i+1 && line.Strong > 0) {
		w.line(all[next], append(slices.Clip(path), key))
		next++
	}
	return next
}
