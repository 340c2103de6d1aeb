package record

import (
	"cmp"
	"maps"
	"slices"
)

// decision settles what the columns of some records are for. Their promises become what
// was decided.
type decision struct {
	columns  []*column
	family   []member // of options
	answered bool     // some field promises answers, or options that say which is right
	judged   bool     // all answers are true and false
	offered  bool     // and their field is called so: "true or false"
}

// Infer decides what the fields of records mean, from their names and from what
// all of the records hold. None of them holds an object.
func (r *Reader) Infer(records []Record) Schema {
	all := r.columns(records)
	d := decision{columns: all, family: r.familyOf(all)}
	r.settleOptions(&d)
	s := Schema{family: d.family, judged: d.judged}
	asking := r.questionOf(d)
	if asking != nil {
		s.named = d.offered || asking.role == questionRole && d.names()
		s.told = d.offered || asking.isQuestion(d.confirmed())
	}
	for _, c := range all { // one asks, or none
		if c.role == questionRole {
			c.promise = promise{}
		}
	}
	if asking != nil {
		asking.promise = promise{role: questionRole}
		if !d.has(answerRole, weak) && !d.has(wrongRole, weak) {
			r.guessAnswer(d)
		}
		s.told = s.told && s.named || d.shows(asking, s.told)
	}
	s.fields = d.byRole()
	s.scale = scaleOf(all)
	s.indexBase = r.indexBase(records, s)
	return s
}

// names reports whether the name of a field, or of a family of them, promises answers, or
// that they are true and false bears a weak name out.
func (d *decision) names() bool {
	return d.judged || len(d.family) > 0 || d.has(wrongRole, weak) || d.has(answerRole, likely)
}

// settleOptions tells answers from options: a field of a family is no answer, and a
// list of answers offers them only where something else tells the right one.
func (r *Reader) settleOptions(d *decision) {
	for _, c := range d.columns {
		if c.role == answerRole && isMember(d.family, c.name) {
			c.promise = promise{}
		}
	}
	told := d.has(answerRole, weak)
	d.answered = len(d.family) > 0 || told || d.has(wrongRole, weak)
	for _, c := range d.columns {
		d.answered = d.answered || c.flagged
		if c.role == choicesRole && c.sure == weak && !c.flagged && !told {
			c.role, d.answered = answerRole, true
		}
	}
	answer := first(d.byRole()[answerRole])
	d.judged = slices.ContainsFunc(d.columns, func(c *column) bool {
		return c.role == answerRole && c.name == answer && c.verdicts == c.records
	})
	d.offered = d.judged && r.phrases.IsOffer(answer)
}

// fewestShown is how many records show what a field holds.
const fewestShown = 2

// shows reports whether what the records hold leaves no doubt that they ask: a field is
// called so or most of it asks, and another answers in words, or nothing does. A table
// that asks how many is one of figures.
func (d *decision) shows(asking *column, named bool) bool {
	answer := slices.IndexFunc(d.columns, func(c *column) bool { return c.role == answerRole })
	return asking.records >= fewestShown && (named || asking.mostly(asking.asking)) &&
		(answer < 0 || 2*d.columns[answer].worded > asking.records)
}

// has reports whether a column has a role by a name that is so sure.
func (d *decision) has(of role, least sure) bool {
	return slices.ContainsFunc(d.columns, func(c *column) bool { return c.role == of && c.sure >= least })
}

// mostNames is how many fields may mean the same. A record that has more was not
// written for readers.
const mostNames = 32

// byRole returns the names of columns by what they are for, the surest first. A name
// that may only be that of words at length, or of a detail, leaves its values facts.
func (d *decision) byRole() map[role][]string {
	fields := make(map[role][]string)
	for _, c := range slices.SortedStableFunc(slices.Values(d.columns), func(a, b *column) int { return cmp.Compare(b.sure, a.sure) }) {
		isFact := (c.role == textRole || c.role == metaRole) && c.sure < strong
		if c.role != noRole && !isFact && len(fields[c.role]) < mostNames {
			fields[c.role] = append(fields[c.role], c.name)
		}
	}
	return fields
}

