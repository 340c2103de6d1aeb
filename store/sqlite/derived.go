package sqlite

// Here reads pick up what is derived from the whole corpus. As long as no
// follower derives it, every question is its own canonical one, an unanswered
// one is a gap, and no claim is known to be in conflict.
const (
	canonicalID = "e.id"
	answerState = "CASE WHEN e.answered THEN 'answered' ELSE 'gap' END"
	conflictID  = "''"
	inConflict  = "0"
)
