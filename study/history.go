package study

import (
	"bufio"
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"time"

	"github.com/quarrykb/quarry"
)

// ExportHistory writes all that is kept of a learner. KindNotFound, before anything is
// written, where there is nothing.
func (d *Desk) ExportHistory(ctx context.Context, learner quarry.Learner, format quarry.HistoryFormat, to io.Writer) error {
	buffered := bufio.NewWriter(to)
	var taker quarry.HistoryTaker = &lineWriter{json.NewEncoder(buffered)}
	if format == quarry.HistoryRevlog {
		taker = &revlogWriter{csv.NewWriter(buffered)}
	}
	err := d.config.Store.ReadHistory(ctx, learner, taker)
	if revlog, is := taker.(*revlogWriter); is && err == nil {
		revlog.to.Flush()
		err = revlog.to.Error()
	}
	if err == nil {
		err = buffered.Flush()
	}
	return err
}

// line is a line of a history, of which one field is set.
type line struct {
	Learner *learnerLine `json:"learner,omitempty"`
	Card    *cardLine    `json:"card,omitempty"`
	Review  *reviewLine  `json:"review,omitempty"`
}

type learnerLine struct {
	Name     quarry.Learner `json:"name"`
	Settings settingsLine   `json:"settings"`
}

type settingsLine struct {
	Retention     float64 `json:"retention"`
	NewPerDay     int     `json:"new_per_day"`
	ReviewsPerDay int     `json:"reviews_per_day"`
	Timezone      string  `json:"timezone"`
	DayBegins     int     `json:"day_begins"`
}

type scheduleLine struct {
	State         quarry.CardState `json:"state"`
	Due           *time.Time       `json:"due,omitempty"`
	Stability     float64          `json:"stability,omitempty"`
	Difficulty    float64          `json:"difficulty,omitempty"`
	Reps          int              `json:"reps,omitempty"`
	Lapses        int              `json:"lapses,omitempty"`
	LastReview    *time.Time       `json:"last_review,omitempty"`
	Step          int              `json:"step,omitempty"`
	ScheduledDays int              `json:"scheduled_days,omitempty"`
}

// cardLine says where its question is, so that another server can find it.
type cardLine struct {
	Question   quarry.QuestionID `json:"question_id"`
	Collection string            `json:"collection,omitempty"`
	Path       string            `json:"path,omitempty"`
	Text       string            `json:"question,omitempty"`
	scheduleLine

	Suspended   bool       `json:"suspended,omitempty"`
	BuriedUntil *time.Time `json:"buried_until,omitempty"`
	Quoted      string     `json:"quoted,omitempty"`
	QuoteHash   string     `json:"quoted_sha256,omitempty"`
	Changed     *time.Time `json:"changed_at,omitempty"`
}

type reviewLine struct {
	ID       quarry.ReviewID      `json:"id"`
	Question quarry.QuestionID    `json:"question_id"`
	Rating   quarry.Rating        `json:"rating"`
	At       time.Time            `json:"at"`
	Took     int64                `json:"took_ms,omitempty"`
	Answer   string               `json:"answer,omitempty"`
	Verdict  quarry.AnswerVerdict `json:"verdict,omitempty"`
	Before   scheduleLine         `json:"before"`
	After    scheduleLine         `json:"after"`
}

func orNil(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}

func orZero(t *time.Time) time.Time {
	if t == nil {
		return time.Time{}
	}
	return t.UTC().Truncate(time.Microsecond)
}

func lineOf(s quarry.Schedule) scheduleLine {
	return scheduleLine{
		State: s.State, Due: orNil(s.Due), Stability: s.Stability, Difficulty: s.Difficulty, Reps: s.Reps, Lapses: s.Lapses,
		LastReview: orNil(s.LastReview), Step: s.Step, ScheduledDays: s.ScheduledDays,
	}
}

