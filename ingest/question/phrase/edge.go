package phrase

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/text"
)

// sought is what is looked for at the edges of a line.
type sought int

const (
	anything sought = iota
	grading         // how hard the question is
	asides          // what its answer is worth or where it stands
)

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

// CutGrade takes a stated difficulty off the end or the beginning of a question line, in whatever
// dress: "[Easy] What…", "**Hard** – What…", "What…? (level: 4/5)", "What…? ★★☆", "What…? #hard".
// Where there is one, the marks, numbers and labels before the question fall away as well;
// otherwise the line is returned as it is. Words of the question are never taken, and a bare n/m is
// not either: it may be an answer, a date or the number of a part.
func (r *Reader) CutGrade(line string) (string, quarry.Difficulty, bool) {
	rest, found := r.without(line, grading)
	return rest, found.Grade, found.Grade != ""
}

// CutTrail takes what is no part of a question off the ends of a line: what an answer is
// worth, "[5 marks]", a line to write it on, a link to it, or boxes to tick.
func (r *Reader) CutTrail(line string) string {
	line = r.withoutMargin(withoutBoxes(line))
	for range mostEdges {
		rest, ok := line, strings.ContainsAny(line, closing)
		if ok {
			rest, ok = r.cut(line, r.behind(line), asides, &Edges{})
		}
		if !ok {
			break
		}
		line = rest
	}
	return line
}

// room is what parts a column at the end of a line from its words.
const room = "   "

// withoutMargin takes the points off a line that stand in a column at its end, and whatever stands
// apart behind a label: "Question 3      Mark 1 out of 2".
func (r *Reader) withoutMargin(line string) string {
	label, column, _ := strings.Cut(line, room+" ")
	if bare, ok := r.CutQuestionLabel(label); ok && bare == "" && column != "" {
		return label
	}
	if at := strings.LastIndex(line, room); at > 0 && len(line)-at <= endOfLine && holdsWord(line[:at]) {
		if column := strings.TrimSpace(line[at:]); len(column) <= 2 && isMargin(column) || r.isWorth(column) {
			return strings.TrimRight(line[:at], " ")
		}
	}
	return line
}

// boxes are signs of what is to be ticked.
const boxes = "☐□◯○ "

// withoutBoxes takes boxes to tick and brackets to fill off the ends of a line: "Rye rises.   [ ]
// [ ]", "(   ) 3. Rye rises.".
func withoutBoxes(line string) string {
	for range mostEdges {
		rest := strings.TrimRight(line, "\t"+boxes)
		for _, box := range []string{"[ ]", "( )"} {
			rest = strings.TrimSuffix(rest, box)
		}
		if inner, after, closed := strings.Cut(strings.TrimPrefix(rest, "("), ")"); closed && rest[0] == '(' && strings.Trim(inner, " _.…") == "" {
			rest = strings.TrimLeft(after, " ")
		}
		if bare := strings.TrimLeft(rest, "_ "); strings.HasPrefix(rest, "_") && ItemOf(bare).Number > 0 { // "____ 3. Rye rises."
			rest = bare
		}
		if rest == line || !holdsWord(rest) {
			break
		}
		line = rest
	}
	return line
}

// closing are signs that stand before or behind all that may be cut off an end.
const closing = ")]}>）】?？؟"

// without takes the edges that say what is sought off a line.
func (r *Reader) without(line string, what sought) (string, Edges) {
	var found Edges
	for range mostEdges {
		bare := r.Strip(line)
		rest, ok := r.cut(bare, r.edgesOf(bare), what, &found)
		if !ok {
			break
		}
		line = r.Strip(rest)
	}
	return line, found
}

// cut takes off a line the first edge that says something.
func (r *Reader) cut(line string, edges []edge, what sought, found *Edges) (string, bool) {
	for _, e := range edges {
		rest := withoutHalf(strings.TrimLeft(e.rest, between+".)"))
		if holdsWord(rest) && r.says(e, what, found) {
			return rest, true
		}
	}
	return line, false
}

// CutBracket takes what brackets hold at the end of a line off it, and returns both.
func (r *Reader) CutBracket(line string) (string, string) {
	if last, ok := r.lastBracket(line); ok {
		return last.rest, last.words
	}
	return line, ""
}

// says reports whether an edge says what is sought, and is no words of the question, and
// notes it. Without brackets it counts behind a sentence, or before one.
func (r *Reader) says(e edge, what sought, found *Edges) bool {
	ended := r.EndsSentence(e.rest)
	if !e.bracketed && e.behind && holdsWord(e.words) && !ended {
		return false
	}
	if grade, _ := r.rowGrade(e.words); grade != "" || what == grading {
		found.Grade = cmp.Or(found.Grade, grade)
		return grade != "" && what != asides
	}
	switch {
	case e.bracketed && (r.isWorth(e.words) || r.isPointer(e.words)),
		e.bracketed && !e.behind && opensAnew(e.rest),
		e.bracketed && e.behind && ended && !e.inside && isMargin(e.words),
		e.behind && r.asksAtEnd(e.rest) && r.IsPlaceholder(e.words) && holdsWord(e.words) == e.bracketed:
		return true
	case what == asides:
		return false
	case (e.bracketed || e.leads) && r.cues["choosing_verbs"].Prefix(strings.ToLower(e.words)) != "":
		return true
	case r.offer(e.words) == offersOnly || r.cues["statement_labels"].Has(strings.ToLower(e.words)):
		found.Offers = true
		return true
	}
	judged, ok := r.VerdictOf(e.words)
	if !ok || !judged.Parted || judged.Short && !found.Offers || !e.bracketed || !e.behind || !ended {
		return false
	}
	found.Verdict = e.words
	return true
}

