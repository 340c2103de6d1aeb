package sqlite

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
)

// Who filters by what a kind does not have gets none of that kind: a fact has
// no style, so it has none of the styles asked for.

// whereEntry is what a filter means for entries of every kind.
func whereEntry(f quarry.Filter, kind quarry.EntryKind, table string) where {
	var w where
	whereKind(&w, f, kind)
	if len(f.Topics) > 0 {
		const wanted = "t.topic IN (SELECT value FROM json_each(?))"
		w.addEither("EXISTS (SELECT 1 FROM "+table+"_topics t WHERE t.number = e.number AND "+wanted+")",
			"e.number IN (SELECT t.number FROM "+table+"_topics t WHERE "+wanted+")", jsonList(f.Topics))
	}
	in(&w, "e.difficulty", f.Difficulties)
	in(&w, "e.difficulty_source", f.DifficultySources)
	wherePlaced(&w, f, "e")
	return w
}

// wherePlaced demands where an entry stands, whose table goes by a name.
func wherePlaced(w *where, f quarry.Filter, name string) {
	if len(f.Documents) > 0 {
		documents := jsonList(f.Documents)
		w.add(name+".document IN (SELECT number FROM documents WHERE id IN (SELECT value FROM json_each(?)) "+
			"OR path IN (SELECT value FROM json_each(?)))", documents, documents)
	}
	if len(f.Collections) > 0 {
		const wanted = "c.collection IN (SELECT value FROM json_each(?))"
		w.addEither("EXISTS (SELECT 1 FROM documents c WHERE c.number = "+name+".document AND "+wanted+")",
			name+".document IN (SELECT c.number FROM documents c WHERE "+wanted+")", jsonList(f.Collections))
	}
}

// wherePlacedAny demands of a question that it stands somewhere, or that one does
// which asks the same.
func wherePlacedAny(w *where, f quarry.Filter) {
	var own, other where
	wherePlaced(&own, f, "e")
	wherePlaced(&other, f, "v")
	if len(own.args) == 0 {
		return
	}
	const sameAsk = "v.asks = e.asks AND v.asks <> ''"
	w.addEither("("+own.test()+" OR EXISTS (SELECT 1 FROM questions v WHERE "+sameAsk+" AND "+other.test()+"))",
		"("+own.gather()+" OR e.asks <> '' AND e.asks IN (SELECT v.asks FROM questions v WHERE v.asks <> '' AND "+other.gather()+"))",
		slices.Concat(own.args, other.args)...)
}

func whereKind(w *where, f quarry.Filter, kind quarry.EntryKind) {
	if len(f.Kinds) > 0 && !slices.Contains(f.Kinds, kind) {
		w.never()
	}
}

// whereQuestion is what a filter means for questions that lead: where one of
// them stands is where any that asks the same does.
func whereQuestion(f quarry.Filter) where {
	own := f
	own.Documents, own.Collections = nil, nil
	w := whereOccurrence(own)
	w.add(isLeader)
	wherePlacedAny(&w, f)
	return w
}

// whereOccurrence is what a filter means for questions as they stand in their
// documents.
func whereOccurrence(f quarry.Filter) where {
	w := whereEntry(f, quarry.EntryQuestion, "question")
	in(&w, "e.style", f.Styles)
	in(&w, answerState("e.id"), f.AnswerStates)
	w.tristate("e.answered", f.Answered)
	if asksFact(f) || asksSpec(f) {
		w.never()
	}
	return w
}

func whereFact(f quarry.Filter) where {
	w := whereEntry(f, quarry.EntryFact, "fact")
	if len(f.Subjects) > 0 {
		folded := make([]string, 0, len(f.Subjects))
		for _, subject := range f.Subjects {
			folded = append(folded, strings.ToLower(subject))
		}
		w.add("EXISTS (SELECT 1 FROM json_each(?) WHERE instr(e.subject_folded, value) > 0)", jsonList(folded))
	}
	if asksQuestion(f) || asksSpec(f) {
		w.never()
	}
	return w
}

func whereSpec(f quarry.Filter) where {
	w := whereEntry(f, quarry.EntrySpec, "spec")
	in(&w, "e.device_id", f.Devices)
	in(&w, "e.attribute_id", f.Attributes)
	inConditions(&w, f.Conditions)
	whereValue(&w, f.Value)
	if f.MinConfidence > 0 {
		w.add("e.claim_confidence >= ?", f.MinConfidence)
	}
	whereConflicted(&w, f.Conflict)
	if asksQuestion(f) || asksFact(f) {
		w.never()
	}
	return w
}

