package quantity

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarrykb/quarry/internal/text"
)

// NumberStyle says how a document writes its numbers.
type NumberStyle uint8

// The styles.
const (
	DecimalPoint NumberStyle = iota // 1,979.5
	DecimalComma                    // 1.979,5
)

// NumberStyleOf weighs all numbers of a document: those that can only be read
// in one of the styles decide, and most those with a unit behind them. Those that read
// in both, "2,039", are outdone by as many that do not. Sums as
// "250.000 €" decide where no number shows a decimal point. A document that shows
// nothing writes one.
func (s *System) NumberStyleOf(text []byte) NumberStyle {
	sums := 0
	points, commas := weigh(text, func(start, end int) bool {
		sums = max(sums, s.groupedSum(text, start, end))
		return true
	})
	if points == 0 && sums > 0 {
		commas += sums
		if commas < leastCommas && s.words.writesCommas(text) {
			commas = leastCommas
		}
	}
	if commas >= leastCommas && commas == points { // "5,3 W" says more than "2,039 W"
		points, commas = StylesShown(text)
	}
	if commas >= leastCommas && commas > points {
		return DecimalComma
	}
	return DecimalPoint
}

// StylesShown returns how much of a text can only be read with a decimal point, and
// how much only with a decimal comma. A number that reads in both styles, as "1.299"
// and "1,299" do, shows nothing here, whichever is the likelier one.
func StylesShown(text []byte) (int, int) {
	return weigh(text, func(start, end int) bool { return !isTwofold(text[start:end]) })
}

// weigh sums up what the numbers of a text that count show for a decimal point, and
// what for a decimal comma.
func weigh(text []byte, counts func(start, end int) bool) (int, int) {
	var points, commas int
	for at, end := markedNumber(text, 0); at < end; at, end = markedNumber(text, end) {
		if !counts(at, end) {
			continue
		}
		switch mark, weight := decimalMark(text, at, end); mark {
		case '.':
			points += weight
		case ',':
			commas += weight
		}
	}
	return points, commas
}

// groupDigits is how many digits a group of thousands has.
const groupDigits = 3

// isTwofold reports whether a number has one mark, which may group thousands and may
// be a decimal one: up to three digits before it and three behind.
func isTwofold(number []byte) bool {
	mark := bytes.IndexAny(number, ".,")
	return number[0] != '0' && bytes.LastIndexAny(number, ".,") == mark && isGrouped(number, mark)
}

// isGrouped reports whether digits stand as thousands do behind the first of their marks.
func isGrouped(number []byte, first int) bool {
	decimals := number[bytes.LastIndexAny(number, ".,")+1:]
	marks := bytes.Count(number, number[first:first+1])
	return first <= groupDigits && len(decimals) == groupDigits && len(number)-first == (1+groupDigits)*marks
}

// What one number weighs.
const (
	weak        = 1
	withUnit    = 2
	beyondDoubt = 3
	leastCommas = 2
)

// markedNumber finds the next number with a point or a comma in it: no other shows
// anything, nor does one in a fence of code. Where there is none left it is empty.
func markedNumber(written []byte, at int) (int, int) {
	const fence, closing = "```", "\n```"
	for at < len(written) {
		switch {
		case !text.IsDigit(written[at]) && written[at] != '`':
			at++
		case bytes.HasPrefix(written[at:], []byte(fence)):
			at += len(fence)
			if length := bytes.Index(written[at:], []byte(closing)); length >= 0 {
				at += length + len(closing)
			}
		default:
			end, marked := numberEnd(written, at)
			if marked {
				return at, end
			}
			at = end
		}
	}
	return at, at
}

// numberEnd passes digits, with the points and commas between them, and reports
// whether there are any of these.
func numberEnd(written []byte, at int) (int, bool) {
	marked := false
	for at++; at < len(written); at++ {
		if text.IsDigit(written[at]) {
			continue
		}
		if written[at] != '.' && written[at] != ',' || at+1 == len(written) || !text.IsDigit(written[at+1]) {
			break
		}
		marked = true
	}
	return at, marked
}

// decimalMark returns the mark that a number shows to be the decimal one, and how much
// that weighs. One that stands in brackets of its own, or counts on ("1,2"), may be a
// list.
func decimalMark(text []byte, start, end int) (byte, int) {
	number := text[start:end]
	last := bytes.LastIndexAny(number, ".,")
	if last < 0 || start > 0 && strings.IndexByte("([{.,:/-_#^", text[start-1]) >= 0 {
		return 0, 0
	}
	mark, other := number[last], '.'+','-number[last]
	first := bytes.IndexByte(number, mark)
	both := bytes.Contains(number, []byte{other})
	switch {
	case both && first == last: // "1,979.5"
		return mark, beyondDoubt
	case !both && first < last && isGrouped(number, first): // "1,234,567"
		return other, withUnit
	case both || first < last: // a version or a list
		return 0, 0
	}
	return soleMark(text, start, end)
}

