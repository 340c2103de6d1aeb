package record

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/quarrykb/quarry/ingest/doc"
	"github.com/quarrykb/quarry/internal/text"
)

// Schema says what the fields of some records are for. Their names' promises become
// what was decided.
type Schema struct {
	columns   []*column // the surest first
	byName    map[string]*column
	question  *column // nil where none asks
	answer    *column // the surest, nil where none answers
	number    *column // by which the records go, nil where none does
	wrong     bool    // some columns hold options that are not right
	indexBase int     // what the first option counts as

	// Named: the names of the fields promise what asks and what answers, as those of terms and
	// their meanings do.
	Named bool
	// Told: the records leave no doubt that they ask: by the names of their fields, one of a
	// question and one of its answer or options, or by what all of them hold.
	Told bool
}

// Asks reports whether the records are questions.
func (s Schema) Asks() bool { return s.question != nil }

// Question returns the name of the field that asks, "" where none does.
func (s Schema) Question() string {
	if s.question == nil {
		return ""
	}
	return s.question.name
}

// IsAside reports whether a field of this name says something about its record, its grade, its
// place or its origin, and is part of no question, answer or statement.
func (s Schema) IsAside(name string) bool {
	role := s.roleOf(name)
	return role == metaRole || role == gradeRole || role == headingRole
}

// roleOf returns what a field is for. A name that may only be that of words at length, or
// of a detail, leaves its values facts.
func (s Schema) roleOf(name string) role {
	c := s.byName[name]
	if c == nil || (c.role == textRole || c.role == metaRole) && c.sure < strong {
		return noRole
	}
	return c.role
}

// fields returns the fields of a record that have a role and say anything, the surest first.
func (s Schema) fields(of role, record Record) []doc.Field {
	found := slices.DeleteFunc(slices.Clone(record.Fields), func(f doc.Field) bool { return s.roleOf(f.Name) != of || f.Value.IsEmpty() })
	slices.SortStableFunc(found, func(a, b doc.Field) int { return surer(s.byName[a.Name], s.byName[b.Name]) })
	return found
}

func surer(a, b *column) int { return cmp.Compare(b.sure, a.sure) }

// Infer decides what the fields of records mean, from their names and from what
// all of the records hold. None of them holds an object.
func (r *Reader) Infer(records []Record) Schema {
	s := r.columns(records)
	s.settleAnswers()
	asking := s.asking(r)
	for _, c := range s.columns { // one asks, or none
		if c.role == questionRole && c != asking {
			c.promise = promise{}
		}
	}
	if asking == nil {
		return s
	}
	isCalled := s.isQuestion(asking)
	s.Named = asking.role == questionRole && s.answered()
	s.Told = isCalled && s.Named || asking.records >= fewestShown && (isCalled || asking.mostly(asking.asking))
	s.question, asking.role = asking, questionRole
	if answer := s.first(r.mayAnswer); !s.answered() && answer != nil {
		s.answer, answer.promise = answer, promise{role: answerRole}
	}
	s.number = s.first(s.isNumber)
	s.wrong = s.has(wrongRole)
	s.indexBase = r.indexBase(records, s)
	return s
}

// fewestShown is how many records show what a field holds that is called so, or most of which asks.
const fewestShown = 2

// settleAnswers tells answers from options: a list of answers offers them only where
// something else tells the right one.
func (s *Schema) settleAnswers() {
	for _, c := range s.columns {
		if c.role == answerRole && c.sure == weak && c.records > 0 && c.mostly(c.asking) {
			c.promise = promise{} // a "label" that asks
		}
	}
	keyed := s.has(answerRole)
	for _, c := range s.columns {
		if c.role == choicesRole && c.sure == weak && !keyed {
			c.role = answerRole
		}
	}
	unnamed := func(c *column) bool { return !strings.ContainsFunc(c.name, text.IsWord) && c.judges() }
	if s.answer = cmp.Or(s.first(ofRole(answerRole)), s.first(unnamed)); s.answer != nil {
		s.answer.role = answerRole
	}
}

// first returns the surest column of a kind, nil where there is none.
func (s *Schema) first(is func(*column) bool) *column {
	if at := slices.IndexFunc(s.columns, is); at >= 0 {
		return s.columns[at]
	}
	return nil
}

