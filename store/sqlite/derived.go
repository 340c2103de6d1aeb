package sqlite

// Here reads pick up what depends on the whole corpus. An unanswered question is
// a gap as long as no follower finds what answers it.
const (
	isLeader    = "e.leads = 1"
	canonicalID = `CASE WHEN e.leads THEN e.id ELSE (SELECT l.id FROM questions l
		WHERE l.asks = e.asks AND l.asks <> '' AND l.leads = 1) END`
	leaderOf = `e.number = (SELECT CASE WHEN m.leads THEN m.number ELSE (SELECT l.number FROM questions l
		WHERE l.asks = m.asks AND l.asks <> '' AND l.leads = 1) END FROM questions m WHERE m.id = ?)`
	answerState = "CASE WHEN e.answered THEN 'answered' ELSE 'gap' END"
)

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
