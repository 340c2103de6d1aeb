package bleveindex

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/blevesearch/bleve/v2/analysis"

	"github.com/quarrykb/quarry/internal/text"
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

// stemsOf returns the stems of a text's words for look-ups.
func (a analyzer) stemsOf(text string) map[string]bool {
	stems := map[string]bool{}
	for _, stem := range a.stems(text) {
		stems[stem] = true
	}
	return stems
}

// spelled is a word as a query writes it, and the term that it became.
type spelled struct {
	word   string
	term   string
	common bool // it is a word that many a small set of documents lacks
	name   bool // it is written like a name, which is not changed into another word
}

// written returns the words of a text that could be slips of the pen.
func (s *schema) written(query string) []spelled {
	var all []spelled
	names := s.namesIn(query)
	for _, token := range s.analyzer.words(query) {
		word := string(token.Term)
		if token.Type == compound || !isSpelled(token.Term) || s.asks.always[word] || utf8.RuneCountInString(word) < shortestRepaired {
			continue
		}
		for _, term := range s.analyzer.terms(analysis.TokenStream{token}) {
			stem := string(term.Term)
			all = append(all, spelled{word: word, term: stem, common: s.common[stem] || s.short[stem], name: names[word]})
		}
	}
	return all
}

// namesIn returns the words, in small letters, that have a capital within an English text,
// where no noun has one.
func (s *schema) namesIn(query string) map[string]bool {
	if s.lexicon == nil || s.lexicon.LanguageOfQuery(query) != english {
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

// repaired returns a query's text with those of its words that no entry has made
// the likeliest of the nearest that entries have; the text itself where every word
// is known, or nothing is near.
func (s *snapshot) repaired(text string, written []spelled, missing map[string]bool) (string, error) {
	unknown := slices.DeleteFunc(slices.Clone(written), func(w spelled) bool { return !missing[w.term] })
	if len(unknown) == 0 {
		return text, nil
	}
	others, err := s.coOccurrenceOf(text)
	if err != nil {
		return "", err
	}
	for _, word := range unknown[:min(mostRepairs, len(unknown))] {
		better, err := s.nearest(others, word)
		if err != nil {
			return "", err
		}
		if better != "" {
			text = replaceWord(text, word.word, better)
		}
	}
	return text, nil
}

// nearest returns the likeliest of the words of the entries that are nearest to an
// unknown one; "" where none is near enough. A word in another form ("remeies"
// where entries say "remedy") is near where its stem is.
func (s *snapshot) nearest(from *coOccurrence, unknown spelled) (string, error) {
	if other, err := s.inOtherNumber(from, unknown); other != "" || err != nil {
		return other, err
	}
	near, err := s.near(fieldWord, unknown.word, 1)
	if err != nil {
		return "", err
	}
	meant := meantBy(unknown.word, slices.DeleteFunc(near, unknown.cannotMean))
	letters := utf8.RuneCountInString(unknown.word)
	if unknown.common || unknown.name || letters < shortestChanged {
		return from.likeliest(meant)
	}
	others, err := s.inOtherForms(unknown)
	if err != nil {
		return "", err
	}
	if best, err := from.likeliest(append(meant, others...)); best != "" || err != nil || letters < shortestTwice {
		return best, err
	}
	if near, err = s.near(fieldWord, unknown.word, 2); err != nil {
		return "", err
	}
	if near, err = from.expected(near); err != nil {
		return "", err
	}
	return from.likeliest(meantBy(unknown.word, near))
}

// cannotMean reports whether a word that is one slip from what was written is
// another word all the same. A common word that no entry has is a word; it may be
// written otherwise elsewhere. A name has lost a letter, doubled one or swapped two, and a
// short word lost one or swapped two: "Rubin" is no "robin".
func (w spelled) cannotMean(near string) bool {
	switch {
	case w.common:
		return !text.SameSpelling(w.word, near)
	case w.name && slipWeight(w.word, near) < min(lettersSwapped, letterDoubled):
		return true
	case utf8.RuneCountInString(w.word) < shortestChanged:
		return len(near) <= len(w.word) && slipWeight(w.word, near) < lettersSwapped
	}
	return false
}

// inOtherForms returns words whose stems are one slip from an unknown one's.
func (s *snapshot) inOtherForms(unknown spelled) ([]meaning, error) {
	var words []meaning
	for _, field := range []string{fieldTitle, fieldText} {
		stems, err := s.stemsNear(field, unknown.term)
		if err != nil {
			return nil, err
		}
		for _, stem := range stems {
			forms, err := s.formsOf(stem)
			if err != nil {
				return nil, err
			}
			for _, form := range forms {
				words = append(words, meaning{form, otherForm * slipWeight(unknown.term, stem)})
			}
		}
	}
	return words, nil
}

// stemsNear returns the stems of a field of which an unknown one has lost a
// letter, doubled one or swapped two. Of other slips too many stems are words of
// their own: "spilling" is not "still".
func (s *snapshot) stemsNear(field, unknown string) ([]string, error) {
	if utf8.RuneCountInString(unknown) < shortestStem {
		return nil, nil
	}
	stems, err := s.near(field, unknown, 1)
	return slices.DeleteFunc(stems, func(stem string) bool { return slipWeight(unknown, stem) < min(lettersSwapped, letterDoubled) }), err
}

// formsOf returns the words that have a stem.
func (s *snapshot) formsOf(stem string) ([]string, error) {
	_, last := utf8.DecodeLastRuneInString(stem) // "remedi" of "remedy"
	words, err := s.FieldDictPrefix(fieldWord, []byte(stem[:len(stem)-last]))
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
		if stems := s.schema.analyzer.stems(next.Term); len(stems) == 1 && stems[0] == stem {
			forms = append(forms, next.Term)
		}
	}
	return forms, nil
}

// mostFrequent returns the word that most entries have, of equals the first by
// its letters; "" where no entry has any.
func mostFrequent(columns []column, words []string) (string, error) {
	best, most := "", 0
	for _, word := range words {
		count, err := frequency(columns, word)
		if err != nil {
			return "", err
		}
		if count > most || count == most && most > 0 && word < best {
			best, most = word, count
		}
	}
	return best, nil
}

// near returns the terms of a field that are words at most so many slips from
// one. Of more than one slip in a word as it is written none is in the first
// letter, nor is the slip in a stem: "recompute" is not "compute".
func (s *snapshot) near(field, word string, slips int) ([]string, error) {
	words, err := s.closeTo(field, word, slips)
	return slices.DeleteFunc(words, func(word string) bool { return !isSpelled([]byte(word)) }), err
}

// closeTo is near for terms of any sort.
func (s *snapshot) closeTo(field, word string, slips int) ([]string, error) {
	first := ""
	if slips > 1 || field != fieldWord && field != fieldTyped {
		_, size := utf8.DecodeRuneInString(word)
		first = word[:size]
	}
	words, _, err := s.FieldDictFuzzyAutomaton(field, word, slips, first)
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

// frequency counts the entries that are alive and have a term.
func frequency(columns []column, term string) (int, error) {
	count := 0
	for i := range columns {
		list, err := columns[i].dictionary.PostingsList([]byte(term), columns[i].of.Deleted(), nil)
		if err != nil {
			return 0, fmt.Errorf("count the entries with %q: %w", term, err)
		}
		count += int(list.Count()) //nolint:gosec // far fewer than an int holds
	}
	return count, nil
}

// occurs reports whether an entry that is alive has any of some terms.
func occurs(columns []column, terms ...string) (bool, error) {
	for i := range columns {
		for _, term := range terms {
			if count, err := frequency(columns[i:i+1], term); count > 0 || err != nil {
				return count > 0, err
			}
		}
	}
	return false, nil
}

// replaceWord puts a word in another's place wherever that stands alone and not
// in quotes: a phrase is meant as it is written.
func replaceWord(text, word, better string) string {
	return replaceRuns(text, leadingLetters, func(run string) string {
		if strings.ToLower(run) == word {
			return better
		}
		return run
	})
}

// replaceRuns puts something in the place of the runs that texts lead with, other
// than those in quotes.
func replaceRuns(text string, leading, instead func(string) string) string {
	var b strings.Builder
	quoted := false
	for text != "" {
		run := leading(text)
		if run == "" {
			r, size := utf8.DecodeRuneInString(text)
			quoted = quoted != strings.ContainsRune(`"“”„«»`, r)
			b.WriteString(text[:size])
			text = text[size:]
			continue
		}
		text = text[len(run):]
		if !quoted {
			run = instead(run)
		}
		b.WriteString(run)
	}
	return b.String()
}

func leadingLetters(text string) string {
	end := strings.IndexFunc(text, func(r rune) bool { return !unicode.IsLetter(r) })
	if end < 0 {
		return text
	}
	return text[:end]
}

// shortestClassical is how many letters stand before an ending that a word has from
// Latin or Greek: what is shorter has such an ending by chance.
const shortestClassical = 3

// classicalForms returns the other number that a word has where it is Latin or
// Greek: "stomata" of "stoma" and the other way round. What it makes of other words
// is none.
func classicalForms(word string) []string {
	var forms []string
	for _, pair := range [][2]string{
		{"a", "ata"}, {"on", "a"}, {"um", "a"}, {"us", "i"}, {"is", "es"}, {"ix", "ices"}, {"ex", "ices"}, {"a", "ae"},
	} {
		for _, endings := range [][2]string{pair, {pair[1], pair[0]}} {
			stem, ok := strings.CutSuffix(word, endings[0])
			if ok && utf8.RuneCountInString(stem) >= shortestClassical {
				forms = append(forms, stem+endings[1])
			}
		}
	}
	return forms
}

// inOtherNumber returns the likeliest of an unknown word's other numbers, if it is
// Latin or Greek and entries have any; "" where it is not, or they have none. It
// is no slip, and comes before all that are.
func (s *snapshot) inOtherNumber(from *coOccurrence, unknown spelled) (string, error) {
	return from.likeliest(meantBy(unknown.word, classicalForms(unknown.word)))
}
