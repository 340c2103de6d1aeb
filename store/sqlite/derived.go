package sqlite

// Here reads pick up what depends on the whole corpus.
const (
	isLeader    = "e.leads = 1"
	canonicalID = `CASE WHEN e.leads THEN e.id ELSE (SELECT l.id FROM questions l
		WHERE l.asks = e.asks AND l.asks <> '' AND l.leads = 1) END`
	leaderOf = `e.number = (SELECT CASE WHEN m.leads THEN m.number ELSE (SELECT l.number FROM questions l
		WHERE l.asks = m.asks AND l.asks <> '' AND l.leads = 1) END FROM questions m WHERE m.id = ?)`
)

// An unanswered question is a gap as long as nothing that lives is known to
// answer it: an entry whose document was deleted a moment ago still stands in the
// derived table, and so does a question that lost its answer.
const answers = `CASE b.kind
	WHEN 'question' THEN EXISTS (SELECT 1 FROM questions t WHERE t.id = b.id AND t.answered)
	WHEN 'fact' THEN EXISTS (SELECT 1 FROM facts t WHERE t.id = b.id)
	WHEN 'passage' THEN EXISTS (SELECT 1 FROM passages t WHERE t.id = b.id) END`

// answerObjects gathers best answers b as JSON, in no order.
const answerObjects = `json_group_array(json_object(
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
	return `CASE WHEN e.answered THEN '[]' ELSE (SELECT ` + answerObjects + ` FROM best_answers b WHERE b.question = ` + canonical + ` AND ` + answers + `) END`
}

// A spec is in a conflict as long as another claim of it lives: one whose
// document was deleted a moment ago still stands in the derived table.
const (
	otherLives = `EXISTS (SELECT 1 FROM conflict_claims o JOIN specs s ON s.id = o.spec
		WHERE o.conflict = m.conflict AND o.spec <> m.spec)`
	conflictID = `coalesce((SELECT m.conflict FROM conflict_claims m WHERE m.spec = e.id AND ` + otherLives + `), '')`
	inConflict = `EXISTS (SELECT 1 FROM conflict_claims m WHERE m.spec = e.id AND ` + otherLives + `)`
	conflicted = `e.id IN (SELECT m.spec FROM conflict_claims m WHERE ` + otherLives + `)`
)

// isConflict holds for a conflict e of which at least two claims live.
const isConflict = `2 = (SELECT count(*) FROM (SELECT 1 FROM conflict_claims m JOIN specs s ON s.id = m.spec
	WHERE m.conflict = e.id LIMIT 2))`
