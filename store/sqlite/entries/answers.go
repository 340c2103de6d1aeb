package entries

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/store/sqlite/db"
)

// An unanswered question is a gap as long as nothing that lives is known to
// answer it: an entry whose document was deleted a moment ago still stands in the
// derived table, and so does a question that lost its answer.
const answers = `CASE b.kind
	WHEN 'question' THEN EXISTS (SELECT 1 FROM questions t WHERE t.id = b.id AND t.answered)
	WHEN 'fact' THEN EXISTS (SELECT 1 FROM facts t WHERE t.id = b.id)
	WHEN 'passage' THEN EXISTS (SELECT 1 FROM passages t WHERE t.id = b.id) END`

// AnswerObjects gathers best answers b as JSON, in no order.
const AnswerObjects = `json_group_array(json_object(
	'rank', b.rank, 'kind', b.kind, 'id', b.id, 'score', b.score, 'title', b.title, 'snippet', b.snippet))`

// noAnswers is bestAnswersOf for who does not want them.
const noAnswers = `'[]'`

// answerState says whether a question e is answered, which stands for the one of
// this id.
func answerState(canonical string) string {
	return `CASE WHEN e.answered THEN 'answered'
		WHEN EXISTS (SELECT 1 FROM best_answers b WHERE b.question = ` + canonical + ` AND ` + answers + `) THEN 'likely'
		ELSE 'gap' END`
}

// bestAnswersOf selects what answers a question e best, which stands for the one
// of this id, as JSON: a reader of one statement sees all of it at one moment.
func bestAnswersOf(canonical string) string {
	return `CASE WHEN e.answered THEN '[]' ELSE (SELECT ` + AnswerObjects + ` FROM best_answers b WHERE b.question = ` + canonical + ` AND ` + answers + `) END`
}

// OpenQuestions returns the next questions without an answer behind an id, by id,
// at most so many. Of those that ask the same it returns the one that leads, and
// none where one of them is answered.
func (s *Store) OpenQuestions(ctx context.Context, after quarry.QuestionID, most int) ([]quarry.Question, error) {
	if most < 1 {
		return nil, quarry.Errorf(quarry.KindInvalid, "at least one question has to be asked for, not %d", most)
	}
	k := Questions()
	k.live = IsOpen
	open, err := db.Collect(ctx, s.db.Reader, k.Read, k.selectBehind(), string(after), min(most, MostItems))
	return open, db.Wrap(db.Explain(err), "read questions without answers")
}

// OpenAmong returns those questions without an answer that are among some entries, or
// that one of these was found to answer, by id. It is as OpenQuestions in all else.
func (s *Store) OpenAmong(ctx context.Context, refs []quarry.EntryRef) ([]quarry.Question, error) {
	const concerned = `SELECT value FROM json_each(?1)
		UNION SELECT b.question FROM json_each(?1) w CROSS JOIN best_answers b WHERE b.id = w.value`
	ids := make([]quarry.EntryID, len(refs)) // which no two kinds share
	for i, ref := range refs {
		ids[i] = ref.ID
	}
	k := Questions()
	query := k.Select("WHERE e.id IN (" + concerned + ") AND " + IsOpen + " ORDER BY e.id")
	open, err := db.Collect(ctx, s.db.Reader, k.Read, query, db.JSONList(ids))
	return open, db.Wrap(db.Explain(err), "read questions that %d entries concern", len(refs))
}

// IsOpen holds for a question e for which an answer is looked for.
const IsOpen = "e.leads = 1 AND e.answered = 0"

// StoredAnswer is what answers a question, as JSON.
type StoredAnswer struct {
	Rank    int              `json:"rank"`
	Kind    quarry.EntryKind `json:"kind"`
	ID      quarry.EntryID   `json:"id"`
	Score   float64          `json:"score"`
	Title   string           `json:"title"`
	Snippet string           `json:"snippet"`
}

// StoredAnswers brings answers into the form in which they come back: JSON has no
// text but valid UTF-8, and not every number.
func StoredAnswers(best []quarry.BestAnswer) []StoredAnswer {
	stored := make([]StoredAnswer, len(best))
	for i, b := range best {
		stored[i] = StoredAnswer{
			Rank: i + 1, Kind: b.Kind, ID: b.ID, Score: math.Round(b.Score*scoreSteps) / scoreSteps,
			Title: storedText(b.Title), Snippet: storedText(b.Snippet),
		}
	}
	return stored
}

const scoreSteps = 10_000

func storedText(text string) string {
	return strings.ToValidUTF8(strings.ReplaceAll(text, "\x00", ""), "\uFFFD")
}

// DecodeAnswers reads what AnswerObjects gathers, the best first.
func DecodeAnswers(text string) ([]StoredAnswer, error) {
	stored, err := db.Listed[StoredAnswer](text)
	slices.SortFunc(stored, func(a, b StoredAnswer) int { return cmp.Compare(a.Rank, b.Rank) })
	return stored, db.Wrap(err, "read best answers")
}

// readBestAnswers returns what bestAnswersOf selects.
func readBestAnswers(text string) ([]quarry.BestAnswer, error) {
	stored, err := DecodeAnswers(text)
	var best []quarry.BestAnswer
	for _, b := range stored {
		best = append(best, quarry.BestAnswer{
			EntryRef: quarry.EntryRef{Kind: b.Kind, ID: b.ID}, Score: b.Score, Title: b.Title, Snippet: b.Snippet,
		})
	}
	return best, err
}
