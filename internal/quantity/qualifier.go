package quantity

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/text"
)

// qualifiers reads the marks and words before a number. Of several the first
// counts ("up to about 67"), unless it only says that the number is a typical
// one.
func (s *quantityScanner) qualifiers() quarry.Qualifier {
	found := quarry.Exact
	for range 2 {
		next, ok := s.qualifier()
		if !ok {
			break
		}
		if found == quarry.Exact {
			found = next
		}
		s.space()
	}
	return found
}

func (s *quantityScanner) qualifier() (quarry.Qualifier, bool) {
	first, _ := utf8.DecodeRuneInString(s.rest())
	if first >= '0' && first <= '9' {
		return quarry.Exact, false
	}
	if unicode.IsLetter(first) {
		return s.qualifierWords()
	}
	if s.isStruck() {
		return quarry.Exact, false
	}
	switch {
	case s.takeAny("~", "≈", "∼", "≃", "≅", `\approx`, `\sim`):
		return quarry.Approx, true
	case s.takeAny("≥", "⩾", ">=", ">", `\geq`, `\ge`, `\gt`):
		return quarry.AtLeast, true
	case s.takeAny("≤", "⩽", "<=", `\leq`, `\le`):
		return quarry.UpTo, true
	case s.takeAny("<", `\lt`):
		return quarry.LessThan, true
	}
	return quarry.Exact, false
}

// isStruck reports whether what stands here is struck out, or ends what is: "~~96
// GB~~" is not about 96 GB.
func (s *quantityScanner) isStruck() bool { return strings.HasPrefix(s.rest(), "~~") }

// qualifierWords reads the longest qualifier in words that stands here.
func (s *quantityScanner) qualifierWords() (quarry.Qualifier, bool) {
	known := &s.system.words
	rest, found := s.rest(), quarry.Exact
	start, end := s.at, 0
	for range known.mostWords {
		length, space := untilSpace(rest[end:min(len(rest), end+known.longestWord+len(".")+1)])
		if length < 1 || space == 0 {
			break
		}
		words := strings.TrimRight(strings.ToLower(rest[:end+length]), ".:")
		if is, ok := known.before[words]; ok {
			s.at, found, s.pair = start+end+length, is, known.between[words]
		}
		end += length + space
	}
	return found, s.at > start
}

// untilSpace returns how many bytes stand before the first space of a text, and
// how many the space has; 0 where there is none.
func untilSpace(text string) (int, int) {
	const unbreakable = "\u00a0"
	for i := range len(text) {
		if text[i] == ' ' {
			return i, 1
		}
		if text[i] == unbreakable[0] && strings.HasPrefix(text[i:], unbreakable) {
			return i, len(unbreakable)
		}
	}
	return len(text), 0
}

// behind reads what qualifies a number from behind: "2,500+", "16 GB or more",
// "450 W max.", "(approx.)".
func (s *quantityScanner) behind() quarry.Qualifier {
	start := s.at
	if s.take("+") {
		if startsWithDigit(strings.TrimLeft(s.rest(), " ")) { // a sum
			s.refused = true
		}
		return quarry.AtLeast
	}
	s.space()
	end := ""
	if s.take("(") {
		end = ")"
	}
	from := s.at
	for _, one := range s.system.words.behind {
		if s.take(one.words) && s.closes(end) {
			return one.is
		}
		s.at = from
	}
	s.at = start
	return quarry.Exact
}

// closes reports whether a word ends here, and the bracket that it stands in.
func (s *quantityScanner) closes(bracket string) bool {
	s.take(".")
	next, _ := utf8.DecodeRuneInString(s.rest())
	return s.take(bracket) && !unicode.IsLetter(next) && !unicode.IsDigit(next)
}

// Wording is what people write around a number, in lower case and in all languages.
type Wording struct {
	Before  map[quarry.Qualifier][]string // what qualifies a number from before: "at most"
	Behind  map[quarry.Qualifier][]string // and from behind: "or more"
	Between []string                      // what announces two ends of a range
	Until   []string                      // what stands between the ends of a range: "to"
	Pairing []string                      // what joins two numbers: "and", "or"
	Per     []string                      // what stands before what a price is for
	Sides   []string                      // names of the sides of things: "width", "w"
	Crossed []string                      // what stands between two sides: "by"
	Dates   []string                      // names of months, and what else makes a number a date

	// The commonest words of languages tell how a text in them writes its numbers.
	Points, Commas []string
}

// wording is a Wording for look-ups.
type wording struct {
	before      map[string]quarry.Qualifier
	behind      []qualified
	between     map[string]bool
	until       []string // with the space behind, as are the next two
	pairing     []string
	per         []string
	crossing    []string // with the space behind, too
	sides       map[string]bool
	dates       map[string]bool
	points      map[string]bool
	commas      map[string]bool
	mostWords   int // of what stands before a number
	longestWord int // of these, in bytes
}

// qualified is what qualifies a number, and how.
type qualified struct {
	words string
	is    quarry.Qualifier
}

