package phrase

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarrykb/quarry/internal/text"
)

// Limits of a title in plain text.
const (
	titleRunes = 72
	titleWords = 9
)

// IsTitle reports whether a line that stands alone reads like a section's
// title: short, no sentence, no list item, no question.
func IsTitle(line string) bool {
	line = strings.TrimSpace(line)
	if line == "" || utf8.RuneCountInString(line) > titleRunes || text.WordCount(line) > titleWords {
		return false
	}
	first, _ := utf8.DecodeRuneInString(line)
	last, _ := utf8.DecodeLastRuneInString(line)
	if !unicode.IsLetter(first) && !unicode.IsDigit(first) {
		return false
	}
	return unicode.IsLetter(last) || unicode.IsDigit(last) || last == ')'
}

// shortBytes is the most of a title that stands for it elsewhere.
const shortBytes = 200

// Short returns a title as it stands above entries and in their subjects: cut
// behind a word where it is longer than anybody would give a title. Every entry
// below it repeats it.
func Short(title string) string {
	title = strings.TrimSpace(title)
	if len(title) <= shortBytes {
		return title
	}
	short := text.Clip(title, shortBytes)
	if space := strings.LastIndexFunc(short, unicode.IsSpace); space > 0 {
		short = short[:space]
	}
	return strings.TrimSpace(short)
}

// Unlinked returns the words of a text that is one link as a whole, and any
// other text as it is: "[What is rye?](rye.md)".
func Unlinked(text string) string {
	label, address, ok := strings.Cut(text, "](")
	if !ok || !strings.HasPrefix(label, "[") || !strings.HasSuffix(address, ")") {
		return text
	}
	label, address = label[1:], address[:len(address)-1]
	if strings.ContainsAny(label, "[]") || strings.ContainsAny(address, "()[]") || !holdsWord(label) {
		return text
	}
	return strings.TrimSpace(label)
}

// IsStockTitle reports whether a title is one that stands in documents of any
// kind and names a part of them: "Introduction", "References".
func (r *Reader) IsStockTitle(title string) bool {
	return r.cues["stock_titles"].Has(strings.ToLower(strings.Trim(r.Strip(title), " .:!*_")))
}

// Announces reports whether a title promises questions: a quiz, an exam, an
// interview, a FAQ, a deck of cards.
func (r *Reader) Announces(title string) bool {
	return r.namesExam(strings.FieldsFunc(strings.ToLower(title), isBetweenWords)) || r.NamesQuestions(title) || r.IsTicket(title)
}

// namesExam reports whether words name an exam. What is read for one promises
// less than what lists its questions.
func (r *Reader) namesExam(words []string) bool {
	for i, word := range words {
		// "Unit 3 test", "Test yourself"; "Test programs" are something else.
		test := word == "test" && (i == len(words)-1 || strings.HasPrefix(words[i+1], "your") || strings.Trim(words[i+1], "0123456789") == "")
		if test || r.cues["exam_names"].Has(word) {
			return true
		}
	}
	return false
}

// NamesQuestions reports whether a title promises questions, and is not only that
// of something to read for an exam.
func (r *Reader) NamesQuestions(title string) bool {
	folded := strings.ToLower(title)
	words := strings.FieldsFunc(folded, isBetweenWords)
	if r.cues["question_title_words"].HasAny(words...) || strings.Contains(strings.Join(words, " ")+" ", "problem set ") {
		return true
	}
	return containsAny(folded, r.cues["question_title_parts"].List())
}

// IsKeyTitle reports whether a title stands above the answers to questions that
// stand elsewhere.
func (r *Reader) IsKeyTitle(title string) bool {
	return r.cues["key_titles"].Has(strings.ToLower(strings.Trim(r.Strip(title), " .:!*_#")))
}

// IsHint reports whether a line begins with the label of a hint.
func (r *Reader) IsHint(line string) bool {
	first, rest := firstWord(r.Strip(line))
	return r.cues["hint_labels"].Has(first) && (rest == "" || strings.ContainsRune(":.*_", rune(rest[0])))
}

// IsTicket reports whether a title numbers one of the slips of paper that oral
// exams are drawn from: "Билет № 3", "Zestaw 2". All that is listed below it is
// asked.
func (r *Reader) IsTicket(title string) bool {
	words := strings.FieldsFunc(strings.ToLower(r.Strip(title)), isBetweenWords)
	number := len(words) - 1
	if number < 1 || number > 3 || strings.Trim(words[number], "№0123456789") != "" {
		return false
	}
	if words[number-1] == "№" || words[number-1] == "nr" || words[number-1] == "no" {
		number--
	}
	return r.cues["ticket_names"].Has(strings.Join(words[:number], " "))
}

func isBetweenWords(r rune) bool { return strings.ContainsRune(" \t,.;:!?()[]{}/|—–\"'*_`#", r) }
