package phrase

import (
	"strings"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
)

// CutGrade takes a stated difficulty off the end or the beginning of a question
// line, in whatever dress: "[Easy] What…", "**Hard** – What…", "What…? (level:
// 4/5)", "What…? ★★☆", "What…? #hard". Where there is one, the marks, numbers
// and labels before the question fall away as well; otherwise the line is
// returned as it is. Words of the question are never taken, and a bare n/m is
// not either: it may be an answer, a date or the number of a part.
func (r *Reader) CutGrade(line string) (string, quarry.Difficulty, bool) {
	bare := r.Strip(line)
	for _, n := range append(r.behind(bare), r.before(bare)...) {
		grade, ok := r.noted(n)
		if !ok {
			continue
		}
		if rest := r.Strip(withoutHalf(strings.TrimLeft(n.rest, between+".)"))); holdsWord(rest) {
			return rest, grade, true
		}
		break
	}
	return line, "", false
}

// note is what stands at either end of a line and may say something about it.
type note struct {
	words     string
	rest      string // the line without them
	bracketed bool
	behind    bool // at the end of the line
}

// noted returns the difficulty that a note states. Without brackets it counts behind a
// sentence, or before one.
func (r *Reader) noted(n note) (quarry.Difficulty, bool) {
	grade, _, ok := r.rowGrade(n.words)
	return grade, ok && (n.bracketed || !n.behind || r.endsSentence(n.rest))
}

// endsSentence reports whether a sentence ends where a text does, in emphasis or
// not.
func (r *Reader) endsSentence(text string) bool {
	text = strings.TrimRight(text, "*_` ")
	return hasAnySuffix(text, "?", "!", ".", "…", ")", "\"", "”", "$", "。") || r.EndsAsking(text)
}

// How much of a line's ends is looked at for a grade, in bytes and in words.
const (
	endOfLine      = longestGrade + 16
	mostGradeWords = 6
)

// between is what may stand between a note and a line.
const between = " \t·•-–—|:,"

// behind returns what may be a note behind a line, from the last word or bracket on:
// "…? easy", "…? (Level: Advanced)", "… (hard)?".
func (r *Reader) behind(text string) []note {
	var notes []note
	text = strings.TrimRight(text, " \t")
	bare := strings.TrimRight(text, "?？؟.!:;, ")
	for at, words := len(text), 0; words < mostGradeWords; {
		at = strings.LastIndexAny(text[:at], " ([{<（【")
		if at < 0 || len(text)-at > endOfLine {
			break
		}
		n := note{words: strings.Trim(text[at:], between), rest: strings.TrimRight(text[:at], between), behind: true}
		if text[at] == ' ' {
			words++
			notes = append(notes, n)
			continue
		}
		if n.words, n.bracketed = inBrackets(bare[min(at, len(bare)):]); n.bracketed {
			if !r.endsSentence(n.rest) {
				n.rest += strings.TrimSpace(text[len(bare):])
			}
			notes = append(notes, n)
		}
	}
	return notes
}

// before returns what may be a note before a line: words before a mark that parts them
// from the line, "Easy: What…", "Level 2 | What…", brackets, behind the question's label
// too, "Q3 (easy): What…", and a row of signs.
func (r *Reader) before(text string) []note {
	var notes []note
	head := text[:min(len(text), endOfLine)]
	for at := 1; at < len(head); at++ {
		size := partingMark(head[at:])
		if size == 0 {
			continue
		}
		n := note{words: strings.TrimRight(text[:at+size], between+"：)]"), rest: text[at+size:]}
		open := strings.LastIndexAny(text[:at], "([")
		if rest, ok := r.CutQuestionLabel(strings.Trim(text[:max(open, 0)], "*_ .:)-–—")); !ok || rest != "" {
			open = 0
		}
		if inner, ok := inBrackets(text[open : at+size]); ok {
			n.words, n.bracketed = inner, true
		}
		notes = append(notes, n)
	}
	rest := withoutSigns(text)
	signs := strings.TrimSpace(text[:len(text)-len(rest)])
	if utf8.RuneCountInString(signs) > 1 || strings.Contains(lights, signs) { // one star alone is a list mark
		notes = append(notes, note{words: signs, rest: rest})
	}
	return notes
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
	for _, pair := range [][2]string{{"<!--", "-->"}, {"(", ")"}, {"[", "]"}, {"{", "}"}, {"（", "）"}, {"【", "】"}} {
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