func (l scheduleLine) schedule() quarry.Schedule {
	return quarry.Schedule{
		State: l.State, Due: orZero(l.Due), Stability: l.Stability, Difficulty: l.Difficulty, Reps: l.Reps, Lapses: l.Lapses,
		LastReview: orZero(l.LastReview), Step: l.Step, ScheduledDays: l.ScheduledDays,
	}
}

// lineWriter writes a history as lines of JSON.
type lineWriter struct{ to *json.Encoder }

// Learner writes the first line.
func (w *lineWriter) Learner(p quarry.LearnerProfile) error {
	return w.to.Encode(line{Learner: &learnerLine{Name: p.Name, Settings: settingsLine(p.Settings)}})
}

// Card writes a line.
func (w *lineWriter) Card(c quarry.StoredCard) error {
	return w.to.Encode(line{Card: &cardLine{
		Question: c.Question, Collection: c.Collection, Path: c.Path, Text: c.Text, scheduleLine: lineOf(c.Schedule),
		Suspended: c.Suspended, BuriedUntil: orNil(c.BuriedUntil), Quoted: c.Quoted, QuoteHash: c.Quote, Changed: orNil(c.Changed),
	}})
}

// Review writes a line.
func (w *lineWriter) Review(r quarry.Review) error {
	return w.to.Encode(line{Review: &reviewLine{
		ID: r.ID, Question: r.Question, Rating: r.Rating, At: r.At, Took: r.Took.Milliseconds(), Answer: r.Answer, Verdict: r.Verdict,
		Before: lineOf(r.Before), After: lineOf(r.After),
	}})
}

// revlogWriter writes reviews as optimizers of FSRS read them.
type revlogWriter struct{ to *csv.Writer }

// Learner writes the head.
func (w *revlogWriter) Learner(quarry.LearnerProfile) error {
	return w.to.Write([]string{"card_id", "review_time", "review_rating", "review_state", "review_duration"})
}

// Card writes nothing: reviews are all that an optimizer reads.
func (w *revlogWriter) Card(quarry.StoredCard) error { return nil }

// Review writes a row. States are numbered from 0, as FSRS does.
func (w *revlogWriter) Review(r quarry.Review) error {
	return w.to.Write([]string{
		string(r.Question), strconv.FormatInt(r.At.UnixMilli(), 10), strconv.Itoa(int(r.Rating)),
		strconv.Itoa(slices.Index(quarry.CardStates(), r.Before.State)), strconv.FormatInt(r.Took.Milliseconds(), 10),
	})
}

const (
	longestLine  = 4 << 20 // bytes
	mostUnknown  = 20
	mostOfNumber = 1_000_000_000 // of what is counted
)

// ImportHistory takes over what ExportHistory wrote as lines, also of another learner or
// by another server. Reviews that are there, by their ids, are passed over. KindInvalid, with
// the line, where it is none; then nothing is taken over.
func (d *Desk) ImportHistory(ctx context.Context, learner quarry.Learner, from io.Reader) (quarry.HistoryImported, error) {
	history := quarry.StudyHistory{Learner: learner, Settings: quarry.DefaultLearnerSettings()}
	lines := bufio.NewScanner(from)
	lines.Buffer(nil, longestLine)
	number := 0
	for lines.Scan() {
		number++
		if len(bytes.TrimSpace(lines.Bytes())) == 0 {
			continue
		}
		if err := readLine(lines.Bytes(), &history); err != nil {
			return quarry.HistoryImported{}, refuseLine(number, quarry.Explain(err).Message).Because(err)
		}
	}
	if err := lines.Err(); errors.Is(err, bufio.ErrTooLong) {
		return quarry.HistoryImported{}, refuseLine(number+1, fmt.Sprintf("is longer than %d bytes", longestLine))
	} else if err != nil {
		return quarry.HistoryImported{}, fmt.Errorf("read a history: %w", err)
	}
	done, err := d.config.Store.AddHistory(ctx, history)
	if err != nil {
		return quarry.HistoryImported{}, err
	}
	where := make(map[quarry.QuestionID]quarry.StoredCard, len(history.Cards))
	for _, card := range history.Cards {
		where[card.Question] = card
	}
	imported := quarry.HistoryImported{Cards: done.Cards, Reviews: done.Reviews, Repeated: done.Repeated}
	for _, id := range done.Unknown[:min(len(done.Unknown), mostUnknown)] {
		said := string(id)
		if card := where[id]; card.Path != "" {
			said += " (" + card.Path + ": " + card.Text + ")"
		}
		imported.Unknown = append(imported.Unknown, said)
	}
	return imported, nil
}

