package bleveindex

import (
	"maps"
	"strconv"
	"strings"

	"github.com/quarrykb/quarry"
)

// lengths are the numbers of tokens in the scored fields of entries, and how
// many entries they are of.
type lengths struct {
	Entries int64               `json:"entries"`
	Tokens  [scoredFields]int64 `json:"tokens"`
}

func (l lengths) plus(other lengths) lengths {
	l.Entries += other.Entries
	for i := range l.Tokens {
		l.Tokens[i] += other.Tokens[i]
	}
	return l
}

// average returns the mean length of a field, at least 1.
func (l lengths) average(field int) float64 {
	return max(1, float64(l.Tokens[field])/float64(max(1, l.Entries)))
}

// tally sums lengths up by the kind of the entries.
type tally map[quarry.EntryKind]lengths

func (t tally) add(kind quarry.EntryKind, size lengths) { t[kind] = t[kind].plus(size) }

// minus returns what remains without another tally; a kind that nothing remains
// of is left out, so that equal entries have equal records.
func (t tally) minus(other tally) tally {
	rest := make(tally, len(t))
	for kind, size := range t {
		without := other[kind]
		without.Entries = -without.Entries
		for i := range without.Tokens {
			without.Tokens[i] = -without.Tokens[i]
		}
		if size = size.plus(without); size != (lengths{}) {
			rest[kind] = size
		}
	}
	return rest
}

// plus returns the sum of two tallies.
func (t tally) plus(other tally) tally {
	sum := make(tally, len(t))
	maps.Copy(sum, t)
	for kind, size := range other {
		sum.add(kind, size)
	}
	return sum
}

// joined writes numbers into one value.
func joined(numbers ...int64) string {
	written := make([]string, len(numbers))
	for i, n := range numbers {
		written[i] = strconv.FormatInt(n, 10)
	}
	return strings.Join(written, "-")
}

// split reads what joined wrote; 0 where it did not.
func split(value string, into []int64) {
	for i := range into {
		var next string
		next, value, _ = strings.Cut(value, "-")
		into[i], _ = strconv.ParseInt(next, 10, 64)
	}
}
