package spelling

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/blevesearch/bleve/v2/analysis"
	"github.com/blevesearch/bleve/v2/index/scorch"

	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/text"
	"github.com/quarrykb/quarry/search/bleveindex/analyzer"
	"github.com/quarrykb/quarry/search/bleveindex/postings"
)

// What a repair may do: one letter lost, added, changed or swapped with its
// neighbour, and two of a long word, where the words beside it expect what that
// would be: "overlook" is no "overload". A word that holds a digit is a name, and
// another name is another thing.
const (
	shortestRepaired = 4  // letters
	shortestChanged  = 5  // letters of a word that may have any slip; shorter ones have lost a letter
	shortestTwice    = 9  // letters of a word that may have two slips
	shortestStem     = 4  // letters of a stem that may have lost one
	mostForms        = 64 // words with one beginning that are looked at
	mostRepairs      = 8  // words of a query
)

// commonWords are English words that many a small set of documents lacks, and
// that are no slips all the same: "eight" is no "weight".
//
//go:embed common.txt
var commonWords string

// commonShortWords are those of four letters: "four" is no "flour".
//
//go:embed commonshort.txt
var commonShortWords string

// Speller knows which words of a query may be slips of the pen, whatever entries have. It
// does not change.
type Speller struct {
	analyzer analyzer.Analyzer
	lexicon  *lexicon.Lexicon // nil knows no words of languages
	common   map[string]bool  // stems of words that are no slips
	short    map[string]bool  // the same of short ones
	asking   map[string]bool  // words by which people ask
}

// New returns a speller of the words that an analyzer makes. The lexicon may be nil.
func New(a analyzer.Analyzer, known *lexicon.Lexicon) *Speller {
	s := &Speller{analyzer: a, lexicon: known, asking: map[string]bool{}}
	s.common, s.short = text.SetOf(a.Stems(commonWords)), text.SetOf(a.Stems(commonShortWords))
	if known != nil {
		words := known.Asking()
		s.asking = text.SetOf(words.Instructions, words.Courtesies)
	}
	return s
}

// isCommon reports whether a stem is that of an English word that is no slip, though many
// a small set of documents lacks it.
func (s *Speller) isCommon(stem string) bool { return s.common[stem] }

// Suspects are the words of a query that could be slips of the pen.
type Suspects struct {
	words []word
	names []identifier
}

// word is a word as a query writes it, and the term that it became.
type word struct {
	written string
	term    string
	common  bool // it is a word that many a small set of documents lacks
	name    bool // it is written like a name, which is not changed into another word
}

// Suspects returns those words of a text, which is a query or a part of it, that could be
// slips of the pen in an index of the languages of an analyzer. A word that stands
// everywhere in another language is none: "warum" is no "warm". In a query in a language
// that no entry is in none is a slip, save in names of code.
func (s *Speller) Suspects(a analyzer.Analyzer, text, query string) Suspects {
	found := Suspects{names: s.identifiers(text)}
	if s.lexicon != nil {
		if language := s.lexicon.LanguageOfQuery(query); language != analyzer.English && !a.Speaks(language) {
			return found
		}
	}
	names := s.namesIn(text)
	for _, token := range s.analyzer.Words(text) {
		written := string(token.Term)
		if token.Type == analyzer.Compound || !analyzer.IsSpelled(token.Term) || s.asking[written] ||
			utf8.RuneCountInString(written) < shortestRepaired {
			continue
		}
		foreign := s.lexicon != nil && a.Speaks(s.lexicon.LanguageOfWord(written))
		for _, term := range s.analyzer.Terms(analysis.TokenStream{token}) {
			stem := string(term.Term)
			found.words = append(found.words, word{
				written: written, term: stem, name: names[written],
				common: s.common[stem] || s.short[stem] || foreign,
			})
		}
	}
	return found
}

// Empty reports whether every word is beyond doubt.
func (s Suspects) Empty() bool { return len(s.words)+len(s.names) == 0 }

// namesIn returns the words, in small letters, that have a capital within an English text,
// where no noun has one.
func (s *Speller) namesIn(query string) map[string]bool {
	if s.lexicon == nil || s.lexicon.LanguageOfQuery(query) != analyzer.English {
		return nil
	}
	names := map[string]bool{}
	for span := range text.CutPlain(query) {
		first, size := utf8.DecodeRuneInString(span.Text)
		second, _ := utf8.DecodeRuneInString(span.Text[size:])
		lower := strings.ToLower(span.Text)
		names[lower] = names[lower] || span.Start > 0 && unicode.IsUpper(first) && unicode.IsLower(second)
	}
	return names
}

// Dictionary is the words that an index has at one moment.
type Dictionary struct {
	*Speller

	reader *scorch.IndexSnapshot
	asked  analyzer.Analyzer // of queries to it
}