// questionOf returns the column that asks most surely, nil where none does. The fields
// of a form, which those who fill it in answer, ask no reader; some of its answers are steps
// of a scale.
func (r *Reader) questionOf(d decision) *column {
	var best *column
	most := 0
	for _, c := range d.columns {
		if points := d.points(c); points > most {
			best, most = c, points
		}
		name := folded(c.name)
		if !d.answered && (r.cues["form_fields"].Has(name) || r.cues["scale_names"].HasAny(append(slices.Collect(maps.Keys(c.distinct)), name)...)) {
			return nil
		}
	}
	return best
}

// Points of a column that may ask.
const (
	pointsOfAsking = 4 // where all of its values do
	fewestPoints   = 2
)

// points returns how surely a column asks, from 0 up. A strong name is enough
// where it holds text; a weaker one needs an answer beside it, and any other that most
// of its values ask: one text that asks makes no questionnaire. Numbers of questions, in
// a key, ask nothing, nor does what is repeated for each of its answers, in a survey.
func (d *decision) points(c *column) int {
	points := pointsOfAsking * c.asking / max(c.records, 1)
	if points < fewestPoints {
		points = 0
	}
	switch {
	case !c.mostly(c.texts), c.steps == c.records, !c.varied() && d.answersVary():
		return 0
	case c.role == questionRole:
		if points > 0 || c.isQuestion(d.confirmed()) || d.answered && c.sure >= likely {
			return points + int(c.sure)
		}
		return 0
	case d.offered && c.role == noRole && c.mostly(c.worded):
		return max(points, fewestPoints)
	case d.answered || c.records > 1:
		if slices.Contains([]role{noRole, textRole, subjectRole, headingRole, inputRole}, c.role) {
			return points
		}
	}
	return 0
}

// answersVary reports whether the answers are not the same few again and again.
func (d *decision) answersVary() bool {
	return slices.ContainsFunc(d.columns, func(c *column) bool { return c.role == answerRole && c.varied() })
}

// confirmed reports whether the columns beside a term or a statement say that it asks:
// it is judged true or false, or how hard it is.
func (d *decision) confirmed() bool { return d.judged || d.has(gradeRole, weak) }

// isQuestion reports whether a column is called as what asks, with what it holds or
// what stands beside it to confirm it where the name alone may be that of anything.
func (c *column) isQuestion(confirmed bool) bool {
	return c.role == questionRole && (c.sure == exact || c.sure >= likely && c.asking > 0 || confirmed)
}

// guessAnswer takes a column for the answers where no name tells: words at length, or
// else the first that may.
func (r *Reader) guessAnswer(d decision) {
	candidates := slices.DeleteFunc(slices.Clone(d.columns), func(c *column) bool { return !r.mayAnswer(d, c) })
	if len(candidates) == 0 {
		return
	}
	slices.MaxFunc(candidates, func(a, b *column) int {
		return cmp.Or(cmp.Compare(a.role, b.role), cmp.Compare(a.sure, b.sure))
	}).promise = promise{role: answerRole}
}

// mayAnswer reports whether a column may hold answers that no name promises. Where
// options have a field each, it has to name them. What questions are about, a number
// and what is said of the record are no answers.
func (r *Reader) mayAnswer(d decision, c *column) bool {
	parts := words(c.name)
	switch {
	case len(d.family) > 0:
		return c.role == noRole && !isMember(d.family, c.name) && c.keys == c.records
	case r.cues["matter_words"].HasAny(parts...) && !r.cues["answer_field_words"].HasAny(parts...), c.name == "#", c.name == "№":
		return false
	case c.role == noRole:
		return c.mostly(c.scalars) && c.varied() && !c.mostly(c.asking) && !r.cues["record_words"].HasAny(parts...)
	}
	return c.role == textRole
}
