package bleveindex

import (
	"context"
	"slices"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/search"
)

// What is meant counts at most so much against the words that say it, where no entry has
// any of these, and covers so much of them. To meaning it counts so much against a query
// that is nothing else. All were chosen on judged sets, of which none served to write the
// lexicon's paraphrases: weights from .75 to 1, covers from .3 to .5 and meanings from 4
// to 8 did alike.
const (
	paraphraseWeight = 0.9
	paraphraseCovers = 0.3
	paraphraseMeans  = 4
)

// paraphrases knows what is meant by what people say in everyday words. It does not
// change.
type paraphrases struct {
	said   [][]string       // the stems of each expression, small words among them
	meant  [][]meantName    // of each expression
	starts map[string][]int // by the first word of an expression
}

func newParaphrases(a analyzer, known *lexicon.Lexicon) paraphrases {
	p := paraphrases{starts: map[string][]int{}}
	if known == nil {
		return p
	}
	for _, one := range known.Paraphrases() {
		p.add(a, one)
	}
	return p
}

func (p *paraphrases) add(a analyzer, one lexicon.Paraphrase) {
	var meant []meantName
	for _, written := range one.Meant {
		if name := a.name(written); len(name.terms) > 0 {
			meant = append(meant, meantName{written, name.terms})
		}
	}
	for _, written := range one.Said {
		if stems := a.stems(written); len(stems) > 0 && len(meant) > 0 {
			p.starts[stems[0]] = append(p.starts[stems[0]], len(p.said))
			p.said, p.meant = append(p.said, stems), append(p.meant, meant)
		}
	}
}

// paraphrase is what a query means by some of its terms.
type paraphrase struct {
	of    []string
	meant []meantName
}

// meantName is a name of what is meant. It is there where all of its terms are.
type meantName struct {
	written string
	terms   []string
}

// in returns what is meant by words. They say an expression if they have all of its
// words, wherever these stand.
func (p paraphrases) in(words []string) []paraphrase {
	var all []paraphrase
	for at, word := range words {
		if slices.Contains(words[:at], word) {
			continue
		}
		for _, i := range p.starts[word] {
			if len(all) < mostAlternatives && containsAll(words, p.said[i]) {
				all = append(all, paraphrase{of: p.said[i], meant: p.meant[i]})
			}
		}
	}
	return all
}

var _ search.Paraphraser = (*Index)(nil)

// Paraphrases reports whether a text says anything in everyday words.
func (i *Index) Paraphrases(text string) bool {
	s := i.schema
	return len(s.paraphrases.in(s.analyzer.stems(search.ParseExpression(text).Words))) > 0
}

func containsAll(words, wanted []string) bool {
	return !slices.ContainsFunc(wanted, func(word string) bool { return !slices.Contains(words, word) })
}

// addParaphrases adds what entries have of what a query means. The more of the query any
// entry has as it is written, the less that counts: who knows the words of the field
// means them.
func (r *ranker) addParaphrases(ctx context.Context, all []paraphrase) error {
	if len(all) == 0 {
		return nil
	}
	most := 0.0
	for document, score := range r.scores {
		if score > 0 {
			most = max(most, r.share(document))
		}
	}
	for _, next := range all {
		r.noteNames(next, 1-most)
		if err := r.addParaphrase(ctx, next, 1-most); err != nil {
			return err
		}
	}
	return nil
}

// noteNames notes for the engine of meaning what is meant by an expression: together its
// names count the share of the query that it is.
func (r *ranker) noteNames(p paraphrase, unsaid float64) {
	weight := paraphraseMeans * unsaid * r.stands(p.of)
	if weight <= 0 {
		return
	}
	for _, name := range p.meant {
		r.names = append(r.names, quarry.Meant{Name: name.written, Weight: weight / r.asked / float64(len(p.meant))})
	}
}

// addParaphrase adds all names of what is meant, as if they were one word: each is as rare
// as the commonest that entries have, and what one entry has of it is covered once.
func (r *ranker) addParaphrase(ctx context.Context, p paraphrase, unsaid float64) error {
	r.meant, r.meaning = r.meant[:0], r.meaning[:0]
	r.paraphrase++
	least := 0.0
	for _, name := range p.meant {
		terms := name.terms
		if !slices.ContainsFunc(terms, func(term string) bool { _, asked := r.idf[term]; return !asked }) {
			continue
		}
		rarity, err := r.gather(ctx, terms)
		if err != nil {
			return err
		}
		if r.keepMeant(len(terms), rarity) && (least == 0 || rarity < least) {
			least = rarity
		}
	}
	if len(r.meaning) == 0 {
		return nil
	}
	for _, next := range r.meant {
		r.scores[next.number] += paraphraseWeight * unsaid * least * next.part
	}
	stands := r.stands(p.of)
	for _, number := range r.meaning {
		r.covered[number] += paraphraseCovers * unsaid * stands
	}
	return nil
}

// keepMeant keeps what the name that was gathered last adds to entries that have all of
// its terms, and reports whether any has.
func (r *ranker) keepMeant(terms int, rarity float64) bool {
	kept := false
	for _, next := range r.pending {
		if r.has(next.number, terms) {
			next.part /= rarity
			r.meant = append(r.meant, next)
		}
	}
	for _, number := range r.having {
		if !r.has(number, terms) {
			continue
		}
		kept = true
		if s := &r.states[number]; s.means != r.paraphrase {
			s.means = r.paraphrase
			r.meaning = append(r.meaning, number)
		}
	}
	return kept
}
