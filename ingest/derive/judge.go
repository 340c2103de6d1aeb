package derive

import (
	"cmp"
	"iter"
	"math"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// conflictsVersion is raised when the same claims would be judged differently.
const conflictsVersion = "conflicts/5"

// Judge tells whether claims of one key disagree. It is a value that nothing
// changes.
type Judge struct {
	lexicon   *lexicon.Lexicon
	ratioless map[string]bool // base units in which others count from something else than nothing, and logarithmic ones
}

// NewJudge returns a judge that knows the lexicon's units.
func NewJudge(lexicon *lexicon.Lexicon) *Judge {
	ratioless := map[string]bool{}
	for _, unit := range lexicon.Units() {
		if unit.Offset != 0 || unit.Logarithmic {
			ratioless[unit.Base] = true
		}
	}
	return &Judge{lexicon: lexicon, ratioless: ratioless}
}

// Version names all that decides a judgement besides the claims.
func (j *Judge) Version() string { return conflictsVersion + " " + j.lexicon.Fingerprint() }

// Detect walks claims of one quarry.ClaimKey, at most twice, and returns what they
// come to. It keeps a few of them only, so that it takes as many as there are.
func (j *Judge) Detect(claims iter.Seq[quarry.Spec]) quarry.Verdict {
	// The least upper edge of what the claims may stand for, and the greatest lower one.
	lowest, highest := extreme{edge: math.Inf(1)}, extreme{edge: math.Inf(-1)}
	var one quarry.Spec // what a conflict is over is the same for all
	for claim := range claims {
		may := j.mayBe(claim)
		lowest.lower(may.high, may.written.Max)
		highest.raise(may.low, may.written.Min)
		one = claim
	}
	if !beyond(highest.edge, lowest.edge) {
		return quarry.Verdict{}
	}
	verdict := quarry.Verdict{
		Conflict: quarry.ConflictOver(one),
		Disagrees: func(claim quarry.Spec) bool {
			may := j.mayBe(claim)
			return beyond(may.low, lowest.edge) || beyond(highest.edge, may.high)
		},
	}
	var apart variants // of those that disagree: who takes another one away changes nothing about a conflict
	for claim := range claims {
		if verdict.Disagrees(claim) {
			apart.add(j.mayBe(claim))
		}
		if apart.many {
			break
		}
	}
	if !j.ratioless[verdict.Conflict.Unit] { // 20 °C are not twice 10 °C, nor 1.04 times; nor 20 dB twice 10 dB
		verdict.Conflict.Ratio = ratio(highest.value, lowest.value)
		verdict.Conflict.Hint = apart.hint(verdict.Conflict)
	}
	return verdict
}

// interval is what a claim may stand for, an open bound being infinite, and
// what it says, both in the unit of its key.
type interval struct {
	low, high float64
	written   quarry.Bounds
}

// mayBe returns what a claim may stand for. A unit that the lexicon does not
// know is compared as it is written, with the same one only.
func (j *Judge) mayBe(s quarry.Spec) interval {
	s.Value.Bounds, s.Normalized = inTurn(s.Value.Bounds), inTurn(s.Normalized)
	rounded, written := s.Value.Rounded(), s.Value.Bounds
	if s.Normalized.Unit != "" {
		rounded, written = j.inBase(s, rounded), s.Normalized
	}
	may := interval{low: math.Inf(-1), high: math.Inf(1), written: written}
	if rounded.Min != nil {
		may.low, may.written.Min = *rounded.Min, cmp.Or(written.Min, rounded.Min)
	}
	if rounded.Max != nil {
		may.high, may.written.Max = *rounded.Max, cmp.Or(written.Max, rounded.Max)
	}
	return may
}

// inTurn turns a range that is written the wrong way round.
func inTurn(b quarry.Bounds) quarry.Bounds {
	if b.Min != nil && b.Max != nil && *b.Min > *b.Max {
		b.Min, b.Max = b.Max, b.Min
	}
	return b
}

// inBase converts rounded bounds as the claim's own were: what the unit means is
// the lexicon's word, and where that is not how the claim was read ("B" is a byte
// or a billion), its word on the claim's kind. A claim that the lexicon would not
// convert is scaled as it was.
func (j *Judge) inBase(s quarry.Spec, rounded quarry.Bounds) quarry.Bounds {
	base := j.lexicon.Normalize(rounded)
	if base.Unit == s.Normalized.Unit {
		return base
	}
	own := s
	own.Value.Bounds = rounded
	if there, err := j.lexicon.ValueIn(own, s.Normalized.Unit); err == nil {
		return there.Bounds
	}
	return quarry.Bounds{
		Min:  likewise(rounded.Min, s.Value.Min, s.Normalized.Min),
		Max:  likewise(rounded.Max, s.Value.Max, s.Normalized.Max),
		Unit: s.Normalized.Unit,
	}
}

// likewise scales a number by what another one was scaled by.
func likewise(value, before, after *float64) *float64 {
	switch {
	case value == nil || before == nil || after == nil:
		return nil
	case *before == 0:
		return after
	}
	scaled := *value * (*after / *before)
	return &scaled
}

// extreme is the least or the greatest edge of some intervals, and the number that it
// is the edge of. Of equal edges the farther number counts, so that the order does not.
type extreme struct{ edge, value float64 }

// lower takes an edge that is less.
func (e *extreme) lower(edge float64, value *float64) {
	if countsAsEdge(edge, value) && (edge < e.edge || edge == e.edge && *value < e.value) {
		e.edge, e.value = edge, *value
	}
}

// raise takes an edge that is greater.
func (e *extreme) raise(edge float64, value *float64) {
	if countsAsEdge(edge, value) && (edge > e.edge || edge == e.edge && *value > e.value) {
		e.edge, e.value = edge, *value
	}
}

func countsAsEdge(edge float64, value *float64) bool {
	return value != nil && !math.IsInf(edge, 0) && !math.IsNaN(edge)
}

// noise is by how much two numbers may differ that are the same to a person:
// 3.3 + 0.05 and 3.4 - 0.05 are not the same to a computer.
const noise = 1e-9

// beyond reports whether a low edge lies above a high one, so that two intervals
// do not meet.
func beyond(low, high float64) bool {
	if math.IsInf(low, 0) || math.IsInf(high, 0) {
		return false
	}
	return low-high > noise*max(math.Abs(low), math.Abs(high))
}

// ratio is the larger number ÷ the smaller, nil where that says nothing.
func ratio(larger, smaller float64) *float64 {
	if smaller <= 0 {
		return nil
	}
	r := larger / smaller
	if math.IsInf(r, 0) || math.IsNaN(r) {
		return nil
	}
	return &r
}
