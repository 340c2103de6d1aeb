package record

import (
	"cmp"
	"slices"
)

// Schema says what the fields of some records are for.
type Schema struct {
	fields    map[role][]string // their names, the surest first
	family    []member          // options with a field each
	scale     int               // of grades that are bare numbers; 0 where it is not known
	indexBase int               // what the first option counts as
	judged    bool              // answers are true and false
	told      bool              // by their names, what asks and what answers
	asking    bool              // most of the questions ask by their words
}

// Asks reports whether the records are questions.
func (s Schema) Asks() bool { return len(s.fields[questionRole]) > 0 }

// Question returns the name of the field that asks, "" where none does.
func (s Schema) Question() string { return first(s.fields[questionRole]) }

// Answer returns the name of the field that answers, "" where none does.
func (s Schema) Answer() string { return first(s.fields[answerRole]) }

// Told reports whether the names of the fields leave no doubt: one is called a
// question, and another its answer or its options.
func (s Schema) Told() bool { return s.told }

// Asking reports whether most of the questions ask by their own words.
func (s Schema) Asking() bool { return s.asking }

// IsAside reports whether a field of this name says something about its
// record, its grade, its place or its origin, and is part of no question,
// answer or statement.
func (s Schema) IsAside(name string) bool {
	return s.isMeta(name) || s.has(gradeRole, name) || s.has(headingRole, name)
}

func (s Schema) has(of role, name string) bool { return slices.Contains(s.fields[of], name) }

// isMeta reports whether a field is of no interest to a reader.
func (s Schema) isMeta(name string) bool { return s.has(metaRole, name) || s.has(languageRole, name) }

func first(names []string) string {
	if len(names) == 0 {
		return ""
	}
	return names[0]
}

// Infer decides what the fields of records mean, from their names and from what
// all of the records hold.
func (r *Reader) Infer(records []Record) Schema { return r.infer(r.flattened(records)) }

func (r *Reader) infer(records []Record) Schema {
	all := r.columns(records)
	s := Schema{family: r.familyOf(all)}
	s.settleOptions(all)
	asking := r.questionOf(all, s.isAnswered(all))
	named := asking != nil && asking.isQuestion(areJudged(all))
	for _, c := range all { // one asks, or none
		if c.role == questionRole {
			c.promise = promise{}
		}
	}
	if asking != nil {
		asking.promise = promise{role: questionRole}
		s.asking = asking.mostly(asking.asking)
		s.told = named && (len(s.family) > 0 || has(all, wrongRole, weak) || has(all, answerRole, likely))
		if !has(all, answerRole, weak) && !has(all, wrongRole, weak) {
			r.guessAnswer(s, all)
		}
		s.judged = areJudged(all)
	}
	s.fields = byRole(all)
	s.scale = scaleOf(all)
	s.indexBase = r.indexBase(records, s)
	return s
}

// settleOptions tells answers from options: a field of a family is no answer, and a
// list of answers offers them only where something else tells the right one.
func (s Schema) settleOptions(all []*column) {
	for _, c := range all {
		if c.role == answerRole && s.isMember(c.name) {
			c.promise = promise{}
		}
	}
	told := has(all, answerRole, weak)
	for _, c := range all {
		if c.role == choicesRole && c.sure == weak && !c.flagged && !told {
			c.role = answerRole
		}
	}
}

// isAnswered reports whether some field promises answers, or options that say which is right.
func (s Schema) isAnswered(all []*column) bool {
	return len(s.family) > 0 || has(all, answerRole, weak) || has(all, wrongRole, weak) ||
		slices.ContainsFunc(all, func(c *column) bool { return c.flagged })
}

// has reports whether a column has a role by a name that is so sure.
func has(all []*column, of role, least sure) bool {
	return slices.ContainsFunc(all, func(c *column) bool { return c.role == of && c.sure >= least })
}

// areJudged reports whether all answers are true or false.
func areJudged(all []*column) bool {
	answers := byRole(all)[answerRole]
	return len(answers) > 0 && slices.ContainsFunc(all, func(c *column) bool { return c.name == answers[0] && c.booleans == c.records })
}

