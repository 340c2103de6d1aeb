package phrase

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarrykb/quarry/internal/text"
)

// optionKind is how an option is marked.
type optionKind int

const (
	noOption optionKind = iota
	letteredOption
	boxedOption
	numberedOption
	bulletOption
)

// sign is what may say that an option is right.
type sign uint8

const (
	ticked  sign = 1 << iota // a tick, words or a star before its letter do
	checked                  // its box is
	bold                     // it stands in emphasis from end to end
)

// optionItem is an option as it stands on its line.
type optionItem struct {
	kind  optionKind
	place int // among the letters or numbers, from 0; -1 without either
	dress dress
	text  string
	line  int
	signs sign
	right bool
}

// dress is how the letters of a list are written: "(a)" is of a row of letters, in
// brackets.
type dress struct{ row, open, closing string }

// at writes the letter of a place.
func (d dress) at(place int) string {
	letters := []rune(d.row)
	return d.open + string(letters[min(place, len(letters)-1)]) + d.closing
}

// room is what parts a letter from its option: nothing in a script without spaces.
func (d dress) room() string {
	if len(d.closing) > 1 {
		return ""
	}
	return " "
}

// numbers is the row of options that are counted by numbers.
const numbers = "1"

// alphabets are the rows of letters that options are counted by.
func alphabets() []string {
	return []string{"ABCDEFGHIJ", "abcdefghij", "АБВГДЕЖЗИК", "абвгдежзик", "αβγδεζηθικ", "①②③④⑤⑥⑦⑧⑨⑩", "アイウエオカキクケコ", "가나다라마바사아자차"}
}

// optionMark is what an option may begin with, and what that means.
type optionMark struct {
	written []string
	kind    optionKind
	sign    sign
}

// listMarks are the bullets and the boxes before an option.
func listMarks() []optionMark {
	return []optionMark{
		{written: bullets(), kind: bulletOption},
		{written: []string{"[ ] ", "[] ", "( ) ", "☐ ", "◯ "}, kind: boxedOption},
		{written: []string{"[x] ", "[X] ", "(x) ", "(X) ", "(*) ", "[*] ", "[✓] ", "[✔] ", "☑ ", "☒ ", "◉ "}, kind: boxedOption, sign: checked},
	}
}

// Signs of options that are right and wrong, and how they are drawn.
const (
	ticks   = "✓✔✅☑🗸◎\ufe0f"
	crosses = "✗✘❌✖\ufe0f"
)

// verdicts are the ticks and crosses before an option or its letter.
func verdicts() []optionMark {
	return []optionMark{{written: strings.Split(ticks, ""), sign: ticked}, {written: strings.Split(crosses, "")}}
}

// readOptions reads the options that a line consists of: one, or several with
// letters in a row. It returns none where the line begins otherwise.
func (r *Reader) readOptions(line string) []optionItem {
	item, ok := r.readOption(line)
	if !ok {
		return nil
	}
	items := []optionItem{item}
	for item.kind == letteredOption && len(items) <= mostOptions {
		last := &items[len(items)-1]
		before, after, found := strings.Cut(last.text, " "+last.dress.at(last.place+1)+last.dress.room())
		if !found || strings.TrimSpace(before) == "" {
			break
		}
		last.text = strings.TrimRight(before, " \t|;,")
		items = append(items, optionItem{kind: letteredOption, place: last.place + 1, dress: last.dress, text: strings.TrimSpace(after)})
	}
	for i := range items {
		items[i].readEnd(r)
	}
	return items
}

// OpensOptions reports whether a line begins with the first letter of options, and goes on
// with the second, or the next line does.
func (r *Reader) OpensOptions(line, next string) bool {
	all := r.readOptions(line)
	if len(all) == 1 {
		all = append(all, r.readOptions(next)...)
	}
	isNext := func(i int) bool {
		return all[i].kind == letteredOption && all[i].place == i && all[i].dress == all[0].dress
	}
	return len(all) > 1 && isNext(0) && isNext(1)
}

// readOption reads the marks that one option begins with.
func (r *Reader) readOption(line string) (optionItem, bool) {
	item := optionItem{place: -1, text: strings.TrimLeft(line, " \t>\u3000")}
	item.cutMark(r.listMarks)
	item.cutMark(r.verdicts)
	lettered := item.cutLetter()
	item.cutMark(r.verdicts)
	return item, lettered || item.kind != noOption
}

