package entries

import "github.com/quarrykb/quarry"

// grading says how hard an entry e is, as expressions.
type grading struct{ difficulty, source, confidence string }

func (g grading) columns() string {
	return "coalesce(" + g.difficulty + ", ''), " + g.source + ", " + g.confidence
}

// ownGrade is what stands in the entry's row.
func ownGrade() grading { return grading{"e.difficulty", "e.difficulty_source", "e.confidence"} }

// lent is the stated grade of the first question that asks the same as a question e which leads,
// NULL where the source of e itself says how hard it is, or none does: an estimate is not to stand
// for what a source states.
const lent = `CASE WHEN e.asks <> '' AND e.leads = 1 AND e.difficulty_source <> 'stated' THEN (SELECT v.difficulty
	FROM questions v WHERE v.asks = e.asks AND v.asks <> '' AND v.leads = 0 AND v.difficulty_source = 'stated'
	ORDER BY v.path, v.line_start, v.id LIMIT 1) END`

// gradeOf is how hard an entry of a kind is to others than its document: for a question that leads
// a grade counts that is stated of any which asks the same.
func gradeOf(kind quarry.EntryKind) grading {
	own := ownGrade()
	if kind != quarry.EntryQuestion {
		return own
	}
	const isLent = "CASE WHEN (" + lent + ") IS NULL THEN "
	return grading{
		difficulty: "coalesce(" + lent + ", " + own.difficulty + ")",
		source:     isLent + own.source + " ELSE 'stated' END",
		confidence: isLent + own.confidence + " ELSE 1.0 END",
	}
}

// DifficultyOfQuestion is how hard a question e that leads is, as an expression: NULL where nobody knows.
func DifficultyOfQuestion() string { return gradeOf(quarry.EntryQuestion).difficulty }
