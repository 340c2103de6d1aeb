package acronym

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/quantity"
	"github.com/quarrykb/quarry/internal/text"
)

// version is raised when other pairs would be found in the same entries.
const version = "acronyms/2"

// Bounds of what is looked at.
const (
	mostPairs   = 200 // of an entry
	longestLong = 90  // bytes
	mostWords   = 12
	fewest      = 4 // letters of a long form
)

// Miner finds pairs of short and long forms. It is an immutable value.
type Miner struct{ vocabulary }

// NewMiner returns a miner that takes no device and no unit of a lexicon for the
// short form of what stands beside it.
func NewMiner(lexicon *lexicon.Lexicon) *Miner { return &Miner{vocabularyOf(lexicon)} }

// Version names all that decides what is found besides the entries.
func (m *Miner) Version() string { return version + " " + m.lexicon.Fingerprint() }

// Mine returns the pairs in an entry's title and text, each once.
func (m *Miner) Mine(e quarry.Entry) []quarry.Abbreviation {
	text := segments(e.Text)
	own := m.find(text)
	if len(text) > 0 {
		own.answered(plain(e.Title), text[0])
	}
	for i := range own.found {
		own.found[i].LineStart, own.found[i].LineEnd = e.Source.LineStart, e.Source.LineEnd
	}
	for _, titled := range m.find(segments(e.Title)).found {
		titled.LineStart, titled.LineEnd = m.above(e, titled), e.Source.LineEnd
		own.keep(titled)
	}
	return own.found
}

func (m *Miner) find(segments []string) *finder {
	f := &finder{vocabulary: m.vocabulary, seen: map[string]int{}}
	for _, segment := range segments {
		f.brackets(segment)
		f.stated(segment)
		f.defined(segment)
	}
	return f
}

// above returns the first line where a pair may stand that an entry's title has.
// Titles of facts and passages are made of those above them: all entries below
// one have it, and it stands once.
func (m *Miner) above(e quarry.Entry, titled quarry.Abbreviation) int {
	if e.Kind == quarry.EntryQuestion {
		return e.Source.LineStart
	}
	for _, heading := range e.Source.Heading {
		for _, a := range m.find(segments(heading)).found {
			if a.Short == titled.Short && a.Long == titled.Long {
				return 1
			}
		}
	}
	first := e.Source.LineStart
	for _, context := range e.Source.Context {
		if context.Role == quarry.RoleKeyedParent {
			first = min(first, context.Span.LineStart)
		}
	}
	return first
}

// finder collects pairs.
type finder struct {
	vocabulary

	found []quarry.Abbreviation
	seen  map[string]int // where it stands in found, by what tells pairs apart
}

// relation says how a pair stands in a text.
type relation uint8

const (
	bracket relation = iota // one of them in brackets behind the other
	said                    // a sentence says what the one stands for
	beside                  // one behind the other: only letters can prove it
)

// proposal is a pair that may be one.
type proposal struct {
	short    short
	long     string
	words    []word // of long
	fit      fit
	relation relation
	inside   bool // the short form stands in the brackets
}

// offer keeps a pair that may be believed, now or where it stands twice.
func (f *finder) offer(p proposal) {
	long := p.long
	if p.short.plural {
		last := strings.LastIndexAny(long, " -") + 1
		long = long[:last] + f.language.Singular(long[last:])
	}
	spelled := p.fit.spells()
	if !spelled && !p.may() || !isLong(long, p.short) || f.isDevice(p) || f.isUnit(p) {
		return
	}
	f.keep(quarry.Abbreviation{Short: p.short.text, Long: long, Spelled: spelled})
}

// keep keeps a pair once.
func (f *finder) keep(found quarry.Abbreviation) {
	key := found.Short + "\x00" + text.Slug(found.Long)
	if at, known := f.seen[key]; known {
		f.found[at].Spelled = f.found[at].Spelled || found.Spelled
		return
	}
	if len(f.found) < mostPairs {
		f.seen[key] = len(f.found)
		f.found = append(f.found, found)
	}
}

// may reports whether a pair that its letters do not prove may be one: where it
// is said to be, or where letters and capitals speak for it.
func (p proposal) may() bool {
	upper, _, digits := cases(p.short.text)
	switch {
	case p.relation == said:
		return true
	case p.relation == beside || p.short.weak || digits > 0 || upper < 2 || len(p.words) == 1:
		return false
	}
	counted := len(p.short.text)
	for _, w := range p.words {
		if !w.small {
			counted--
		}
	}
	return counted == 0 && isTitle(p.words, p.long) && isHalfIn(p.short.text, p.long)
}

// isTitle reports whether each of a name's words begins with a capital.
func isTitle(words []word, text string) bool {
	begins := words[0].start
	for _, w := range words {
		if r, _ := utf8.DecodeRuneInString(text[w.start-begins:]); !w.small && !unicode.IsUpper(r) {
			return false
		}
	}
	return !strings.ContainsAny(text, ",;:")
}

// isHalfIn reports whether a long form has half of a short one's letters in their
// order.
func isHalfIn(form, long string) bool {
	form, long = strings.ToLower(form), strings.ToLower(long)
	found := 0
	for _, r := range form {
		if at := strings.IndexRune(long, r); at >= 0 {
			found++
			long = long[at+utf8.RuneLen(r):]
		}
	}
	return 2*found >= utf8.RuneCountInString(form) && found > 1
}

// isLong reports whether a text can be what a short form stands for: words, and
// not the short form again.
func isLong(long string, form short) bool {
	letters := 0
	for _, r := range long {
		switch {
		case unicode.IsLetter(r):
			letters++
		case !unicode.IsDigit(r) && !unicode.IsMark(r) && !strings.ContainsRune(" -,/&'.", r):
			return false
		}
	}
	for word := range text.CutPlain(long) {
		if word.Text == form.text || word.Text == form.whole {
			return false
		}
	}
	return letters >= fewest && letters > len(form.text) && len(long) <= longestLong
}

// isDevice holds for a device in brackets behind its make: "Hopper (H100)". What
// three words spell out may be known as one, too.
func (f *finder) isDevice(p proposal) bool {
	if p.fit.spells() && p.fit.starts > 2 {
		return false
	}
	for _, text := range [...]string{p.short.text, p.short.whole} {
		if device, ok := f.lexicon.FindDevice(text); ok && device.Class != quarry.ClassFormat {
			return true
		}
	}
	return false
}

// isUnit holds for a unit in brackets behind what it measures: "Memory Bus (MB)", and
// not for what is counted, "SMs". Three words are no accident.
func (f *finder) isUnit(p proposal) bool {
	unit, ok := f.lexicon.FindUnit(p.short.whole)
	return ok && unit.Kind != quantity.Count && p.inside && p.fit.starts < 3
}
