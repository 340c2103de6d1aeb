package phrase

import (
	"strings"
	"unicode"

	"github.com/quarrykb/quarry"
)

func isWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// cutLastBracket reads brackets at the end of a line, or right before its
// question mark, and the emphasis around them.
func (r *Reader) cutLastBracket(text string, read func(string) (quarry.Difficulty, bool)) (string, quarry.Difficulty, bool) {
	text = strings.TrimRight(text, " \t")
	body := strings.TrimRight(text, "?？؟.!:;,")
	end := text[len(body):]
	body = strings.TrimRight(body, " ")
	bare := strings.TrimRight(body, "*_`")
	emphasis := body[len(bare):]
	open, inner, ok := lastBracket(bare)
	if !ok {
		return text, "", false
	}
	grade, ok := read(inner)
	if !ok {
		return text, "", false
	}
	before := bare[:open]
	if inside, found := strings.CutSuffix(before, reversed(emphasis)); found && emphasis != "" {
		before, emphasis = inside, ""
	}
	before = strings.TrimRight(before, " \t·•-–—:|,")
	if end != "" && r.endsAsked(before) {
		end = ""
	}
	return before + emphasis + end, grade, true
}

// lastBracket returns where the bracket opens that a text ends with, a link's
// target and what makes a link an image not counted, and what stands in it.
func lastBracket(text string) (int, string, bool) {
	from := tail(text)
	for _, pair := range [][2]string{{"<!--", "-->"}, {"(", ")"}, {"[", "]"}, {"{", "}"}, {"（", "）"}, {"【", "】"}} {
		inner, ok := strings.CutSuffix(text, pair[1])
		if !ok {
			continue
		}
		open := strings.LastIndex(inner[min(from, len(inner)):], pair[0])
		if open < 0 {
			return 0, "", false
		}
		open += min(from, len(inner))
		value := inner[open+len(pair[0]):]
		return open, strings.TrimPrefix(strings.TrimSpace(value), "."), true
	}
	return 0, "", false
}

func reversed(marks string) string {
	out := make([]byte, 0, len(marks))
	for i := len(marks) - 1; i >= 0; i-- {
		out = append(out, marks[i])
	}
	return string(out)
}

// mostGradeWords is how many words a grade at a line's end may have.
const mostGradeWords = 6

// cutLastWords reads words behind the mark that ends the question: "…? easy",
// "…? — Level: Advanced". What has a label counts behind a dash or a bar too.
func (r *Reader) cutLastWords(text string) (string, quarry.Difficulty, bool) {
	text = strings.TrimRight(text, " \t")
	at := len(text)
	for range mostGradeWords {
		at = strings.LastIndexAny(text[:at], " \t")
		if at < 0 || len(text)-at > endOfLine {
			break
		}
		before := strings.TrimRight(text[:at], " \t·•-–—:|*_")
		emphasis := strings.TrimRight(text[:at], " \t·•-–—:|")[len(before):]
		words := strings.Trim(text[at+1:], "·•-–—| ")
		grade, ok := r.statedGrade(words)
		if !ok {
			continue
		}
		_, labelled := r.cutGradeLabel(withoutEmphasis(words))
		parted := hasAnySuffix(strings.TrimRight(text[:at], " "), "–", "—", "|", "·", " -")
		if r.endsAsked(before) || (labelled && parted) {
			return before + strings.TrimSpace(emphasis), grade, true
		}
	}
	return text, "", false
}

// cutLastFraction reads "…? 3/5".
func (r *Reader) cutLastFraction(text string) (string, quarry.Difficulty, bool) {
	text = strings.TrimRight(text, " \t")
	space := strings.LastIndexAny(text, " \t")
	if space < 0 {
		return text, "", false
	}
	before := strings.TrimRight(text[:space], " \t·•-–—:|")
	grade, ok := r.fractionGrade(strings.Trim(text[space+1:], "*_`"))
	return before, grade, ok && r.EndsAsking(before)
}
