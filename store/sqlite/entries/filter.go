package entries

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/store/sqlite/db"
)

// Who filters by what a kind does not have gets none of that kind: a fact has
// no style, so it has none of the styles asked for.

// whereEntry is what a filter means for entries of every kind.
func whereEntry(f quarry.Filter, kind quarry.EntryKind, graded grading) Where {
	var w Where
	table := string(kind)
	WhereKind(&w, f, kind)
	if asksQuestion(f) && kind != quarry.EntryQuestion || asksFact(f) && kind != quarry.EntryFact || asksSpec(f) && kind != quarry.EntrySpec {
		w.Never()
	}
	if len(f.Topics) > 0 {
		const wanted = "t.topic IN (SELECT value FROM json_each(?))"
		w.addEither("EXISTS (SELECT 1 FROM "+table+"_topics t WHERE t.number = e.number AND "+wanted+")",
			"e.number IN (SELECT t.number FROM "+table+"_topics t WHERE "+wanted+")", db.JSONList(f.Topics))
	}
	In(&w, graded.difficulty, f.Difficulties)
	In(&w, graded.source, f.DifficultySources)
	if f.MinGrade > 0 {
		w.Add(graded.confidence+" >= ?", f.MinGrade)
	}
	wherePlaced(&w, f, "e")
	return w
}

// wherePlaced demands where an entry stands, whose table goes by a name.
func wherePlaced(w *Where, f quarry.Filter, name string) {
	if len(f.Documents) > 0 {
		documents := db.JSONList(f.Documents)
		w.Add(name+".document IN (SELECT number FROM documents WHERE id IN (SELECT value FROM json_each(?)) "+
			"OR path IN (SELECT value FROM json_each(?)))", documents, documents)
	}
	if len(f.Collections) > 0 {
		const wanted = "c.collection IN (SELECT value FROM json_each(?))"
		w.addEither("EXISTS (SELECT 1 FROM documents c WHERE c.number = "+name+".document AND "+wanted+")",
			name+".document IN (SELECT c.number FROM documents c WHERE "+wanted+")", db.JSONList(f.Collections))
	}
}

// wherePlacedAny demands of a question that it stands somewhere, or that one does
// which asks the same.
func wherePlacedAny(w *Where, f quarry.Filter) {
	var own, other Where
	wherePlaced(&own, f, "e")
	wherePlaced(&other, f, "v")
	if len(own.Args) == 0 {
		return
	}
	const sameAsk = "v.asks = e.asks AND v.asks <> ''"
	w.addEither("("+own.Test()+" OR EXISTS (SELECT 1 FROM questions v WHERE "+sameAsk+" AND "+other.Test()+"))",
		"("+own.Gather()+" OR e.asks <> '' AND e.asks IN (SELECT v.asks FROM questions v WHERE v.asks <> '' AND "+other.Gather()+"))",
		slices.Concat(own.Args, other.Args)...)
}

// WhereKind demands that a filter lets a kind through.
func WhereKind(w *Where, f quarry.Filter, kind quarry.EntryKind) {
	if len(f.Kinds) > 0 && !slices.Contains(f.Kinds, kind) {
		w.Never()
	}
}

// WhereQuestion is what a filter means for questions that lead: where one of
// them stands is where any that asks the same does.
func WhereQuestion(f quarry.Filter) Where {
	own := f
	own.Documents, own.Collections = nil, nil
	w := whereAsked(own, gradeOf(quarry.EntryQuestion))
	w.Add(IsLeader)
	wherePlacedAny(&w, f)
	return w
}

// whereOccurrence is what a filter means for questions as they stand in their
// documents.
func whereOccurrence(f quarry.Filter) Where { return whereAsked(f, ownGrade()) }

func whereAsked(f quarry.Filter, graded grading) Where {
	w := whereEntry(f, quarry.EntryQuestion, graded)
	In(&w, "e.style", f.Styles)
	In(&w, answerState("e.id"), f.AnswerStates)
	w.tristate("e.answered", f.Answered)
	return w
}

func whereFact(f quarry.Filter) Where {
	w := whereEntry(f, quarry.EntryFact, ownGrade())
	if len(f.Subjects) > 0 {
		folded := make([]string, 0, len(f.Subjects))
		for _, subject := range f.Subjects {
			folded = append(folded, strings.ToLower(subject))
		}
		w.Add("EXISTS (SELECT 1 FROM json_each(?) WHERE instr(e.subject_folded, value) > 0)", db.JSONList(folded))
	}
	return w
}

// WhereSpec is what a filter means for specs.
func WhereSpec(f quarry.Filter) Where {
	w := whereEntry(f, quarry.EntrySpec, ownGrade())
	In(&w, "e.device_id", f.Devices)
	In(&w, "e.class", f.Classes)
	In(&w, "e.class NOT", f.NotClasses)
	In(&w, "e.attribute_id", f.Attributes)
	InConditions(&w, f.Conditions)
	whereValue(&w, f.Value, f.ValueOr)
	if f.MinConfidence > 0 {
		w.Add("e.claim_confidence >= ?", f.MinConfidence)
	}
	if f.Conflict == quarry.Yes { // another claim disagrees
		w.addEither(inConflict, conflicted)
	} else {
		w.tristate(inConflict, f.Conflict)
	}
	return w
}