func ofRole(of role) func(*column) bool { return func(c *column) bool { return c.role == of } }

// has reports whether a column has a role.
func (s *Schema) has(of role) bool { return s.first(ofRole(of)) != nil }

// answered reports whether some field promises answers, or options that say which is right.
func (s *Schema) answered() bool { return s.answer != nil || s.has(optionRole) || s.has(wrongRole) }

// judged reports whether all answers are true and false.
func (s *Schema) judged() bool { return s.answer != nil && s.answer.judges() }

// isNumber reports whether a column numbers the records, four in five of them at least.
func (s *Schema) isNumber(c *column) bool {
	const fewest = 5
	return c.promise == promise{metaRole, strong} && c.steps == c.records && len(c.distinct) == min(c.records, mostDistinct) &&
		c.records >= fewest && 5*c.records >= 4*s.question.records
}

// isNote reports whether a record lacks the number that the others go by: whoever keeps the file
// wrote it for himself.
func (s *Schema) isNote(record Record) bool {
	hasNumber := func(f doc.Field) bool { return f.Name == s.number.name && !f.Value.IsEmpty() }
	return s.number != nil && !slices.ContainsFunc(record.Fields, hasNumber)
}

// mostColumns is how many fields of records may ask: of those that have more, the surest.
const mostColumns = 1000

// asking returns the column that asks most surely, nil where none does. The fields of a form,
// which those who fill it in answer, ask no reader; some of its answers are steps of a scale.
func (s *Schema) asking(r *Reader) *column {
	var best *column
	most := 0
	for _, c := range s.columns[:min(len(s.columns), mostColumns)] {
		if points := s.points(c); points > most {
			best, most = c, points
		}
		said := append(slices.Collect(maps.Keys(c.distinct)), folded(c.name))
		if !s.answered() && (r.cues["form_fields"].Has(folded(lastOf(c.name))) || r.cues["scale_names"].HasAny(said...)) {
			return nil
		}
	}
	return best
}

// pointsOfAsking are those of a column all values of which ask.
const pointsOfAsking = 4

// points returns how surely a column asks, from 0 up. A strong name is enough
// where it holds text; a weaker one needs an answer beside it, and any other that most
// of its values ask: one text that asks makes no questionnaire. Numbers of questions, in
// a key, ask nothing, nor does what is repeated for each of its answers, in a survey.
func (s *Schema) points(c *column) int {
	points, answered := 0, s.answered()
	if c.mostly(c.asking) {
		points = pointsOfAsking * c.asking / max(c.records, 1)
	}
	isRepeated := !c.varied() && s.answer != nil && s.answer.varied()
	switch {
	case !c.mostly(c.texts), c.steps == c.records, isRepeated:
		return 0
	case s.isQuestion(c), c.role == questionRole && (points > 0 || answered && c.sure >= likely):
		return points + max(int(c.sure), 1)
	case c.role == questionRole:
		return 0
	case answered || c.records > 1:
		if slices.Contains([]role{noRole, textRole, subjectRole, headingRole, inputRole}, c.role) {
			return points
		}
	}
	return 0
}

// isQuestion reports whether a column is called as what asks. Where the name alone may be that of
// anything it holds what asks, or the columns beside it confirm it: it is judged true or false, or
// how hard it is. One that promises nothing holds statements beside one that offers true and false.
func (s *Schema) isQuestion(c *column) bool {
	if c.role == questionRole {
		return c.sure == exact || c.sure >= likely && c.asking > 0 || s.judged() || s.has(gradeRole)
	}
	return c.role == noRole && s.judged() && s.answer.offers && c.mostly(c.wordy)
}

// mayAnswer reports whether a column may hold answers that no name promises. What
// questions are about, a number and what is said of the record are no answers.
func (r *Reader) mayAnswer(c *column) bool {
	parts := words(c.name)
	switch {
	case r.cues["matter_words"].HasAny(parts...) && !r.cues["answer_field_words"].HasAny(parts...), c.name == "#", c.name == "№":
		return false
	case c.role == noRole:
		return c.mostly(c.scalars) && c.varied() && !r.cues["record_words"].HasAny(parts...)
	}
	return c.role == textRole
}
