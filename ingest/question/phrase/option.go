package phrase

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
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

// optionItem is an option as it stands on its line.
type optionItem struct {
	kind    optionKind
	place   int    // among the letters or numbers, from 0; -1 without either
	dress   string // the mark around a letter, with the letter's case
	text    string
	line    int
	indent  int
	boxed   bool // has a box
	checked bool // which is ticked
	starred bool // has a star in front
	bold    bool // stands in emphasis from end to end
	ticked  bool // is marked as right in words or by a tick
	right   bool
}

// readOptions reads the options that a line consists of: one, or several with
// letters in a row. It returns none where the line begins otherwise.
func (r *Reader) readOptions(line string) []optionItem {
	item, ok := readOption(line)
	if !ok {
		return nil
	}
	items := []optionItem{item}
	for item.kind == letteredOption && len(items) <= mostOptions {
		last := &items[len(items)-1]
		mark := " " + markAt(last.dress, last.place+1) + " "
		before, after, found := strings.Cut(last.text, mark)
		if !found || !holdsWord(before) && strings.TrimSpace(before) == "" {
			break
		}
		last.text = strings.TrimRight(before, " \t|;,")
		next := optionItem{kind: letteredOption, place: last.place + 1, dress: last.dress, text: strings.TrimSpace(after), indent: last.indent}
		items = append(items, next)
	}
	for i := range items {
		items[i].readRight(r)
	}
	return items
}

// readOption reads the marks that one option begins with.
func readOption(line string) (optionItem, bool) {
	text := strings.TrimLeft(line, " \t>\u3000")
	item := optionItem{kind: noOption, place: -1, indent: len(line) - len(text)}
	item.text = text
	for _, bullet := range []string{"- ", "+ ", "• ", "* ", "◦ ", "– "} {
		if rest, ok := strings.CutPrefix(text, bullet); ok {
			item.kind, item.text, item.starred = bulletOption, strings.TrimLeft(rest, " \t"), bullet == "* "
			break
		}
	}
	item.cutBox()
	item.cutTick()
	if !item.cutLetter() && item.kind == noOption {
		return item, false
	}
	return item, true
}

// cutBox takes a box to tick off the front.
func (o *optionItem) cutBox() {
	for _, box := range []string{"[ ] ", "[] ", "( ) ", "☐ ", "[x] ", "[X] ", "(x) ", "(X) ", "(*) ", "[*] ", "[✓] ", "[✔] ", "☑ ", "☒ ", "◉ ", "◯ "} {
		if rest, ok := strings.CutPrefix(o.text, box); ok {
			o.kind, o.boxed, o.text = boxedOption, true, strings.TrimLeft(rest, " ")
			o.checked = strings.ContainsAny(box, "xX*✓✔☑☒◉")
			return
		}
	}
}

func (o *optionItem) cutTick() {
	for _, tick := range ticks() {
		if rest, ok := strings.CutPrefix(o.text, tick); ok {
			o.ticked, o.text = true, strings.TrimLeft(rest, "\ufe0f ")
			return
		}
	}
	for _, cross := range crosses() {
		if rest, ok := strings.CutPrefix(o.text, cross); ok {
			o.text = strings.TrimLeft(rest, "\ufe0f ")
			return
		}
	}
}

// alphabets are the rows of letters that options are counted by.
func alphabets() []string {
	return []string{"ABCDEFGHIJ", "abcdefghij", "АБВГДЕЖЗИК", "абвгдежзик", "αβγδεζηθικ", "①②③④⑤⑥⑦⑧⑨⑩", "アイウエオカキクケコ", "가나다라마바사아자차"}
}

// cutLetter takes a letter or a number with its mark off the front, and notices
// emphasis and a star before it.
func (o *optionItem) cutLetter() bool {
	emphasis := leading(o.text, "*_")
	body := o.text[len(emphasis):]
	place, dress, size := letterOf(body)
	if size == 0 {
		return false
	}
	rest := body[size:]
	switch outside, closed := strings.CutPrefix(rest, emphasis); {
	case emphasis == "":
	case closed:
		rest = outside
	case strings.HasSuffix(strings.TrimRight(rest, " "), emphasis):
		rest, o.bold = strings.TrimSuffix(strings.TrimRight(rest, " "), emphasis), true
	case emphasis == "*":
		o.starred = true
	default:
		rest = emphasis + strings.TrimLeft(rest, " ")
	}
	parted := rest == "" || rest[0] == ' ' || rest[0] == '\t' || isWide(dress)
	if !parted && rest == body[size:] && !o.bold {
		return false
	}
	if o.kind != boxedOption {
		o.kind = letteredOption
		if strings.HasPrefix(dress, "1") {
			o.kind = numberedOption
		}
	}
	o.place, o.dress, o.text = place, dress, strings.TrimSpace(rest)
	return true
}

