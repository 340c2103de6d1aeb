package phrase

import (
	"strconv"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/quantity"
)

// longestGrade is the longest phrase in bytes that may state a difficulty.
const longestGrade = 64

// statedGrade returns the difficulty that a whole phrase states: a grade word,
// stars, a light, or a label with any of these or with a position on a scale.
func (r *Reader) statedGrade(text string) (quarry.Difficulty, bool) {
	if len(text) > longestGrade {
		return "", false
	}
	text = strings.Trim(shortcodes(withoutEmphasis(text)), " \t#.,;:")
	if value, ok := r.cutGradeLabel(text); ok {
		return r.labelledGrade(value)
	}
	if marks := leadingMarks(text); marks != "" {
		rest := strings.TrimSpace(text[len(leading(text, " "))+len(marks):])
		if rest == "" {
			return r.drawnGrade(marks)
		}
		text = rest
	}
	return r.wordGrade(text)
}

// wordGrade reads a grade word with the noun that it may stand before. A number
// is none without a word that says of what: "level 2".
func (r *Reader) wordGrade(text string) (quarry.Difficulty, bool) {
	bare := r.withoutNoun(text)
	if strings.ContainsAny(bare, "0123456789") && !r.opensWithLevel(bare) {
		return "", false
	}
	if grade, ok := r.lexicon.GradeOf(bare); ok {
		return grade, true
	}
	return r.lexicon.GradeOf(strings.TrimSpace(strings.ToLower(text)))
}

// labelledGrade reads what stands behind "Difficulty:".
func (r *Reader) labelledGrade(value string) (quarry.Difficulty, bool) {
	value = strings.ToLower(strings.Trim(value, " \t.,;:()[]\"'"))
	if grade, ok := r.fractionGrade(value); ok {
		return grade, true
	}
	if marks := leadingMarks(value); marks != "" {
		if marks == value {
			return r.drawnGrade(marks)
		}
		value = strings.TrimSpace(value[len(marks):])
	}
	if strings.ContainsAny(value, "0123456789/") {
		return r.lexicon.GradeOf("level " + value)
	}
	for _, phrase := range []string{value, r.withoutNoun(value), "difficulty " + r.height(value), "level " + strconv.Itoa(quantity.Roman(value))} {
		if grade, ok := r.lexicon.GradeOf(phrase); ok {
			return grade, true
		}
	}
	first, _, several := strings.Cut(value, "(")
	if several {
		return r.lexicon.GradeOf(first)
	}
	return "", false
}

// height returns the English word for a low, a middling or a high difficulty.
func (r *Reader) height(value string) string {
	switch {
	case r.cues["low_grades"].Has(value):
		return "low"
	case r.cues["high_grades"].Has(value):
		return "high"
	case r.cues["middling_grades"].Has(value):
		return "medium"
	}
	return value
}

// cutGradeLabel takes "Difficulty:", "Level –" and their like off the front.
func (r *Reader) cutGradeLabel(text string) (string, bool) {
	end := strings.IndexAny(text, ":：=-–—")
	name, rest := text, ""
	if end >= 0 {
		name, rest = text[:end], strings.TrimLeft(text[end:], ":：=-–— ")
	} else if space := strings.LastIndexByte(text, ' '); space > 0 {
		name, rest = text[:space], text[space+1:]
	}
	if rest == "" || !r.isGradeLabel(name) {
		return text, false
	}
	return strings.TrimSpace(rest), true
}

// isGradeLabel reports whether a word announces a difficulty.
func (r *Reader) isGradeLabel(name string) bool {
	name = strings.ToLower(strings.TrimSpace(withoutEmphasis(name)))
	if rest, ok := r.cues["before_grade_labels"].Cut(name); ok && rest != "" {
		name = rest
	}
	return r.cues["grade_labels"].Has(name)
}

// opensWithLevel reports whether a text begins with the name of a scale's step.
func (r *Reader) opensWithLevel(text string) bool {
	name, _, more := strings.Cut(text, " ")
	return more && r.cues["levels"].Has(name)
}

// shortcodes resolves the names that chat programs have for stars and lights.
func shortcodes(text string) string {
	if !strings.Contains(text, ":") {
		return text
	}
	return strings.NewReplacer(":star:", "⭐", ":star2:", "⭐", ":green_circle:", "🟢", ":yellow_circle:", "🟡",
		":orange_circle:", "🟠", ":red_circle:", "🔴", ":green_square:", "🟩", ":yellow_square:", "🟨",
		":red_square:", "🟥").Replace(text)
}

func withoutEmphasis(text string) string {
	text = strings.TrimSpace(text)
	if strings.ContainsAny(text, "*`<") {
		text = strings.Map(func(r rune) rune {
			if r == '*' || r == '`' {
				return -1
			}
			return r
		}, withoutTags(text))
	}
	return strings.Trim(text, "_ \t")
}

// withoutTags takes away whatever stands between < and >.
func withoutTags(text string) string {
	var out strings.Builder
	for {
		before, tag, ok := strings.Cut(text, "<")
		if !ok {
			break
		}
		_, after, closed := strings.Cut(tag, ">")
		if !closed {
			break
		}
		out.WriteString(before)
		text = after
	}
	out.WriteString(text)
	return out.String()
}