// cutMark takes one mark of each meaning off the front.
func (o *optionItem) cutMark(marks []optionMark) {
	if o.text == "" || text.IsLetter(o.text[0]) {
		return
	}
	for _, mark := range marks {
		rest, ok := cutAnyPrefix(o.text, mark.written...)
		if !ok {
			continue
		}
		o.text = strings.TrimLeft(rest, "\ufe0f \t")
		o.signs |= mark.sign
		if mark.kind != noOption {
			o.kind = mark.kind
		}
	}
}

// cutLetter takes a letter or a number with its mark off the front, and notices
// emphasis and a star before it.
func (o *optionItem) cutLetter() bool {
	emphasis := leading(o.text, "*_")
	body := o.text[len(emphasis):]
	place, letters, size := letterOf(body)
	if size == 0 {
		return false
	}
	rest := body[size:]
	next, _ := utf8.DecodeRuneInString(rest)
	parted := rest == "" || unicode.IsSpace(next) || letters.room() == ""
	outside, closed := strings.CutPrefix(rest, emphasis)
	inside, enclosing := strings.CutSuffix(strings.TrimRight(rest, " "), emphasis)
	switch {
	case closed:
		rest, parted = outside, parted || emphasis != ""
	case enclosing:
		rest, parted = inside, true
		o.signs |= bold
	case emphasis == "*":
		o.signs |= ticked
	default:
		rest, parted = emphasis+strings.TrimLeft(rest, " "), true
	}
	if !parted {
		return false
	}
	if o.kind != boxedOption {
		o.kind = letteredOption
		if letters.row == numbers {
			o.kind = numberedOption
		}
	}
	o.place, o.dress, o.text = place, letters, strings.TrimSpace(rest)
	return true
}

// letterOf reads "A)", "(b)", "[C]", "d.", "①" or "1)", and returns its place, how
// its row is written, and its length.
func letterOf(text string) (int, dress, int) {
	open := leading(text, "([")
	row, place, size := letterAt(text[len(open):])
	if len(open) > 1 || size == 0 {
		return 0, dress{}, 0
	}
	end := len(open) + size
	next, _ := utf8.DecodeRuneInString(text[end:])
	if size > len("10") && unicode.IsSpace(next) { // letters as wide as a sign need no mark: "ア …"
		return place, dress{row: row}, end
	}
	closings := map[string][]string{"": {")", ".", ":", "）", "、", "．"}, "(": {")"}, "[": {"]"}}[open]
	for _, closing := range closings {
		if strings.HasPrefix(text[end:], closing) {
			return place, dress{row: row, open: open, closing: closing}, end + len(closing)
		}
	}
	return 0, dress{}, 0
}

// letterAt returns the row of the letter or number that a text begins with, its
// place in it and its length.
func letterAt(text string) (string, int, int) {
	sign, size := utf8.DecodeRuneInString(text)
	for _, row := range alphabets() {
		if at := strings.IndexRune(row, sign); at >= 0 && sign != utf8.RuneError {
			return row, utf8.RuneCountInString(row[:at]), size
		}
	}
	written := leading(text, digits)
	if number, err := strconv.Atoi(written); err == nil && number >= 1 && number <= mostOptions {
		return numbers, number - 1, len(written)
	}
	return "", 0, 0
}

// readEnd takes what says that an option is right or wrong off its end, and emphasis off
// all of it: a tick, or words in brackets or behind an arrow.
func (o *optionItem) readEnd(r *Reader) {
	text := strings.TrimSpace(o.text)
	for _, e := range r.behind(text) {
		said := strings.ToLower(strings.TrimLeft(e.words, "<←-— "))
		parted := e.bracketed || len(said) < len(e.words)
		right := strings.Trim(said, ticks) == "" || parted && r.cues["marked_right"].Has(said)
		wrong := strings.Trim(said, crosses) == "" || parted && r.cues["marked_wrong"].Has(said)
		if said == "" || e.rest == "" || !right && !wrong {
			continue
		}
		if text = withoutHalf(e.rest); right {
			o.signs |= ticked
		}
	}
	if o.text = unwrap(text); o.text != text {
		o.signs |= bold
	}
	if o.kind != letteredOption {
		o.signs &^= bold
	}
}

// mark takes some options for right where a sign tells them from the others.
func mark(items []optionItem) {
	for _, s := range []sign{ticked, checked, bold} {
		has := func(o optionItem) bool { return o.signs&s != 0 }
		hasNot := func(o optionItem) bool { return !has(o) }
		if !slices.ContainsFunc(items, has) || !slices.ContainsFunc(items, hasNot) {
			continue
		}
		for i := range items {
			items[i].right = has(items[i])
		}
		return
	}
}
