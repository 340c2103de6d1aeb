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
		if len(item.Lines) == 0 {
			w.blocks(item.Blocks, path)
			continue
		}
		if l.Terms {
			w.term(item, path)
			continue
		}
		w.line(joined(item.Lines), path)
		if len(item.Blocks) > 0 {
			label, _, keyed := w.split(joined(item.Lines))
			if !keyed {
				label = joined(item.Lines)
			}
			w.below(item.Blocks, path, label)
		}
	}
}

// begin begins a group of values, of a thing that none has named yet if nothing stands over
// them.
func (w *walker) begin(path []doc.Text) {
	w.group++
	if len(path) == 0 {
		w.thing = nil
	}
}

// below reads blocks under one more label.
func (w *walker) below(blocks []doc.Block, path []doc.Text, label doc.Text) {
	label.Text = strings.TrimRight(strings.TrimSpace(label.Text), ":")
	if label.Text == "" {
		w.blocks(blocks, path)
		return
	}
	w.blocks(blocks, append(slices.Clip(path), label))
}

// term reads what a term means: its lines are values of it.
func (w *walker) term(item doc.Item, path []doc.Text) {
	label := joined(item.Lines)
	w.sections.now.met(folded(label.Text))
	under := append(slices.Clip(path), label)
	for _, b := range item.Blocks {
		if p, ok := b.(*doc.Paragraph); ok {
			for _, line := range p.Lines {
				if key, _, keyed := w.split(line); keyed && key.Text != "" {
					w.line(line, under)
					continue
				}
				w.emit(Value{Raw: line, Path: under, Layout: Keyed})
			}
			continue
		}
		w.blocks([]doc.Block{b}, under)
	}
}

// joined returns lines as one text.
func joined(lines []doc.Text) doc.Text {
	whole := lines[0]
	if len(lines) == 1 {
		return whole
	}
	var joint strings.Builder
	joint.WriteString(whole.Text)
	for _, line := range lines[1:] {
		joint.WriteString(" " + strings.TrimSpace(line.Text))
		whole.Span.ByteEnd, whole.Span.LineEnd = line.Span.ByteEnd, line.Span.LineEnd
	}
	whole.Text = joint.String()
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
	if at < 0 {
		return "", "", false
	}
	return line[:at], line[behind:], true
}

// isKey reports whether what stands before a separator may be a key: few words.
func isKey(before string) bool {
	before = strings.TrimSpace(before)
	if before == "" || len(before) > longestKey || text.WordCount(before) > mostWords {
		return false
	}
	return strings.ContainsFunc(before, unicode.IsLetter)
}

// lines reads lines of text: a table in columns, keys with values, or sentences.
func (w *walker) lines(all, path []doc.Text) {
	all = w.withoutTables(w.titled(all), path)
	if len(all) == 0 {
		return
	}
	for i := range all {
		all[i] = unmarked(all[i])
	}
	w.begin(path)
	keyed := 0
	for i, line := range all {
		isLabel := i+1 < len(all) && line.Strong > 0 && line.Strong == len(line.Text)
		if _, _, ok := w.split(line); ok || isLabel {
			keyed++
		}
	}
	if keyed == 0 || 3*keyed < len(all) {
		w.prose(all, path)
		return
	}
	for i := 0; i < len(all); {
		i = w.keyedLine(all, i, path)
	}
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
		named := all[i-1]
		named.Text = title
		w.sections.enterPseudo(named)
		return all[i+1:]
	}
	return all
}

// unmarked returns a line without the spaces, marks of items and lines of a drawn tree
// before its words, which stand in its column.
func unmarked(line doc.Text) doc.Text {
	bare := strings.TrimLeft(line.Text, " \t│├└─┬|")
	for _, mark := range []string{"- ", "* ", "• ", "+ "} {
		if rest, ok := strings.CutPrefix(bare, mark); ok {
			bare = strings.TrimLeft(rest, " ")
			break
		}
	}
	if line.Strong == 0 {
		line.Column += utf8.RuneCountInString(line.Text) - utf8.RuneCountInString(bare)
		line.Text = bare
	}
	return line
}

// keyedLine reads a line among lines with keys, and those below it that are deeper: they
// are further values of the key if it has none of its own, and go on otherwise. It returns
// the next line.
func (w *walker) keyedLine(all []doc.Text, i int, path []doc.Text) int {
	line := all[i]
	key, value, ok := w.split(line)
	isLabel := !ok && line.Strong > 0 && line.Strong == len(line.Text) || ok && value.Text == ""
	if isLabel && i+1 < len(all) {
		if !ok {
			key = line
		}
		next := i + 1
		for next < len(all) && (all[next].Column > line.Column || next == i+1 && line.Strong > 0) {
			w.line(all[next], append(slices.Clip(path), key))
			next++
		}
		w.sections.now.met(folded(key.Text))
		return max(next, i+1)
	}
	w.line(line, path)
	return i + 1
}
