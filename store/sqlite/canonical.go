package sqlite

import (
	"cmp"
	"context"
	"database/sql"
	"maps"
	"slices"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/store/sqlite/db"
	"github.com/quarrykb/quarry/store/sqlite/entries"
)

// rival is what decides which of the questions that ask the same leads.
type rival struct {
	quarry.EntryRef

	number int64 // 0 of a question that is only to be written
	leads  bool  // as it is stored
	merit  int   // 2 where it is answered, and 1 where its source says how hard it is
	path   string
	line   int
}

// canonicalFirst is the order of compare, as the index questions_asking has it.
const canonicalFirst = "q.answered DESC, (q.difficulty_source = 'stated') DESC, q.path, q.line_start, q.id"

func (s rival) compare(other rival) int {
	return cmp.Or(cmp.Compare(other.merit, s.merit), cmp.Compare(s.path, other.path),
		cmp.Compare(s.line, other.line), cmp.Compare(s.ID, other.ID))
}

func rivalOf(r entries.Row) rival {
	return rival{EntryRef: r.EntryRef, merit: meritOf(r.Answered, r.Stated), path: r.Path, line: r.Line}
}

func meritOf(answered, stated bool) int { //nolint:revive // the flags are what is weighed
	merit := 0
	if answered {
		merit += 2
	}
	if stated {
		merit++
	}
	return merit
}

// asking is what a plan makes of the questions that ask one thing. What it does
// not touch is known by its first: however many ask the same, no more is read.
type asking struct {
	stays  rival // the first that the plan does not touch; without an id where there is none
	leader rival // once the plan is carried out; without an id where none is left
}

// demoted reports whether the question that stays leads no more.
func (a *asking) demoted() bool { return a.stays.leads && a.leader.ID != a.stays.ID }

// promoted reports whether the question that stays comes to lead.
func (a *asking) promoted() bool {
	return a.stays.ID != "" && !a.stays.leads && a.leader.ID == a.stays.ID
}

// settle decides who leads once the plan is carried out.
func (p *plan) settle(ctx context.Context, tx db.Querier) error {
	var err error
	if p.asking, err = p.readAsking(ctx, tx); err != nil {
		return err
	}
	for _, r := range slices.Concat(p.added, p.changed) {
		a, mine := p.asking[r.Asks()], rivalOf(r)
		if a != nil && (a.leader.ID == "" || mine.compare(a.leader) < 0) {
			a.leader = mine
		}
	}
	for _, rows := range [][]entries.Row{p.added, p.changed} {
		for i, r := range rows {
			a := p.asking[r.Asks()]
			rows[i].Leads = a == nil || a.leader.ID == r.ID
		}
	}
	return nil
}

func (e pastEntry) asks() string {
	if e.Kind != quarry.EntryQuestion {
		return ""
	}
	return e.claim
}

// readAsking finds, for all that the plan's questions asked or will ask, who
// leads among those that it does not touch.
func (p *plan) readAsking(ctx context.Context, tx db.Querier) (map[string]*asking, error) {
	groups := map[string]*asking{}
	var touched []int64
	for _, entry := range slices.Concat(p.stale, p.removed) {
		if entry.asks() != "" {
			groups[entry.asks()] = &asking{}
			touched = append(touched, entry.number)
		}
	}
	for _, r := range slices.Concat(p.added, p.changed) {
		if r.Asks() != "" {
			groups[r.Asks()] = &asking{}
		}
	}
	if len(groups) == 0 {
		return nil, nil
	}
	keys := sortedKeys(groups)
	err := db.Each(ctx, tx, func(scan db.ScanFunc) error {
		s := rival{EntryRef: quarry.EntryRef{Kind: quarry.EntryQuestion}}
		var key string
		var answered, stated bool
		err := scan(&key, &s.ID, &s.number, &s.leads, &answered, &stated, &s.path, &s.line)
		s.merit = meritOf(answered, stated)
		groups[key] = &asking{stays: s, leader: s}
		return err
	}, selectCanonical, db.JSONList(keys), db.JSONList(touched))
	return groups, db.Wrap(err, "read who leads")
}

const selectCanonical = `SELECT f.asks, f.id, f.number, f.leads, f.answered, f.difficulty_source = 'stated', f.path, f.line_start
	FROM json_each(?1) wanted CROSS JOIN questions f ON f.number = (SELECT q.number FROM questions q
		WHERE q.asks = wanted.value AND q.asks <> '' AND q.number NOT IN (SELECT value FROM json_each(?2))
		ORDER BY ` + canonicalFirst + ` LIMIT 1)`

// depose and enthrone write of the questions that a plan does not touch which
// lead no more, and which do from now on. Between the two the plan's own rows
// are written: no two ever lead at a time.
func (p *plan) depose(ctx context.Context, tx *sql.Tx) error {
	return p.setLeads(ctx, tx, 0, (*asking).demoted)
}

func (p *plan) enthrone(ctx context.Context, tx *sql.Tx) error {
	return p.setLeads(ctx, tx, 1, (*asking).promoted)
}

func (p *plan) setLeads(ctx context.Context, tx *sql.Tx, leads int, which func(*asking) bool) error {
	var numbers []int64
	for _, a := range p.asking {
		if which(a) {
			numbers = append(numbers, a.stays.number)
		}
	}
	if len(numbers) == 0 {
		return nil
	}
	const update = `UPDATE questions SET leads = ? WHERE number IN (SELECT value FROM json_each(?))`
	_, err := tx.ExecContext(ctx, update, leads, db.JSONList(numbers))
	return db.Wrap(err, "write who leads")
}

// merged names the questions that the plan puts behind another one: those that
// are new to what they ask and do not lead, and those that led so far.
func (p *plan) merged() []quarry.EntryRef {
	var merged []quarry.EntryRef
	for _, r := range p.added {
		if !r.Leads && r.Asks() != "" {
			merged = append(merged, r.EntryRef)
		}
	}
	for i, r := range p.changed {
		if was := p.stale[i]; !r.Leads && r.Asks() != "" && (was.leads || was.claim != r.Claim) {
			merged = append(merged, r.EntryRef)
		}
	}
	for _, key := range sortedKeys(p.asking) {
		if a := p.asking[key]; a.demoted() {
			merged = append(merged, a.stays.EntryRef)
		}
	}
	return merged
}

func sortedKeys[K cmp.Ordered, T any](of map[K]T) []K { return slices.Sorted(maps.Keys(of)) }