// isWorth reports whether words count points or minutes: "5 marks", "½ point each".
func (r *Reader) isWorth(words string) bool {
	words = strings.ToLower(strings.TrimSpace(words))
	unit := strings.TrimLeft(words, digits+".,½+×x")
	first, _, _ := strings.Cut(strings.TrimSpace(unit), " ")
	return unit != words && r.cues["worth_units"].Has(strings.TrimRight(first, "."))
}

// opensAnew reports whether a sentence of its own stands behind brackets: "(adapted) How …".
func opensAnew(rest string) bool {
	bare := strings.TrimLeft(rest, " *_")
	first, _ := utf8.DecodeRuneInString(bare)
	return bare != rest && (unicode.IsUpper(first) || first == '¿')
}

// isMargin reports whether brackets hold a number alone: what the right margin of an exam
// counts, "Find P(B).   [3]", "Define x. (0–2)", or a step of a scale, "… [1/5]".
func isMargin(words string) bool {
	number := strings.Trim(words, "*_")
	longest := 2
	if strings.ContainsAny(number, ",.-–/") {
		longest = len("10–12")
	}
	return number != "" && len(number) <= longest && strings.Trim(number, digits+",.-–/") == ""
}

// isPointer reports whether words are only the label of an answer, as of a link: "→ réponse".
func (r *Reader) isPointer(words string) bool {
	found, ok := r.readLabel(strings.Trim(words, "→↓↗ ")+":", r.answerLabels)
	return ok && found.rest == "" && !r.isFree(found.name)
}

// EndsSentence reports whether a sentence ends where a text does, in emphasis or not.
func (r *Reader) EndsSentence(said string) bool {
	said = strings.TrimRight(said, "*_` ")
	return text.EndsInAny(said, "?", "!", ".", "…", ")", "\"", "”", "$", "。") || r.asksAtEnd(said)
}

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
	mostEdges      = 12 // that are cut off a line
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

// cutBracket returns what stands in the brackets that a text begins with, and behind them.
func cutBracket(text string) (string, string, bool) {
	for _, pair := range brackets() {
		if inner, opened := strings.CutPrefix(text, pair[0]); opened {
			return strings.Cut(inner, pair[1])
		}
	}
	return "", "", false
}

// parting is what parts words before a line from it.
const parting = `[:?]\*{0,2} |：|？|\*\* | [–—|-] `

// edgesOf returns what may be edges of a line, the surest first.
func (r *Reader) edgesOf(line string) []edge {
	edges := r.behind(line)
	for _, at := range r.parting.FindAllStringIndex(line[:min(len(line), endOfLine)], -1) {
		edges = append(edges, edge{words: line[:at[0]], rest: line[at[1]:]})
	}
	if words, rest, ok := cutBracket(strings.TrimLeft(line, " *_`")); ok {
		edges = append(edges, edge{words: strings.TrimSpace(words), rest: rest, bracketed: true})
	}
	rest := withoutSigns(line)
	signs := strings.TrimSpace(line[:len(line)-len(rest)])
	isRow := utf8.RuneCountInString(signs) > 1 && !strings.ContainsAny(rest, fullStars) // one star alone is a list mark
	if isRow || signs != "" && strings.Contains(lights, signs) {
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
	if rest := strings.TrimRight(text, drawn); rest != text && (utf8.RuneCountInString(text[len(rest):]) > 1 || r.EndsSentence(rest)) {
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
		from := max(0, len(inner)-longestBracket)
		at := from + strings.LastIndex(inner[from:], pair[0])
		if !closed || at < from {
			continue
		}
		e := edge{words: strings.TrimPrefix(strings.TrimSpace(inner[at+len(pair[0]):]), "."), bracketed: true, behind: true}
		if label, isLink := strings.CutSuffix(text[:at], "]"); isLink && r.isPointer(label[strings.LastIndexByte(label, '[')+1:]) {
			at = max(0, strings.LastIndexByte(label, '['))
			e.words = label[min(at+1, len(label)):]
			at = len(strings.TrimRight(text[:at], "(["))
		}
		e.rest = strings.TrimRight(text[:at], dashes)
		if e.inside = !r.EndsSentence(e.rest); e.inside {
			e.rest += strings.Trim(text[len(bare):], " *_`")
		}
		return e, e.words != ""
	}
	return edge{}, false
}

// withoutHalf takes emphasis off an end of a text whose other half was cut off.
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
