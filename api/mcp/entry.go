package mcp

import (
	"encoding/json"
	"fmt"
	"html"
	"maps"
	"slices"
	"strings"
)

// variantView is another wording of a question.
type variantView struct {
	Question string  `json:"question"`
	Answer   *string `json:"answer"`
	Source   source  `json:"source"`
}

// bestAnswerView is what seems to answer a question that its source does not.
type bestAnswerView struct {
	ID      string `json:"id"`
	Title   string `json:"title"`
	Snippet string `json:"snippet"`
}

// entryOf writes an entry as a reader needs it.
func (s *Server) entryOf(id string, body json.RawMessage) (*fetched, error) {
	write := map[string]func(json.RawMessage) (*fetched, error){
		"q": writeQuestion, "f": writeFact, "s": writeSpec, "p": writePassage, "c": writeConflict,
	}
	return write[id[:1]](body)
}

// graded are the fields that all entries have.
type graded struct {
	Difficulty *string  `json:"difficulty"`
	Topics     []string `json:"topics"`
	Source     source   `json:"source"`
}

func (g graded) note(f *fetched, kind string) {
	f.note("difficulty", said(g.Difficulty))
	f.note("topics", strings.Join(g.Topics, ", "))
	f.from(kind, g.Source)
}

func writeQuestion(body json.RawMessage) (*fetched, error) {
	var view questionView
	if err := json.Unmarshal(body, &view); err != nil {
		return nil, err
	}
	var text strings.Builder
	fmt.Fprintf(&text, "Question: %s\n", view.Question)
	for _, choice := range view.Choices {
		fmt.Fprintf(&text, "- %s\n", choice)
	}
	if view.Answered {
		fmt.Fprintf(&text, "\nAnswer: %s\n", said(view.Answer))
	} else {
		text.WriteString("\nThe source does not answer it.\n")
	}
	for _, best := range view.BestAnswers {
		fmt.Fprintf(&text, "\nSeems to answer it: %s (%s): %s\n", best.Title, best.ID, unmarked(best.Snippet))
	}
	for _, variant := range view.Variants {
		fmt.Fprintf(&text, "\nAlso asked in %s, lines %s: %s\n", variant.Source.Path, variant.Source.lines(), variant.Question)
		if variant.Answer != nil {
			fmt.Fprintf(&text, "Answer there: %s\n", *variant.Answer)
		}
	}
	shown := &fetched{Title: titleOf(view.Question, view.Source), Text: text.String()}
	graded{view.Difficulty, view.Topics, view.Source}.note(shown, "question")
	shown.note("style", view.Style)
	return shown, nil
}

// unmarked returns a snippet as plain text.
func unmarked(snippet string) string {
	return html.UnescapeString(strings.NewReplacer("<mark>", "", "</mark>", "").Replace(snippet))
}

func writeFact(body json.RawMessage) (*fetched, error) {
	var view struct {
		graded

		Subject   string `json:"subject"`
		Statement string `json:"statement"`
		Citations []struct {
			URL   string `json:"url"`
			Label string `json:"label"`
		} `json:"citations"`
	}
	if err := json.Unmarshal(body, &view); err != nil {
		return nil, err
	}
	var text strings.Builder
	fmt.Fprintf(&text, "%s: %s\n", view.Subject, view.Statement)
	for _, citation := range view.Citations {
		fmt.Fprintf(&text, "\nIts source cites %s %s", citation.Label, citation.URL)
	}
	shown := &fetched{Title: titleOf(view.Subject, view.Source), Text: text.String()}
	view.note(shown, "fact")
	return shown, nil
}

func writePassage(body json.RawMessage) (*fetched, error) {
	var view struct {
		graded

		Heading []string `json:"heading"`
		Text    string   `json:"text"`
	}
	if err := json.Unmarshal(body, &view); err != nil {
		return nil, err
	}
	heading := strings.Join(view.Heading, " › ")
	shown := &fetched{Title: titleOf(heading, view.Source), Text: strings.TrimSpace(heading + "\n\n" + view.Text)}
	view.note(shown, "passage")
	return shown, nil
}

func writeSpec(body json.RawMessage) (*fetched, error) {
	var view specView
	if err := json.Unmarshal(body, &view); err != nil {
		return nil, err
	}
	var text strings.Builder
	text.WriteString(view.sentence() + "\n")
	if unit := said(view.Value.Unit); unit != "" {
		fmt.Fprintf(&text, "Read as: from %s to %s %s (%s)\n", bound(view.Value.Min), bound(view.Value.Max), unit, view.Value.Qualifier)
	}
	if view.Confidence < 1 {
		fmt.Fprintf(&text, "Confidence that the source states it so: %g\n", view.Confidence)
	}
	for _, note := range view.Notes {
		fmt.Fprintf(&text, "Note: %s\n", note)
	}
	if conflict := said(view.ConflictID); conflict != "" {
		fmt.Fprintf(&text, "Another source disagrees: fetch %s\n", conflict)
	}
	shown := &fetched{Title: titleOf(view.Device.Name+": "+view.Attribute.Name, view.Source), Text: text.String()}
	graded{view.Difficulty, view.Topics, view.Source}.note(shown, "spec")
	return shown, nil
}

// sentence says what is claimed, under which conditions and where.
func (v specView) sentence() string {
	var text strings.Builder
	fmt.Fprintf(&text, "%s, %s: %s", v.Device.Name, v.Attribute.Name, v.Value.Text)
	conditions := stated(v.Conditions)
	for _, axis := range slices.Sorted(maps.Keys(conditions)) {
		fmt.Fprintf(&text, ", %s %s", axis, conditions[axis])
	}
	fmt.Fprintf(&text, " (%s, lines %s)", v.Source.Path, v.Source.lines())
	return text.String()
}

func bound(value *float64) string {
	if value == nil {
		return "(open)"
	}
	return fmt.Sprintf("%g", *value)
}

// conflictView is a conflict as the routes show it.
type conflictView struct {
	ID     string `json:"id"`
	Device struct {
		Name string `json:"name"`
	} `json:"device"`
	Attribute struct {
		Name string `json:"name"`
	} `json:"attribute"`
	Claims     []specView `json:"claims"`
	ClaimCount int        `json:"claim_count"`
	Ratio      *float64   `json:"ratio"`
	Hint       *string    `json:"hint"`
	Related    []specView `json:"related"`
}

func (v conflictView) title() string {
	return fmt.Sprintf("Sources disagree on the %s of %s", v.Attribute.Name, v.Device.Name)
}

func writeConflict(body json.RawMessage) (*fetched, error) {
	var view conflictView
	if err := json.Unmarshal(body, &view); err != nil {
		return nil, err
	}
	var text strings.Builder
	text.WriteString(view.title() + ":\n")
	for _, claim := range view.Claims {
		fmt.Fprintf(&text, "- %s [%s]\n", claim.sentence(), claim.ID)
	}
	if view.Ratio != nil {
		fmt.Fprintf(&text, "The greatest is %.3g times the least.\n", *view.Ratio)
	}
	if hint := said(view.Hint); hint != "" {
		fmt.Fprintf(&text, "A likely cause: %s\n", hint)
	}
	for _, related := range view.Related {
		fmt.Fprintf(&text, "Perhaps the same: %s [%s]\n", related.sentence(), related.ID)
	}
	shown := &fetched{Title: cut(view.title(), longestTitle, "…"), Text: text.String()}
	shown.from("conflict", source{})
	return shown, nil
}
