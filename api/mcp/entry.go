package mcp

import (
	"encoding/json"
	"fmt"
	"html"
	"maps"
	"slices"
	"strings"

	"github.com/quarrykb/quarry/api/view"
)

// entryOf writes an entry as a reader needs it.
func entryOf(id string, body json.RawMessage) (*fetched, error) {
	switch id[:1] {
	case "q":
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
	for _, best := range q.BestAnswers {
		snippet := html.UnescapeString(plain.Replace(best.Snippet))
		fmt.Fprintf(&text, "\nSeems to answer it: %s (%s): %s\n", best.Title, best.ID, snippet)
	}
	for _, variant := range q.Variants {
		fmt.Fprintf(&text, "\nAlso asked in %s, lines %s: %s\n", variant.Source.Path, linesIn(variant.Source), variant.Question)
		if variant.Answer != nil {
			fmt.Fprintf(&text, "Answer there: %s\n", *variant.Answer)
		}
	}
	shown := newFetched("question", q.Question, text.String(), q.Source).graded(q.Difficulty, q.Topics)
	shown.note("style", q.Style)
	return shown
}

func writeFact(f view.Fact) *fetched {
	var text strings.Builder
	fmt.Fprintf(&text, "%s: %s\n", f.Subject, f.Statement)
	for _, citation := range f.Citations {
		fmt.Fprintf(&text, "\nIts source cites %s %s", citation.Label, citation.URL)
	}
	return newFetched("fact", f.Subject, text.String(), f.Source).graded(f.Difficulty, f.Topics)
}

func writePassage(p view.Passage) *fetched {
	heading := strings.Join(p.Heading, " › ")
	text := strings.TrimSpace(heading + "\n\n" + p.Text)
	return newFetched("passage", heading, text, p.Source).graded(p.Difficulty, p.Topics)
}

func writeSpec(s view.Spec) *fetched {
	var text strings.Builder
	text.WriteString(sentence(s) + "\n")
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
	conditions := stated(s.Conditions)
	for _, axis := range slices.Sorted(maps.Keys(conditions)) {
		fmt.Fprintf(&text, ", %s %s", axis, conditions[axis])
	}
	fmt.Fprintf(&text, " (%s, lines %s)", s.Source.Path, linesIn(s.Source))
	return text.String()
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
