package main

import (
	"context"
	"fmt"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest/derive"
)

// mostWrong is how many conflicts a finding names.
const mostWrong = 5

// conflicts judges every claim anew, and compares with what is derived.
func (e *examiner) conflicts(ctx context.Context) error {
	judge := derive.NewJudge(e.lexicon)
	wrong, at, err := e.store.RejudgeConflicts(ctx, judge.Version(), judge.Detect)
	switch {
	case err != nil:
		return e.orDamage(ctx, "conflicts", "cannot be judged", err)
	case at.Cursor == 0 && at.Revision > 0:
		e.say("conflicts", "the next serve, ingest or search derives them: they are not, or with another lexicon than the one given now")
		return nil
	case at.Cursor < at.Revision:
		e.say("conflicts", "derived from %d of %d changes; the next serve, ingest or search goes on", at.Cursor, at.Revision)
		return nil
	case len(wrong) > 0:
		named := wrong[:min(len(wrong), mostWrong)]
		e.chart.complain(finding{
			Check: "conflicts", Remedy: restore,
			Problem: fmt.Sprintf("%d are not what the claims say, such as %v", len(wrong), named),
		})
		return nil
	}
	page, err := e.store.Conflicts(ctx, quarry.Filter{}, quarry.PageRequest{Limit: 1})
	if err != nil {
		return e.orDamage(ctx, "conflicts", "cannot be read", err)
	}
	e.say("conflicts", "%d, and every claim judged anew says the same", page.Total)
	return nil
}
