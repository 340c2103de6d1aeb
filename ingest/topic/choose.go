package topic

import (
	"cmp"
	"maps"
	"slices"

	"github.com/quarrykb/quarry"
)

// Most is how many topics an entry has at most.
const Most = 3

// What is chosen by the probabilities that candidates fit.
const (
	FirstFits   = 0.3  // of the best
	OthersFit   = 0.75 // of those behind it
	ChildFits   = 0.5  // of one that takes the place of its parent
	mostFound   = 25   // topics that a document brings
	mostShare   = 0.5  // of a document's entries that have one that it brings
	widestShare = 0.35 // of the entries of a kind that have one where they have others, too
	fewestWide  = 10   // entries: fewer are looked through at a glance
	fieldShare  = 3    // how many entries have one among them with words of no other field, where the document is of the lexicon's
)

// Assign returns the topics of a document's entries, the likeliest first, and those among them that
// the document brings itself, by their ids.
func (r *Reader) Assign(title string, entries []Entry) ([][]quarry.TopicID, []quarry.Topic) {
	p := r.look(title, entries)
	all := make([][]candidate, len(entries))
	for i := range all {
		all[i] = p.candidates(i)
		for c := range all[i] {
			all[i][c].fits = r.says(p.caseOf(i, all[i][c]))
		}
		all[i] = slices.DeleteFunc(all[i], func(c candidate) bool { return c.fits < min(r.first, r.others) })
		slices.SortStableFunc(all[i], func(a, b candidate) int { return cmp.Compare(b.fits, a.fits) })
	}
	likely := make([][]candidate, len(all))
	for i := range all {
		likely[i] = slices.Clone(all[i])
	}
	p.browse(all)
	p.fallBack(all, likely)
	chosen := make([][]quarry.TopicID, len(entries))
	brought := map[quarry.TopicID]quarry.Topic{}
	for i, own := range p.spread(all) {
		for _, c := range own {
			of := p.subjects[c.at]
			chosen[i] = append(chosen[i], of.ID)
			if !of.known {
				brought[of.ID] = of.Topic
			}
		}
	}
	for id, of := range brought {
		if _, there := brought[of.Parent]; !there {
			of.Parent = ""
			brought[id] = of
		}
	}
	return chosen, slices.SortedFunc(maps.Values(brought), func(a, b quarry.Topic) int { return cmp.Compare(a.ID, b.ID) })
}

// spread chooses the topics of all entries. One that is on more of a kind than helps to find one is taken
// from those that have others, where it is the least likely.
func (p *paper) spread(all [][]candidate) [][]candidate {
	type of struct {
		kind quarry.EntryKind
		at   int
	}
	chosen, counts, entries := make([][]candidate, len(all)), map[of]int{}, make(map[quarry.EntryKind]int)
	type place struct {
		entry int
		of    of
		fits  float64
	}
	var places []place
	for i := range all {
		kind := p.entries[i].Kind
		chosen[i] = p.choose(all[i])
		entries[kind]++
		for _, c := range chosen[i] {
			counts[of{kind, c.at}]++
			places = append(places, place{i, of{kind, c.at}, c.fits})
		}
	}
	slices.SortStableFunc(places, func(a, b place) int { return cmp.Compare(a.fits, b.fits) })
	for _, one := range places {
		most := max(fewestWide, int(widestShare*float64(entries[one.of.kind])))
		if counts[one.of] > most && len(chosen[one.entry]) > 1 {
			counts[one.of]--
			chosen[one.entry] = slices.DeleteFunc(chosen[one.entry], func(c candidate) bool { return c.at == one.of.at })
		}
	}
	return chosen
}

// fallBack gives an entry that is left without a topic the likeliest one that it had, if
// another entry has the words, too.
func (p *paper) fallBack(all, likely [][]candidate) {
	for i := range all {
		if len(p.choose(all[i])) > 0 {
			continue
		}
		lasting := func(c candidate) bool { return c.fits >= p.first && p.standings[c.at].entries >= fewestEntries }
		if best := slices.IndexFunc(likely[i], lasting); best >= 0 {
			all[i] = likely[i][best : best+1]
		}
	}
}

// browse takes away the topics of a document's own by which nobody would browse it: those of
// one entry, those of too many, and those beyond the most that a tree has room for.
func (p *paper) browse(all [][]candidate) {
	for range rounds {
		counts, entries := p.counts(all)
		most := max(fewestEntries, int(mostShare*float64(entries)))
		kept := slices.SortedFunc(maps.Keys(counts), func(a, b int) int { return cmp.Or(counts[b]-counts[a], a-b) })
		kept = slices.DeleteFunc(kept, func(at int) bool { return counts[at] < fewestEntries || counts[at] > most })
		kept = kept[:min(mostFound, len(kept))]
		dropped := false
		for i := range all {
			before := len(all[i])
			all[i] = slices.DeleteFunc(all[i], func(c candidate) bool {
				_, counted := counts[c.at]
				return counted && !slices.Contains(kept, c.at)
			})
			dropped = dropped || len(all[i]) < before
		}
		if !dropped {
			return
		}
	}
	p.strip(all)
}

// rounds is how often what takes the place of dropped topics is looked at.
const rounds = 4

// counts returns how many entries have each of the topics that the document brings, and how
// many there are. A passage says what others do once more.
func (p *paper) counts(all [][]candidate) (map[int]int, int) {
	counts, entries := map[int]int{}, 0
	for i := range all {
		if p.entries[i].Kind == quarry.EntryPassage {
			continue
		}
		entries++
		for _, c := range p.choose(all[i]) {
			if !p.subjects[c.at].known {
				counts[c.at]++
			}
		}
	}
	return counts, entries
}

// choose returns the topics of an entry out of its candidates, the likeliest first. What stands
// above another, or within its name, is left out: the other says it.
func (p *paper) choose(all []candidate) []candidate {
	var chosen []candidate
	for _, c := range all {
		if c.fits < p.first {
			break
		}
		if len(chosen) == Most || len(chosen) > 0 && c.fits < p.others {
			// What is more exact takes the place of what stands above it, and no other.
			above := slices.IndexFunc(chosen, func(other candidate) bool { return p.isSaidBy(other.at, c.at) })
			if above >= 0 && c.fits >= ChildFits {
				chosen[above] = c
			}
			continue
		}
		if !slices.ContainsFunc(chosen, func(other candidate) bool { return p.isSaidBy(c.at, other.at) }) {
			chosen = slices.DeleteFunc(chosen, func(other candidate) bool { return p.isSaidBy(other.at, c.at) })
			chosen = append(chosen, c)
		}
	}
	return chosen
}

// isSaidBy reports whether one topic is said by another.
func (p *paper) isSaidBy(at, other int) bool {
	a, b := p.subjects[at], p.subjects[other]
	return b.Parent == a.ID || !a.known && contains(b.words, a.words)
}

func contains(words, part []string) bool {
	for i := range words {
		if hasPrefix(words[i:], part) {
			return true
		}
	}
	return false
}

// strip takes away what is still on too few entries after all rounds.
func (p *paper) strip(all [][]candidate) {
	counts, _ := p.counts(all)
	for i := range all {
		all[i] = slices.DeleteFunc(all[i], func(c candidate) bool { return !p.subjects[c.at].known && counts[c.at] < fewestEntries })
	}
}
