package mcp

import (
	"cmp"
	"encoding/json"
	"fmt"
	"html"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/view"
)

// entryOf writes an entry as a reader needs it.
func entryOf(id string, body json.RawMessage) (*fetched, error) {
	switch id[:1] {
	case "q", "g":
		return written(body, writeQuestion)
	case "f":
		return written(body, writeFact)
	case "s":
		return written(body, writeSpec)
	case "p":
		return written(body, writePassage)
	}
	return written(body, writeConflict)
}

func written[V any](body json.RawMessage, write func(V) *fetched) (*fetched, error) {
	var shown V
	if err := json.Unmarshal(body, &shown); err != nil {
		return nil, err
	}
	return write(shown), nil
}

func writeQuestion(q view.Question) *fetched {
	var text strings.Builder
	fmt.Fprintf(&text, "Question: %s\n", q.Question)
	for _, choice := range q.Choices {
		fmt.Fprintf(&text, "- %s\n", choice)
	}
	if q.Answered {
		fmt.Fprintf(&text, "\nAnswer: %s\n", said(q.Answer))
	} else {
		text.WriteString("\nThe source does not answer it.\n")
	}
	plain := strings.NewReplacer("<mark>", "", "</mark>", "")
	text.WriteString(corrected(q.Corrected))
	for _, best := range q.BestAnswers {
		snippet := html.UnescapeString(plain.Replace(best.Snippet))
		fmt.Fprintf(&text, "\nSeems to answer it: %s (%s): %s\n", best.Title, best.ID, snippet)
	}
	for _, variant := range q.Variants {
		fmt.Fprintf(&text, "\nAlso asked in %s, lines %s: %s\n", variant.Source.Path, linesIn(variant.Source), variant.Question)
		if variant.Answer != nil {
			fmt.Fprintf(&text, "Answer there: %s\n", *variant.Answer)
		}
		text.WriteString(corrected(variant.Corrected))
	}
	shown := newFetched("question", q.Question, text.String(), q.Source).graded(q.Difficulty, q.Topics)
	shown.note("style", q.Style)
	return shown
}

func writeFact(f view.Fact) *fetched {
	var text strings.Builder
	fmt.Fprintf(&text, "%s: %s\n%s", f.Subject, f.Statement, corrected(f.Corrected))
	for _, citation := range f.Citations {
		fmt.Fprintf(&text, "\nIts source cites %s %s", citation.Label, citation.URL)
	}
	return newFetched("fact", f.Subject, text.String(), f.Source).graded(f.Difficulty, f.Topics)
}

func writePassage(p view.Passage) *fetched {
	heading := strings.Join(p.Heading, " › ")
	text := strings.TrimSpace(heading+"\n\n"+p.Text) + "\n" + corrected(p.Corrected)
	return newFetched("passage", heading, text, p.Source).graded(p.Difficulty, p.Topics)
}

func writeSpec(s view.Spec) *fetched {
	var text strings.Builder
	text.WriteString(sentence(s) + "\n" + corrected(s.Corrected))
	if unit := said(s.Value.Unit); unit != "" {
		fmt.Fprintf(&text, "Read as: from %s to %s %s (%s)\n", bound(s.Value.Min), bound(s.Value.Max), unit, s.Value.Qualifier)
	}
	if s.Confidence < 1 {
		fmt.Fprintf(&text, "Confidence that the source states it so: %g\n", s.Confidence)
	}
	for _, note := range s.Notes {
		fmt.Fprintf(&text, "Note: %s\n", note)
	}
	if conflict := said(s.ConflictID); conflict != "" {
		fmt.Fprintf(&text, "Another source disagrees: fetch %s\n", conflict)
	}
	return newFetched("spec", s.Device.Name+": "+s.Attribute.Name, text.String(), s.Source).graded(s.Difficulty, s.Topics)
}

// sentence says what is claimed, under which conditions and where.
func sentence(s view.Spec) string {
	var text strings.Builder
	fmt.Fprintf(&text, "%s, %s: %s", s.Device.Name, s.Attribute.Name, s.Value.Text)
	for _, axis := range slices.Sorted(maps.Keys(s.Conditions)) {
		if value := s.Conditions[axis]; !isUnstated(value) {
			fmt.Fprintf(&text, ", %s %s", axis, value)
		}
	}
	fmt.Fprintf(&text, " (%s, lines %s)", s.Source.Path, linesIn(s.Source))
	if was := saidBefore(s.Corrected); len(was) > 0 {
		fmt.Fprintf(&text, " [corrected; the source says %s]", strings.Join(was, "; "))
	}
	return text.String()
}

// corrected tells, a line each, what people have said of an entry, why, and what its source
// says there.
func corrected(all []view.Correction) string {
	var text strings.Builder
	for _, c := range all {
		done := map[string]string{
			"correct": "Corrected", "hide": "Hidden", "grade": "Graded", "prefer": "Preferred",
		}[c.Action]
		fmt.Fprintf(&text, "\n%s by %s on %s.", done, c.By, c.At.Format(time.DateOnly))
		if was := worded(c.Was); len(was) > 0 {
			fmt.Fprintf(&text, " The source says %s.", strings.Join(was, "; "))
		}
		if note := said(c.Note); note != "" {
			fmt.Fprintf(&text, " Note: %s", note)
		}
		text.WriteString("\n")
	}
	return text.String()
}

// saidBefore returns what a source says where a person has corrected it.
func saidBefore(all []view.Correction) []string {
	var was []string
	for _, c := range all {
		if c.Action == string(quarry.ActionCorrect) {
			was = append(was, worded(c.Was)...)
		}
	}
	return was
}

// worded lists what is said in the fields of an entry.
func worded(w view.Wording) []string {
	var all []string
	for _, field := range []struct{ name, text string }{
		{"", w.Value},
		{"question: ", w.Question},
		{"choices: ", strings.Join(w.Choices, "; ")},
		{"subject: ", w.Subject},
		{"", w.Statement},
		{"", w.Text},
		{"difficulty: ", w.Difficulty},
	} {
		if field.text != "" {
			all = append(all, field.name+field.text)
		}
	}
	if w.Answer != nil {
		all = append(all, "answer: "+cmp.Or(*w.Answer, "none"))
	}
	for _, axis := range slices.Sorted(maps.Keys(w.Conditions)) {
		all = append(all, axis+": "+w.Conditions[axis])
	}
	return all
}

// isUnstated reports whether a condition is none that a source states.
func isUnstated(value string) bool {
	return value == "" || value == quarry.Unstated || value == quarry.NoneCondition
}

func bound(value *float64) string {
	if value == nil {
		return "(open)"
	}
	return fmt.Sprintf("%g", *value)
}

// disagreement is the title of a conflict.
func disagreement(c view.Conflict) string {
	return fmt.Sprintf("Sources disagree on the %s of %s", c.Attribute.Name, c.Device.Name)
}

func writeConflict(c view.Conflict) *fetched {
	var text strings.Builder
	text.WriteString(disagreement(c) + ":\n")
	for _, claim := range c.Claims {
		fmt.Fprintf(&text, "- %s [%s]\n", sentence(claim), claim.ID)
	}
	if c.Ratio != nil {
		fmt.Fprintf(&text, "The greatest is %.3g times the least.\n", *c.Ratio)
	}
	if hint := said(c.Hint); hint != "" {
		fmt.Fprintf(&text, "A likely cause: %s\n", hint)
	}
	for _, related := range c.Related {
		fmt.Fprintf(&text, "Perhaps the same: %s [%s]\n", sentence(related), related.ID)
	}
	return newFetched("conflict", disagreement(c), text.String(), view.Source{})
}
