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
// title: short, no sentence, no list item, no question, no row of a menu.
func IsTitle(line string) bool {
	line = strings.TrimSpace(line)
	if line == "" || utf8.RuneCountInString(line) > titleRunes || text.WordCount(line) > titleWords {
		return false
	}
	first, _ := utf8.DecodeRuneInString(line)
	last, _ := utf8.DecodeLastRuneInString(line)
	return isWordRune(first) && (isWordRune(last) || last == ')') && strings.Count(line, " · ")+strings.Count(line, " | ") < 2
}

// shortBytes is the most of a title that stands for it elsewhere.
const shortBytes = 200

// Short returns a title as it stands above entries and in their subjects: cut behind a word where
// it is longer than anybody would give a title. Every entry below it repeats it.
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
	return r.cues["stock_titles"].Has(strings.ToLower(strings.Trim(r.Strip(title), " .:!*_#")))
}

// IsKeyTitle reports whether a title stands above the answers to questions that stand
// elsewhere, whatever rules are around it, with a remark in brackets or behind a dash, or with
// the word for what it answers: "--- KEY – do not copy ---", "Answers to the checks".
func (r *Reader) IsKeyTitle(title string) bool {
	if len(title) > longestKeyTitle {
		return false
	}
	bare := r.Strip(strings.Trim(text.WithoutTags(title), " -=_~*#>【】"))
	bare, _, _ = strings.Cut(strings.Replace(bare, "[", "(", 1), "(")
	parts := r.dashes.Split(bare, -1)
	return r.isKey(parts[0]) || r.isKey(parts[len(parts)-1])
}

// isKey reports whether words say no more than that answers stand below, and to what.
func (r *Reader) isKey(said string) bool {
	bare := strings.ToLower(strings.Trim(said, " .:!*_#-–—"))
	title := r.cues["key_titles"].Prefix(bare)
	rest := strings.TrimPrefix(bare, title)
	joint := r.cues["key_joints"].Prefix(strings.TrimSpace(rest))
	return title != "" && (strings.Trim(rest, " 0123456789–-") == "" || joint != "" && len(strings.Fields(rest)) <= mostAnswered)
}

// Limits of the title of a key.
const (
	longestKeyTitle = 120 // bytes
	mostAnswered    = 5   // words for what it answers
)

// Announces reports whether a title promises questions: a quiz, an interview, a deck of cards.
func (r *Reader) Announces(title string) bool {
	return r.cues["question_title_words"].HasAny(wordsOf(title)...) || r.Invites(title) || r.IsTicket(title)
}

// Invites reports whether a text, be it a title or not, says that its reader is tested: "cover
// the right side and test yourself".
func (r *Reader) Invites(said string) bool {
	return containsAny(strings.ToLower(said), r.cues["question_title_parts"].List())
}

// Unstudied reports whether a title is one of what asks its readers about themselves, or
// reports: a survey, minutes, a newsletter.
func (r *Reader) Unstudied(title string) bool {
	return r.cues["unstudied_title_words"].HasAny(wordsOf(title)...) || !r.Announces(title) && containsAny(strings.ToLower(title), r.cues["unstudied_title_parts"].List())
}

// OpensLetter reports whether a line greets the reader of a letter, "Dear parents,", or says who
// was present, as minutes do.
func (r *Reader) OpensLetter(line string) bool {
	said := strings.ToLower(strings.Trim(line, " \t*_"))
	opening := r.cues["letter_openings"].Prefix(said)
	greets := len(said) <= longestGreeting && text.EndsInAny(said, ",", "!", ":", "，", "：", "！")
	return opening != "" && (greets || text.EndsInAny(opening, ":", "："))
}

// longestGreeting is the longest line that greets the reader of a letter, in bytes.
const longestGreeting = 80

// IsTicket reports whether a title numbers one of the slips of paper that oral exams are drawn
// from: "Билет № 3", "Zestaw 2". All that is listed below it is asked.
func (r *Reader) IsTicket(title string) bool {
	bare := strings.ToLower(strings.Trim(r.Strip(title), " .:*_"))
	name := strings.TrimRight(bare, digits)
	return name != bare && r.cues["ticket_names"].Has(strings.TrimRight(name, " №"))
}

// wordsOf returns the words of a text in lower case.
func wordsOf(text string) []string { return strings.FieldsFunc(strings.ToLower(text), isBetweenWords) }

func isBetweenWords(r rune) bool { return strings.ContainsRune(" \t,.;:!?()[]{}/|—–\"'*_`#", r) }
