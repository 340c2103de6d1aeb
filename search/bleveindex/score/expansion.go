package score

import (
	"cmp"
	"context"
	"slices"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search/bleveindex/query"
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

// AddAlternative adds what an entry has that says the same as some of the query's terms in
// other words: all of those words, or it is not that. One that counts in their place only
// counts no more than they would, however rare its own words are.
func (r *Ranker) AddAlternative(ctx context.Context, a query.Alternative) error {
	if a.Instead {
		if err := r.noteSaid(ctx, a.Of); err != nil {
			return err
		}
	}
	rarity, err := r.gather(ctx, a.Terms)
	if err != nil {
		return err
	}
	stands := r.stands(a.Of)
	weight := a.Weight
	if a.Instead && rarity > stands {
		weight = a.Weight * (stands / rarity)
	}
	replaces := func(number uint64) bool {
		return r.has(number, len(a.Terms)) && r.states[number].said != r.choice
	}
	for _, p := range r.pending {
		if replaces(p.number) {
			r.scores[p.number] += weight * p.part
		}
	}
	for _, number := range r.having {
		if replaces(number) {
			r.covered[number] += cmp.Or(a.Covers, a.Weight) * stands
		}
	}
	return nil
}

// noteSaid notes which documents have all terms that the next alternative stands
// for.
func (r *Ranker) noteSaid(ctx context.Context, of []string) error {
	r.choice++
	for n, term := range of {
		if err := r.read(ctx, term); err != nil {
			return err
		}
		r.hold(n)
	}
	for _, number := range r.having {
		if r.has(number, len(of)) {
			r.states[number].said = r.choice + 1
		}
	}
	return nil
}

// gather keeps what terms would add to entries that have all of them, and returns how
// rare they are together. One that is asked for counts already.
func (r *Ranker) gather(ctx context.Context, terms []string) (float64, error) {
	r.choice++
	r.pending = r.pending[:0]
	sum := 0.0
	for n, term := range terms {
		if err := r.read(ctx, term); err != nil {
			return 0, err
		}
		r.hold(n)
		idf := r.inverseFrequency(r.with)
		sum += idf
		if _, asked := r.idf[term]; asked {
			continue
		}
		for i, found := range r.found {
			rarity := r.rarity(i, idf)
			for _, p := range found {
				r.pending = append(r.pending, posting{number: p.number, part: rarity * p.part})
			}
		}
	}
	return sum, nil
}

// hold counts the term that was read last for the documents that have it and
// the n terms before it.
func (r *Ranker) hold(n int) {
	for _, number := range r.having {
		s := &r.states[number]
		if s.choice != r.choice {
			s.choice, s.held = r.choice, 0
		}
		if s.held == n {
			s.held++
		}
	}
}

// has reports whether a document has so many terms of the last alternative.
func (r *Ranker) has(number uint64, terms int) bool {
	s := r.states[number]
	return s.choice == r.choice && s.held == terms
}

// stands returns how much of a query some of its terms are.
func (r *Ranker) stands(terms []string) float64 {
	sum := 0.0
	for _, term := range terms {
		sum += r.idf[term]
	}
	return sum
}

// addParaphrases adds what entries have of what a query means. The more of the query any
// entry has as it is written, the less that counts: who knows the words of the field
// means them.
func (r *Ranker) addParaphrases(ctx context.Context, all []query.Paraphrase) error {
	if len(all) == 0 {
		return nil
	}
	most := 0.0
	for document, score := range r.scores {
		if score > 0 {
			most = max(most, r.share(document))
		}
	}
	unsaid := 1 - most
	for _, next := range all {
		// To the engine of meaning the names count together the share of the query that
		// the expression is.
		if weight := paraphraseMeans * unsaid * r.stands(next.Of); weight > 0 {
			for _, name := range next.Meant {
				share := weight / r.asked / float64(len(next.Meant))
				r.names = append(r.names, quarry.Meant{Name: name.Written, Weight: share})
			}
		}
		if err := r.addParaphrase(ctx, next, unsaid); err != nil {
			return err
		}
	}
	return nil
}

// addParaphrase adds all names of what is meant, as if they were one word: each is as rare
// as the commonest that entries have, and what one entry has of it is covered once.
func (r *Ranker) addParaphrase(ctx context.Context, p query.Paraphrase, unsaid float64) error {
	r.meant, r.meaning = r.meant[:0], r.meaning[:0]
	r.paraphrase++
	least := 0.0
	for _, name := range p.Meant {
		isNew := func(term string) bool { _, asked := r.idf[term]; return !asked }
		if !slices.ContainsFunc(name.Terms, isNew) {
			continue
		}
		rarity, err := r.gather(ctx, name.Terms)
		if err != nil {
			return err
		}
		if r.keepMeant(len(name.Terms), rarity) && (least == 0 || rarity < least) {
			least = rarity
		}
	}
	if len(r.meaning) == 0 {
		return nil
	}
	for _, next := range r.meant {
		r.scores[next.number] += paraphraseWeight * unsaid * least * next.part
	}
	stands := r.stands(p.Of)
	for _, number := range r.meaning {
		r.covered[number] += paraphraseCovers * unsaid * stands
	}
	return nil
}

// keepMeant keeps what the name that was gathered last adds to entries that have all of
// its terms, and reports whether any has.
func (r *Ranker) keepMeant(terms int, rarity float64) bool {
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
