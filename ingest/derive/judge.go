package derive

import (
	"cmp"
	"iter"
	"math"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/quantity"
)

// conflictsVersion is raised when the same claims would be judged differently.
const conflictsVersion = "conflicts/7"

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

// Detect walks claims that one quarry.ConflictOver is about, at most twice, and returns what
// they come to. It keeps a few of them only, so that it takes as many as there are.
func (j *Judge) Detect(claims iter.Seq[quarry.Spec]) quarry.Verdict {
	of := map[string]span{} // by the engine
	var one quarry.Spec     // what a conflict is over is the same for all
	for claim := range claims {
		may := j.mayBe(claim)
		its, known := of[may.engine]
		if !known {
			its = span{extreme{edge: math.Inf(1)}, extreme{edge: math.Inf(-1)}}
		}
		its.lowest.lower(may.high, may.written.Max)
		its.highest.raise(may.low, may.written.Min)
		of[may.engine], one = its, claim
	}
	conflict := quarry.ConflictOver(one)
	hasRatio := !j.ratioless[conflict.Unit] // 20 °C are not twice 10 °C, nor 1.04 times; nor 20 dB twice 10 dB
	disagree, most := false, (*float64)(nil)
	for engine, high := range of {
		for other, low := range of {
			if apart(engine, other, high.highest.edge, low.lowest.edge) {
				disagree = true
				if r := ratio(high.highest.value, low.lowest.value); most == nil || r != nil && *r > *most {
					most = r
				}
			}
		}
	}
	if !disagree {
		return quarry.Verdict{}
	}
	verdict := quarry.Verdict{Conflict: conflict, Disagrees: func(claim quarry.Spec) bool {
		may := j.mayBe(claim)
		for other, its := range of {
			if apart(may.engine, other, may.low, its.lowest.edge) || apart(may.engine, other, its.highest.edge, may.high) {
				return true
			}
		}
		return false
	}}
	var among variants // of those that disagree: who takes another one away changes nothing about a conflict
	for claim := range claims {
		if verdict.Disagrees(claim) {
			among.add(j.mayBe(claim))
		}
		if among.many {
			break
		}
	}
	if hasRatio {
		verdict.Conflict.Ratio = most
		verdict.Conflict.Hint = among.hint(verdict.Conflict)
	}
	return verdict
}

// span is the least upper edge of what some claims may stand for, and the greatest lower one.
type span struct{ lowest, highest extreme }

// unexplained is how many times another value one is that no engine explains: what is left
// unsaid makes a throughput some ten times another.
const unexplained = 100

// apart reports whether a low edge lies above a high one of another claim, and that is a
// contradiction: between claims of one engine always, where only one of them states any if it
// lies far above, else never.
func apart(engine, other string, low, high float64) bool {
	switch {
	case engine == other:
		return beyond(low, high)
	case engine == quarry.Unstated || other == quarry.Unstated:
		return high > 0 && beyond(low, unexplained*high)
	}
	return false
}

// interval is what a claim may stand for, an open bound being infinite, and
// what it says, both in the unit of its key.
type interval struct {
	low, high float64
	written   quarry.Bounds
	engine    string
}

// mayBe returns what a claim may stand for. A unit that the lexicon does not
// know is compared as it is written, with the same one only.
func (j *Judge) mayBe(s quarry.Spec) interval {
	s.Value.Bounds, s.Normalized = inTurn(s.Value.Bounds), inTurn(quantity.InDimension(s.Normalized))
	rounded, written := s.Value.Rounded(), s.Value.Bounds
	if s.Normalized.Unit != "" {
		rounded, written = j.inBase(s, rounded), s.Normalized
	}
	may := interval{low: math.Inf(-1), high: math.Inf(1), written: written, engine: s.Conditions.Value(quarry.AxisEngine)}
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
