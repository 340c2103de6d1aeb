package phrase

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// edge is what stands at an end of a line and may be no words of its question.
type edge struct {
	words     string
	rest      string // the line without them
	bracketed bool
	behind    bool // at the end of the line
}

// How much of a line's ends is looked at, in bytes and in words.
const (
	endOfLine      = longestGrade + 16
	mostGradeWords = 6
	longestBracket = 300
)

// between is what may stand between an edge and a line.
const (
	between = dashes + ":,"
	dashes  = " \t·•-–—|"
)

// brackets are what may enclose an edge.
func brackets() [][2]string {
	return [][2]string{{"<!--", "-->"}, {"(", ")"}, {"[", "]"}, {"{", "}"}, {"（", "）"}, {"【", "】"}}
}

// behind returns what may be an edge behind a line: what brackets hold, and the last
// words, the most of them first: "…? easy", "…? (Level: Advanced)", "… (hard)?".
func (r *Reader) behind(text string) []edge {
	var edges []edge
	text = strings.TrimRight(text, " \t")
	for at := len(text); len(edges) < mostGradeWords; {
		at = strings.LastIndexByte(text[:at], ' ')
		if at < 0 || len(text)-at > endOfLine {
			break
		}
		edges = append(edges, edge{words: strings.Trim(text[at:], between), rest: strings.TrimRight(text[:at], between), behind: true})
	}
	if e, ok := r.lastBracket(text); ok {
		edges = append(edges, e)
	}
	slices.Reverse(edges)
	return edges
}

// lastBracket returns what the brackets hold that a line ends with, or a link to a place
// of the same page shows. What ends the sentence may stand behind them.
func (r *Reader) lastBracket(text string) (edge, bool) {
	bare := strings.TrimRight(text, "?？؟.!:;, *_`")
	for _, pair := range brackets() {
		inner, closed := strings.CutSuffix(bare, pair[1])
		at := strings.LastIndex(inner, pair[0])
		if !closed || at <= 0 || len(inner)-at > longestBracket {
			continue
		}
		e := edge{words: strings.TrimPrefix(strings.TrimSpace(inner[at+len(pair[0]):]), "."), bracketed: true, behind: true}
		if label, isLink := strings.CutSuffix(text[:at], "]"); isLink && strings.HasPrefix(e.words, "#") {
			at = max(0, strings.LastIndexByte(label, '['))
			e.words = label[min(at+1, len(label)):]
		}
		e.rest = strings.TrimRight(text[:at], dashes)
		if !r.endsSentence(e.rest) {
			e.rest += strings.Trim(text[len(bare):], " *_`")
		}
		return e, e.words != ""
	}
	return edge{}, false
}

// before returns what may be an edge before a line: words before a mark that parts them
// from the line, "Easy: What…", "Level 2 | What…", brackets, behind the question's label
// too, "Q3 (easy): What…", and a row of signs.
func (r *Reader) before(text string) []edge {
	var edges []edge
	head := text[:min(len(text), endOfLine)]
	for at := 1; at < len(head); at++ {
		size := partingMark(head[at:])
		if size == 0 {
			continue
		}
		e := edge{words: strings.TrimRight(text[:at+size], between+"：)]"), rest: text[at+size:]}
		open := strings.LastIndexAny(text[:at], "([")
		if rest, ok := r.CutQuestionLabel(strings.Trim(text[:max(open, 0)], "*_ .:)-–—")); !ok || rest != "" {
			open = 0
		}
		if inner, ok := inBrackets(text[open : at+size]); ok {
			e.words, e.bracketed = inner, true
		}
		edges = append(edges, e)
	}
	rest := withoutSigns(text)
	signs := strings.TrimSpace(text[:len(text)-len(rest)])
	isRow := utf8.RuneCountInString(signs) > 1 && !strings.Contains(rest, signs[:len("★")]) // one star alone is a list mark
	if isRow || strings.Contains(lights, signs) {
		edges = append(edges, edge{words: signs, rest: rest})
	}
	return edges
}

// partingMark returns the length of the mark that a text begins with, where it
// parts a note from a line or closes brackets.
func partingMark(text string) int {
	if text[0] < utf8.RuneSelf && strings.IndexByte(" :*)]}-", text[0]) < 0 {
		return 0
	}
	rest, _ := cutAnyPrefix(text, ":** ", ":* ", "** ", ": ", "：", " – ", " — ", " - ", " | ", ")", "]", "}", "-->", "）", "】")
	return len(strings.TrimRight(text[:len(text)-len(rest)], " "))
}

// inBrackets returns what stands in the brackets that a text consists of, in
// emphasis or not, the point of a class not counted.
func inBrackets(text string) (string, bool) {
	bare := strings.Trim(text, " \t*_`")
	for _, pair := range brackets() {
		inner, opened := strings.CutPrefix(bare, pair[0])
		inner, closed := strings.CutSuffix(inner, pair[1])
		if inner = strings.TrimSpace(inner); opened && closed && inner != "" && !strings.Contains(inner, pair[0]) {
			return strings.TrimPrefix(inner, "."), true
		}
	}
	return text, false
}

// withoutHalf takes emphasis off an end of a text whose other half was cut off with what
// stood there.
func withoutHalf(text string) string {
	text = strings.TrimSpace(text)
	for _, mark := range []string{"**", "*", "__", "_"} {
		if strings.Count(text, mark)%2 == 1 {
			before, opened := strings.CutSuffix(text, mark)
			if !opened {
				before = strings.TrimPrefix(text, mark)
			}
			text = strings.TrimSpace(before)
		}
	}
	return text
}

func holdsWord(text string) bool { return strings.ContainsFunc(text, isWordRune) }