// inConditions demands that one of the values is stated on each axis that has some.
func inConditions(w *where, conditions map[quarry.Axis][]string) {
	for _, axis := range slices.Sorted(maps.Keys(conditions)) {
		if values := conditions[axis]; len(values) > 0 {
			w.add("e.conditions ->> ? IN (SELECT value FROM json_each(?))", string(axis), jsonList(values))
		}
	}
}

// whereConflicted demands that another claim disagrees, or that none does.
func whereConflicted(w *where, wanted quarry.Tristate) {
	if wanted == quarry.Yes {
		w.addEither(inConflict, conflicted)
		return
	}
	w.tristate(inConflict, wanted)
}

// whereValue demands a value in the same base unit whose interval meets the
// one asked for. A claim without a number meets nothing.
func whereValue(w *where, asked quarry.Bounds) {
	if asked.Empty() {
		return
	}
	w.add("e.normalized_unit = ?", asked.Unit)
	w.add("NOT (e.normalized_min IS NULL AND e.normalized_max IS NULL)")
	if asked.Max != nil {
		w.add("(e.normalized_min IS NULL OR e.normalized_min <= ?)", *asked.Max)
	}
	if asked.Min != nil {
		w.add("(e.normalized_max IS NULL OR e.normalized_max >= ?)", *asked.Min)
	}
}

func wherePassage(f quarry.Filter) where {
	w := whereEntry(f, quarry.EntryPassage, "passage")
	if asksQuestion(f) || asksFact(f) || asksSpec(f) {
		w.never()
	}
	return w
}

func whereDocument(f quarry.Filter) where {
	var w where
	whereKind(&w, f, quarry.EntryDocument)
	in(&w, "e.collection", f.Collections)
	if len(f.Documents) > 0 {
		documents := jsonList(f.Documents)
		w.add("(e.id IN (SELECT value FROM json_each(?)) OR e.path IN (SELECT value FROM json_each(?)))",
			documents, documents)
	}
	graded := len(f.Topics) + len(f.Difficulties) + len(f.DifficultySources)
	if graded > 0 || asksQuestion(f) || asksFact(f) || asksSpec(f) {
		w.never()
	}
	return w
}

func asksQuestion(f quarry.Filter) bool {
	return len(f.Styles) > 0 || len(f.AnswerStates) > 0 || f.Answered != quarry.Either
}

func asksFact(f quarry.Filter) bool { return len(f.Subjects) > 0 }

func asksSpec(f quarry.Filter) bool {
	return len(f.Devices) > 0 || len(f.Attributes) > 0 || len(f.Conditions) > 0 ||
		!f.Value.Empty() || f.Conflict != quarry.Either || f.MinConfidence > 0
}

// where is a condition in SQL with its arguments. The zero value holds always.
// The table that is filtered goes by the name e.
type where struct {
	testing   []string // asks of a row whether it matches
	gathering []string // names the rows that match: what finds them by an index
	args      []any
}

// add demands what one term says.
func (w *where) add(term string, args ...any) { w.addEither(term, term, args...) }

// addEither demands what two terms say in two ways, with the same arguments.
func (w *where) addEither(test, gather string, args ...any) {
	w.testing = append(w.testing, test)
	w.gathering = append(w.gathering, gather)
	w.args = append(w.args, args...)
}

// never makes the condition hold nowhere.
func (w *where) never() { w.add("0") }

// test returns the condition for a walk along an index that has nothing to do
// with it: each row that is passed is asked.
func (w *where) test() string { return joined(w.testing) }

// gather returns the condition for a query that wants all that matches, in no
// order.
func (w *where) gather() string { return joined(w.gathering) }

func joined(terms []string) string {
	if len(terms) == 0 {
		return "1"
	}
	return strings.Join(terms, " AND ")
}

// key names the condition in memory.
func (w *where) key() string { return fmt.Sprintf("%s %#v", w.test(), w.args) }

// in demands that an expression is one of the values; no values demand nothing.
// However many there are, they travel as one argument: the statement's text
// stays the same, so that it is prepared once.
func in[T ~string](w *where, expression string, values []T) {
	if len(values) > 0 {
		w.add(expression+" IN (SELECT value FROM json_each(?))", jsonList(values))
	}
}

// jsonList writes strings or numbers as a JSON array.
func jsonList[T ~string | int64 | uint64](values []T) string {
	if len(values) == 0 {
		return emptyList
	}
	text, err := json.Marshal(values)
	if err != nil { // strings and numbers always have a JSON form
		return emptyList
	}
	return string(text)
}

const emptyList = "[]"

func (w *where) tristate(expression string, wanted quarry.Tristate) {
	switch wanted {
	case quarry.Yes:
		w.add(expression)
	case quarry.No:
		w.add("NOT (" + expression + ")")
	case quarry.Either:
	}
}
