package phrase

import (
	"cmp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
)

// meaning is what an edge of a line says about the question in it.
type meaning uint8

const (
	grading  meaning = 1 << iota // how hard it is
	aside                        // what its answer is worth or where it stands
	choosing                     // how many of its options to choose
	offering                     // that it is true or false
	judging                      // which of both it is
)

const anything = 1<<5 - 1 // of all these meanings

// Edges is what stood around the words of a question.
type Edges struct {
	Grade   quarry.Difficulty // that was stated, "" for none
	Offers  bool              // true and false
	Verdict string            // whether a statement is true, and why
}

// Own returns the words of the question that a line asks, and what stood around them:
// marks, numbers, labels and emphasis, and whatever says something about it at either
// end. The outermost goes first, until nothing comes off.
func (r *Reader) Own(line string) (string, Edges) {
	own, found := r.without(line, anything)
	return Unlinked(r.Strip(own)), found
}

// CutGrade takes a stated difficulty off the end or the beginning of a question
// line, in whatever dress: "[Easy] What…", "**Hard** – What…", "What…? (level:
// 4/5)", "What…? ★★☆", "What…? #hard". Where there is one, the marks, numbers
// and labels before the question fall away as well; otherwise the line is
// returned as it is. Words of the question are never taken, and a bare n/m is
// not either: it may be an answer, a date or the number of a part.
func (r *Reader) CutGrade(line string) (string, quarry.Difficulty, bool) {
	rest, found := r.without(line, grading)
	return rest, found.Grade, found.Grade != ""
}

// CutTrail takes what is no part of a question off the ends of a line: what an answer is
// worth, "[5 marks]", a line to write it on, a link to it, or boxes to tick.
func (r *Reader) CutTrail(line string) string {
	var found Edges
	line = withoutBoxes(line)
	for strings.ContainsAny(line, closing) {
		rest, ok := r.cut(line, r.behind(line), aside, &found)
		if !ok {
			break
		}
		line = rest
	}
	return line
}

// boxes are signs of what is to be ticked.
const boxes = "☐□◯○ "

// withoutBoxes takes boxes to tick and brackets to fill off the ends of a line: "Rye rises.   [ ]
// [ ]", "(   ) 3. Rye rises.".
func withoutBoxes(line string) string {
	for {
		rest := strings.TrimRight(line, "\t"+boxes)
		for _, box := range []string{"[ ]", "( )"} {
			rest = strings.TrimSuffix(rest, box)
		}
		if inner, after, closed := strings.Cut(strings.TrimPrefix(rest, "("), ")"); closed && rest[0] == '(' && strings.Trim(inner, " _.…") == "" {
			rest = strings.TrimLeft(after, " ")
		}
		if rest == line || !holdsWord(rest) {
			return line
		}
		line = rest
	}
}

// closing are signs that stand before or behind all that may be cut off an end.
const closing = ")]}>）】?？؟"

// without takes the edges of some meanings off a line.
func (r *Reader) without(line string, of meaning) (string, Edges) {
	var found Edges
	for {
		bare := r.Strip(line)
		rest, ok := r.cut(bare, r.edgesOf(bare), of, &found)
		if !ok {
			return line, found
		}
		line = r.Strip(rest)
	}
}

// cut takes off a line the first edge that says something.
func (r *Reader) cut(line string, edges []edge, of meaning, found *Edges) (string, bool) {
	for _, e := range edges {
		rest := withoutHalf(strings.TrimLeft(e.rest, between+".)"))
		if holdsWord(rest) && r.says(e, of, found) {
			return rest, true
		}
	}
	return line, false
}

// says reports whether an edge says anything of some meanings, and notes it. Without
// brackets it counts behind a sentence, or before one.
func (r *Reader) says(e edge, of meaning, found *Edges) bool {
	switch r.meaningOf(e, of) {
	case grading:
		grade, _, _ := r.rowGrade(e.words)
		found.Grade = cmp.Or(found.Grade, grade)
	case offering:
		found.Offers = true
	case judging:
		if judged, _ := r.VerdictOf(e.words); judged.Short && !found.Offers {
			return false
		}
		found.Verdict = e.words
	case aside, choosing:
	default:
		return false
	}
	return true
}

// CutBracket takes what brackets hold at the end of a line off it, and returns both; ""
// where there are none.
func (r *Reader) CutBracket(line string) (string, string) {
	if last, ok := r.lastBracket(line); ok {
		return last.rest, last.words
	}
	return line, ""
}

// meaningOf tells what an edge says, of the meanings that are looked for, 0 for nothing
// but words of the question.
func (r *Reader) meaningOf(e edge, of meaning) meaning {
	if !e.bracketed && e.behind && holdsWord(e.words) && !r.endsSentence(e.rest) {
		return 0
	}
	_, _, graded := r.rowGrade(e.words)
	switch {
	case graded:
		return grading & of
	case of == grading:
		return 0
	case e.bracketed && (r.counts(e.words, r.cues["worth_units"]) || r.isPointer(e.words) || r.isMargin(e)),
		e.behind && r.asksAtEnd(e.rest) && r.IsPlaceholder(e.words) && holdsWord(e.words) == e.bracketed,
		e.bracketed && !e.behind && opensAnew(e.rest):
		return aside & of
	case (e.bracketed || e.leads) && r.cues["choosing_verbs"].Prefix(strings.ToLower(e.words)) != "":
		return choosing & of
	case r.offer(e.words) == offersOnly || r.cues["statement_labels"].Has(strings.ToLower(e.words)):
		return offering & of
	}
	if judged, ok := r.VerdictOf(e.words); ok && judged.Parted && e.bracketed && e.behind && r.endsSentence(e.rest) {
		return judging & of
	}
	return 0
}

// opensAnew reports whether a sentence of its own stands behind brackets: "(adapted) How …".
func opensAnew(rest string) bool {
	bare := strings.TrimLeft(rest, " *_")
	first, _ := utf8.DecodeRuneInString(bare)
	return bare != rest && (unicode.IsUpper(first) || first == '¿')
}

// isMargin reports whether a number alone stands in brackets behind a sentence: what the right
// margin of an exam counts, "Find P(B).   [3]", "Define x. (0–2)", or a step of a scale, "… [1/5]".
func (r *Reader) isMargin(e edge) bool {
	number := strings.Trim(e.words, "*_")
	longest := 2
	if strings.ContainsAny(number, ",.-–/") {
		longest = len("10–12")
	}
	return e.behind && !e.inside && number != "" && len(number) <= longest && strings.Trim(number, digits+",.-–/") == "" && r.endsSentence(e.rest)
}

// isPointer reports whether words are the label of an answer and nothing else, as those of
// a link to it: "→ réponse".
func (r *Reader) isPointer(words string) bool {
	found, ok := r.readAnswer(strings.Trim(words, "→↓↗ ") + ":")
	return ok && found.rest == "" && !r.isFree(found.name)
}

// endsSentence reports whether a sentence ends where a text does, in emphasis or
// not.
func (r *Reader) endsSentence(text string) bool {
	text = strings.TrimRight(text, "*_` ")
	return hasAnySuffix(text, "?", "!", ".", "…", ")", "\"", "”", "$", "。") || r.asksAtEnd(text)
}
