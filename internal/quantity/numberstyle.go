package quantity

import (
	"bytes"
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
// in one of the styles decide, and most those with a unit behind them. Sums as
// "250.000 €" decide where no number shows a decimal point. A document that shows
// nothing writes one.
func (l *System) NumberStyleOf(text []byte) NumberStyle {
	var points, commas, sums int
	for at, end := markedNumber(text, 0); at < end; at, end = markedNumber(text, end) {
		point, comma := styleEvidence(text, at, end)
		points, commas, sums = points+point, commas+comma, max(sums, l.groupedSum(text, at, end))
	}
	if points == 0 && sums > 0 {
		commas += sums
		if commas < leastCommas && l.words.writesCommas(text) {
			commas = leastCommas
		}
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
	var points, commas int
	for at, end := markedNumber(text, 0); at < end; at, end = markedNumber(text, end) {
		if !isTwofold(text[at:end]) {
			point, comma := styleEvidence(text, at, end)
			points, commas = points+point, commas+comma
		}
	}
	return points, commas
}

// isTwofold reports whether a number has one mark, which may group thousands and may
// be a decimal one: up to three digits before it and three behind.
func isTwofold(number []byte) bool {
	const thousand = 3
	mark := bytes.IndexAny(number, ".,")
	return mark > 0 && mark <= thousand && len(number)-mark-1 == thousand && bytes.LastIndexAny(number, ".,") == mark && number[0] != '0'
}

// What one number weighs.
const (
	weak        = 1
	withUnit    = 2
	beyondDoubt = 3
	leastCommas = 2
)

// markedNumber finds the next number with a point or a comma in it: no other shows
// anything. Where there is none left it is empty.
func markedNumber(written []byte, at int) (int, int) {
	for at < len(written) {
		switch {
		case !text.IsDigit(written[at]) && written[at] != '`':
			at++
		case bytes.HasPrefix(written[at:], []byte("```")):
			at = fenceEnd(written, at)
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

// fenceEnd passes a fence of code: its commas are no decimal ones.
func fenceEnd(text []byte, at int) int {
	const fence = 3
	end := bytes.Index(text[at+fence:], []byte("\n```"))
	if end < 0 {
		return at + fence
	}
	return at + fence + end + 1 + fence
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

// styleEvidence returns what a number says for a decimal point and for a decimal
// comma. One that stands in brackets of its own, or counts on ("1,2"), may be a
// list.
func styleEvidence(text []byte, start, end int) (int, int) {
	number := text[start:end]
	points, commas := bytes.Count(number, []byte(".")), bytes.Count(number, []byte(","))
	if points+commas == 0 || start > 0 && strings.IndexByte("([{.,:/-_#^", text[start-1]) >= 0 {
		return 0, 0
	}
	if points > 0 && commas > 0 {
		return mixedEvidence(number, points, commas)
	}
	mark := bytes.LastIndexAny(number, ".,")
	decimals := len(number) - mark - 1
	const thousand = 3
	if points+commas > 1 {
		return repeatedEvidence(number, commas, decimals)
	}
	weight := weak
	if measures(text[end:]) {
		weight = withUnit
	}
	switch {
	case points == 1 && (decimals != thousand || number[0] == '0'):
		return weight, 0
	case points == 1:
		return 0, 0
	case decimals == thousand && number[0] != '0':
		return weight, 0
	case countsOn(number, mark), end < len(text) && strings.IndexByte(")]}", text[end]) >= 0:
		return 0, 0
	}
	return 0, weight
}

// mixedEvidence is that of "1,979.5" or "1.979,5".
func mixedEvidence(number []byte, points, commas int) (int, int) {
	last := number[bytes.LastIndexAny(number, ".,")]
	switch {
	case last == '.' && points == 1:
		return beyondDoubt, 0
	case last == ',' && commas == 1:
		return 0, beyondDoubt
	}
	return 0, 0
}

// repeatedEvidence is that of "1,234,567" or "1.234.567"; a version or a list
// shows nothing.
func repeatedEvidence(number []byte, commas, decimals int) (int, int) {
	const thousand = 3
	first := bytes.IndexAny(number, ".,")
	if decimals != thousand || first > thousand || len(number)-first != (thousand+1)*(bytes.Count(number, []byte("."))+commas) {
		return 0, 0
	}
	if commas > 0 {
		return withUnit, 0
	}
	return 0, withUnit
}

// groupedSum is what a sum says for points that part thousands: one like "250.000
// €" shows them, of one like "1.299 €" a decimal comma elsewhere has to. A price for
// something shows nothing: "1.250 € per hour".
func (l *System) groupedSum(text []byte, start, end int) int {
	number := text[start:end]
	point := bytes.IndexByte(number, '.')
	const thousand = 3
	if point < 1 || point > thousand || len(number)-point-1 != thousand || number[0] == '0' || bytes.IndexByte(number, ',') >= 0 {
		return 0
	}
	currency, behind := l.cutCurrency(bytes.TrimLeft(text[end:min(len(text), end+longestCurrency+len(" per "))], " \u00a0\u202f"))
	if !currency {
		currency, behind = l.endsInCurrency(text[max(0, start-longestCurrency):start]), string(text[end:min(len(text), end+len(" per "))])
	}
	if behind = strings.TrimLeft(behind, " "); !currency || strings.HasPrefix(behind, "/") || strings.HasPrefix(behind, "p") {
		return 0
	}
	if bytes.HasSuffix(number, []byte("000")) {
		return leastCommas
	}
	return weak
}

// cutCurrency cuts a currency off the beginning of a text: a word, or one sign.
func (l *System) cutCurrency(written []byte) (bool, string) {
	_, end := utf8.DecodeRune(written)
	if word := bytes.IndexFunc(written, isNoLetter); word != 0 {
		end = word
	}
	if end < 0 {
		end = len(written)
	}
	unit, known := l.FindUnit(string(written[:end]))
	return known && unit.isCurrency(), string(written[end:])
}

// endsInCurrency reports whether a text ends in a currency, as one before a sum does.
func (l *System) endsInCurrency(written []byte) bool {
	before := bytes.TrimRight(written, " \u00a0\u202f")
	_, last := utf8.DecodeLastRune(before)
	start := min(bytes.LastIndexFunc(before, isNoLetter)+1, len(before)-last)
	unit, known := l.FindUnit(string(bytes.TrimLeftFunc(before[start:], unicode.IsSpace)))
	return known && unit.isCurrency()
}

func isNoLetter(r rune) bool { return !unicode.IsLetter(r) }

// countsOn reports whether the digits behind a comma are the next number: "1,2".
func countsOn(number []byte, comma int) bool {
	return comma == 1 && len(number) == len("1,2") && number[2] == number[0]+1
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
	return first >= 'A' && first <= 'Z' || isMetric(string(behind))
}

func isMetric(word string) bool {
	switch word {
	case "g", "kg", "mg", "m", "cm", "mm", "km", "nm", "l", "ml", "cl", "dl", "s", "ms", "ns", "h", "t":
		return true
	}
	return false
}

// mostRead is how much of a document tells its language, in bytes.
const mostRead = 1 << 14

// writesCommas reports whether a document is in a language that writes a decimal
// comma, by its commonest words: sums alone, "1.299 €", show nothing.
func (w *wording) writesCommas(text []byte) bool {
	const fewest, times = 3, 2
	comma, point := 0, 0
	for word := range bytes.FieldsSeq(text[:min(len(text), mostRead)]) {
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
