package phrase

import (
	"strings"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
)

// mostGrades is how often a line may state the same difficulty: "🟢 [Easy]".
const mostGrades = 3

// CutGrade takes a stated difficulty off the end or the beginning of a question
// line, in whatever dress: "[Easy] What…", "**Hard** – What…", "What…? (level:
// 4/5)", "What…? ★★☆", "What…? #hard". Where there is one, the marks, numbers
// and labels before the question fall away as well; otherwise the line is
// returned as it is. Words of the question are never taken, and a bare n/m is
// not either: see CutScale.
func (r *Reader) CutGrade(line string) (string, quarry.Difficulty, bool) {
	rest, grade := r.Strip(line), quarry.Difficulty("")
	for range mostGrades {
		next, stated, ok := r.cutEdge(rest, r.gradeAt)
		if !ok || (grade != "" && stated != grade) {
			break
		}
		rest, grade = next, stated
	}
	if grade == "" {
		return line, "", false
	}
	return rest, grade, true
}

// CutScale takes a bare position on a scale off the end or the beginning of a
// question line: "(3/5)", "[2/3]". It may be an answer, a date or the number of
// a part as well: only where at least three questions of a document carry one,
// on the same scale, does it state a difficulty.
func (r *Reader) CutScale(line string) (string, quarry.Difficulty, bool) {
	rest, grade, ok := r.cutEdge(r.Strip(line), r.scaleAt)
	if !ok {
		return line, "", false
	}
	return rest, grade, true
}

// edge is what stands at either end of a line and may be a note about it.
type edge struct {
	words     string
	rest      string // the line without them
	bracketed bool
	behind    bool // at the end of the line
	parted    bool // by a dash or the like
}

// cutEdge takes the first note off a line that states a difficulty.
func (r *Reader) cutEdge(text string, read func(edge) (quarry.Difficulty, bool)) (string, quarry.Difficulty, bool) {
	for _, edges := range []func(string) []edge{r.behind, r.before} {
		for _, e := range edges(text) {
			if grade, ok := read(e); ok {
				rest := r.Strip(strings.TrimLeft(e.rest, " \t·•–—:|,-.)"))
				return rest, grade, holdsWord(rest)
			}
		}
	}
	return text, "", false
}

// gradeAt reads a note that states a difficulty. Without brackets it counts behind
// a sentence, and with a label behind a dash or a bar too.
func (r *Reader) gradeAt(e edge) (quarry.Difficulty, bool) {
	if e.bracketed {
		grade, _, ok := r.notedGrade(e.words)
		return grade, ok
	}
	grade, labelled, ok := r.statedGrade(e.words)
	return grade, ok && (!e.behind || labelled && e.parted || r.endsSentence(e.rest))
}

// scaleAt reads a note that is a bare position on a scale: in brackets, or behind
// a question mark.
func (r *Reader) scaleAt(e edge) (quarry.Difficulty, bool) {
	if !e.bracketed && (!e.behind || !r.EndsAsking(e.rest)) {
		return "", false
	}
	return r.fractionGrade(strings.Trim(e.words, "*_`"))
}

// endsSentence reports whether a sentence ends where a text does, in emphasis or
// not.
func (r *Reader) endsSentence(text string) bool {
	text = strings.TrimRight(text, "*_` ")
	if hasAnySuffix(text, "e.g.", "i.e.", "vs.", "cf.") {
		return false
	}
	return hasAnySuffix(text, "?", "!", ".", "…", ")", "\"", "”", "$", "。") || r.EndsAsking(text)
}

// How much of a line's ends is looked at for a grade, in bytes and in words.
const (
	endOfLine      = longestGrade + 16
	mostGradeWords = 6
)

// What stands between a note and a line. Colons and commas are of the note where
// they end it: ":star:".
const (
	parting = " \t·•-–—|"
	between = parting + ":,"
)

// behind returns what may be a note behind a line, from the last word or bracket on:
// "…? easy", "…? — Level: Advanced", "… (hard)?".
func (r *Reader) behind(text string) []edge {
	var edges []edge
	text = strings.TrimRight(text, " \t")
	bare := strings.TrimRight(text, "?？؟.!:;,")
	bare, mark := strings.TrimRight(bare, " "), text[len(bare):]
	emphasis := bare[len(strings.TrimRight(bare, "*_`")):]
	for at, words := len(text), 0; words < mostGradeWords; {
		at = strings.LastIndexAny(text[:at], " ([{<（【")
		if at < 0 || len(text)-at > endOfLine {
			break
		}
		before := strings.TrimRight(text[:at], between)
		if text[at] == ' ' {
			words++
			parted := hasAnySuffix(strings.TrimRight(text[:at], " "), "–", "—", "|", "·", " -")
			edges = append(edges, edge{words: strings.Trim(text[at:], parting), rest: before, behind: true, parted: parted})
			continue
		}
		if inner, ok := inBrackets(bare[min(at, len(bare)):]); ok {
			if before = strings.TrimRight(closedAgain(before, emphasis), between); !r.endsSentence(before) {
				before += mark
			}
			edges = append(edges, edge{words: inner, rest: before, bracketed: true, behind: true})
		}
	}
	return edges
}