// In returns the dictionary of an index to which queries are analyzed so.
func (s *Speller) In(reader *scorch.IndexSnapshot, asked analyzer.Analyzer) *Dictionary {
	return &Dictionary{Speller: s, reader: reader, asked: asked}
}

// Missing returns the terms of suspects that no entry has in any form in a field that
// counts.
func (d *Dictionary) Missing(forms analyzer.Forms, of Suspects) (map[string]bool, error) {
	missing := make(map[string]bool, len(of.words))
	for _, word := range of.words {
		missing[word.term] = true
	}
	fields, err := postings.OpenScored(d.reader)
	if err != nil {
		return nil, err
	}
	for _, columns := range fields {
		for term := range missing {
			there, err := postings.Occurs(columns, forms.Of(term)...)
			if err != nil {
				return nil, err
			}
			if there {
				delete(missing, term)
			}
		}
	}
	return missing, nil
}

// Repair returns a query's text with its slips of the pen put right, the text itself where
// every word is known, or nothing is near: first its names of code, then those of its words
// whose terms are missing, made the likeliest of the nearest that entries have.
func (d *Dictionary) Repair(text string, suspects Suspects, missing map[string]bool) (string, error) {
	for _, name := range suspects.names[:min(mostRepairs, len(suspects.names))] {
		better, err := d.likeliestName(name)
		if err != nil {
			return "", err
		}
		if better != "" {
			text = replaceRuns(text, leadingName, name.name, better)
		}
	}
	unknown := slices.DeleteFunc(slices.Clone(suspects.words), func(w word) bool { return !missing[w.term] })
	if len(unknown) == 0 {
		return text, nil
	}
	others, err := d.coOccurrenceOf(text)
	if err != nil {
		return "", err
	}
	for _, word := range unknown[:min(mostRepairs, len(unknown))] {
		better, err := d.nearest(others, word)
		if err != nil {
			return "", err
		}
		if better != "" {
			text = replaceWord(text, word.written, better)
		}
	}
	return text, nil
}

// nearest returns the likeliest of the words of the entries that are nearest to an
// unknown one; "" where none is near enough. A word in another form ("remeies" where entries
// say "remedy") is near where its stem is.
func (d *Dictionary) nearest(from *coOccurrence, unknown word) (string, error) {
	near, err := d.near(postings.FieldWord, unknown.written, 1)
	if err != nil {
		return "", err
	}
	meant := corrections(unknown.written, slices.DeleteFunc(near, unknown.cannotMean))
	letters := utf8.RuneCountInString(unknown.written)
	if unknown.common || unknown.name || letters < shortestChanged {
		return from.likeliest(meant)
	}
	others, err := d.inOtherForms(unknown)
	if err != nil {
		return "", err
	}
	if best, err := from.likeliest(append(meant, others...)); best != "" || err != nil || letters < shortestTwice {
		return best, err
	}
	if near, err = d.near(postings.FieldWord, unknown.written, 2); err != nil {
		return "", err
	}
	if near, err = from.expected(near); err != nil {
		return "", err
	}
	return from.likeliest(corrections(unknown.written, near))
}

// cannotMean reports whether a word that is one slip from what was written is
// another word all the same. A common word that no entry has is a word; it may be
// written otherwise elsewhere. A name has lost a letter, doubled one or swapped two, and a
// short word lost one or swapped two: "Rubin" is no "robin".
func (w word) cannotMean(near string) bool {
	switch {
	case w.common:
		return !text.SameSpelling(w.written, near)
	case w.name && !isHabit(w.written, near):
		return true
	case utf8.RuneCountInString(w.written) < shortestChanged:
		return len(near) <= len(w.written) && slipWeight(w.written, near) < lettersSwapped
	}
	return false
}

// inOtherForms returns words of whose stems an unknown one's has lost a letter, doubled one
// or swapped two. Of other slips too many stems are words of their own: "spilling" is not
// "still".
func (d *Dictionary) inOtherForms(unknown word) ([]correction, error) {
	if utf8.RuneCountInString(unknown.term) < shortestStem {
		return nil, nil
	}
	var words []correction
	for _, field := range []string{postings.FieldTitle, postings.FieldText} {
		stems, err := d.near(field, unknown.term, 1)
		if err != nil {
			return nil, err
		}
		for _, stem := range stems {
			if !isHabit(unknown.term, stem) {
				continue
			}
			forms, err := d.formsOf(stem)
			if err != nil {
				return nil, err
			}
			for _, form := range forms {
				words = append(words, correction{form, otherForm * slipWeight(unknown.term, stem)})
			}
		}
	}
	return words, nil
}

