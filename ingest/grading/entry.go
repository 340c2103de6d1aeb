package grading

import (
	"cmp"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/text"
)

// entry is an entry as its difficulty is told from it.
type entry struct {
	quarry.EntryRef

	grade   *quarry.Grade
	style   quarry.Style
	asked   string // the question, the statement, or what has which attribute
	answer  string // the answer; the subject, the value
	section string
	start   int // byte

	askedWords, answerWords []string
}

// entriesOf returns the entries of a document that get a grade, by kind and place.
func entriesOf(k *quarry.Knowledge) []entry {
	all := make([]entry, 0, len(k.Questions)+len(k.Facts)+len(k.Specs))
	add := func(of quarry.Entry, grade *quarry.Grade, asked, answer string) {
		all = append(all, entry{
			EntryRef: of.EntryRef, grade: grade, style: of.Style, asked: asked, answer: answer,
			section: strings.Join(of.Source.Heading, "\n"), start: of.Source.ByteStart,
			askedWords: text.WordsPlain(asked), answerWords: text.WordsPlain(answer),
		})
	}
	for i := range k.Questions {
		q := &k.Questions[i]
		add(q.Entry(), &q.Grade, q.Text, q.Answer)
	}
	for i := range k.Facts {
		f := &k.Facts[i]
		add(f.Entry(), &f.Grade, f.Statement, f.Subject)
	}
	for i := range k.Specs {
		s := &k.Specs[i]
		add(s.Entry(), &s.Grade, s.Device.Written+" "+s.Attribute.Written, s.Value.Text)
	}
	slices.SortStableFunc(all, func(a, b entry) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.start, b.start), cmp.Compare(a.ID, b.ID))
	})
	return all
}

// stated reports whether the source says how hard the entry is.
func (e entry) stated() bool { return e.grade.Source == quarry.DifficultyStated }