// isWide reports whether a letter's mark is of a script that needs no space
// behind it.
func isWide(dress string) bool { return hasAnySuffix(dress, "①", "ア", "）", "、", "．") }

// letterOf reads "A)", "(b)", "[C]", "d." or "1)", and returns its place, how
// the first of its row would be written, and its length.
func letterOf(text string) (int, string, int) {
	open := leading(text, "([")
	if len(open) > 1 {
		return 0, "", 0
	}
	letter, size := utf8.DecodeRuneInString(text[len(open):])
	end := len(open) + size
	mark, width := optionMark(open, text[end:])
	next, _ := utf8.DecodeRuneInString(text[end:])
	for _, row := range alphabets() {
		at := strings.IndexRune(row, letter)
		if size == 0 || at < 0 || letter == utf8.RuneError {
			continue
		}
		first, _ := utf8.DecodeRuneInString(row)
		if first == 'ア' && unicode.IsSpace(next) {
			return utf8.RuneCountInString(row[:at]), "ア", end
		}
		if first == '①' {
			return utf8.RuneCountInString(row[:at]), "①", end
		}
		if width > 0 {
			return utf8.RuneCountInString(row[:at]), open + string(first) + mark, end + width
		}
	}
	number, rest, ok := shortNumber(text[len(open):])
	if mark, width = optionMark(open, rest); ok && width > 0 && number >= 1 && number <= mostOptions {
		return number - 1, open + "1" + mark, len(text) - len(rest) + width
	}
	return 0, "", 0
}

// optionMark returns the mark that ends a letter, and its length.
func optionMark(open, text string) (string, int) {
	closing := []string{")", ".", ":", "）", "、", "．"}
	switch open {
	case "(":
		closing = []string{")"}
	case "[":
		closing = []string{"]"}
	}
	for _, mark := range closing {
		if strings.HasPrefix(text, mark) {
			return mark, len(mark)
		}
	}
	return "", 0
}

// markAt writes the mark of another place of a row.
func markAt(dress string, place int) string {
	for _, row := range alphabets() {
		first, size := utf8.DecodeRuneInString(row)
		if at := strings.IndexRune(dress, first); at >= 0 && place < mostOptions {
			letters := []rune(row)
			return dress[:at] + string(letters[place]) + dress[at+size:]
		}
	}
	return dress
}

func ticks() []string { return []string{"✓", "✔", "✅", "☑", "🗸", "◎"} }

func crosses() []string { return []string{"✗", "✘", "❌", "✖"} }

// readRight takes what says that an option is right or wrong off its end.
func (o *optionItem) readRight(r *Reader) {
	text := strings.TrimSpace(o.text)
	for _, tick := range slices.Concat(ticks(), []string{"(✓)", "(✔)", "(✅)"}, r.markedRight) {
		if rest, ok := cutSuffixFold(strings.TrimRight(text, "\ufe0f*_ "), tick); ok && rest != "" {
			o.ticked, text = true, closed(rest, text)
			break
		}
	}
	for _, cross := range slices.Concat(crosses(), r.markedWrong) {
		if rest, ok := cutSuffixFold(strings.TrimRight(text, "\ufe0f "), cross); ok {
			text = strings.TrimSpace(rest)
		}
		if rest, ok := strings.CutPrefix(text, cross); ok {
			text = strings.TrimLeft(rest, "\ufe0f ")
		}
	}
	if bare := unwrap(text); bare != text {
		o.bold, text = true, bare
	}
	o.text = text
}

// closed gives emphasis back that was trimmed from behind a mark.
func closed(rest, text string) string {
	rest = strings.TrimRight(rest, " ")
	emphasis := leading(rest, "*_")
	if emphasis != "" && strings.HasSuffix(text, emphasis) && !strings.HasSuffix(rest, emphasis) {
		return rest + emphasis
	}
	return rest
}

func cutSuffixFold(text, suffix string) (string, bool) {
	if len(text) < len(suffix) || !strings.EqualFold(text[len(text)-len(suffix):], suffix) {
		return text, false
	}
	return text[:len(text)-len(suffix)], true
}

// mark takes some options for right where a sign tells them from the others.
func mark(items []optionItem, sign func(optionItem) bool) bool {
	if !slices.ContainsFunc(items, sign) || !slices.ContainsFunc(items, func(o optionItem) bool { return !sign(o) }) {
		return false
	}
	for i := range items {
		items[i].right = sign(items[i])
	}
	return true
}
