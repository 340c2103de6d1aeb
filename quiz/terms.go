package quiz

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/text"
)

// definition is a fact that says what a term means.
type definition struct {
	quarry.Fact

	term    string
	article string          // before the gap where the term stands
	said    string          // behind it
	plural  bool            // whether the term is in the plural
	own     map[string]bool // stems of the term
	stems   map[string]bool // of what is said of it, of words that tell something
}

// gap stands where a term is to be put.
const gap = "____"

// terms asks which term a definition is of. The others are terms of other definitions of the same
// document that say something else, and that the sentence takes as well.
func (m *Maker) terms(ctx context.Context, facts []quarry.Fact) []quarry.Question {
	reader := definitions{m, m.patterns}
	var all []definition
	for _, fact := range facts {
		if ctx.Err() != nil {
			return nil
		}
		if d, ok := reader.read(fact); ok {
			all = append(all, d)
		}
	}
	ofDocument := func(d definition) string { return d.Source.Collection + "\n" + d.Source.Path }
	return askAmong(ctx, all, ofDocument, func(own definition, near []definition) (draft, bool) {
		if reader.givenAway(own) || reader.remark.MatchString(own.said) {
			return draft{}, false
		}
		d := draft{
			sort: quarry.MadeTerm, key: []string{string(own.ID)}, prompt: own.article + gap + " " + own.said,
			answer: choice{text: own.term, says: quarry.ClaimOf(own.Fact)}, grade: own.Grade, topics: own.Topics,
		}
		addWrong(&d, near, func(other definition) (choice, bool) {
			isNew := !slices.ContainsFunc(d.wrong, func(w choice) bool { return text.Folded(w.text) == text.Folded(other.term) })
			fits := other.plural == own.plural && other.article == own.article
			return choice{text: other.term, says: quarry.ClaimOf(other.Fact)}, isNew && fits && !own.mayMean(other)
		})
		return d, true
	})
}

// mayMean reports whether another term might be meant as well: where the two share a word, one is
// spoken of where the other is defined, or much the same is said of both.
func (d definition) mayMean(other definition) bool {
	const alike = 0.3
	return shared(d.own, other.own) > 0 || shared(d.own, other.stems) > 0 || shared(other.own, d.stems) > 0 ||
		float64(shared(d.stems, other.stems)) >= alike*float64(min(len(d.stems), len(other.stems)))
}

// definitions tells which facts say what a term means.
type definitions struct {
	maker *Maker
	patterns
}

// patterns are what sentences are read by.
type patterns struct {
	copula *regexp.Regexp
	pair   *regexp.Regexp
	remark *regexp.Regexp // what stands beside the matter
	points *regexp.Regexp // words that point to what stands before
	suchAs *strings.Replacer
}

func newPatterns() patterns {
	return patterns{
		copula: regexp.MustCompile(`(?i)^(?:(?:is|means|denotes|ist|bezeichnet) (?:an?|the|one|any|what|eine?|der|die|das)|are|sind) \S`),
		points: regexp.MustCompile(`(?i)\b(this|these|such|above|both|former|latter|diese[rsmn]?|solche[rsmn]?|beide[rsmn]?)\b`), suchAs: strings.NewReplacer("such as", "like"),
		pair: regexp.MustCompile(`\S: \S|://|; \S+:`), remark: regexp.MustCompile(` [-–—] `),
	}
}

// What is said of a term: enough to know it, and not more than one reads at a glance.
const (
	fewestSaid = 7
	mostSaid   = 45
	mostTerm   = 4
)

// read returns a fact as a definition; false for any other.
func (r *definitions) read(f quarry.Fact) (definition, bool) {
	term, said := withoutArticle(r.maker.bare(f.Subject)), r.maker.bare(f.Statement)
	term, short := cutShortForm(term)
	rest, ok := r.cutTerm(said, term, short)
	if first, _ := utf8.DecodeRuneInString(term); !ok || !readable(term, mostTerm) || !text.IsWord(first) || strings.ContainsAny(term, "./") {
		return definition{}, false
	}
	rest = r.firstSentence(rest)
	d := definition{
		Fact: f, term: capital(term), article: gapArticle(said), said: rest, own: r.stems(term + " " + short),
		stems: r.stems(rest), plural: strings.HasPrefix(rest, "are ") || strings.HasPrefix(rest, "sind "),
	}
	count := text.WordCount(rest)
	numbers := strings.FieldsFunc(rest, func(c rune) bool { return c < '0' || '9' < c })
	const mostNumbers, fewestStems = 2, 4
	isClear := count >= fewestSaid && count <= mostSaid && len(numbers) <= mostNumbers && len(d.stems) >= fewestStems &&
		!r.pair.MatchString(rest) && !r.points.MatchString(r.suchAs.Replace(rest)) && !strings.ContainsAny(rest, "|{}<>$\\…") && shared(d.own, d.stems) == 0 &&
		strings.Count(rest, "(") == strings.Count(rest, ")")
	return d, isClear && len(d.own) > 0
}

