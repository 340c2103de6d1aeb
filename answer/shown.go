package answer

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/text"
)

// keyPoint returns the point as it is shown: its place is that of the whole of it in the
// reference answer, with the marks that open or close there, and its text is without
// markup.
func keyPoint(r reading, p point) quarry.KeyPoint {
	first, last := p.clauses[0], p.clauses[len(p.clauses)-1]
	for first < last && r.clauses[first].head {
		first++
	}
	if p.weight > 0 {
		first, last = r.withWords(first, last)
	}
	place := r.wholePlace(r.clauses[first].start, r.clauses[last].end)
	shown := quarry.KeyPoint{
		Text: r.shown(place), ByteStart: place.start, ByteEnd: place.end, Required: p.weight > 0, Contradicted: p.contradicted,
	}
	if r.clauses[first].code {
		place = r.wholeLines(place)
		shown.ByteStart, shown.ByteEnd = place.start, place.end
		shown.Text = strings.TrimSpace(r.text[place.start:place.end])
	}
	return shown
}

// withWords goes on with a point that has no word, as "S = 1" has none, to the end of its
// sentence and back to what was said before.
func (r reading) withWords(first, last int) (int, int) {
	wordless := func() bool { return !hasWord(r.text[r.clauses[first].start:r.clauses[last].end]) }
	for wordless() && last+1 < len(r.clauses) && r.clauses[last].sentence == r.clauses[last+1].sentence {
		last++
	}
	for wordless() && first > 0 {
		first--
	}
	return first, last
}

// wholeLines goes on with a place to where its lines begin and end.
func (r reading) wholeLines(place span) span {
	place.start = strings.LastIndexByte(r.text[:place.start], '\n') + 1
	if behind := strings.IndexByte(r.text[place.end:], '\n'); behind >= 0 {
		place.end += behind
	} else {
		place.end = len(r.text)
	}
	return place
}

// hasWord reports whether a text has a word of two letters or more, or is in a script
// in which one is a word.
func hasWord(s string) bool {
	letters := 0
	for _, r := range s {
		switch {
		case text.IsUnspaced(r):
			return true
		case !unicode.IsLetter(r):
			letters = 0
		default:
			letters++
		}
		if letters > 1 {
			return true
		}
	}
	return false
}

// wholePlace takes the marks in that open before a place and close behind it.
func (r reading) wholePlace(start, end int) span {
	if one, ok := r.protected.around(start); ok {
		start = one.start
	}
	if one, ok := r.protected.around(end); ok {
		end = one.end
	}
	for start > 0 && strings.IndexByte("*_`$([\"", r.text[start-1]) >= 0 {
		start--
	}
	for end < len(r.text) && strings.IndexByte(".!?)]*_`$\"", r.text[end]) >= 0 {
		if strings.HasPrefix(r.text[end:], "](") { // a link's target
			end += max(0, strings.IndexByte(r.text[end:], ')'))
		}
		end++
		if one, ok := r.protected.around(end); ok { // it opens there
			end = one.start
			break
		}
	}
	return span{start, end}
}

// shown returns what stands at a place without markup, on one line.
func (r reading) shown(place span) string {
	var out strings.Builder
	for at := place.start; at < place.end; {
		if one, ok := r.protected.startingAt(at); ok && one.end <= place.end {
			out.WriteString(unticked(r.text[one.start:one.end]))
			at = one.end
			continue
		}
		_, size := utf8.DecodeRuneInString(r.text[at:place.end])
		if length := markupAt(r.text, at, place.end); length > 0 {
			at += length
			continue
		}
		out.WriteString(r.text[at : at+size])
		at += size
	}
	return balanced(strings.Join(strings.Fields(out.String()), " "))
}

// unticked returns code without its marks; a formula keeps them, since nothing else says
// that it is one.
func unticked(text string) string {
	if text[0] == '`' {
		return strings.Trim(text, "`")
	}
	return text
}

// markupAt returns how many bytes of markup there are at a place: emphasis, the
// brackets and the target of a link, the mark of an item, an escape.
func markupAt(text string, at, end int) int {
	if length := itemMarkAt(text, at, end); length > 0 {
		return length
	}
	switch text[at] {
	case '*', '_':
		if isEmphasis(text, at) {
			return 1
		}
	case '`':
		return 1
	case '\\':
		if at+1 < end && strings.IndexByte("*_`[]()#+-.!$", text[at+1]) >= 0 {
			return 1
		}
	case '[', ']':
		return linkMarkAt(text[at:min(end, at+longestProtected)])
	}
	return 0
}

// linkMarkAt returns how long the bracket is that opens a link, or the one that closes its
// text and the target behind it.
func linkMarkAt(text string) int {
	closing := strings.IndexByte(text, ']')
	switch {
	case closing < 0 || !strings.HasPrefix(text[closing:], "]("):
		return 0
	case closing > 0:
		return 1
	}
	return 1 + max(0, strings.IndexByte(text, ')'))
}

// itemMarkAt returns how long the mark of an item, a quotation or a heading is that a line
// begins with there.
func itemMarkAt(text string, at, end int) int {
	if at == 0 || text[at-1] != '\n' {
		return 0
	}
	line := strings.TrimLeft(text[at:end], " \t")
	for _, mark := range []string{"- ", "* ", "+ ", "> ", "# ", "## ", "### "} {
		if strings.HasPrefix(line, mark) {
			return end - at - len(line) + len(mark)
		}
	}
	return 0
}

// isEmphasis tells a mark of emphasis from a product ("2 * 3", "2*3") and from a letter
// of a name ("size_t").
func isEmphasis(text string, at int) bool {
	before, behind := byte(' '), byte(' ')
	if at > 0 {
		before = text[at-1]
	}
	if at+1 < len(text) {
		behind = text[at+1]
	}
	alone, within := isBlank(before) && isBlank(behind), isWordByte(before) && isWordByte(behind)
	return !alone && !within
}

func isWordByte(c byte) bool { return isLetter(c) || isDigit(c) || c >= utf8.RuneSelf }

// balanced drops the brackets at the ends of a text whose others lie outside of it.
func balanced(text string) string {
	for _, pair := range []string{"()", "[]"} {
		if open := strings.Count(text, pair[:1]) - strings.Count(text, pair[1:]); open > 0 {
			text = strings.TrimSuffix(text, pair[:1])
			text = strings.TrimPrefix(text, pair[:1])
		} else if open < 0 {
			text = withoutLast(text, pair[1])
		}
	}
	return strings.TrimSpace(text)
}

// withoutLast drops a bracket that nothing but marks follows.
func withoutLast(text string, bracket byte) string {
	at := strings.LastIndexByte(text, bracket)
	if at < 0 || strings.Trim(text[at+1:], ".!?,;: ") != "" {
		return text
	}
	return text[:at] + text[at+1:]
}