// refuseLine says what is wrong with a line of a history.
func refuseLine(number int, why string) *quarry.Error {
	return quarry.Errorf(quarry.KindInvalid, "line %d: %s", number, why).WithCode("history_invalid").
		OnField("line "+strconv.Itoa(number), why)
}

// readLine adds what a line says to a history.
func readLine(text []byte, h *quarry.StudyHistory) error {
	var l line
	if err := json.Unmarshal(text, &l); err != nil {
		return quarry.Errorf(quarry.KindInvalid, "is no line of a history").Because(err)
	}
	switch {
	case l.Learner != nil:
		h.Settings = quarry.LearnerSettings(l.Learner.Settings)
		return h.Settings.Validate()
	case l.Card != nil:
		card := l.Card.card()
		h.Cards = append(h.Cards, card)
		return validSchedule(card.Schedule)
	case l.Review != nil:
		review := l.Review.review()
		h.Reviews = append(h.Reviews, review)
		if review.At.IsZero() || review.After.State == quarry.CardNew {
			return quarry.Errorf(quarry.KindInvalid, "a review has a moment, and leaves no new card")
		}
		if err := errors.Join(validSchedule(review.Before), validSchedule(review.After)); err != nil {
			return err
		}
		return review.Validate()
	}
	return quarry.Errorf(quarry.KindInvalid, `says nothing of a "learner", a "card" or a "review"`)
}

func (l cardLine) card() quarry.StoredCard {
	card := quarry.Card{
		Question: l.Question, Schedule: l.schedule(), Suspended: l.Suspended, BuriedUntil: orZero(l.BuriedUntil),
		Quote: l.QuoteHash, Changed: orZero(l.Changed),
	}
	return quarry.StoredCard{Card: card, Collection: l.Collection, Path: l.Path, Text: l.Text, Quoted: l.Quoted}
}

func (l reviewLine) review() quarry.Review {
	return quarry.Review{
		ID: l.ID, Question: l.Question, Rating: l.Rating, At: orZero(&l.At), Took: time.Duration(l.Took) * time.Millisecond,
		Answer: l.Answer, Verdict: l.Verdict, Before: l.Before.schedule(), After: l.After.schedule(),
	}
}

// validSchedule refuses a schedule that FSRS could not go on from.
func validSchedule(s quarry.Schedule) error {
	const leastStability, mostStability, mostDifficulty = 0.001, 36500, 10
	counted := min(s.Reps, s.Lapses, s.Step, s.ScheduledDays) >= 0 && max(s.Reps, s.Lapses, s.Step, s.ScheduledDays) <= mostOfNumber
	switch {
	case !slices.Contains(quarry.CardStates(), s.State), !counted:
		return quarry.Errorf(quarry.KindInvalid, "a schedule has a state that there is, and counts from 0 on")
	case s.State == quarry.CardNew:
		return nil
	case s.Due.IsZero(), s.LastReview.IsZero():
		return quarry.Errorf(quarry.KindInvalid, "a card that is not new has a last review, and is due")
	case s.Stability < leastStability, s.Stability > mostStability, s.Difficulty < 1, s.Difficulty > mostDifficulty:
		return quarry.Errorf(quarry.KindInvalid, "the stability is 0.001 to 36500, the difficulty 1 to 10")
	}
	return nil
}