// mostNames is how many fields may mean the same. A record that has more was not
// written for readers.
const mostNames = 32

// byRole returns the names of columns by what they are for, the surest first. A name
// that may only be that of words at length, or of a detail, leaves its values facts.
func byRole(all []*column) map[role][]string {
	fields := map[role][]string{}
	for _, c := range slices.SortedStableFunc(slices.Values(all), func(a, b *column) int { return cmp.Compare(b.sure, a.sure) }) {
		isFact := (c.role == textRole || c.role == metaRole) && c.sure < strong
		if c.role != noRole && !isFact && len(fields[c.role]) < mostNames {
			fields[c.role] = append(fields[c.role], c.name)
		}
	}
	return fields
}

// questionOf returns the column that asks most surely, nil where none does. The fields
// of a form, which those who fill it in answer, ask no reader.
func (r *Reader) questionOf(all []*column, answered bool) *column {
	var best *column
	most, judged := 0, areJudged(all)
	for _, c := range all {
		if points := c.askingPoints(answered, judged); points > most {
			best, most = c, points
		}
	}
	if !answered && slices.ContainsFunc(all, func(c *column) bool { return r.cues["form_fields"].Has(folded(c.name)) }) {
		return nil
	}
	return best
}

// Points of a column that may ask.
const (
	pointsOfAsking = 4 // where all of its values do
	fewestPoints   = 2
)

// askingPoints returns how surely a column asks, from 0 up. A strong name is enough
// where it holds text; a weaker one needs an answer beside it, and any other that most
// of its values ask: one text that asks makes no questionnaire.
func (c *column) askingPoints(answered, judged bool) int {
	points := pointsOfAsking * c.asking / c.records
	if !c.mostly(c.texts) {
		return 0
	}
	if points < fewestPoints {
		points = 0
	}
	switch c.role {
	case questionRole:
		if points > 0 || c.sure == exact || answered && (c.sure >= likely || judged) {
			return points + int(c.sure)
		}
		return points
	case noRole, textRole, subjectRole, headingRole, inputRole:
		if answered || c.records > 1 {
			return points
		}
	case answerRole, choicesRole, wrongRole, explanationRole, gradeRole, languageRole, metaRole:
	}
	return 0
}

// isQuestion reports whether a column is called as what asks, with what it holds or
// what the answers are to confirm it where the name alone may be that of anything.
func (c *column) isQuestion(judged bool) bool {
	return c.role == questionRole && (c.sure == exact || c.sure == strong && c.asking > 0 || judged)
}

// guessAnswer takes a column for the answers where no name tells: words at length, or
// else the one with the longest texts.
func (r *Reader) guessAnswer(s Schema, all []*column) {
	candidates := slices.DeleteFunc(slices.Clone(all), func(c *column) bool { return !r.mayAnswer(s, c) })
	if len(candidates) == 0 {
		return
	}
	slices.MaxFunc(candidates, func(a, b *column) int {
		return cmp.Or(cmp.Compare(a.role, b.role), cmp.Compare(a.sure, b.sure), cmp.Compare(a.meanRunes(), b.meanRunes()))
	}).promise = promise{role: answerRole}
}

// mayAnswer reports whether a column may hold answers that no name promises. Where
// options have a field each, it has to name them. What questions are about, a number
// and what is said of the record are no answers.
func (r *Reader) mayAnswer(s Schema, c *column) bool {
	parts := words(c.name)
	switch {
	case len(s.family) > 0:
		return c.role == noRole && !s.isMember(c.name) && c.only(func(value string) bool { _, key := r.optionName(value); return isLetter(key) })
	case r.cues["matter_words"].HasAny(parts...) && !r.cues["answer_field_words"].HasAny(parts...), c.name == "#", c.name == "№":
		return false
	case c.role == noRole:
		return c.mostly(c.scalars) && c.varied() && !c.mostly(c.asking) && !r.cues["record_words"].HasAny(parts...)
	}
	return c.role == textRole
}
