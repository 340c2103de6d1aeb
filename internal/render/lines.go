package render

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
)

// Limits of what is shown of a text line by line.
const (
	mostLines   = 2_000
	longestLine = 4_000   // bytes that are shown of a line
	longestView = 1 << 20 // bytes that are shown of all lines
	before      = 200     // lines that are shown before the first that is marked
	leading     = 1_000   // bytes that are shown of a long line before what is marked in it
)

// View is what is shown of a stored text. Lines are counted from 1.
type View struct {
	Lines quarry.LineRange   // those that are shown; the zero range for as many as are shown at once
	Marks []quarry.LineRange // those that are marked
	// Bytes are marked from the first up to the second of the text, where the second is greater.
	Bytes [2]int
	// Whole returns where all of a line is read that is cut off.
	Whole func(line int) string
}

// Lines returns a stored text line by line, as a list whose items are called L1, L2 and so
// on, with what is marked in it. It shows no more than a page can hold, whatever the lines are.
func Lines(text []byte, v View) string {
	lines := splitLines(text)
	if v.Bytes[1] > v.Bytes[0] && len(v.Marks) == 0 {
		v.Marks = []quarry.LineRange{{LineStart: lineAt(lines, v.Bytes[0]), LineEnd: lineAt(lines, v.Bytes[1]-1)}}
	}
	first, last := v.window(len(lines))
	var items strings.Builder
	shown := first - 1
	for shown < last && items.Len() < longestView {
		v.item(&items, text, lines[shown], shown+1)
		shown++
	}
	return fmt.Sprintf(`<ol class="lines" start="%d" data-line-start="%d" data-line-end="%d" data-lines-total="%d">`, first, first, shown, len(lines)) +
		items.String() + "</ol>"
}

// CountLines returns how many lines a text has.
func CountLines(text []byte) int { return len(splitLines(text)) }

// span is where a line stands in the text, without its line break.
type span struct{ start, end int }

func splitLines(text []byte) []span {
	lines := make([]span, 0, bytes.Count(text, []byte("\n"))+1)
	for start := 0; start < len(text); {
		end, next := len(text), len(text)
		if at := bytes.IndexByte(text[start:], '\n'); at >= 0 {
			end, next = start+at, start+at+1
		}
		lines = append(lines, span{start, max(start, end-trailing(text[start:end]))})
		start = next
	}
	return lines
}

// trailing returns how many carriage returns end a line.
func trailing(line []byte) int { return len(line) - len(bytes.TrimRight(line, "\r")) }

// lineAt returns the line that a byte is in.
func lineAt(lines []span, at int) int {
	found, _ := slices.BinarySearchFunc(lines, at, func(one span, at int) int { return one.start - at - 1 })
	return max(1, found)
}

// window returns the first and the last line that are shown.
func (v View) window(total int) (int, int) {
	first, last := v.Lines.LineStart, v.Lines.LineEnd
	if first == 0 {
		first, last = 1, total
		if len(v.Marks) > 0 {
			first = max(1, v.Marks[0].LineStart-before)
		}
	}
	first = min(first, max(1, total))
	return first, min(last, total, first+mostLines-1)
}

// item writes a line.
func (v View) item(out *strings.Builder, text []byte, line span, number int) {
	marked := slices.ContainsFunc(v.Marks, func(r quarry.LineRange) bool { return r.LineStart <= number && number <= r.LineEnd })
	class := ""
	if marked {
		class = ` class="marked"`
	}
	fmt.Fprintf(out, `<li id="L%d" value="%d"%s><code dir="auto">`, number, number, class)
	mark := span{max(line.start, v.Bytes[0]), min(line.end, v.Bytes[1])}
	visible := line
	if line.end-line.start > longestLine {
		if mark.end > mark.start && mark.start-line.start > leading {
			visible.start = startOfRune(text, mark.start-leading)
		}
		visible.end = startOfRune(text, min(line.end, visible.start+longestLine))
	}
	if visible.start > line.start {
		v.cut(out, visible.start-line.start, number)
	}
	if mark.start, mark.end = max(mark.start, visible.start), min(mark.end, visible.end); mark.end > mark.start {
		mark.start, mark.end = startOfRune(text, mark.start), startOfRune(text, mark.end)
		out.WriteString(escape(text[visible.start:mark.start]) + "<mark>" + escape(text[mark.start:mark.end]) + "</mark>")
		visible.start = mark.end
	}
	out.WriteString(escape(text[visible.start:visible.end]))
	if visible.end < line.end {
		v.cut(out, line.end-visible.end, number)
	}
	out.WriteString("</code></li>")
}

// cut says how much of a line is not shown, and where it is.
func (v View) cut(out *strings.Builder, missing, number int) {
	fmt.Fprintf(out, `<span class="cut">… %s bytes more: <a href="%s">all of line %d</a></span>`,
		grouped(missing), escaped(v.Whole(number)), number)
}

// grouped writes a number with a comma between thousands.
func grouped(n int) string {
	digits := strconv.Itoa(n)
	for at := len(digits) - 3; at > 0; at -= 3 {
		digits = digits[:at] + "," + digits[at:]
	}
	return digits
}

// startOfRune returns the beginning of the character that a byte is in.
func startOfRune(text []byte, at int) int {
	for at > 0 && at < len(text) && !utf8.RuneStart(text[at]) {
		at--
	}
	return at
}

// escape writes text as HTML. What is no text is shown as such.
func escape(text []byte) string {
	return escaped(strings.ReplaceAll(strings.ToValidUTF8(string(text), "\ufffd"), "\x00", "\ufffd"))
}