// InConditions demands that one of the values is stated on each axis that has some.
func InConditions(w *Where, conditions map[quarry.Axis][]string) {
	for _, axis := range slices.Sorted(maps.Keys(conditions)) {
		if values := conditions[axis]; len(values) > 0 {
			w.Add("e.conditions ->> ? IN (SELECT value FROM json_each(?))", string(axis), db.JSONList(values))
		}
	}
}

// whereValue demands a value in the same base unit whose interval meets the
// one asked for, or its other one. A claim without a number meets nothing.
func whereValue(w *Where, asked, other quarry.Bounds) {
	if asked.Empty() {
		return
	}
	var either Where
	for _, bounds := range []quarry.Bounds{asked, other} {
		if bounds.Empty() {
			continue
		}
		var one Where
		one.Add("e.normalized_unit = ?", bounds.Unit)
		one.Add("NOT (e.normalized_min IS NULL AND e.normalized_max IS NULL)")
		if bounds.Max != nil {
			one.Add("(e.normalized_min IS NULL OR e.normalized_min <= ?)", *bounds.Max)
		}
		if bounds.Min != nil {
			one.Add("(e.normalized_max IS NULL OR e.normalized_max >= ?)", *bounds.Min)
		}
		either.Add(one.Test(), one.Args...)
	}
	w.Add("("+strings.Join(either.testing, " OR ")+")", either.Args...)
}

func wherePassage(f quarry.Filter) Where { return whereEntry(f, quarry.EntryPassage, ownGrade()) }

func whereDocument(f quarry.Filter) Where {
	var w Where
	WhereKind(&w, f, quarry.EntryDocument)
	In(&w, "e.collection", f.Collections)
	if len(f.Documents) > 0 {
		documents := db.JSONList(f.Documents)
		w.Add("(e.id IN (SELECT value FROM json_each(?)) OR e.path IN (SELECT value FROM json_each(?)))",
			documents, documents)
	}
	graded := len(f.Topics) + len(f.Difficulties) + len(f.DifficultySources)
	if graded > 0 || f.MinGrade > 0 || asksQuestion(f) || asksFact(f) || asksSpec(f) {
		w.Never()
	}
	return w
}

func asksQuestion(f quarry.Filter) bool {
	return len(f.Styles) > 0 || len(f.AnswerStates) > 0 || f.Answered != quarry.Either
}

func asksFact(f quarry.Filter) bool { return len(f.Subjects) > 0 }

func asksSpec(f quarry.Filter) bool {
	return len(f.Devices) > 0 || len(f.Attributes) > 0 || len(f.Conditions) > 0 || len(f.Classes)+len(f.NotClasses) > 0 ||
		!f.Value.Empty() || f.Conflict != quarry.Either || f.MinConfidence > 0
}

// Where is a condition in SQL with its arguments. The zero value holds always.
// The table that is filtered goes by the name e.
type Where struct {
	testing   []string // asks of a row whether it matches
	gathering []string // names the rows that match: what finds them by an index
	Args      []any    // of either
}

// Add demands what one term says.
func (w *Where) Add(term string, args ...any) { w.addEither(term, term, args...) }

// addEither demands what two terms say in two ways, with the same arguments.
func (w *Where) addEither(test, gather string, args ...any) {
	w.testing = append(w.testing, test)
	w.gathering = append(w.gathering, gather)
	w.Args = append(w.Args, args...)
}

// Never makes the condition hold nowhere.
func (w *Where) Never() { w.Add("0") }

// Always reports whether the condition holds for everything.
func (w *Where) Always() bool { return len(w.testing) == 0 }

// Test returns the condition for a walk along an index that has nothing to do
// with it: each row that is passed is asked.
func (w *Where) Test() string { return joined(w.testing) }

// Gather returns the condition for a query that wants all that matches, in no
// order.
func (w *Where) Gather() string { return joined(w.gathering) }

func joined(terms []string) string {
	if len(terms) == 0 {
		return "1"
	}
	return strings.Join(terms, " AND ")
}

// key names the condition in memory.
func (w *Where) key() string { return fmt.Sprintf("%s %#v", w.Test(), w.Args) }

// In demands that an expression is one of the values; no values demand nothing.
func In[T ~string](w *Where, expression string, values []T) {
	if len(values) > 0 {
		w.Add(expression+" IN (SELECT value FROM json_each(?))", db.JSONList(values))
	}
}

func (w *Where) tristate(expression string, wanted quarry.Tristate) {
	switch wanted {
	case quarry.Yes:
		w.Add(expression)
	case quarry.No:
		w.Add("NOT (" + expression + ")")
	case quarry.Either:
	}
}