func newWording(w Wording) wording {
	compiled := wording{
		before: map[string]quarry.Qualifier{}, between: text.SetOf(w.Between), dates: text.SetOf(w.Dates),
		points: text.SetOf(w.Points), commas: text.SetOf(w.Commas),
		until: spaced(w.Until), pairing: spaced(w.Pairing), per: spaced(w.Per), crossing: spaced(w.Crossed), sides: text.SetOf(w.Sides),
	}
	for _, is := range quarry.Qualifiers() {
		for _, words := range w.Before[is] {
			compiled.addBefore(words, is)
		}
		for _, words := range w.Behind[is] {
			compiled.behind = append(compiled.behind, qualified{words, is})
		}
	}
	for _, words := range w.Between {
		compiled.addBefore(words, quarry.Exact)
	}
	return compiled
}

func (w *wording) addBefore(words string, is quarry.Qualifier) {
	w.before[words] = is
	all := strings.Fields(words)
	w.mostWords = max(w.mostWords, len(all))
	for _, word := range all {
		w.longestWord = max(w.longestWord, len(word))
	}
}

// spaced returns words with the space that stands behind them.
func spaced(words []string) []string {
	all := make([]string, len(words))
	for i, word := range words {
		all[i] = word + " "
	}
	return all
}

// mostMarks is how many marks of footnotes stand behind one number.
const mostMarks = 4

// marks passes the marks of footnotes that stand right behind a number or its
// unit: "~4,000*", "989 TFLOPS²", "141 GB[3]".
func (s *quantityScanner) marks(unit string) {
	for range mostMarks {
		if !s.takeAny("*", "†", "‡", "§", "ᵃ", "ᵇ", "ᶜ", "ᵈ") && !s.smallMark(unit) && !s.bracketMark() {
			return
		}
	}
}

// smallMark passes a superscript that is no power: behind a unit that has none,
// and behind a number that is never raised to one.
func (s *quantityScanner) smallMark(unit string) bool {
	start := s.at
	if mark, ok := s.integer(superscript); !ok || mark < 1 {
		return s.back(start)
	}
	first := s.text[start:s.at] == "¹"
	metre := unit != "" && strings.HasSuffix(s.text[:start], "m")
	plain := unit == "" && !strings.ContainsAny(s.text[:start], ".,")
	if !first && (metre || plain) {
		return s.back(start)
	}
	return true
}

// bracketMark passes "[3]" or "[a]".
func (s *quantityScanner) bracketMark() bool {
	const longest = 2
	inside, ok := strings.CutPrefix(s.rest(), "[")
	length := strings.IndexByte(inside[:min(len(inside), longest+1)], ']')
	if !ok || length < 1 {
		return false
	}
	for _, r := range inside[:length] {
		if !unicode.IsDigit(r) && (length > 1 || !unicode.IsLower(r)) {
			return false
		}
	}
	s.at += length + len("[]")
	return true
}

// continues reports whether what follows makes the number part of something
// else.
func (s *quantityScanner) continues(unit string) bool {
	rest := s.rest()
	next, size := utf8.DecodeRuneInString(rest)
	switch {
	case rest == "":
		return false
	case unicode.IsLetter(next) || unicode.IsNumber(next) || strings.ContainsRune(`×^\$_`, next): // "4th", "5²", "2^16"
		return true
	case strings.ContainsRune(".,:/'’-–—+*", next) && startsWithDigit(rest[size:]): // "1.5.2", "16:9"
		return true
	case next == '-' && startsWithLetter(rest[size:]) && (unit == "" || s.countsLarge(unit) && unicode.IsUpper(rune(rest[size]))): // "4-way", "1T-SRAM"
		return true
	}
	return s.anotherNumber(unit)
}

// countsLarge reports whether a unit is one that numbers are counted in: "K", "T".
func (s *quantityScanner) countsLarge(unit string) bool {
	const thousand = 1000
	known, ok := s.system.FindUnit(unit)
	return ok && known.Kind == Count && known.Factor >= thousand
}

func startsWithLetter(text string) bool {
	first, _ := utf8.DecodeRuneInString(text)
	return unicode.IsLetter(first)
}

// anotherNumber reports whether a second number stands right behind: "1 979",
// "64 or 80 GB", "56 / 60". Behind a unit it is another matter: "80 GB
// 5120-bit".
func (s *quantityScanner) anotherNumber(unit string) bool {
	rest := strings.TrimLeftFunc(s.rest(), unicode.IsSpace)
	if startsWithDigit(strings.TrimLeft(rest, "~≈")) {
		return unit == "" || unit == multiplier
	}
	if strings.HasPrefix(rest, `\`) || unit == "" && s.system.words.beginsDate(rest) { // LaTeX goes on; "15 March"
		return true
	}
	joined := func(by string) bool {
		further, ok := strings.CutPrefix(rest, by)
		return ok && startsWithDigit(strings.TrimLeft(further, " ~≈$€£"))
	}
	if slices.ContainsFunc(s.system.words.pairing, joined) || slices.ContainsFunc([]string{"&", "|", "/", "× ", "x ", "+ ", ":", "= "}, joined) {
		return true
	}
	further, ok := strings.CutPrefix(rest, ",")
	return ok && unit == "" && startsWithDigit(strings.TrimLeft(further, " "))
}

// longestDate is how many bytes the longest name in a date has, and the space behind it.
const longestDate = 40

// beginsDate reports whether a text begins with a name that makes a date of the number
// before it: "15 March".
func (w *wording) beginsDate(written string) bool {
	first, _ := utf8.DecodeRuneInString(written)
	name, _, _ := strings.Cut(written[:min(len(written), longestDate)], " ")
	return unicode.IsUpper(first) && w.dates[strings.ToLower(strings.TrimRight(name, ".,"))]
}
