package phrase

import "strings"

// mostTrails is how many things may stand behind a question that are no part
// of it.
const mostTrails = 3

// CutTrail takes off the end of a line what stands behind a question and is no
// part of it: a link to its source, "[[src]](…)", the mark of a footnote, a
// line to write on, what an answer is worth, "[5 marks]". All else stays.
func (r *Reader) CutTrail(line string) string {
	for range mostTrails {
		next := r.cutTrail(strings.TrimRight(line, " \t"))
		if next == "" {
			break
		}
		line = next
	}
	return line
}

// cutTrail takes one of them off, and returns "" where there is none.
func (r *Reader) cutTrail(line string) string {
	bare, marks := line, ""
	if trimmed := strings.TrimRight(line, "*"); trimmed != line {
		bare, marks = trimmed, line[len(trimmed):]
	}
	before := r.beforeTrail(bare)
	if marks != "" && before != "" {
		opened, ok := strings.CutSuffix(before, marks)
		if !ok {
			return ""
		}
		before = strings.TrimRight(opened, " \t")
	}
	if !holdsWord(before) {
		return ""
	}
	return before
}

// beforeTrail returns what stands before the last thing on a line, where that is
// no part of a question.
func (r *Reader) beforeTrail(bare string) string {
	before := ""
	switch {
	case strings.HasSuffix(bare, ")]"):
		before = beforeLast(bare, "[[")
	case strings.HasSuffix(bare, "))"):
		before = beforeLast(bare, "([")
	case strings.HasSuffix(bare, "___"):
		before = strings.TrimRight(bare, "_ ")
		if !r.EndsAsking(before) {
			return ""
		}
	case strings.HasSuffix(bare, ")"):
		before = r.beforeBracket(bare)
	case strings.HasSuffix(bare, "]"):
		before = r.beforeSquare(bare)
	}
	return strings.TrimRight(before, " \t")
}

// longestTrail is the longest thing that stands behind a question, in bytes.
const longestTrail = 300

// beforeLast returns what stands before the last of some marks, which open a
// link in brackets.
func beforeLast(line, open string) string {
	from := max(0, len(line)-longestTrail)
	at := strings.LastIndex(line[from:], open)
	if at <= 0 || !strings.Contains(line[from+at:], "](") {
		return ""
	}
	return line[:from+at]
}

// beforeBracket returns what stands before a link to a source, or before what
// an answer is worth; "" where a line ends in neither.
func (r *Reader) beforeBracket(line string) string {
	from := max(0, len(line)-longestTrail)
	if at := strings.LastIndex(line[from:], "]("); at >= 0 && !strings.ContainsAny(line[from+at+2:len(line)-1], " ()") {
		return r.beforeLink(line[:from+at+1])
	}
	at := strings.LastIndexByte(line[from:], '(')
	if at <= 0 || !r.isWorth(line[from+at+1:len(line)-1]) {
		return ""
	}
	return line[:from+at]
}

// beforeLink returns what stands before the words of a link, where they name a
// source or a question ends in front of them.
func (r *Reader) beforeLink(line string) string {
	open, deep := "[", strings.HasSuffix(line, "]]")
	if deep {
		open = "[["
	}
	from := max(0, len(line)-longestTrail)
	at := strings.LastIndex(line[from:], open)
	if at <= 0 {
		return ""
	}
	before := line[:from+at]
	if deep || r.EndsAsking(strings.TrimRight(before, " ([")) || r.namesSource(strings.Trim(line[from+at:], "[]")) {
		return before
	}
	return ""
}

// beforeSquare returns what stands before the mark of a footnote or before what
// an answer is worth, "" where a line ends in neither. The index of an array
// stands right behind its name.
func (r *Reader) beforeSquare(line string) string {
	from := max(0, len(line)-longestTrail)
	at := strings.LastIndexByte(line[from:], '[')
	if at <= 0 {
		return ""
	}
	before, inner := line[:from+at], line[from+at+1:len(line)-1]
	number := inner != "" && strings.Trim(inner, "0123456789") == ""
	free := strings.HasSuffix(before, " ") || r.EndsAsking(before)
	switch {
	case r.isWorth(inner), strings.HasPrefix(inner, "^"):
		return before
	case free && r.EndsAsking(strings.TrimSpace(before)) && number, free && r.namesSource(inner):
		return before
	}
	return ""
}

// namesSource reports whether the words of a link only say that it leads to
// where something is from.
func (r *Reader) namesSource(words string) bool {
	return r.cues["source_names"].Has(strings.ToLower(strings.Trim(words, " .:")))
}

// isWorth reports whether words say how much an answer counts: "5 marks".
func (r *Reader) isWorth(words string) bool {
	number, unit, _ := strings.Cut(strings.ToLower(strings.TrimSpace(words)), " ")
	digits := strings.TrimLeft(number, "0123456789.,½+×x")
	if digits == number {
		return false
	}
	if unit == "" {
		unit = digits
	}
	unit, _, _ = strings.Cut(strings.TrimSpace(unit), " ")
	return r.cues["worth_units"].Has(strings.TrimRight(unit, "."))
}
