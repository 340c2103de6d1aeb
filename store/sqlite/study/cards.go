package study

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/store/sqlite/db"
	"github.com/quarrykb/quarry/store/sqlite/entries"
)

// CardColumns are the columns of a card but its slot.
const CardColumns = "learner, question, state, due, stability, difficulty, reps, lapses, last_review, step, scheduled_days, " +
	"suspended, buried_until, quote, changed"

const selectCards = "SELECT " + CardColumns + " FROM cards"

// ReadCard reads the values of CardColumns.
func ReadCard(scan db.ScanFunc) (quarry.Card, error) {
	var c quarry.Card
	var due int64
	var last, buried, changed sql.NullInt64
	err := scan(&c.Learner, &c.Question, &c.State, &due, &c.Stability, &c.Difficulty, &c.Reps, &c.Lapses, &last, &c.Step,
		&c.ScheduledDays, &c.Suspended, &buried, &c.Quote, &changed)
	if c.State != quarry.CardNew {
		c.Due = time.UnixMicro(due).UTC()
	}
	c.LastReview, c.BuriedUntil, c.Changed = moment(last), moment(buried), moment(changed)
	return c, err
}

func cardValues(c quarry.Card) []any {
	due := int64(0)
	if c.State != quarry.CardNew {
		due = c.Due.UnixMicro()
	}
	return []any{
		string(c.Learner), string(c.Question), string(c.State), due, c.Stability, c.Difficulty, c.Reps, c.Lapses, orNever(c.LastReview),
		c.Step, c.ScheduledDays, c.Suspended, orNever(c.BuriedUntil), c.Quote, orNever(c.Changed),
	}
}

// Card returns how a learner stands to a question: a card in the state CardNew where there
// is none.
func (s *Store) Card(ctx context.Context, learner quarry.Learner, question quarry.QuestionID) (quarry.Card, error) {
	card, err := cardOf(ctx, s.db.Reader, learner, question)
	return card, db.Explain(err)
}

func cardOf(ctx context.Context, from db.Querier, learner quarry.Learner, question quarry.QuestionID) (quarry.Card, error) {
	const query = selectCards + ` WHERE learner = ? AND question = ?`
	card, err := ReadCard(from.QueryRowContext(ctx, query, string(learner), string(question)).Scan)
	if errors.Is(err, sql.ErrNoRows) {
		return newCard(learner, question), nil
	}
	return card, db.Wrap(err, "read the card of %q", question)
}

func newCard(learner quarry.Learner, question quarry.QuestionID) quarry.Card {
	return quarry.Card{Learner: learner, Question: question, Schedule: quarry.Schedule{State: quarry.CardNew}}
}

// putCard writes a card in the place of the one that there was. One that says nothing is not
// kept: its question is new.
func putCard(ctx context.Context, tx *sql.Tx, c quarry.Card, slot int64) error {
	if c.State == quarry.CardNew && !c.Suspended && c.BuriedUntil.IsZero() {
		_, err := tx.ExecContext(ctx, `DELETE FROM cards WHERE learner = ? AND question = ?`, string(c.Learner), string(c.Question))
		return db.Wrap(err, "remove the card of %q", c.Question)
	}
	const put = "INSERT OR REPLACE INTO cards (slot, " + CardColumns + ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
	_, err := tx.ExecContext(ctx, put, append([]any{slot}, cardValues(c)...)...)
	return db.Wrap(err, "write the card of %q", c.Question)
}

// Quote returns what a source said when it was reviewed, or KindNotFound.
func (s *Store) Quote(ctx context.Context, hash string) (quarry.Quote, error) {
	quote := quarry.Quote{Hash: hash}
	err := s.db.Reader.QueryRowContext(ctx, `SELECT text FROM quotes WHERE hash = ?`, hash).Scan(&quote.Text)
	if errors.Is(err, sql.ErrNoRows) {
		return quote, quarry.Errorf(quarry.KindNotFound, "there is no quote %q", hash)
	}
	return quote, db.Wrap(db.Explain(err), "read quote %q", hash)
}

func putQuote(ctx context.Context, tx *sql.Tx, q quarry.Quote) error {
	if q.Hash == "" {
		return nil
	}
	_, err := tx.ExecContext(ctx, `INSERT OR IGNORE INTO quotes (hash, text) VALUES (?, ?)`, q.Hash, []byte(q.Text))
	return db.Wrap(err, "write a quote")
}