// givenAway reports whether what is said of a term spells it out, or has a word that begins as one of
// its own does or is a part of it: "fit" of "underfitting", "NVLinks" of "NVSwitch", "k" of "recall@k".
func (r *definitions) givenAway(d definition) bool {
	const shortest, longest = 3, 4 // of what words may have in common
	said := wordsOf(d.said)
	if strings.ToUpper(d.term) == d.term && spells(said, d.term) {
		return true
	}
	for _, own := range wordsOf(d.term) {
		small := strings.ToLower(own)
		stem, isSymbol := r.maker.stemmer.Stem(small), len(own) == 1 && small != "a"
		for _, word := range said {
			begin, part := commonStart(own, word), r.maker.stemmer.Stem(strings.ToLower(word))
			isPart := len(part) >= shortest && strings.HasSuffix(stem, part) || len(part) >= longest && strings.Contains(small, part)
			if isPart || len(begin) >= longest || capitals(begin) > 1 || isSymbol && strings.EqualFold(own, word) {
				return true
			}
		}
	}
	return false
}

// spells reports whether words begin with the letters of a short form, one after the other, with or
// without the little ones between them.
func spells(said []string, short string) bool {
	const little = 3 // letters
	var all, long strings.Builder
	for _, word := range said {
		first, _ := utf8.DecodeRuneInString(word)
		all.WriteRune(first)
		if utf8.RuneCountInString(word) > little {
			long.WriteRune(first)
		}
	}
	return strings.Contains(strings.ToUpper(all.String()+" "+long.String()), short)
}

// commonStart returns the letters with which both of two words begin, in any case.
func commonStart(a, b string) string {
	n := 0
	for n < min(len(a), len(b)) && a[n]|' ' == b[n]|' ' {
		n++
	}
	return a[:n]
}

// wordsOf returns the words of a text as they are written.
func wordsOf(s string) []string {
	return strings.FieldsFunc(s, func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) })
}

// gapArticle returns the article that a sentence begins with, as one stands before a gap.
func gapArticle(said string) string {
	first, _, _ := strings.Cut(said, " ")
	return map[string]string{"a": "A(n) ", "an": "A(n) ", "the": "The ", "ein": "Ein(e) ", "eine": "Ein(e) "}[strings.ToLower(first)]
}

// cutTerm returns what is said behind the term that a statement begins with, from its verb on.
func (r *definitions) cutTerm(said, term, short string) (string, bool) {
	rest := withoutArticle(said)
	if len(rest) < len(term) || !strings.EqualFold(rest[:len(term)], term) {
		return "", false
	}
	rest = strings.TrimSpace(rest[len(term):])
	if short != "" {
		rest = strings.TrimSpace(strings.TrimPrefix(rest, "("+short+")"))
	}
	return rest, r.copula.MatchString(rest)
}

// firstSentence returns the first sentence of a text.
func (r *definitions) firstSentence(s string) string {
	for sentence := range r.maker.english.Sentences(s) {
		return strings.TrimSpace(s[:sentence.End])
	}
	return s
}

// stems returns the stems of the words of a text that tell something.
func (r *definitions) stems(s string) map[string]bool {
	const shortest = 4
	set := map[string]bool{}
	for _, word := range text.Words(s) {
		if len(word) >= shortest || strings.Contains(s, strings.ToUpper(word)) {
			set[r.maker.stemmer.Stem(word)] = true
		}
	}
	return set
}

// capital writes a term as one that stands alone.
func capital(term string) string {
	first, _, _ := strings.Cut(term, " ")
	if strings.ToLower(first) != first {
		return term
	}
	letter, size := utf8.DecodeRuneInString(term)
	return string(unicode.ToUpper(letter)) + term[size:]
}

// withoutArticle takes an article off a beginning.
func withoutArticle(s string) string {
	for _, article := range []string{"a ", "an ", "the ", "der ", "die ", "das ", "ein ", "eine "} {
		if len(s) > len(article) && strings.EqualFold(s[:len(article)], article) {
			return s[len(article):]
		}
	}
	return s
}

// cutShortForm takes the short form in brackets off a term.
func cutShortForm(term string) (string, string) {
	if before, short, ok := strings.Cut(term, " ("); ok && strings.HasSuffix(short, ")") {
		return before, strings.TrimSuffix(short, ")")
	}
	return term, ""
}
