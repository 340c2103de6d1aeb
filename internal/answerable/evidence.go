package answerable

import (
	"slices"

	"github.com/quarrykb/quarry"
)

// evidence is what was found for a part of a query.
type evidence struct {
	part

	union    []float64 // how well each word is said by anything that was found
	window   []float64 // and by the two sentences, with the titles above, that say most
	most     float64   // the share of the words in these
	sentence float64   // the most that one sentence has, without titles
	stated   float64   // the most that one has with its titles which states what sort of thing is wanted
	open     float64   // how near the nearest question without an answer is
}

// gather holds a part against entries.
func (j *Judge) gather(p part, all []*said) *evidence {
	e := &evidence{part: p, union: make([]float64, len(p.words)), window: make([]float64, len(p.words))}
	for _, s := range all {
		if s.Kind == quarry.EntryQuestion && !s.Answered {
			e.open = max(e.open, alike(p, s))
			continue
		}
		j.take(e, s)
	}
	return e
}

// take holds an entry against the part, two neighbouring sentences at a time.
func (j *Judge) take(e *evidence, s *said) {
	words := s.in(e.words)
	above := s.matches(words, s.above)
	each := make([][]float64, len(s.sentences))
	for i, one := range s.sentences {
		each[i] = s.matches(words, one.tokens)
		e.sentence = max(e.sentence, share(e.words, each[i]))
	}
	for i := range each {
		next := min(i+1, len(each)-1)
		window := better(above, each[i], each[next])
		e.union = better(e.union, window)
		held := share(e.words, window)
		if held > e.most {
			e.most, e.window = held, window
		}
		if held := share(e.words, better(above, each[i])); held > e.stated && j.states(s, i, e.part) {
			e.stated = held
		}
	}
}

// alike returns how near a part is to a title: how much of either the other has.
func alike(p part, s *said) float64 {
	count, held := 0.0, 0.0
	for at, t := range s.title {
		if s.empty[t.lower] {
			continue
		}
		count++
		if slices.ContainsFunc(p.words, func(w word) bool { return s.match(&w, s.title, at) > 0 }) {
			held++
		}
	}
	return held / max(count, 1) * share(p.words, s.matches(p.words, s.title))
}

// features describes the evidence in numbers: how well the part is answered.
func (e *evidence) features() map[string]float64 {
	is := map[bool]float64{true: 1}
	var sum, unknown, absent, names float64
	for i, w := range e.words {
		weight := w.weight()
		sum += weight
		unknown += weight * is[!w.Known && e.union[i] < 1]
		names += weight * is[w.name && !w.lent]
		absent = max(absent, weight*(1-e.window[i]))
	}
	return map[string]float64{
		"rarity":       sum,                             // of all words together
		"sentence":     e.sentence,                      // the share of them in the best sentence
		"stated":       e.stated,                        // the share in one, with its titles, that states something of the kind that is wanted
		"absent":       absent,                          // the rarest word that the best window lacks
		"unknown":      unknown / max(sum, leastRarity), // the share that no entry has, but by what it is like
		"names":        names,                           // the names and numbers among the words
		"open":         e.open,                          // how near the nearest question without an answer is
		"wants_number": is[e.wants == number],
	}
}