// EditCard suspends a card or buries it, or takes that back, and returns it. KindNotFound
// where no such question is stored. No power cut takes it back.
func (s *Store) EditCard(
	ctx context.Context, learner quarry.Learner, question quarry.QuestionID, edit quarry.CardEdit,
) (quarry.Card, error) {
	var card quarry.Card
	err := s.db.UpdateDurably(ctx, func(tx *sql.Tx) error {
		asked, err := entries.ReadQuoted(ctx, tx, question)
		if err != nil {
			return err
		}
		if card, err = cardOf(ctx, tx, learner, asked.ID); err != nil {
			return err
		}
		if edit.Suspended != nil {
			card.Suspended = *edit.Suspended
		}
		if edit.BuriedUntil != nil {
			card.BuriedUntil = *edit.BuriedUntil
		}
		if err := addLearner(ctx, tx, learner, quarry.DefaultLearnerSettings()); err != nil {
			return err
		}
		return putCard(ctx, tx, card, asked.Slot)
	})
	return card, db.Wrap(err, "edit the card of %q", question)
}

// AddCards keeps cards of questions that a learner has none of yet, with what their sources
// say now, and returns how many these were. A question that is not stored is passed over.
func (s *Store) AddCards(ctx context.Context, learner quarry.Learner, cards []quarry.Card) (int, error) {
	added := 0
	err := s.db.UpdateDurably(ctx, func(tx *sql.Tx) error {
		added = 0
		if err := addLearner(ctx, tx, learner, quarry.DefaultLearnerSettings()); err != nil {
			return err
		}
		for _, card := range cards {
			asked, err := entries.ReadQuoted(ctx, tx, card.Question)
			if quarry.IsKind(err, quarry.KindNotFound) {
				continue
			}
			if err != nil {
				return err
			}
			known, err := cardOf(ctx, tx, learner, asked.ID)
			if err != nil {
				return err
			}
			if known.State != quarry.CardNew {
				continue
			}
			card.Learner, card.Question, card.Quote = learner, asked.ID, asked.Quote.Hash
			card.Suspended, card.BuriedUntil = known.Suspended, known.BuriedUntil
			if err := errors.Join(putQuote(ctx, tx, asked.Quote), putCard(ctx, tx, card, asked.Slot)); err != nil {
				return err
			}
			added++
		}
		return nil
	})
	return added, db.Wrap(err, "add cards")
}

// WaitingCards counts the cards whose question is not stored.
func (s *Store) WaitingCards(ctx context.Context) (int, error) {
	const query = `SELECT count(*) FROM cards c WHERE NOT EXISTS (SELECT 1 FROM questions e WHERE e.id = c.question)`
	var waiting int
	err := s.db.Reader.QueryRowContext(ctx, query).Scan(&waiting)
	return waiting, db.Wrap(db.Explain(err), "count cards that wait")
}

// selectStored selects cards with where their questions are.
const selectStored = "SELECT c.learner, c.question, c.state, due, stability, c.difficulty, reps, lapses, last_review, step, " +
	"scheduled_days, suspended, buried_until, quote, changed, coalesce(d.collection, ''), coalesce(e.path, ''), coalesce(e.text, '')"

func readStored(scan db.ScanFunc, further ...any) (quarry.StoredCard, error) {
	var stored quarry.StoredCard
	var err error
	stored.Card, err = ReadCard(func(targets ...any) error {
		return scan(slices.Concat(targets, []any{&stored.Collection, &stored.Path, &stored.Text}, further)...)
	})
	return stored, err
}

const fromStored = ` FROM cards c LEFT JOIN questions e ON e.id = c.question LEFT JOIN documents d ON d.number = e.document`

// Cards lists the cards of a learner, by the ids of their questions.
func (s *Store) Cards(ctx context.Context, f quarry.CardFilter, r quarry.PageRequest) (quarry.Page[quarry.StoredCard], error) {
	if r.Limit < 1 {
		return quarry.Page[quarry.StoredCard]{}, quarry.Errorf(quarry.KindInvalid, "a page has at least one item, not %d", r.Limit)
	}
	const matching = ` WHERE c.learner = ?1 AND (?2 = '[]' OR c.state IN (SELECT value FROM json_each(?2))) AND (?3 = 0 OR c.suspended = (?3 = 1))`
	args := []any{string(f.Learner), db.JSONList(f.States), int(f.Suspended)}
	page, _, err := db.Viewed(ctx, s.db, func(v *db.Snapshot) (quarry.Page[quarry.StoredCard], error) {
		page := quarry.Page[quarry.StoredCard]{Revision: v.Revision}
		if err := v.QueryRowContext(ctx, `SELECT count(*) FROM cards c`+matching, args...).Scan(&page.Total); err != nil {
			return page, err
		}
		const query = selectStored + fromStored + matching + ` AND c.question > ?4 ORDER BY c.question LIMIT ?5`
		var err error
		page.Items, err = db.Collect(ctx, v, func(scan db.ScanFunc) (quarry.StoredCard, error) { return readStored(scan) },
			query, append(args, string(r.After.ID), r.Limit+1)...)
		if len(page.Items) > r.Limit {
			page.Items = page.Items[:r.Limit]
			page.Next = &quarry.Position{ID: quarry.EntryID(page.Items[r.Limit-1].Question)}
		}
		return page, err
	})
	return page, db.Wrap(err, "list cards")
}
