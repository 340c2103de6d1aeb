package sqlite

import (
	"context"
	"database/sql"
	"slices"
	"strings"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/store/sqlite/entries"
	"github.com/quarrykb/quarry/store/sqlite/study"
)

// deck is what becomes of cards where a plan is carried out.
type deck struct {
	plan *plan
	any  bool                         // somebody has a card
	had  map[quarry.QuestionID]string // answers of the questions that the plan touches and somebody has a card of
	at   time.Time
}

// readDeck finds the cards that a plan touches, before it is carried out.
func (p *plan) readDeck(ctx context.Context, tx *sql.Tx, at time.Time) (deck, error) {
	d := deck{plan: p, at: at}
	var err error
	if d.any, err = study.Any(ctx, tx); err != nil || !d.any {
		return d, err
	}
	var touched []quarry.QuestionID
	for _, e := range slices.Concat(p.stale, p.removed) {
		if e.Kind == quarry.EntryQuestion {
			touched = append(touched, quarry.QuestionID(e.ID))
		}
	}
	for _, a := range p.asking {
		if a.demoted() {
			touched = append(touched, quarry.QuestionID(a.stays.ID))
		}
	}
	d.had, err = study.Studied(ctx, tx, touched)
	return d, err
}

// follow lets cards follow their questions, once the plan is carried out: to the question that
// leads those that ask the same, and to the one that a question was reworded to. Then the cards of
// the document are held against what it says now, where somebody has edited it.
func (d deck) follow(ctx context.Context, tx *sql.Tx) error {
	if !d.any {
		return nil
	}
	if err := d.followLeaders(ctx, tx); err != nil {
		return err
	}
	now := map[quarry.QuestionID]quarry.Quote{}
	k := d.plan.next.knowledge
	for _, q := range k.Questions {
		now[q.ID] = quarry.QuoteOf(k.Content.Text, q.Source)
	}
	if err := d.followWording(ctx, tx, now); err != nil {
		return err
	}
	if !d.plan.isEdited() {
		return study.Requote(ctx, tx, now)
	}
	return study.Compare(ctx, tx, now, d.at)
}

// isEdited reports whether the document's file is another one, and not the same that is read in
// another way.
func (p *plan) isEdited() bool {
	return p.was.number == 0 || p.was.text.SHA256 != p.next.document.Text.SHA256
}

// followLeaders moves the cards of questions that lead no more to those that do. What a
// question of another document says is no edit.
func (d deck) followLeaders(ctx context.Context, tx *sql.Tx) error {
	p := d.plan
	for from, to := range d.leaders() {
		if from == to || to == "" {
			continue
		}
		if err := study.Move(ctx, tx, from, to); err != nil {
			return err
		}
		delete(d.had, from)
		if p.holds(from) && p.holds(to) {
			continue
		}
		asked, err := entries.ReadQuoted(ctx, tx, to)
		if err == nil {
			err = study.Requote(ctx, tx, map[quarry.QuestionID]quarry.Quote{to: asked.Quote})
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// holds reports whether a question is or was one of the plan's document.
func (p *plan) holds(id quarry.QuestionID) bool {
	is := func(e quarry.EntryRef) bool { return e.ID == quarry.EntryID(id) }
	return slices.ContainsFunc(p.was.entries, func(e pastEntry) bool { return is(e.EntryRef) }) ||
		slices.ContainsFunc(p.next.rows, func(r entries.Row) bool { return is(r.EntryRef) })
}

// leaders names, for the questions with cards that are gone or lead no more, who leads those
// that ask the same, "" where nobody does.
func (d deck) leaders() map[quarry.QuestionID]quarry.QuestionID {
	p := d.plan
	leaders := map[quarry.QuestionID]quarry.QuestionID{}
	note := func(of quarry.EntryID, asks string) {
		id := quarry.QuestionID(of)
		if _, studied := d.had[id]; studied && p.asking[asks] != nil {
			leaders[id] = quarry.QuestionID(p.asking[asks].leader.ID)
		}
	}
	for _, e := range p.removed {
		note(e.ID, e.asks())
	}
	for _, r := range p.changed {
		if !r.Leads {
			note(r.ID, r.Asks())
		}
	}
	for asks, a := range p.asking {
		if a.demoted() {
			note(a.stays.ID, asks)
		}
	}
	return leaders
}

// followWording moves cards whose question is gone to the one question that the document has
// got with the same bytes, or with the same answer.
func (d deck) followWording(ctx context.Context, tx *sql.Tx, now map[quarry.QuestionID]quarry.Quote) error {
	byQuote, byAnswer := map[string][]quarry.QuestionID{}, map[string][]quarry.QuestionID{}
	added := d.added()
	for _, q := range added {
		if hash := now[q.ID].Hash; hash != "" {
			byQuote[hash] = append(byQuote[hash], q.ID)
		}
		if answer := strings.TrimSpace(q.Answer); answer != "" {
			byAnswer[answer] = append(byAnswer[answer], q.ID)
		}
	}
	waiting, err := study.Waiting(ctx, tx, sortedKeys(byQuote))
	if err != nil {
		return err
	}
	moves := map[quarry.QuestionID]quarry.QuestionID{}
	for hash, gone := range waiting {
		for _, id := range gone {
			if to := byQuote[hash]; len(to) == 1 {
				moves[id] = to[0]
			}
		}
	}
	had := map[string][]quarry.QuestionID{}
	for _, e := range d.plan.removed {
		id := quarry.QuestionID(e.ID)
		if answer := strings.TrimSpace(d.had[id]); answer != "" && moves[id] == "" {
			had[answer] = append(had[answer], id)
		}
	}
	for answer, gone := range had {
		if to := byAnswer[answer]; len(gone) == 1 && len(to) == 1 {
			moves[gone[0]] = to[0]
		}
	}
	for _, from := range sortedKeys(moves) {
		if err := study.Move(ctx, tx, from, d.leaderOf(moves[from])); err != nil {
			return err
		}
	}
	return nil
}

// added returns the questions that the document has got.
func (d deck) added() []quarry.Question {
	known := byID(d.plan.next.knowledge)
	var added []quarry.Question
	for _, r := range d.plan.added {
		if q, ok := known[r.ID].(quarry.Question); ok {
			added = append(added, q)
		}
	}
	return added
}

// leaderOf returns who leads those that ask the same as a question which the document has got.
func (d deck) leaderOf(id quarry.QuestionID) quarry.QuestionID {
	for _, r := range d.plan.added {
		if a := d.plan.asking[r.Asks()]; r.ID == quarry.EntryID(id) && a != nil {
			return quarry.QuestionID(a.leader.ID)
		}
	}
	return id
}
