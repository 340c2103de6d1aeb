package phrase

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// isWideLabel reports whether a label is of a script that needs no mark behind
// its number: "問1 …", "문제 2 …".
func isWideLabel(name string) bool {
	first, _ := utf8.DecodeRuneInString(name)
	return unicode.In(first, unicode.Han, unicode.Hangul)
}

// readSpace matches what ends a label of such a script where no mark does: a
// space behind the number of a question, or behind the label of an answer.
func (r *Reader) readSpace(name, text, emphasis string) (label, bool) {
	number, rest := readNumber(text)
	rest = closeEmphasis(rest, emphasis)
	bare := strings.TrimLeft(rest, " \u3000")
	if bare == rest || bare == "" {
		return label{}, false
	}
	if r.cues["spaced_answer_labels"].Has(name) {
		return label{mark: ':', numbered: number != "", rest: strings.TrimSpace(bare)}, true
	}
	return label{mark: '.', numbered: true, rest: strings.TrimSpace(bare)}, isWideLabel(name) && number != ""
}

// wideDigits are the digits of labels, those that are as wide as a sign among
// them.
const wideDigits = "0123456789０１２３４５６７８９"

// longestOrdinal is the longest counter that stands before a question, in bytes.
const longestOrdinal = 24

// readOrdinal matches a counter of an East Asian script with its number inside:
// "第3問 …", "第三题：…", "3번 …".
func (r *Reader) readOrdinal(line string) (label, bool) {
	emphasis := leading(line, "*_")
	body := line[len(emphasis):]
	rest, wide := strings.CutPrefix(body, "第")
	number := leading(rest, wideDigits)
	if wide && number == "" {
		number = leading(rest, "一二三四五六七八九十")
	}
	if number == "" || len(number) > longestOrdinal {
		return label{}, false
	}
	rest = rest[len(number):]
	counters := r.cues["ordinal_counters"]
	if !wide {
		counters = r.cues["number_counters"]
	}
	for _, name := range counters.List() {
		if after, ok := strings.CutPrefix(rest, name); ok {
			return ordinal(after, emphasis)
		}
	}
	return label{}, false
}

// ordinal returns the label that a counter is, where a mark or a space ends it.
func ordinal(after, emphasis string) (label, bool) {
	after = closeEmphasis(after, emphasis)
	marked := strings.TrimLeft(after, " \u3000")
	_, size := markOf(marked)
	if size == 0 && marked == after {
		return label{}, false
	}
	rest := strings.TrimSpace(closeEmphasis(marked[size:], emphasis))
	return label{name: "第", numbered: true, mark: '.', rest: rest}, true
}

// endsAskingEast reports whether a statement asks by its last syllable, as those of
// Japanese, Chinese and Korean do that have no question mark: "…ですか。".
func (r *Reader) endsAskingEast(bare string) bool {
	bare = strings.TrimRight(bare, ".")
	if last, _ := utf8.DecodeLastRuneInString(bare); last < 0x80 {
		return false
	}
	return hasAnySuffix(bare, r.askingEndings...)
}
