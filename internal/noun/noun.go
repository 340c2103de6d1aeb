// Package noun tells which words of a text may name something: whole noun groups, bounded by
// small words, marks and what looks like a verb.
package noun

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/text"
)

// Longest is the most words of a group.
const Longest = 4

// Reader finds groups. It is never changed, and may be used by several goroutines.
type Reader struct {
	cues  lexicon.Cues
	verbs map[string]bool // in lower case, as are the others
	small map[string]bool
}

// New returns a reader of the languages of a lexicon.
func New(lexicon *lexicon.Lexicon) *Reader {
	r := &Reader{cues: lexicon.Cues()}
	r.verbs = r.wordsOf("asserting", "acting", "defining", "modal", "opening_auxiliaries")
	r.small = r.wordsOf("stop_words", "common_words", "prepositions", "determiners", "relatives", "or_words", "and_words", "articles", "openings_of_no_term")
	return r
}

func (r *Reader) wordsOf(cues ...lexicon.Cue) map[string]bool {
	words := make([][]string, 0, len(cues))
	for _, cue := range cues {
		words = append(words, r.cues[cue].List())
	}
	return text.SetOf(words...)
}

// Word is a word of a text with what surrounds it.
type Word struct {
	Text       string // without marks around it
	Lower      string
	Singular   string
	Start, End int  // in what was cut
	Opens      bool // a mark or nothing stands before it
	Closes     bool // a mark or nothing stands behind it
	Verb       bool
	Small      bool // it names nothing
}

// Plural reports whether a word looks like the plural of another, as verbs do, too.
func (w *Word) Plural() bool { return w.Lower != w.Singular }

// Cut cuts a text at its spaces.
func (r *Reader) Cut(s string, language *text.Language) []Word {
	var all []Word
	opens := true
	for at := 0; at < len(s); {
		space := strings.IndexFunc(s[at:], unicode.IsSpace)
		end := at + space
		if space < 0 {
			end = len(s)
		}
		if field := s[at:end]; field != "" {
			bare := strings.TrimLeftFunc(field, isMark)
			start := at + len(field) - len(bare)
			bare = strings.TrimRightFunc(bare, isMark)
			opens = opens || start > at
			if n := len(all); n > 0 && (bare == "" || encloses(field)) {
				all[n-1].Closes = true
			}
			if bare == "" {
				opens = true
			} else {
				lower := strings.ToLower(bare)
				w := Word{Text: bare, Lower: lower, Singular: language.Singular(lower), Start: start, End: start + len(bare), Opens: opens}
				w.Closes = w.End < end
				w.Verb, w.Small = r.verbs[lower], r.small[lower] || r.verbs[lower]
				all = append(all, w)
				opens = w.Closes
			}
		}
		_, width := utf8.DecodeRuneInString(s[end:])
		at = end + max(1, width)
	}
	if n := len(all); n > 0 {
		all[n-1].Closes = true
	}
	return all
}

// encloses reports whether a bracket or a quotation mark opens something.
func encloses(field string) bool {
	first, _ := utf8.DecodeRuneInString(field)
	return first == '"' || unicode.In(first, unicode.Ps, unicode.Pi)
}

// isMark reports whether a character around a word is none of it.
func isMark(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsNumber(r) && !unicode.IsMark(r) && r != '+' && r != '#'
}

// Group is a run of words that may be a whole noun group.
type Group struct {
	From, To int  // its words, the last excluded
	Named    bool // a verb or a mark stands behind it
	Loose    bool // a word stands behind it that may go on with it
	Led      bool // nothing, a mark or what leads in a noun stands before it, and it does not act
}

// Groups returns the runs of words that may be whole noun groups: a small word or a mark stands
// before them, and one of these or what looks like a verb behind them.
func (r *Reader) Groups(words []Word) []Group {
	var all []Group
	for i := range words {
		if i > 0 && !words[i-1].Small && !words[i-1].Closes {
			continue
		}
		for n := 1; n <= Longest && i+n <= len(words); n++ {
			last := i + n - 1
			w := &words[last]
			if w.Small && n > 1 && n < Longest && r.cues["genitives"].Has(w.Lower) && !w.Closes {
				continue // "rule of thumb"
			}
			if w.Small || !strings.ContainsFunc(w.Text, unicode.IsLetter) {
				break
			}
			ends := w.Closes || last+1 == len(words)
			verb := !ends && (words[last+1].Verb || r.Acts(words, last+1))
			loose := !ends && !verb && !words[last+1].Small
			command := i == 0 && r.Acts(words, last) // "carry the …", "lower the …"
			if !command && (!loose || w.Plural()) {
				led := (i == 0 || words[i-1].Closes || r.leadsIn(words[i-1].Lower)) && !r.Acts(words, last)
				all = append(all, Group{From: i, To: last + 1, Named: w.Closes || verb, Loose: loose, Led: led})
			}
			if w.Closes {
				break
			}
		}
	}
	return all
}

// Acts reports whether a word that names nothing by itself stands before what begins a noun,
// as verbs do, or has the ending of one before what leads in a noun.
func (r *Reader) Acts(words []Word, at int) bool {
	if at+1 >= len(words) || words[at].Closes || words[at].Small {
		return false
	}
	next := words[at+1].Lower
	return r.cues["determiners"].Has(next) || words[at].Plural() && r.cues["prepositions"].Has(next) && !r.cues["genitives"].Has(next)
}

// leadsIn reports whether a word in lower case stands before nouns.
func (r *Reader) leadsIn(word string) bool {
	return r.IsArticle(word) || r.joins(word)
}

// IsArticle reports whether a word in lower case stands before a name and is no part of it.
func (r *Reader) IsArticle(word string) bool {
	return r.cues["articles"].Has(word) || r.cues["determiners"].Has(word)
}

// joins reports whether a word in lower case stands between the parts of a name.
func (r *Reader) joins(word string) bool {
	return r.cues["prepositions"].Has(word) || r.cues["genitives"].Has(word) || r.cues["and_words"].Has(word) || r.cues["or_words"].Has(word)
}

// IsName reports whether some words name something as a whole: nouns, none of which is led in by
// a number, with marks or one small word between them, behind which an article may stand.
func (r *Reader) IsName(words []Word) bool {
	for i := range words {
		w := &words[i]
		fits := false
		switch {
		case w.Verb || r.Acts(words, i):
		case !w.Small:
			begins := i == 0 || words[i-1].Small || words[i-1].Closes
			fits = !begins || strings.ContainsFunc(w.Text, unicode.IsLetter)
		case r.IsArticle(w.Lower):
			fits = i > 0 && r.joins(words[i-1].Lower)
		default:
			fits = i > 0 && !words[i-1].Small && r.joins(w.Lower)
		}
		if !fits {
			return false
		}
	}
	return len(words) > 0 && !words[len(words)-1].Small
}
