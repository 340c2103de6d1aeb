package phrase

import "strings"

// optionList is the options that stand below a stem, or behind it on its line.
type optionList struct {
	items []optionItem
	kind  optionKind
	end   int    // the index of the line behind the last option's
	above string // the stem, where they stand on its line
}

// Limits of what may stand before the options and inside of one.
const (
	mostBefore   = 20
	mostInOption = 12
)

// gather reads options of one kind, in the order of their letters, from lines.
func (r *Reader) gather(lines []string) optionList {
	list := optionList{}
	before, last := 0, 0
	for i, line := range lines {
		if strings.TrimSpace(line) == "" {
			continue
		}
		items := r.readOptions(line)
		if list.accepts(items) {
			list.add(items, i)
			last = i
			continue
		}
		before++
		if list.endsAt(r, line, items, max(before, i-last)) {
			break
		}
		if len(list.items) > 0 {
			before = 0
		}
	}
	if len(list.items) > 0 {
		list.close(r, lines, last)
	}
	return list
}

// endsAt reports whether no option of the list comes below a line that is none,
// the so manieth in a row.
func (l *optionList) endsAt(r *Reader, line string, items []optionItem, row int) bool {
	if r.IsKeyLine(line) {
		return true
	}
	if len(l.items) == 0 {
		return row > mostBefore
	}
	restarts := len(items) > 0 && items[0].kind == l.kind && items[0].place == 0
	return row > mostInOption || len(l.items) > mostOptions || isHeading(line) || restarts
}

func isHeading(line string) bool {
	bare := strings.TrimLeft(line, " ")
	return strings.HasPrefix(bare, "#") && cutMark(bare) != bare
}

// accepts reports whether the options of a line are the next ones of the list.
func (l *optionList) accepts(items []optionItem) bool {
	if len(items) == 0 || len(l.items) > mostOptions {
		return false
	}
	next := items[0]
	if len(l.items) == 0 {
		return next.place <= 0
	}
	previous := l.items[len(l.items)-1]
	if next.kind != l.kind || next.indent > previous.indent+3 {
		return false
	}
	if next.place < 0 || previous.place < 0 {
		return next.place == previous.place
	}
	return next.place == previous.place+1 && next.dress == previous.dress
}

func (l *optionList) add(items []optionItem, line int) {
	for _, item := range items {
		item.line = line
		l.items = append(l.items, item)
	}
	l.kind = items[0].kind
}

// close gives the lines between the options to the option above them, and to
// the last one what stands right below it.
func (l *optionList) close(r *Reader, lines []string, last int) {
	for i := range l.items {
		until := last
		if i+1 < len(l.items) {
			until = l.items[i+1].line
		}
		l.items[i].take(lines, until)
	}
	l.end = last + 1
	item := &l.items[len(l.items)-1]
	for l.end < min(len(lines), last+1+mostInOption) && r.continues(lines[l.end]) {
		item.text += "\n" + strings.TrimSpace(lines[l.end])
		l.end++
	}
}

// take adds the lines behind an option's first one.
func (o *optionItem) take(lines []string, until int) {
	var more []string
	for i := o.line + 1; i < until; i++ {
		more = append(more, strings.TrimSpace(lines[i]))
	}
	if text := strings.TrimSpace(strings.Join(more, "\n")); text != "" {
		o.text += "\n" + text
	}
}

// continues reports whether a line right below the last option goes on with it.
func (r *Reader) continues(line string) bool {
	bare := strings.TrimSpace(line)
	if bare == "" || r.IsKeyLine(line) || isHeading(bare) || strings.HasPrefix(bare, "<") || r.MetaLine(bare) || isKeyed(bare) {
		return false
	}
	indented := line[0] == ' ' || line[0] == '\t'
	return indented || !hasAnyPrefix(bare, "-", "*", "_", ">", "|", "`", "+", "#", "(", "[")
}

// stem returns the stem with the lines that stand between it and the options.
func (l *optionList) stem(stem string, lines []string) string {
	if l.above != "" {
		return strings.TrimSpace(l.above)
	}
	between := strings.TrimSpace(strings.Join(lines[:l.items[0].line], "\n"))
	if between == "" {
		return stem
	}
	return stem + "\n" + between
}

// isTasks reports whether boxes are a list of tasks and no options: sentences
// stand above them that do not lead to them, an answer.
func (l *optionList) isTasks(r *Reader, stem string, lines []string) bool {
	if l.kind != boxedOption || r.asksToChoose(stem) {
		return false
	}
	for i := l.items[0].line - 1; i >= 0; i-- {
		bare := strings.TrimSpace(lines[i])
		if bare == "" {
			continue
		}
		leads := r.EndsAsking(bare) || strings.HasSuffix(bare, ":") || strings.HasPrefix(bare, "```") || strings.HasPrefix(bare, "!")
		return !leads
	}
	return false
}

// longestOffer is the longest note that says how many options to choose.
const longestOffer = 40

// withoutOffer takes a note in brackets off the end of a question that says how
// many of its options to choose: "(Choose two.)", "[Select all that apply]".
func (r *Reader) withoutOffer(line string) string {
	before, inner, ok := lastBracket(strings.TrimRight(line, " .*_"))
	if !ok || len(inner) > longestOffer {
		return line
	}
	if first, rest := firstWord(inner); rest != "" && r.cues["choosing_verbs"].Has(first) {
		return before
	}
	return line
}
