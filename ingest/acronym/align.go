package acronym

import (
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarrykb/quarry/internal/quantity"
)

// What a letter or a word costs that does not fit as it should. The sums tell
// how often each happened: a short form has no ten letters that could.
const (
	costInner  = 1   // a letter that goes on where the one before it ended
	costLoose  = 20  // a letter inside a word
	costPassed = 500 // a word that no letter stands for
	costNever  = math.MaxInt32
)

// fit says how the letters of a short form are those of a long one.
type fit struct {
	cost   int
	starts int // letters and numbers that begin a word
}

// spells reports whether the letters alone prove what the short form stands for.
func (f fit) spells() bool {
	loose := f.cost % costPassed / costLoose
	return f.cost < costPassed && f.starts > 1 && loose <= f.starts ||
		f.cost < 2*costPassed && f.starts > 2 && loose <= 1
}

// piece is a letter of a short form, or a number in it.
type piece struct {
	letter rune
	number string // "" for a letter
}

// align fits a short form to words, all of which it has to be about: it begins
// with the first and ends with the last of them.
func (f *finder) align(form string, words []word) (fit, bool) {
	words = withoutYear(form, words)
	if len(words) == 0 || !words[0].first || words[len(words)-1].small {
		return fit{}, false
	}
	best := fit{cost: costNever}
	for _, pieces := range readings(form) {
		a := aligner{pieces: pieces, words: words, known: map[[2]int]fit{}, sounds: f.sounds, numerals: f.numerals}
		best = best.or(a.from(0, 0))
	}
	return best, best.cost < costNever
}

// withoutYear takes a year off the end of words, for which no letter stands: it says
// of which edition a law or a standard is.
func withoutYear(form string, words []word) []word {
	const digits = 4
	last := len(words) - 1
	if last < 1 || !words[last].number || words[last].part || len(words[last].text) != digits || strings.ContainsAny(form, "0123456789") {
		return words
	}
	return words[:last]
}

// readings returns the ways to read a short form: "W3C" is "WWWC", too.
func readings(form string) [][]piece {
	form = strings.ToLower(form)
	plain := piecesOf(form)
	all := [][]piece{plain}
	for at, p := range plain {
		times, err := strconv.Atoi(p.number)
		if err != nil || times < 2 || times > 4 || at == 0 {
			continue
		}
		repeated := append([]piece{}, plain[:at]...)
		for range times - 1 {
			repeated = append(repeated, plain[at-1])
		}
		all = append(all, append(repeated, plain[at+1:]...))
	}
	return all
}

func piecesOf(form string) []piece {
	var all []piece
	for _, w := range cut(form) {
		if w.number {
			all = append(all, piece{number: w.text})
			continue
		}
		for _, r := range w.text {
			if unicode.IsLetter(r) {
				all = append(all, piece{letter: r})
			}
		}
	}
	return all
}

// aligner tries all ways to fit pieces to words.
type aligner struct {
	pieces []piece
	words  []word
	known  map[[2]int]fit

	sounds   []string // with which a word begins that an X stands for
	numerals quantity.Numerals
}

// from fits the pieces from one on to the words from one on.
func (a *aligner) from(next, at int) fit {
	if at == len(a.words) {
		left := len(a.pieces) - next
		isWhich := left == 1 && next > 2 && a.pieces[next].number != "" // "HBM3": which one of them it is
		switch {
		case left == 0:
			return fit{}
		case isWhich:
			return fit{cost: costInner}
		}
		return fit{cost: costNever}
	}
	key := [2]int{next, at}
	if known, ok := a.known[key]; ok {
		return known
	}
	best := fit{cost: costNever}
	if passing := a.passing(at); passing < costNever {
		best = a.from(next, at+1).after(passing, 0)
	}
	if next < len(a.pieces) {
		best = best.or(a.taking(next, at))
	}
	a.known[key] = best
	return best
}

func (f fit) after(cost, starts int) fit {
	if f.cost == costNever {
		return f
	}
	return fit{cost: f.cost + cost, starts: f.starts + starts}
}

// passing is the price of a word that nothing stands for.
func (a *aligner) passing(at int) int {
	w := a.words[at]
	switch {
	case at == 0:
		return costNever
	case w.part:
		return costInner
	case at == len(a.words)-1:
		return costNever
	case w.small:
		return 0
	}
	return costPassed
}

// taking fits a piece to the beginning of a word, and as many of the next ones
// as do best to what follows in it.
func (a *aligner) taking(next, at int) fit {
	p, w := a.pieces[next], a.words[at]
	if p.number != "" { // it is a number itself, a word for one, or what sounds like it
		if p.number == w.text || p.number == a.digitsOf(w.text) || p.number == "2" && w.text == "to" {
			return a.from(next+1, at+1).after(0, 1)
		}
		return fit{cost: costNever}
	}
	size := a.begins(w, p.letter)
	if size == 0 {
		return fit{cost: costNever}
	}
	best := a.from(next+1, at+1).after(0, 1)
	cost, letter, rest := 0, costInner, w.text[size:]
	for more := next + 1; more < len(a.pieces) && a.pieces[more].number == ""; more++ {
		found := strings.IndexRune(rest, a.pieces[more].letter)
		if found < 0 {
			break
		}
		if found > 0 {
			letter = costLoose
		}
		cost += letter
		rest = rest[found+utf8.RuneLen(a.pieces[more].letter):]
		best = best.or(a.from(more+1, at+1).after(cost, 1))
	}
	return best
}

func (f fit) or(other fit) fit {
	if other.cost < f.cost {
		return other
	}
	return f
}

// numbers reports whether a word is one whose letters a numeronym counts: "i18n".
func numbers(form, s string) bool {
	if !isNumeronym(form) || strings.IndexFunc(s, func(r rune) bool { return !unicode.IsLetter(r) }) >= 0 {
		return false
	}
	inside, err := strconv.Atoi(form[1 : len(form)-1])
	form, s = strings.ToLower(form), strings.ToLower(s)
	return err == nil && utf8.RuneCountInString(s) == inside+2 && s[0] == form[0] && s[len(s)-1] == form[len(form)-1]
}
