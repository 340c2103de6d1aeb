package claim

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/quantity"
	"github.com/quarrykb/quarry/internal/text"
)

// number is a quantity and where it stands in its statement.
type number struct {
	quarry.Quantity

	start, end int
	next       int              // what stands before it is a part of the same
	glued      bool             // a stroke and another number stand right behind it: "5V/3A"
	each       *quarry.Quantity // that each of what it counts has; nil for nothing
}

// quantity reads the quantity that a text begins with, code marks or not.
func (r *Reader) quantity(text string) (quarry.Quantity, bool) {
	return r.lexicon.ReadQuantity(strings.ReplaceAll(text, "`", ""))
}

// mention is a device that a statement names, and where.
type mention struct {
	quarry.DeviceMention

	start, end int
}

// mentionsIn returns the devices and number formats that a text names, with
// their places.
func (r *Reader) mentionsIn(text string) []mention {
	var found []mention
	from := 0
	for _, device := range r.lexicon.DevicesIn(text) {
		at := indexWord(text, device.Written, from)
		if at < 0 {
			continue
		}
		from = at + len(device.Written)
		found = append(found, mention{device, at, from})
	}
	return found
}

// indexWord returns where a phrase stands in a text from an offset on, between
// the ends of words, or -1.
func indexWord(s, phrase string, from int) int {
	for from < len(s) {
		at := strings.Index(s[from:], phrase)
		if at < 0 {
			return -1
		}
		at += from
		if before, _ := utf8.DecodeLastRuneInString(s[:at]); !text.IsWord(before) {
			return at
		}
		from = at + len(phrase)
	}
	return -1
}

// mostNumbers is how many numbers of one statement are read: more of them are
// data, and no line of a sheet.
const mostNumbers = 64

// numbersIn returns the quantities of a text, in their order. Digits of a name
// ("RTX 4090") are none.
func (r *Reader) numbersIn(style quantity.NumberStyle, text string, mentions []mention) []number {
	var found []number
	for at := 0; at < len(text) && len(found) < mostNumbers; {
		for len(mentions) > 0 && mentions[0].end <= at {
			mentions = mentions[1:]
		}
		name := mention{start: len(text), end: len(text)}
		if len(mentions) > 0 {
			name = mentions[0]
		}
		one, ok := r.numberBefore(style, text, at, name)
		switch {
		case at >= name.start:
			at = name.end
		case !ok:
			at = nextWord(text, at)
		default:
			found = r.appended(found, one, text)
			if at = nextWord(text, max(one.next, at+1)-1); one.glued {
				at = one.end + 1
			}
		}
	}
	return found
}

// numberBefore reads the quantity that begins at an offset, unless its digits
// are those of the name that comes next: "up to RTX 4090".
func (r *Reader) numberBefore(style quantity.NumberStyle, text string, at int, name mention) (number, bool) {
	if at >= name.start || !mayBegin(text[at:]) || quantity.IsFactor(text[:at]) {
		return number{}, false
	}
	one, ok := r.numberAt(style, text, at)
	return one, ok && one.start+leadOf(one.Text) < name.start
}

// appended adds a number to those before it, or makes a range of the last and
// it. What the last may be instead is left out.
func (r *Reader) appended(found []number, one number, text string) []number {
	if last := len(found) - 1; last >= 0 && strings.TrimSpace(text[found[last].end:one.start]) == "to" {
		if whole, ok := upTo(text, found[last], one); ok {
			found[last] = whole
			return found
		}
	}
	if r.isAlternative(text[:one.start]) && !r.follows(found, one, text) {
		return found
	}
	return append(found, one)
}

// follows reports whether nothing but a stroke stands between a number and the last
// before it, which measures something else: "5 V / 3 A".
func (r *Reader) follows(found []number, one number, text string) bool {
	last := len(found) - 1
	return last >= 0 && strings.TrimSpace(text[found[last].end:one.start]) == "/" && r.areOfTwo(found[last].Quantity, one.Quantity)
}

// upTo joins two numbers to the range that they bound: "1 to ~5.7×10⁷⁶".
func upTo(text string, low, high number) (number, bool) {
	if low.Min == nil || high.Max == nil || *low.Min > *high.Max || (low.Unit != "" && low.Unit != high.Unit) {
		return low, false
	}
	whole := high
	whole.Bounds = quarry.Bounds{Min: low.Min, Max: high.Max, Unit: high.Unit}
	whole.Qualifier, whole.Step = quarry.Range, max(low.Step, high.Step)
	whole.start, whole.Text = low.start, text[low.start:high.end]
	return whole, true
}

// leadOf returns how many bytes of a quantity stand before its first digit.
func leadOf(quantity string) int {
	return max(0, strings.IndexFunc(quantity, unicode.IsNumber))
}

// mayBegin reports whether a word may begin a quantity: a digit, a sign, money,
// or one of the words that lead in a number.
func mayBegin(word string) bool {
	first, _ := utf8.DecodeRuneInString(word)
	if unicode.IsNumber(first) {
		return true
	}
	near := word[:min(len(word), widestLead)]
	return strings.ContainsFunc(near, unicode.IsNumber) && !strings.ContainsAny(near[:leadOf(near)], ",;:()[]")
}

