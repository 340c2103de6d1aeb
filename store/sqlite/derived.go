package sqlite

// Here reads pick up what is derived from the whole corpus. As long as no
// follower derives it, every question is its own canonical one and an
// unanswered one is a gap.
const (
	canonicalID = "e.id"
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
