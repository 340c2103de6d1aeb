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
	leads     bool // a colon ends it: "Select one:"
	inside    bool // brackets within the last sentence: "Find f(2)."
}

// How much of a line's ends is looked at, in bytes and in words.
const (
	endOfLine      = longestGrade + 16
	mostEdgeWords  = 6
	longestBracket = 300
)

// What may stand between an edge and a line, and what may end a sentence behind brackets.
const (
	dashes  = " \t\n·•-–—|"
	between = dashes + ":,"
	ends    = "?？؟.!:;, *_`"
)

// brackets are what may enclose an edge.
func brackets() [][2]string {
	return [][2]string{{"<!--", "-->"}, {"(", ")"}, {"[", "]"}, {"{", "}"}, {"（", "）"}, {"【", "】"}}
}

// parting is what parts words before a line from it.
const parting = `[:?]\*{0,2} |：|？|\*\* | [–—|-] `

// edgesOf returns what may be edges of a line, the surest first.
func (r *Reader) edgesOf(line string) []edge {
	edges := r.behind(line)
	for _, at := range r.parting.FindAllStringIndex(line[:min(len(line), endOfLine)], -1) {
		edges = append(edges, edge{words: line[:at[0]], rest: line[at[1]:]})
	}
	bare := strings.TrimLeft(line, " *_`")
	for _, pair := range brackets() {
		inner, opened := strings.CutPrefix(bare, pair[0])
		if words, rest, closed := strings.Cut(inner, pair[1]); opened && closed {
			edges = append(edges, edge{words: strings.TrimSpace(words), rest: rest, bracketed: true})
		}
	}
	rest := withoutSigns(line)
	signs := strings.TrimSpace(line[:len(line)-len(rest)])
	isRow := utf8.RuneCountInString(signs) > 1 && !strings.ContainsAny(rest, fullStars) // one star alone is a list mark
	if isRow || strings.Contains(lights, signs) {
		edges = append(edges, edge{words: signs, rest: rest})
	}
	return edges
}

// behind returns what may be an edge behind a line: what brackets hold, and the last
// words, the most of them first: "…? easy", "…? (Level: Advanced)", "… (hard)?".
func (r *Reader) behind(text string) []edge {
	text = strings.TrimRight(text, " \t")
	leads := strings.HasSuffix(text, ":")
	edges := make([]edge, 0, mostEdgeWords+1)
	for at := len(text); len(edges) < mostEdgeWords; {
		at = strings.LastIndexAny(text[:at], " \n")
		if at < 0 || len(text)-at > endOfLine {
			break
		}
		edges = append(edges, edge{words: strings.Trim(text[at:], between), rest: strings.TrimRight(text[:at], between), behind: true, leads: leads})
	}
	if last, ok := r.lastBracket(text); ok {
		edges = append(edges, last)
	}
	if rest := strings.TrimRight(text, drawn); rest != text && (utf8.RuneCountInString(text[len(rest):]) > 1 || r.endsSentence(rest)) {
		edges = append(edges, edge{words: text[len(rest):], rest: strings.TrimRight(rest, " "), behind: true})
	}
	slices.Reverse(edges)
	return edges
}

// lastBracket returns what the brackets hold that a line ends with, or a link to a place
// of the same page shows. What ends the sentence may stand behind them.
func (r *Reader) lastBracket(text string) (edge, bool) {
	bare := strings.TrimRight(text, ends)
	for _, pair := range brackets() {
		inner, closed := strings.CutSuffix(bare, pair[1])
		at := strings.LastIndex(inner, pair[0])
		if !closed || at < 0 || len(inner)-at > longestBracket {
			continue
		}
		e := edge{words: strings.TrimPrefix(strings.TrimSpace(inner[at+len(pair[0]):]), "."), bracketed: true, behind: true}
		if label, isLink := strings.CutSuffix(text[:at], "]"); isLink && r.isPointer(label[strings.LastIndexByte(label, '[')+1:]) {
			at = max(0, strings.LastIndexByte(label, '['))
			e.words = label[min(at+1, len(label)):]
			at = len(strings.TrimRight(text[:at], "(["))
		}
		e.rest = strings.TrimRight(text[:at], dashes)
		if e.inside = !r.endsSentence(e.rest); e.inside {
			e.rest += strings.Trim(text[len(bare):], " *_`")
		}
		return e, e.words != ""
	}
	return edge{}, false
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
