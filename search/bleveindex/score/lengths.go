package score

import (
	"maps"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search/bleveindex/postings"
)

// Lengths are the numbers of tokens in the scored fields of entries, and how
// many entries they are of.
type Lengths struct {
	Entries int64                        `json:"entries"`
	Tokens  [postings.ScoredFields]int64 `json:"tokens"`
}

func (l Lengths) plus(other Lengths, sign int64) Lengths {
	l.Entries += sign * other.Entries
	for i := range l.Tokens {
		l.Tokens[i] += sign * other.Tokens[i]
	}
	return l
}

// average returns the mean length of a field, at least 1.
func (l Lengths) average(field int) float64 {
	return max(1, float64(l.Tokens[field])/float64(max(1, l.Entries)))
}

// Tally sums lengths up by the kind of the entries.
type Tally map[quarry.EntryKind]Lengths

// Add takes in the lengths of entries of a kind.
func (t Tally) Add(kind quarry.EntryKind, size Lengths) { t[kind] = t[kind].plus(size, 1) }

// Changed returns the tally with some lengths added and others taken away; a kind that
// nothing remains of is left out, so that equal entries have equal records.
func (t Tally) Changed(added, removed Tally) Tally {
	sum := make(Tally, len(t))
	maps.Copy(sum, t)
	for kind, size := range added {
		sum.Add(kind, size)
	}
	for kind := range sum {
		sum[kind] = sum[kind].plus(removed[kind], -1)
		if sum[kind] == (Lengths{}) {
			delete(sum, kind)
		}
	}
	return sum
}