// widestLead is how much of a text may stand before the first digit of a
// quantity: "approximately ", "no more than ", "from ".
const widestLead = 24

// nextWord returns where the next word begins behind an offset: behind white
// space or a bracket.
func nextWord(text string, at int) int {
	for i := at; i < len(text); i++ {
		switch text[i] {
		case ' ', '\t', '\n', '(', '[', '|':
			return i + 1
		case ':', '=', '/', '+':
			if i+1 < len(text) && text[i+1] == ' ' {
				return i + 1
			}
		}
	}
	return len(text)
}

// numberAt reads the quantity that begins at an offset.
func (r *Reader) numberAt(style quantity.NumberStyle, text string, at int) (number, bool) {
	near := window(text[at:])
	trimmed := strings.TrimLeft(near, " \t\n\u00a0")
	start := at + len(near) - len(trimmed)
	quantity, ok := r.lexicon.ReadQuantityIn(style, trimmed)
	two := false
	if !ok {
		quantity, two = r.ofTwo(style, trimmed)
	}
	if !ok && !two || quantity.Text == "" {
		return number{}, false
	}
	if quantity.Unit == "" {
		if further, more := r.withUnitBehind(style, trimmed, quantity); more {
			quantity = further
		}
	}
	end := start + len(quantity.Text)
	one := number{Quantity: quantity, start: start, end: end, next: end, glued: two && end < len(text) && text[end] == '/'}
	return r.countOfEach(style, text, r.withoutWidth(style, text, one)), true
}

// withoutWidth reads "65,536 × 32-bit registers" as a number of registers, whose
// width is a part of their name.
func (r *Reader) withoutWidth(style quantity.NumberStyle, text string, product number) number {
	count, _, times := strings.Cut(product.Text, "×")
	behind := strings.TrimLeft(text[product.end:], " ")
	if !times || !strings.HasSuffix(product.Text, "-bit") || behind == "" || !isWordByte(behind[0]) {
		return product
	}
	quantity, ok := r.lexicon.ReadQuantityIn(style, strings.TrimSpace(count))
	if !ok {
		return product
	}
	return number{Quantity: quantity, start: product.start, end: product.start + len(quantity.Text), next: product.end}
}

// isAlternative reports whether a number stands behind another that it may be
// instead of: "8 GB / 16 GB". What says how each is meant tells them apart: "40
// dense / 80 sparse".
func (r *Reader) isAlternative(before string) bool {
	before = strings.TrimRight(before, " ")
	rest, ok := strings.CutSuffix(before, "/")
	if !ok {
		or := r.cues[orWords].Suffix(before)
		rest, ok = strings.TrimSuffix(before, or), or != ""
	}
	if !ok {
		return false
	}
	fields := strings.Fields(rest[max(0, len(rest)-widestLead):])
	near := strings.Join(fields[max(0, len(fields)-2):], " ")
	if len(fields) > 0 && r.isStating(strings.ToLower(fields[len(fields)-1])) {
		return false
	}
	return strings.ContainsFunc(near, unicode.IsNumber)
}

// mostBetween is how many words may stand between a number and its unit: "2070
// dense FP4 TFLOPS".
const mostBetween = 3

// withUnitBehind reads a number whose unit stands behind the number format or
// the condition that it is stated with: "2,070 FP4 TFLOPS".
func (r *Reader) withUnitBehind(style quantity.NumberStyle, text string, bare quarry.Quantity) (quarry.Quantity, bool) {
	rest := text[len(bare.Text):]
	for range mostBetween {
		next := strings.TrimLeft(rest, " ")
		length := r.aside(next)
		if length == 0 || len(next) == len(rest) {
			return bare, false
		}
		rest = next[length:]
		joined := bare.Text + " " + strings.TrimLeft(rest, " ")
		whole, ok := r.lexicon.ReadQuantityIn(style, joined)
		unit := len(whole.Text) - len(bare.Text) - 1
		if ok && whole.Unit != "" && unit > 0 && r.kindOf(whole.Unit) != kindOfCounts {
			end := len(text) - len(strings.TrimLeft(rest, " ")) + unit
			whole.Text = text[:end]
			return whole, true
		}
	}
	return bare, false
}

// aside returns the length of a number format or of a condition's word at the
// beginning of a text, 0 where it begins with neither.
func (r *Reader) aside(text string) int {
	if formats := r.lexicon.DevicesIn(firstWordsOf(text, mostBetween)); len(formats) > 0 &&
		formats[0].Class == quarry.ClassFormat && strings.HasPrefix(text, formats[0].Written) {
		return len(formats[0].Written)
	}
	word, _, _ := strings.Cut(text, " ")
	if r.isStating(strings.ToLower(word)) {
		return len(word)
	}
	return 0
}

func firstWordsOf(text string, count int) string {
	at := 0
	for range count {
		next := strings.IndexByte(text[at:], ' ')
		if next < 0 {
			return text
		}
		at += next + 1
	}
	return text[:at]
}
