package record

import (
	"slices"
	"strings"
)

// Schema says what the fields of some records mean.
type Schema struct {
	questions    []string // names of the field that asks, the surest first
	answers      []string
	choices      []string
	wrong        []string
	families     []member // of options with a field each
	explanations []string
	inputs       []string
	grades       []string
	headings     []string
	subjects     []string
	texts        []string // words at length
	remarks      []string // words that may be at length
	meta         []string
	scale        int  // of grades that are bare numbers; 0 where it is not known
	indexBase    int  // what the first option counts as; -1 where that cannot be known
	judged       bool // answers are true and false
	told         bool // by their names, what asks and what answers
	asking       bool // most of the questions ask by their words
}

// Asks reports whether the records are questions.
func (s Schema) Asks() bool { return len(s.questions) > 0 }

// Question returns the name of the field that asks, "" where none does.
func (s Schema) Question() string { return first(s.questions) }

// Answer returns the name of the field that answers, "" where none does.
func (s Schema) Answer() string { return first(s.answers) }

// Told reports whether the names of the fields leave no doubt: one is called a
// question, and another its answer or its options.
func (s Schema) Told() bool { return s.told }

// Asking reports whether most of the questions ask by their own words.
func (s Schema) Asking() bool { return s.asking }

func told(all []*column, s Schema) (bool, bool) {
	named, asking := false, false
	for _, c := range all {
		if c.name == s.questions[0] {
			asking = c.mostly(c.asking)
			named = c.promise.role == questionRole &&
				(c.promise.sure == exact || (c.promise.sure == strong && c.asking > 0) || (c.promise.sure == likely && s.judged))
		}
	}
	answered := len(s.families) > 1 || len(s.wrong) > 0 || slices.ContainsFunc(all, func(c *column) bool {
		return slices.Contains(s.answers, c.name) && c.promise.role == answerRole && c.promise.sure >= likely
	})
	return named && answered, asking
}

func first(names []string) string {
	if len(names) == 0 {
		return ""
	}
	return names[0]
}

// Infer decides what the fields of records mean, from their names and from what
// all of the records hold.
func (r *Reader) Infer(records []Record) Schema {
	flat := r.flattened(records)
	return r.infer(flat, newTally().count(r, flat))
}

func (r *Reader) infer(records []Record, all []*column) Schema {
	s := Schema{
		explanations: named(all, explanationRole), inputs: named(all, inputRole), grades: named(all, gradeRole),
		headings: named(all, headingRole), subjects: named(all, subjectRole),
		meta: slices.Concat(bookkeeping(all), named(all, languageRole)), wrong: named(all, wrongRole),
	}
	s.texts, s.remarks = byLength(all)
	s.families = families(all)
	s.answers = answers(all, s)
	s.questions = questions(all, s)
	if len(s.answers) == 0 && len(s.wrong) == 0 && len(s.families) < 2 && r.areForm(all) {
		s.questions = nil
	}
	if len(s.questions) == 0 {
		return s
	}
	s.answers = without(s.answers, s.questions)
	if len(s.answers) == 0 && len(s.wrong) == 0 {
		s.answers = s.guessedAnswer(r, all)
	}
	s.judged = judged(all, s.answers)
	s.told, s.asking = told(all, s)
	s.choices = offeringFields(all, s)
	s.answers = without(s.answers, s.choices)
	s.headings, s.subjects, s.texts = without(s.headings, s.questions), without(s.subjects, s.questions), without(s.texts, s.questions)
	s.texts, s.remarks = without(s.texts, s.answers), without(s.remarks, s.answers)
	s.scale = scaleOf(all, s.grades)
	s.indexBase = r.indexBase(records, s)
	return s
}

// areForm reports whether records are the fields of a form, which those who fill it in
// answer.
func (r *Reader) areForm(all []*column) bool {
	return slices.ContainsFunc(all, func(c *column) bool { return r.cues[formFields].Has(folded(c.name)) })
}

// named returns the names with a role, the surest first.
func named(all []*column, role role) []string {
	var found []*column
	for _, c := range all {
		if c.promise.role == role && c.records > 0 {
			found = append(found, c)
		}
	}
	slices.SortStableFunc(found, func(a, b *column) int { return int(b.promise.sure - a.promise.sure) })
	return namesOf(found)
}

// bookkeeping returns the fields that are of no interest to a reader. Others
// that describe a record and answer nothing may still be facts.
func bookkeeping(all []*column) []string {
	var found []*column
	for _, c := range all {
		if c.promise.role == metaRole && c.promise.sure >= strong && c.records > 0 {
			found = append(found, c)
		}
	}
	return namesOf(found)
}

// byLength parts the fields of text into those that are passages however short,
// and those that are where they are long.
func byLength(all []*column) ([]string, []string) {
	var texts, remarks []string
	for _, c := range all {
		switch {
		case c.promise.role != textRole || c.records == 0:
		case c.promise.sure >= strong:
			texts = append(texts, c.name)
		default:
			remarks = append(remarks, c.name)
		}
	}
	return texts[:min(len(texts), mostNames)], remarks[:min(len(remarks), mostNames)]
}

// mostNames is how many fields may mean the same. A record that has more was not
// written for readers.
const mostNames = 32

func namesOf(columns []*column) []string {
	columns = columns[:min(len(columns), mostNames)]
	names := make([]string, len(columns))
	for i, c := range columns {
		names[i] = c.name
	}
	return names
}

func without(names, taken []string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool { return slices.Contains(taken, name) })
}

