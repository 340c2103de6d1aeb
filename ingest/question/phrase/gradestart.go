package phrase

import (
	"strings"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
)

// cutFirstBracket reads brackets at the beginning of a line, or behind the
// question's label: "Q3 (easy): What…".
func (r *Reader) cutFirstBracket(text string, read func(string) (quarry.Difficulty, bool)) (string, quarry.Difficulty, bool) {
	bare := strings.TrimLeft(text, "*_`")
	emphasis := text[:len(text)-len(bare)]
	label := r.bracketLabel(bare)
	inner, rest, ok := firstBracket(bare[len(label):])
	if !ok {
		return text, "", false
	}
	grade, ok := read(inner)
	if !ok {
		return text, "", false
	}
	if outside, closed := strings.CutPrefix(rest, reversed(emphasis)); closed {
		return outside, grade, true
	}
	rest = strings.TrimLeft(rest, " .:)")
	if outside, closed := strings.CutPrefix(rest, reversed(emphasis)); closed {
		return outside, grade, true
	}
	return emphasis + rest, grade, true
}

// bracketLabel returns the label before a bracket: "Q3 ", "Question 3 ".
func (r *Reader) bracketLabel(text string) string {
	for _, name := range r.cues["bracketed_labels"].List() {
		if len(text) <= len(name) || !strings.EqualFold(text[:len(name)], name) {
			continue
		}
		rest := strings.TrimLeft(text[len(name):], " ")
		bare := strings.TrimLeft(rest, "0123456789")
		if bare == rest && name != "question" {
			continue
		}
		bare = strings.TrimLeft(bare, " .:)-–—")
		return text[:len(text)-len(bare)]
	}
	return ""
}

func firstBracket(text string) (string, string, bool) {
	text = strings.TrimPrefix(text, "!")
	for _, pair := range [][2]string{{"<!--", "-->"}, {"(", ")"}, {"[", "]"}, {"{", "}"}, {"（", "）"}, {"【", "】"}} {
		inner, ok := strings.CutPrefix(text, pair[0])
		if !ok {
			continue
		}
		end := strings.Index(inner[:min(len(inner), endOfLine)], pair[1])
		if end < 0 {
			return "", "", false
		}
		value, rest := inner[:end], inner[end+len(pair[1]):]
		return strings.TrimPrefix(strings.TrimSpace(value), "."), withoutTarget(rest, pair[0]), true
	}
	return "", "", false
}

// withoutTarget takes a link's target away.
func withoutTarget(rest, open string) string {
	if open != "[" || !strings.HasPrefix(rest, "(") {
		return rest
	}
	if _, after, closed := strings.Cut(rest, ")"); closed {
		return after
	}
	return rest
}

// cutFirstMark reads stars, a light or a tag at the beginning of a line. One
// star alone is a list mark.
func (r *Reader) cutFirstMark(text string) (string, quarry.Difficulty, bool) {
	if marks := leadingMarks(text); marks != "" {
		grade, ok := r.drawnGrade(marks)
		bare := strings.ReplaceAll(marks, "\ufe0f", "")
		if ok && (utf8.RuneCountInString(bare) > 1 || strings.Contains(lights, bare)) {
			return strings.TrimSpace(strings.TrimLeft(text, " ")[len(marks):]), grade, true
		}
		return text, "", false
	}
	tag, rest, ok := strings.Cut(text, " ")
	if !ok || !strings.HasPrefix(tag, "#") || len(tag) > longestGrade {
		return text, "", false
	}
	grade, ok := r.lexicon.GradeOf(tag[1:])
	return rest, grade, ok
}

// cutFirstWords reads words before a mark that parts them from the question:
// "Easy: What…", "**Medium** – What…", "Level 2 | What…".
func (r *Reader) cutFirstWords(text string) (string, quarry.Difficulty, bool) {
	head := text[:min(len(text), endOfLine)]
	for _, mark := range []string{": ", "：", ":** ", ":* ", ":__ ", "** ", " – ", " — ", " - ", " | ", ") "} {
		for at := strings.Index(head, mark); at > 0; at = next(head, mark, at) {
			words := head[:at]
			if mark == "** " && !strings.HasPrefix(words, "**") {
				break
			}
			if grade, ok := r.statedGrade(words); ok {
				return afterWords(text[at+len(mark):], words, mark), grade, true
			}
		}
	}
	return text, "", false
}

// afterWords gives emphasis back that was opened in the words before and is
// closed later.
func afterWords(rest, words, mark string) string {
	opened := leading(words, "*_")
	if opened == "" || strings.HasSuffix(words, opened) || strings.Contains(mark, opened) {
		return rest
	}
	if outside, closed := strings.CutPrefix(rest, opened); closed {
		return outside
	}
	return opened + rest
}

func next(text, mark string, at int) int {
	further := strings.Index(text[at+len(mark):], mark)
	if further < 0 {
		return -1
	}
	return at + len(mark) + further
}
