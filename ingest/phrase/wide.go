package phrase

import (
	"strings"
	"unicode/utf8"
)

// isWideLabel reports whether a label is of a script that needs no mark behind
// its number: "問1 …", "문제 2 …".
func (r *Reader) isWideLabel(name string) bool {
	switch name {
	case "问题", "问", "問題", "問", "質問", "设问", "設問", "题目", "题", "題", "질문", "문제", "문":
		return true
	}
	return false
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
	switch name {
	case "答え", "こたえ", "解答", "正解":
		return label{mark: ':', numbered: number != "", rest: strings.TrimSpace(bare)}, true
	}
	return label{mark: '.', numbered: true, rest: strings.TrimSpace(bare)}, r.isWideLabel(name) && number != ""
}

// wideDigits are the digits of labels, those that are as wide as a sign among
// them.
const wideDigits = "0123456789０１２３４５６７８９"

// digitOf returns the value of a digit of either width, false for anything else.
func digitOf(r rune) (int, bool) {
	switch {
	case r >= '0' && r <= '9':
		return int(r - '0'), true
	case r >= '０' && r <= '９':
		return int(r - '０'), true
	}
	return 0, false
}

// longestLabelNumber is the largest number of a label that is read.
const longestLabelNumber = 100_000

// NumberIn returns the number that a label's digits write, of either width, or in
// the signs of Chinese for one to ten; -1 for none.
func NumberIn(label string) int {
	number, found := 0, false
	for _, r := range label {
		if digit, ok := digitOf(r); ok && number < longestLabelNumber {
			number, found = 10*number+digit, true
		}
	}
	if found {
		return number
	}
	for i, sign := range []string{"一", "二", "三", "四", "五", "六", "七", "八", "九", "十"} {
		if strings.Contains(label, sign) {
			return i + 1
		}
	}
	return -1
}

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
	names := []string{"問題", "問", "题", "題", "问"}
	if !wide {
		names = []string{"번"}
	}
	for _, name := range names {
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
	return hasAnySuffix(bare, "か。", "か．", "ですか", "ますか", "でしょうか", "吗。", "嗎。", "습니까", "입니까", "는가", "인가요", "나요", "까요")
}

// commandsEast reports whether a sentence of Japanese ends as examiners' tasks
// do.
func (r *Reader) commandsEast(bare string) bool {
	return hasAnySuffix(strings.TrimRight(bare, "。．."), "せよ", "述べよ", "答えよ", "求めよ", "挙げよ", "なさい")
}