// answers returns the fields whose name promises an answer. Members of a family
// of options are none.
func answers(all []*column, s Schema) []string {
	var found []*column
	for _, c := range all {
		taken := slices.ContainsFunc(s.families, func(m member) bool { return m.name == c.name })
		isList := c.promise.role == choicesRole && c.promise.sure == weak
		if !taken && (c.promise.role == answerRole || isList) {
			found = append(found, c)
		}
	}
	slices.SortStableFunc(found, func(a, b *column) int { return int(b.promise.sure - a.promise.sure) })
	return namesOf(found)
}

// questions returns the fields that ask. A strong name is enough where it holds
// text; a weaker one needs an answer beside it, and any other that most of its
// values ask.
func questions(all []*column, s Schema) []string {
	answered := len(s.answers) > 0 || len(s.families) > 1 || len(s.wrong) > 0
	judged := judged(all, s.answers)
	best, score := (*column)(nil), 0
	for _, c := range all {
		if !mayAsk(c) || slices.Contains(s.answers, c.name) {
			continue
		}
		points := askingPoints(c, answered, judged)
		if points > score {
			best, score = c, points
		}
	}
	if best == nil {
		return searches(all)
	}
	found := []string{best.name}
	for _, name := range named(all, questionRole) {
		if name != best.name && disjoint(all, name, best) {
			found = append(found, name)
		}
	}
	return found
}

// longestSearch is the mean length, in characters, up to which texts are what
// people type into a search.
const longestSearch = 100

// searches returns the text of records that have nothing else but an id: what
// was searched for in a collection of texts, which asks without a mark.
func searches(all []*column) []string {
	found := ""
	for _, c := range all {
		switch {
		case c.name == "_id":
		case strings.HasPrefix(c.name, "metadata"):
		case c.name == "text" && c.texts == c.records && c.meanRunes() <= longestSearch:
			found = c.name
		default:
			return nil
		}
	}
	if found == "" || !slices.ContainsFunc(all, func(c *column) bool { return c.name == "_id" }) {
		return nil
	}
	return []string{found}
}

// disjoint reports whether a field takes the place of another in some records:
// both together are in no more records than there are.
func disjoint(all []*column, name string, best *column) bool {
	for _, c := range all {
		if c.name == name {
			return c.promise.sure >= strong && best.promise.role == questionRole && c.records < best.records
		}
	}
	return false
}

func mayAsk(c *column) bool {
	if !c.mostly(c.texts) {
		return false
	}
	switch c.promise.role {
	case questionRole, noRole, textRole, subjectRole, headingRole, inputRole:
		return true
	case answerRole, choicesRole, wrongRole, explanationRole, gradeRole, languageRole, metaRole:
	}
	return false
}

// Points of a field that may ask.
const (
	pointsOfAsking = 4 // where all of its values do
	fewestPoints   = 2
)

func askingPoints(c *column, answered, judged bool) int {
	points := pointsOfAsking * c.asking / max(1, c.records)
	if points < fewestPoints {
		points = 0
	}
	switch {
	case c.promise.role == questionRole:
	case c.records == 1 && !answered: // one text that asks makes no questionnaire
		return 0
	default:
		return points
	}
	switch {
	case c.promise.sure == exact, answered && c.promise.sure >= strong:
		return points + int(exact)
	case points > 0, strings.EqualFold(c.name, "prompt"):
		return points + int(c.promise.sure)
	case answered && (c.promise.sure >= likely && c.name != "statement" || judged):
		return points + int(likely)
	}
	return points
}

// guessedAnswer returns the field that stands for the answers where no name
// tells: where options have a field each, one that only names them; otherwise,
// of those behind the question that nothing else is known of, the one with the
// longest texts, or else the text or the explanation.
func (s Schema) guessedAnswer(r *Reader, all []*column) []string {
	if len(s.families) > 1 {
		return s.naming(r, all)
	}
	found := slices.DeleteFunc(without(slices.Concat(s.texts, s.remarks), s.questions), r.isMatter)
	if len(found) > 0 {
		return found[:1]
	}
	var best *column
	for _, c := range all {
		if c.promise.role != noRole || slices.Contains(s.questions, c.name) || !c.mostly(c.texts+c.numbers+c.booleans) || !c.varied() ||
			c.mostly(c.asking) || r.isMatter(c.name) || isNumbering(c.name) || r.cues[recordWords].HasAny(words(c.name)...) {
			continue
		}
		if best == nil || c.meanRunes() > best.meanRunes() {
			best = c
		}
	}
	if best != nil {
		return []string{best.name}
	}
	return nil
}

// isNumbering reports whether a field is called by the sign for numbers.
func isNumbering(name string) bool { return name == "#" || name == "№" }

// isMatter reports whether a field is what questions are about, by its name, and
// no answer to them.
func (r *Reader) isMatter(name string) bool {
	parts := words(name)
	return r.cues[matterWords].HasAny(parts...) && !r.cues[answerFieldWords].HasAny(parts...)
}

// judged reports whether all answers are true or false.
func judged(all []*column, answers []string) bool {
	for _, c := range all {
		if slices.Contains(answers, c.name) {
			return c.records > 0 && c.booleans == c.records
		}
	}
	return false
}

// IsAside reports whether a field of this name says something about its
// record, its grade, its place or its origin, and is part of no question,
// answer or statement.
func (s Schema) IsAside(name string) bool {
	return slices.Contains(s.grades, name) || slices.Contains(s.meta, name) || slices.Contains(s.headings, name)
}
