package record

import (
	"fmt"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/question/phrase"
)

// Read reads one record by its schema and adds what it finds. What it cannot
// read becomes a warning and a mark.
func (r *Reader) Read(schema Schema, record Record, found *ingest.Extraction) {
	if !schema.Asks() {
		*found = joined(*found, r.stated(schema, []Record{r.flatten(record)}))
		return
	}
	record = r.flatten(record)
	text, reason := schema.asked(record)
	if reason != "" {
		skip(record, reason, found)
		return
	}
	if schema.misanswered(record) {
		skip(record, "the answer is an object and no text", found)
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
		q.Grade = grade
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
	for _, name := range s.questions {
		v, ok := valueOf(record, name)
		if !ok {
			continue
		}
		if v.Kind != Text {
			return "", fmt.Sprintf("the question is a %s and no text", v.Kind)
		}
		return strings.Join(append([]string{plain(v)}, s.applied(record, name)...), "\n\n"), ""
	}
	return "", s.unasked(record)
}

// applied returns what an instruction is applied to.
func (s Schema) applied(record Record, question string) []string {
	var found []string
	for _, name := range s.inputs {
		if v, ok := valueOf(record, name); ok && v.Kind == Text && name != question {
			found = append(found, plain(v))
		}
	}
	return found
}

// unasked says why a record has no question.
func (s Schema) unasked(record Record) string {
	for _, field := range record.Fields {
		if field.Name != s.questions[0] && !strings.HasPrefix(field.Name, s.questions[0]+pathMark) {
			continue
		}
		if kind := field.Value.Kind; kind != Null && kind != Text {
			return "the question is no text"
		}
		return "the question is empty"
	}
	return "there is no question in it"
}

// String names a kind as JSON does.
func (k Kind) String() string {
	return [...]string{"null", "text", "number", "boolean", "list", "object"}[k]
}

// respond gives a question its answer, its choices and its style; it returns
// what is wrong with them.
func (s Schema) respond(r *Reader, record Record, q *quarry.Question) string {
	offered := s.options(r, record)
	var answer []string
	var reason string
	if len(offered) > 1 {
		answer, reason = s.chosen(r, record, offered)
		s.offer(r, offered, q)
	} else {
		answer = s.said(r, record)
	}
	text := strings.Join(answer, "\n")
	text, _ = r.phrases.CutAnswer(text)
	if r.phrases.IsPlaceholder(text) {
		text = ""
	}
	if _, isTruth := r.truth(text); isTruth {
		q.Style = quarry.StyleTrueFalse
	}
	q.Answer = s.explained(r, record, text)
	return reason
}

// chosen returns the options that are right.
func (s Schema) chosen(r *Reader, record Record, offered []option) ([]string, string) {
	answer, unknown := s.right(r, record, offered)
	if len(answer) > 0 || len(unknown) == 0 {
		return answer, ""
	}
	if r.isPointer(unknown[0]) {
		return nil, fmt.Sprintf("%q names none of the choices", unknown[0])
	}
	return unknown[:1], ""
}

// offer sets what a question offers. True and false are no choices but a style.
func (s Schema) offer(r *Reader, offered []option, q *quarry.Question) {
	judges := 0
	for _, one := range offered {
		if _, ok := r.truth(one.text); ok {
			judges++
		}
	}
	if judges == len(offered) {
		q.Style = quarry.StyleTrueFalse
		return
	}
	q.Style = quarry.StyleChoice
	for _, one := range offered {
		q.Choices = append(q.Choices, one.text)
	}
}

// said returns the answer that a record gives in its own words.
func (s Schema) said(r *Reader, record Record) []string {
	for _, name := range s.answers {
		v, ok := valueOf(record, name)
		if !ok {
			continue
		}
		if v.Kind == Boolean && !s.judged && r.promised(name).sure < strong {
			continue // a flag, and no answer
		}
		if answer := r.texts(v); len(answer) > 0 {
			return answer
		}
	}
	return nil
}

// misanswered reports whether a record has an object where others have their
// answer.
func (s Schema) misanswered(record Record) bool {
	return slices.ContainsFunc(record.Fields, func(f Field) bool {
		under, _, nested := strings.Cut(f.Name, pathMark)
		return nested && slices.Contains(s.answers, under) && !slices.Contains(s.answers, f.Name)
	})
}

// explained puts the explanation behind an answer. It answers by itself where
// nothing else does.
func (s Schema) explained(r *Reader, record Record, answer string) string {
	parts := []string{}
	if answer != "" {
		parts = append(parts, answer)
	}
	for _, name := range s.explanations {
		v, ok := valueOf(record, name)
		if !ok {
			continue
		}
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
	source := quarry.Source{Span: record.Span}
	source.Context = append(source.Context, record.Context...)
	left := mostContext
	add := func(text string, at quarry.Span) {
		source.Heading = append(source.Heading, phrase.Short(text))
		if length := size(at); length > 0 && length <= min(longestContext, left) && !record.Span.Contains(at) {
			source.Context = append(source.Context, quarry.Context{Role: quarry.RoleHeading, Span: at})
			left -= length
		}
	}
	for _, heading := range record.Headings {
		add(heading.Text, heading.Span)
	}
	own := 0
	for _, name := range s.headings {
		v, ok := valueOf(record, name)
		if text := strings.Join(r.texts(v), ", "); ok && text != "" && own < mostHeadings {
			add(text, v.Span)
			own++
		}
	}
	return source
}

func size(s quarry.Span) int { return s.ByteEnd - s.ByteStart }