// before returns what may be a note before a line: a row of signs or a tag, words
// before a mark that parts them from the line, "Easy: What…", "Level 2 | What…",
// and brackets, behind the question's label too: "Q3 (easy): What…".
func (r *Reader) before(text string) []edge {
	var edges []edge
	rest := withoutSigns(text)
	if signs := strings.TrimSpace(text[:len(text)-len(rest)]); isRow(signs) {
		edges = append(edges, edge{words: signs, rest: rest})
	} else if tag, behind, ok := strings.Cut(text, " "); ok && strings.HasPrefix(tag, "#") {
		edges = append(edges, edge{words: tag, rest: behind})
	}
	emphasis := leading(text, "*_")
	head := text[:min(len(text), endOfLine)]
	for at := 1; at < len(head); at++ {
		size := partingMark(head[at:])
		if size == 0 {
			continue
		}
		e := edge{words: strings.TrimRight(text[:at+size], between+"：)]"), rest: text[at+size:]}
		if inner, ok := inBrackets(r.withoutLabel(text[:at+size])); ok {
			e.words, e.bracketed = inner, true
			e.rest = withoutTarget(e.rest)
		}
		if !strings.HasSuffix(e.words, emphasis) || e.bracketed {
			e.rest = openedAgain(strings.TrimLeft(e.rest, " .:)"), emphasis)
		}
		edges = append(edges, e)
	}
	return edges
}

// isRow reports whether signs stand for a grade before a line: one star alone is a
// list mark.
func isRow(signs string) bool {
	count := utf8.RuneCountInString(strings.ReplaceAll(signs, "\ufe0f", ""))
	return count > 1 || count == 1 && strings.ContainsAny(signs, lights)
}

// partingMark returns the length of the mark that a text begins with, where it
// parts a note from a line or closes brackets.
func partingMark(text string) int {
	if text[0] < utf8.RuneSelf && strings.IndexByte(" :*)]}-", text[0]) < 0 {
		return 0
	}
	for _, mark := range []string{":** ", ":* ", ":__ ", "** ", ": ", "：", " – ", " — ", " - ", " | ", ")", "]", "}", "-->", "）", "】"} {
		if strings.HasPrefix(text, mark) {
			return len(strings.TrimRight(mark, " "))
		}
	}
	return 0
}

// brackets are what notes stand in.
func brackets() [][2]string {
	return [][2]string{{"<!--", "-->"}, {"(", ")"}, {"[", "]"}, {"{", "}"}, {"（", "）"}, {"【", "】"}}
}

// inBrackets returns what stands in the brackets that a text consists of, in
// emphasis or not, the mark of an image and the point of a class not counted.
func inBrackets(text string) (string, bool) {
	bare := strings.TrimPrefix(strings.Trim(text, " \t*_`"), "!")
	for _, pair := range brackets() {
		inner, opened := strings.CutPrefix(bare, pair[0])
		inner, closed := strings.CutSuffix(inner, pair[1])
		if inner = strings.TrimSpace(inner); opened && closed && inner != "" && !strings.Contains(inner, pair[0]) {
			return strings.TrimPrefix(inner, "."), true
		}
	}
	return text, false
}

// withoutLabel takes the label of a question before brackets away: "Q3 (easy)".
func (r *Reader) withoutLabel(text string) string {
	bare := strings.TrimLeft(text, "*_")
	at := strings.IndexAny(bare, "([")
	if at <= 0 {
		return text
	}
	if found, ok := r.readAsked(strings.TrimRight(bare[:at], " .:)-–—") + ":"); !ok || found.rest != "" {
		return text
	}
	return bare[at:]
}

// withoutTarget takes the target of a link off the front of what stands behind it.
func withoutTarget(text string) string {
	if _, behind, linked := strings.Cut(text, ")"); linked && text[0] == '(' {
		return behind
	}
	return text
}

// closedAgain gives the emphasis to the end of a text that closed behind what was
// cut off, unless it opened only there.
func closedAgain(text, emphasis string) string {
	if inside, opened := strings.CutSuffix(text, emphasis); opened {
		return inside
	}
	return text + emphasis
}

// openedAgain gives the emphasis to the beginning of a text that opened in what
// was cut off, unless it closes at once.
func openedAgain(text, emphasis string) string {
	if outside, closed := strings.CutPrefix(text, emphasis); closed {
		return outside
	}
	return emphasis + text
}

func holdsWord(text string) bool { return strings.ContainsFunc(text, isWordRune) }
