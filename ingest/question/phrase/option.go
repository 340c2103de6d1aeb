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

// Option is one of the answers that a question offers.
type Option struct {
	Text  string // without its letter, its box and what marks it as right
	Right bool   // the source says so

	kind   optionKind
	place  int // among the letters or numbers, from 0; -1 without either
	dress  dress
	ticked bool // a tick, its box, words or a star before its letter say that it is right
	bold   bool // it stands in emphasis from end to end
}

// dress is how the letters of a list are written: "(a)" is of a row of letters, in brackets.
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

// Signs of options that are right and wrong, and how they are drawn.
const (
	ticks   = "✓✔✅☑🗸◎\ufe0f"
	crosses = "✗✘❌✖\ufe0f"
)

// optionMark is what an option or its letter may have before it, and what that means.
type optionMark struct {
	written []string
	kind    optionKind
	ticked  bool
}

func optionMarks() []optionMark {
	return []optionMark{
		{written: bullets(), kind: bulletOption},
		{written: []string{"[ ] ", "[] ", "( ) ", "☐ ", "◯ "}, kind: boxedOption},
		{written: []string{"[x] ", "[X] ", "(x) ", "(X) ", "(*) ", "[*] ", "[✓] ", "[✔] ", "☑ ", "☒ ", "◉ "}, kind: boxedOption, ticked: true},
		{written: strings.Split(ticks, ""), ticked: true},
		{written: strings.Split(crosses, "")},
	}
}

// readOptions reads the options that a line consists of: one, or several with
// letters in a row. It returns none where the line begins otherwise.
func (r *Reader) readOptions(line string) []Option {
	option := Option{place: -1, Text: strings.TrimLeft(line, " \t>\u3000")}
	option.cutMarks(r.optionMarks)
	lettered := option.cutLetter()
	option.cutMarks(r.optionMarks)
	if !lettered && option.kind == noOption {
		return nil
	}
	options := []Option{option}
	for option.kind == letteredOption && len(options) <= mostOptions {
		last := &options[len(options)-1]
		before, after, found := strings.Cut(last.Text, " "+last.dress.at(last.place+1)+last.dress.room())
		if !found || strings.TrimSpace(before) == "" {
			break
		}
		last.Text = strings.TrimRight(before, " \t|;,")
		options = append(options, Option{kind: letteredOption, place: last.place + 1, dress: last.dress, Text: strings.TrimSpace(after)})
	}
	for i := range options {
		options[i].readEnd(r)
	}
	return options
}

// OpensOptions reports whether a line begins with the first letter of options, and goes on
// with the second, or the next line does.
func (r *Reader) OpensOptions(line, next string) bool {
	c := r.gather([]string{line, next})
	return len(c.Options) > 1 && c.Lettered() && c.Used[0] == 0
}

// cutMarks takes one mark of each meaning off the front.
func (o *Option) cutMarks(marks []optionMark) {
	if o.Text == "" || text.IsLetter(o.Text[0]) {
		return
	}
	for _, mark := range marks {
		rest, ok := cutAnyPrefix(o.Text, mark.written...)
		if !ok {
			continue
		}
		o.Text = strings.TrimLeft(rest, "\ufe0f \t")
		o.ticked = o.ticked || mark.ticked
		if mark.kind != noOption {
			o.kind = mark.kind
		}
	}
}

// cutLetter takes a letter or a number with its mark off the front, and notices
// emphasis around the option and a star before it.
func (o *Option) cutLetter() bool {
	body := unwrap(o.Text)
	whole := body != o.Text
	emphasis := leading(body, "*_")
	place, letters, size := letterOf(body[len(emphasis):])
	if size == 0 {
		return false
	}
	rest := body[len(emphasis)+size:]
	next, _ := utf8.DecodeRuneInString(rest)
	parted := rest == "" || unicode.IsSpace(next) || letters.room() == "" || whole || emphasis != ""
	outside, closed := strings.CutPrefix(rest, emphasis)
	switch {
	case !parted:
		return false
	case closed:
		rest = outside
	case emphasis == "*":
		o.ticked = true
	default:
		rest = emphasis + strings.TrimLeft(rest, " ")
	}
	o.bold = whole
	if o.kind != boxedOption {
		o.kind = letteredOption
		if letters.row == numbers {
			o.kind = numberedOption
		}
	}
	o.place, o.dress, o.Text = place, letters, strings.TrimSpace(rest)
	return true
}

// letterOf reads "A)", "(b)", "d.", "①" or "1)": its place, how its row is written, its length.
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
	rest, closed := cutAnyPrefix(text[end:], closings...)
	if !closed {
		return 0, dress{}, 0
	}
	return place, dress{row: row, open: open, closing: strings.TrimSuffix(text[end:], rest)}, len(text) - len(rest)
}

// letterAt returns the row of the letter or number that a text begins with, its place and length.
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
func (o *Option) readEnd(r *Reader) {
	text := strings.TrimSpace(o.Text)
	for _, e := range r.behind(text) {
		said := strings.ToLower(strings.TrimLeft(e.words, "<←-— "))
		parted := e.bracketed || len(said) < len(e.words)
		right := strings.Trim(said, ticks) == "" || parted && r.cues["marked_right"].Has(said)
		wrong := strings.Trim(said, crosses) == "" || parted && r.cues["marked_wrong"].Has(said)
		if said == "" || e.rest == "" || !right && !wrong {
			continue
		}
		if text = withoutHalf(e.rest); right {
			o.ticked = true
		}
	}
	o.Text = unwrap(text)
	o.bold = (o.bold || o.Text != text) && o.kind == letteredOption
}

// mark takes some options for right where a tick or else emphasis tells them from the others.
func mark(options []Option) {
	for _, told := range []func(Option) bool{
		func(o Option) bool { return o.ticked },
		func(o Option) bool { return o.bold },
	} {
		others := func(o Option) bool { return !told(o) }
		if !slices.ContainsFunc(options, told) || !slices.ContainsFunc(options, others) {
			continue
		}
		for i, option := range options {
			options[i].Right = told(option)
		}
		return
	}
}