// formsOf returns the words that have a stem.
func (d *Dictionary) formsOf(stem string) ([]string, error) {
	_, last := utf8.DecodeLastRuneInString(stem) // "remedi" of "remedy"
	words, err := d.reader.FieldDictPrefix(postings.FieldWord, []byte(stem[:len(stem)-last]))
	if err != nil {
		return nil, fmt.Errorf("look for forms of %q: %w", stem, err)
	}
	defer words.Close() //nolint:errcheck // Nothing was written.
	var forms []string
	for range mostForms {
		next, err := words.Next()
		if err != nil {
			return nil, fmt.Errorf("read the forms of %q: %w", stem, err)
		}
		if next == nil {
			break
		}
		if stems := d.analyzer.Stems(next.Term); len(stems) == 1 && stems[0] == stem {
			forms = append(forms, next.Term)
		}
	}
	return forms, nil
}

// near returns the terms of a field that are words at most so many slips from
// one. Of more than one slip in a word as it is written none is in the first
// letter, nor is the slip in a stem: "recompute" is not "compute".
func (d *Dictionary) near(field, word string, slips int) ([]string, error) {
	words, err := d.termsNear(field, word, slips)
	return slices.DeleteFunc(words, func(word string) bool { return !analyzer.IsSpelled([]byte(word)) }), err
}

// termsNear is near for terms of any sort.
func (d *Dictionary) termsNear(field, word string, slips int) ([]string, error) {
	first := ""
	if slips > 1 || field != postings.FieldWord && field != postings.FieldTyped {
		_, size := utf8.DecodeRuneInString(word)
		first = word[:size]
	}
	words, _, err := d.reader.FieldDictFuzzyAutomaton(field, word, slips, first)
	if err != nil {
		return nil, fmt.Errorf("look for words near %q: %w", word, err)
	}
	defer words.Close() //nolint:errcheck // Nothing was written.
	var near []string
	for {
		next, err := words.Next()
		if err != nil {
			return nil, fmt.Errorf("read the words near %q: %w", word, err)
		}
		if next == nil {
			return near, nil
		}
		near = append(near, next.Term)
	}
}

// LostLetter is a word that may be meant by one of a query's that has lost a letter.
type LostLetter struct {
	Term string // of the query
	Word string
}

// LostLetters returns the words that may be meant by common ones which no entry has:
// "contracts with children" by "contacts with children". The query says what it says and
// is not repaired, but a letter, not the first, is soon lost, and where entries have the
// longer word beside another of the query's, it may be that.
func (d *Dictionary) LostLetters(text string, suspects Suspects, missing map[string]bool) ([]LostLetter, error) {
	unknown := slices.DeleteFunc(slices.Clone(suspects.words), func(w word) bool { return !w.common || !missing[w.term] })
	if len(unknown) == 0 {
		return nil, nil
	}
	others, err := d.coOccurrenceOf(text)
	if err != nil {
		return nil, err
	}
	var found []LostLetter
	for _, word := range unknown[:min(mostRepairs, len(unknown))] {
		near, err := d.near(postings.FieldWord, word.written, 1)
		if err != nil {
			return nil, err
		}
		forms, err := d.inOtherForms(word)
		if err != nil {
			return nil, err
		}
		var beside []correction
		for _, longer := range append(corrections(word.written, near), forms...) {
			_, together, err := others.expects(longer.word)
			if err != nil {
				return nil, err
			}
			if longer.weight >= otherForm*letterLost && (together > 0 || len(others.companions) == 0) {
				beside = append(beside, longer)
			}
		}
		meant, err := others.likeliest(beside)
		if err != nil {
			return nil, err
		}
		if meant != "" {
			found = append(found, LostLetter{Term: word.term, Word: meant})
		}
	}
	return found, nil
}

// replaceWord puts a word in another's place wherever that stands alone and not
// in quotes: a phrase is meant as it is written.
func replaceWord(text, word, better string) string {
	return replaceRuns(text, leadingLetters, word, better)
}

func leadingLetters(text string) (string, string) {
	end := strings.IndexFunc(text, func(r rune) bool { return !unicode.IsLetter(r) })
	if end < 0 {
		end = len(text)
	}
	return text[:end], strings.ToLower(text[:end])
}

// replaceRuns puts something in the place of the runs that texts lead with, other than
// those in quotes, where what a run reads as is the one wanted.
func replaceRuns(text string, leading func(string) (string, string), wanted, better string) string {
	var b strings.Builder
	quoted := false
	for text != "" {
		run, read := leading(text)
		if run == "" {
			r, size := utf8.DecodeRuneInString(text)
			quoted = quoted != strings.ContainsRune(`"“”„«»`, r)
			b.WriteString(text[:size])
			text = text[size:]
			continue
		}
		text = text[len(run):]
		if !quoted && read == wanted {
			run = better
		}
		b.WriteString(run)
	}
	return b.String()
}
