package eval

import (
	"context"
	"fmt"
	"strings"

	"github.com/quarrykb/quarry"
)

// Asker answers a query in a mode with at most so many hits, best first. A mode
// that cannot be answered now is quarry.KindUnavailable.
type Asker interface {
	Ask(ctx context.Context, text string, mode quarry.Mode, most int) (Answer, error)
}

// Answer is what was found.
type Answer struct {
	Hits     []Hit
	Degraded []string // engines that should have answered and did not
}

// Plan says what is asked.
type Plan struct {
	Queries []Query
	Modes   []quarry.Mode
	Told    func(done, of int) // hears how many answers there are; nil if they are not counted
}

// Result is how well every mode answered.
type Result struct {
	Modes       []ModeScores // in the order of the plan
	Comparisons []Comparison // of every mode with each before it
	LeftOut     []LeftOut
}

// ModeScores is how well one mode answered.
type ModeScores struct {
	Mode quarry.Mode
	Mean Scores
	Each []Scores // by query, as the plan has them
	Mute int      // queries for which nothing was found at all
}

// Comparison says by how much the NDCG of one mode differs from another's.
type Comparison struct {
	Modes [2]quarry.Mode `json:"modes"` // the first over the second
	Difference
}

// LeftOut is a mode that did not answer every query whole, and why. A mean over
// some of the queries could not be compared with one over all of them.
type LeftOut struct {
	Mode   quarry.Mode
	Reason string
}

// Run asks every query of the plan in every mode. A mode that cannot answer is
// left out; where none can, the last reason is returned as
// quarry.KindUnavailable.
func Run(ctx context.Context, from Asker, p Plan) (Result, error) {
	if len(p.Queries) == 0 {
		return Result{}, quarry.Errorf(quarry.KindInvalid, "there is no judged query")
	}
	if p.Told == nil {
		p.Told = func(int, int) {}
	}
	var r Result
	for n, mode := range p.Modes {
		scored, reason, err := p.ask(ctx, from, n, mode)
		if err != nil {
			return Result{}, err
		}
		if reason != "" {
			r.LeftOut = append(r.LeftOut, LeftOut{Mode: mode, Reason: reason})
			continue
		}
		scored.Mean = Mean(scored.Each)
		for _, before := range r.Modes {
			r.Comparisons = append(r.Comparisons, Comparison{
				[2]quarry.Mode{mode, before.Mode}, Compare(gains(scored.Each), gains(before.Each)),
			})
		}
		r.Modes = append(r.Modes, scored)
	}
	if len(r.Modes) == 0 && len(r.LeftOut) > 0 {
		return Result{}, quarry.Errorf(quarry.KindUnavailable, "no mode could answer: %s", r.LeftOut[len(r.LeftOut)-1].Reason)
	}
	return r, nil
}

// ask asks every query in the n-th mode. It returns the scores, or why the mode
// is left out.
func (p Plan) ask(ctx context.Context, from Asker, n int, mode quarry.Mode) (ModeScores, string, error) {
	scored := ModeScores{Mode: mode}
	for i, query := range p.Queries {
		p.Told(n*len(p.Queries)+i, len(p.Modes)*len(p.Queries))
		answer, err := from.Ask(ctx, query.Text, mode, Depth)
		switch {
		case ctx.Err() != nil:
			return scored, "", ctx.Err()
		case quarry.IsKind(err, quarry.KindUnavailable):
			return scored, fmt.Sprintf("query %q: %v", query.ID, err), nil
		case err != nil:
			return scored, "", In(fmt.Sprintf("query %q, mode %s:", query.ID, mode), err)
		case len(answer.Degraded) > 0:
			return scored, fmt.Sprintf("query %q: without %s", query.ID, strings.Join(answer.Degraded, " and ")), nil
		}
		if len(answer.Hits) == 0 {
			scored.Mute++
		}
		scored.Each = append(scored.Each, Score(answer.Hits, query.Relevant))
	}
	return scored, "", nil
}

func gains(each []Scores) []float64 {
	values := make([]float64, len(each))
	for i, s := range each {
		values[i] = s.NDCG
	}
	return values
}