// soleMark is decimalMark for a number with one mark.
func soleMark(text []byte, start, end int) (byte, int) {
	number := text[start:end]
	at := bytes.IndexAny(number, ".,")
	mark, other := number[at], '.'+','-number[at]
	weight := weak
	if measures(text[end:]) {
		weight = withUnit
	}
	grouped := len(number)-at-1 == groupDigits && number[0] != '0'
	switch {
	case grouped && mark == '.', !grouped && mark == ',' && mayBeListed(text, start, end):
		return 0, 0
	case grouped:
		return other, weight
	}
	return mark, weight
}

// mayBeListed reports whether a number with a comma may be two of a list: it counts on,
// "1,2", or ends a bracket.
func mayBeListed(text []byte, start, end int) bool {
	number := text[start:end]
	countsOn := len(number) == len("1,2") && number[2] == number[0]+1
	return countsOn || end < len(text) && strings.IndexByte(")]}", text[end]) >= 0
}

// groupedSum is what a sum says for points that part thousands: one like "250.000
// €" shows them, of one like "1.299 €" a decimal comma elsewhere has to. A price for
// something shows nothing: "1.250 € per hour".
func (s *System) groupedSum(written []byte, start, end int) int {
	const blanks = " \u00a0\u202f"
	number := written[start:end]
	if bytes.IndexByte(number, '.') < 0 || !isTwofold(number) {
		return 0
	}
	behind := string(written[end:min(len(written), end+longestCurrency+len(" per "))])
	before := strings.TrimRight(string(written[max(0, start-longestCurrency):start]), blanks)
	if sign := firstWord(strings.TrimLeft(behind, blanks)); s.isCurrency(sign) {
		behind = strings.TrimLeft(behind, blanks)[len(sign):]
	} else if !s.isCurrency(lastWord(before)) {
		return 0
	}
	behind = strings.TrimLeft(behind, " ")
	if strings.HasPrefix(behind, "/") || strings.HasPrefix(behind, "p") {
		return 0
	}
	if bytes.HasSuffix(number, []byte("000")) {
		return leastCommas
	}
	return weak
}

func (s *System) isCurrency(spelling string) bool {
	unit, known := s.FindUnit(spelling)
	return known && unit.isCurrency()
}

// firstWord returns the letters that a text begins with, or else its first character.
func firstWord(text string) string {
	_, size := utf8.DecodeRuneInString(text)
	return text[:max(size, len(leadingWord(text)))]
}

// lastWord returns the letters that a text ends with, or else its last character.
func lastWord(text string) string {
	_, size := utf8.DecodeLastRuneInString(text)
	return text[min(len(text)-size, len(strings.TrimRightFunc(text, unicode.IsLetter))):]
}

// measures reports whether what stands behind a number may be a unit: a sign, or
// a short word with a capital or a slash in it.
func measures(behind []byte) bool {
	const longest = 8
	behind = behind[:min(len(behind), longest)]
	for _, blank := range []string{" ", "\u00a0", "\u202f", "\u2009"} {
		behind = bytes.TrimPrefix(behind, []byte(blank))
	}
	if end := bytes.IndexAny(behind, " \n|,;)"); end >= 0 {
		behind = behind[:end]
	}
	first, _ := utf8.DecodeRune(behind)
	const longestLower = 2
	switch {
	case len(behind) == 0:
		return false
	case bytes.ContainsAny(behind, "%°€£$µμΩ/²³×"):
		return true
	case first >= 'a' && first <= 'z' && len(behind) > longestLower:
		return bytes.ContainsAny(behind, "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
	}
	metric := []string{"g", "kg", "mg", "m", "cm", "mm", "km", "nm", "l", "ml", "cl", "dl", "s", "ms", "ns", "h", "t"}
	return first >= 'A' && first <= 'Z' || slices.Contains(metric, string(behind))
}

// writesCommas reports whether a document is in a language that writes a decimal
// comma, by its commonest words: sums alone, "1.299 €", show nothing.
func (w *wording) writesCommas(document []byte) bool {
	const fewest, times = 3, 2
	comma, point := 0, 0
	for word := range bytes.FieldsSeq(document[:min(len(document), text.LanguageShown)]) {
		lower := strings.ToLower(string(word))
		if w.commas[lower] {
			comma++
		}
		if w.points[lower] {
			point++
		}
	}
	return comma >= fewest && comma > times*point
}
