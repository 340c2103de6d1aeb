package record

import (
	"fmt"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/doc"
	"github.com/quarrykb/quarry/ingest/question/phrase"
)

// Read reads one record, no field of which holds an object, by a schema that asks, and
// adds what it finds. What it cannot read becomes a warning and a mark.
func (r *Reader) Read(schema Schema, record Record, found *ingest.Extraction) {
	asked, reason := schema.asked(record)
	source := schema.source(r, record)
	shown, hidden := r.cards.Cloze(asked)
	q := r.phrases.Asked(shown, source.Heading...)
	q.Source = source
	wrong := schema.respond(r, record, &q)
	if said := strings.Join(hidden, "; "); strings.Trim(said, "; ") != "" && len(q.Choices) == 0 {
		q.Style = quarry.StyleCloze
		if !strings.EqualFold(said, q.Answer) {
			q.Answer = strings.TrimSpace(said + "\n\n" + q.Answer)
		}
	}
	switch {
	case reason != "":
	case q.Text == "":
		reason = "a question without words"
	case q.Answer == "" && len(q.Choices) > 0 && schema.isUnstudied(r, record):
		reason = "a question of a survey"
	}
	if reason != "" {
		found.Warnings = append(found.Warnings, fmt.Sprintf("line %d: skipped: %s", record.Span.LineStart, reason))
		if size(record.Span) > 0 { // it is written, unlike nothing behind a dash of YAML
			found.Marks = append(found.Marks, ingest.Furniture(record.Span.LineStart, record.Span.LineEnd, "skipped record"))
		}
		return
	}
	if wrong != "" {
		found.Warnings = append(found.Warnings, fmt.Sprintf("line %d: %s", record.Span.LineStart, wrong))
	}
	if grade, ok := r.grade(schema, record); ok {
		q.Grade = quarry.StatedGrade(grade)
	}
	r.passages(schema, record, found)
	found.Questions = append(found.Questions, q)
}

// asked returns the text that a record asks, with what an instruction is
// applied to; or why there is none.
func (s Schema) asked(record Record) (string, string) {
	questions := s.fields(questionRole, record)
	if len(questions) == 0 {
		return "", "the question is empty"
	}
	if kind := questions[0].Value.Kind; kind != doc.String {
		return "", fmt.Sprintf("the question is a %s and no text", kind)
	}
	parts := []string{plain(questions[0].Value)}
	for _, field := range s.fields(inputRole, record) {
		if field.Value.Kind == doc.String {
			parts = append(parts, plain(field.Value))
		}
	}
	return strings.Join(parts, "\n\n"), ""
}

// respond gives a question its answer with the explanation, its choices and its style; it
// returns what is wrong with them.
func (s Schema) respond(r *Reader, record Record, q *quarry.Question) string {
	var said []string
	var reason string
	if answers := s.fields(answerRole, record); len(answers) > 0 {
		said = r.texts(answers[0].Value)
	}
	offered := s.options(r, record)
	if len(offered) == 1 && len(said) == 0 { // the right one alone
		said = textsOf(offered)
	}
	if len(offered) > 1 {
		said, reason = s.chosen(r, said, offered)
		q.Style = quarry.StyleTrueFalse // and no choices
		if choices := textsOf(offered); slices.ContainsFunc(choices, func(said string) bool { return !r.isVerdict(said) }) {
			q.Style, q.Choices = quarry.StyleChoice, choices
		}
	}
	answer := strings.Join(said, "\n")
	if r.phrases.IsPlaceholder(answer) {
		answer = ""
	}
	verdict, ok := r.phrases.VerdictOf(answer)
	if ok && verdict.Alone && !verdict.Short || s.judged() && (answer != "" || s.answer.records == 0) {
		q.Style = quarry.StyleTrueFalse
	}
	parts := []string{answer}
	for _, field := range s.fields(explanationRole, record) {
		parts = append(parts, r.texts(field.Value)...)
	}
	parts = slices.DeleteFunc(parts, func(part string) bool { return part == "" || r.phrases.IsPlaceholder(part) })
	q.Answer = strings.Join(slices.Compact(parts), "\n\n")
	return reason
}

// isUnstudied reports whether a record says of itself that it asks those who read it what they
// think: "type": "survey".
func (s Schema) isUnstudied(r *Reader, record Record) bool {
	return slices.ContainsFunc(record.Fields, func(f doc.Field) bool {
		c := s.byName[f.Name]
		return c != nil && (c.role == metaRole || c.role == headingRole) && len(f.Value.Text) <= longestContext && r.phrases.Unstudied(f.Value.Text)
	})
}

// Limits of what an entry repeats of what it stands under.
const (
	longestContext = 400  // bytes of one piece
	mostContext    = 2000 // bytes
	mostHeadings   = 3    // of a record's own fields
)

// source returns where a record stands, under what it says of its own place.
func (s Schema) source(r *Reader, record Record) quarry.Source {
	own := s.fields(headingRole, record)
	above := slices.Clip(record.Headings)
	for _, field := range own[:min(len(own), mostHeadings)] {
		if text := strings.Join(r.texts(field.Value), ", "); text != "" {
			above = append(above, Heading{Text: text, Span: field.Value.Span})
		}
	}
	source := quarry.Source{Span: record.Span, Context: slices.Clone(record.Context)}
	left := mostContext
	for _, heading := range above {
		source.Heading = append(source.Heading, phrase.Short(heading.Text))
		if length := size(heading.Span); length > 0 && length <= min(longestContext, left) && !record.Span.Contains(heading.Span) {
			source.Context = append(source.Context, quarry.Context{Role: quarry.RoleHeading, Span: heading.Span})
			left -= length
		}
	}
	return source
}

func size(s quarry.Span) int { return s.ByteEnd - s.ByteStart }
