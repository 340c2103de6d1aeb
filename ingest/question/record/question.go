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
	text, reason := schema.asked(record)
	if reason != "" {
		skip(record, reason, found)
		return
	}
	schema.passages(r, record, found)
	source := schema.source(r, record)
	q := r.phrases.Asked(text, source.Heading...)
	q.Source = source
	if q.Text == "" {
		skip(record, "a question without words", found)
		return
	}
	if grade, ok := r.grade(schema, record); ok {
		q.Grade = quarry.StatedGrade(grade)
	}
	if reason := schema.respond(r, record, &q); reason != "" {
		found.Warnings = append(found.Warnings, fmt.Sprintf("line %d: %s", record.Span.LineStart, reason))
	}
	found.Questions = append(found.Questions, q)
}

// skip leaves a record out.
func skip(record Record, reason string, found *ingest.Extraction) {
	found.Warnings = append(found.Warnings, fmt.Sprintf("line %d: skipped: %s", record.Span.LineStart, reason))
	mark(record, ingest.Furniture(record.Span.LineStart, record.Span.LineEnd, "skipped record"), found)
}

// mark keeps what a record's lines are. One that is not written, as nothing
// behind a dash of YAML, has none.
func mark(record Record, lines ingest.Mark, found *ingest.Extraction) {
	if size(record.Span) > 0 {
		found.Marks = append(found.Marks, lines)
	}
}

// asked returns the text that a record asks, with what an instruction is
// applied to; or why there is none.
func (s Schema) asked(record Record) (string, string) {
	var parts []string
	for _, v := range slices.Concat(s.values(questionRole, record), s.values(inputRole, record)) {
		switch {
		case v.Kind == doc.String:
			parts = append(parts, plain(v))
		case len(parts) == 0:
			return "", fmt.Sprintf("the question is a %s and no text", v.Kind)
		}
	}
	if len(s.values(questionRole, record)) == 0 {
		return "", "the question is empty"
	}
	return strings.Join(parts, "\n\n"), ""
}

// respond gives a question its answer, its choices and its style; it returns
// what is wrong with them.
func (s Schema) respond(r *Reader, record Record, q *quarry.Question) string {
	offered := s.options(r, record)
	var answer []string
	var reason string
	if len(offered) > 1 {
		answer, reason = s.chosen(r, record, offered)
		r.offer(offered, q)
	} else {
		answer = s.said(r, record)
	}
	text, _ := r.phrases.CutAnswer(strings.Join(answer, "\n"), false)
	if r.phrases.IsPlaceholder(text) {
		text = ""
	}
	if _, isTruth := r.truth(text); isTruth || s.judged && (text != "" || r.phrases.IsOffer(s.Answer())) {
		q.Style = quarry.StyleTrueFalse
	}
	q.Answer = s.explained(r, record, text)
	return reason
}

// offer sets what a question offers. True and false are no choices but a style.
func (r *Reader) offer(offered []option, q *quarry.Question) {
	q.Style = quarry.StyleTrueFalse
	for _, one := range offered {
		if !r.isVerdict(one.text) {
			q.Style = quarry.StyleChoice
		}
		q.Choices = append(q.Choices, one.text)
	}
	if q.Style == quarry.StyleTrueFalse {
		q.Choices = nil
	}
}

// said returns the answer that a record gives in its own words.
func (s Schema) said(r *Reader, record Record) []string {
	for _, v := range s.values(answerRole, record) {
		if answer := r.texts(v); len(answer) > 0 {
			return answer
		}
	}
	return nil
}

// explained puts the explanation behind an answer. It answers by itself where
// nothing else does.
func (s Schema) explained(r *Reader, record Record, answer string) string {
	var parts []string
	if answer != "" {
		parts = append(parts, answer)
	}
	for _, v := range s.values(explanationRole, record) {
		for _, text := range r.texts(v) {
			if text != answer && !r.phrases.IsPlaceholder(text) {
				parts = append(parts, text)
			}
		}
	}
	return strings.Join(parts, "\n\n")
}

// Limits of what an entry repeats of what it stands under.
const (
	longestContext = 400  // bytes of one piece
	mostContext    = 2000 // bytes
	mostHeadings   = 3    // of a record's own fields
)

// source returns where a record stands, under what it says of its own place.
func (s Schema) source(r *Reader, record Record) quarry.Source {
	above, own := record.Headings, 0
	for _, v := range s.values(headingRole, record) {
		if text := strings.Join(r.texts(v), ", "); text != "" && own < mostHeadings {
			above = append(slices.Clip(above), Heading{Text: text, Span: v.Span})
			own++
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

// values returns what a record says in the fields of a role, the surest first.
func (s Schema) values(of role, record Record) []doc.Value {
	var found []doc.Value
	for _, name := range s.fields[of] {
		if v, ok := valueOf(record, name); ok {
			found = append(found, v)
		}
	}
	return found
}

// valueOf returns a record's value under a name, where it says anything.
func valueOf(record Record, name string) (doc.Value, bool) {
	i := slices.IndexFunc(record.Fields, func(f doc.Field) bool { return f.Name == name && !f.Value.IsEmpty() })
	if i < 0 {
		return doc.Value{}, false
	}
	return record.Fields[i].Value, true
}

// texts returns what a value says: itself, or its parts, each once.
func (r *Reader) texts(v doc.Value) []string {
	var found []string
	for _, one := range r.listed(v.Parts()) {
		if one.text != "" && !slices.Contains(found, one.text) {
			found = append(found, one.text)
		}
	}
	return found
}
