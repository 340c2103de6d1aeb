package lookup

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/view"
	"github.com/quarrykb/quarry/cmd/quarry/app"
	"github.com/quarrykb/quarry/cmd/quarry/present"
)

// Correct is quarry correct.
type Correct struct {
	ID string `arg:"" help:"The id of a question, a fact, a spec or a passage."`

	Question  string            `help:"What a question asks." placeholder:"TEXT"`
	Answer    *string           `help:"The answer of a question; empty for none." placeholder:"TEXT"`
	Choice    []string          `help:"What a question offers; once for each." placeholder:"TEXT" sep:"none"`
	Subject   string            `help:"What a fact is about." placeholder:"TEXT"`
	Statement string            `help:"What a fact says." placeholder:"TEXT"`
	Text      string            `help:"The text of a passage." placeholder:"TEXT"`
	Value     string            `help:"The value of a spec, with its unit." placeholder:"VALUE"`
	Condition map[string]string `help:"What the value of a spec depends on." placeholder:"AXIS=VALUE" mapsep:"none"`

	Difficulty string `help:"Grade it: easy, medium or hard." enum:",easy,medium,hard" default:"" placeholder:"GRADE"`
	Hide       bool   `help:"Take it out of everything but quarry corrections."`
	Prefer     bool   `help:"Name a spec the best of those that claim the same."`
	Undo       bool   `help:"Take back what was said of it."`
	Only       string `help:"Take back this alone, with --undo: correct, hide, grade or prefer." enum:",correct,hide,grade,prefer" default:"" placeholder:"ACTION"`
	Note       string `help:"Why, for who reads it later." placeholder:"TEXT"`
	JSON       bool   `help:"Print the API's answers, one a line."`
}

// Help says what becomes of what the source says.
func (*Correct) Help() string {
	return `What the source says is kept beside it and comes back with --undo. What was corrected before
and is not named again stays corrected; what is printed is all that the correction holds
now. An answer may name an option by its letter. A correction stands
while the bytes of the entry do, whenever its document is read again; until they are back
it has lapsed, as quarry corrections shows. To delete a document is another matter.`
}

// Run asks the server beside it, or writes to the database itself.
func (c *Correct) Run(ctx context.Context, s *app.Session) error {
	said, err := c.said()
	if err != nil {
		return err
	}
	return s.Ask(ctx, app.NeedWriting, func(to *app.Client) error {
		path := "/v1/corrections/" + url.PathEscape(c.ID)
		if c.Undo {
			return c.undo(ctx, s, to, path)
		}
		for _, one := range said {
			if one.Action == string(quarry.ActionCorrect) {
				if one, err = c.withStanding(ctx, to, one); err != nil {
					return err
				}
			}
			var made view.Correction
			body, err := to.Put(ctx, path, one, &made)
			if err != nil {
				return err
			}
			if err := c.print(s.Out, body, "said of", made); err != nil {
				return err
			}
		}
		return nil
	})
}

// withStanding returns a correction with what stands corrected of the entry already and is not
// said anew: over the API a correction takes the place of the one before.
func (c *Correct) withStanding(
	ctx context.Context, from *app.Client, said view.CorrectionRequest,
) (view.CorrectionRequest, error) {
	var before view.List[view.Correction]
	if _, err := from.Get(ctx, "/v1/corrections", url.Values{"entry": {c.ID}, "lapsed": {"false"}}, &before); err != nil {
		return said, err
	}
	for _, one := range before.Items {
		if one.Action != said.Action {
			continue
		}
		written, err := json.Marshal(said.Wording)
		if err == nil {
			err = json.Unmarshal(written, &one.Set)
		}
		if err != nil {
			return said, fmt.Errorf("put the corrections of %s together: %w", c.ID, err)
		}
		said.Wording = one.Set
		if said.Note == "" && one.Note != nil {
			said.Note = *one.Note
		}
	}
	return said, nil
}

// said returns what is said of the entry, a request for each action.
func (c *Correct) said() ([]view.CorrectionRequest, error) {
	words := view.Wording{
		Question: c.Question, Answer: c.Answer, Choices: c.Choice, Subject: c.Subject, Statement: c.Statement,
		Text: c.Text, Value: c.Value, Conditions: c.Condition,
	}
	var said []view.CorrectionRequest
	add := func(action quarry.Action, words view.Wording) {
		said = append(said, view.CorrectionRequest{Action: string(action), Note: c.Note, Wording: words})
	}
	if isSaid(words) {
		add(quarry.ActionCorrect, words)
	}
	if c.Difficulty != "" {
		add(quarry.ActionGrade, view.Wording{Difficulty: c.Difficulty})
	}
	if c.Hide {
		add(quarry.ActionHide, view.Wording{})
	}
	if c.Prefer {
		add(quarry.ActionPrefer, view.Wording{})
	}
	switch {
	case c.Undo && (len(said) > 0 || c.Note != ""):
		return nil, quarry.Errorf(quarry.KindInvalid, "--undo goes alone or with --only: it says nothing, and keeps no note")
	case !c.Undo && c.Only != "":
		return nil, quarry.Errorf(quarry.KindInvalid, "--only goes with --undo")
	case !c.Undo && len(said) == 0:
		return nil, quarry.Errorf(quarry.KindInvalid, "nothing is said of %s: see quarry correct --help", c.ID)
	}
	return said, nil
}

func isSaid(words view.Wording) bool {
	written, err := json.Marshal(words)
	return err == nil && string(written) != "{}"
}

func (c *Correct) undo(ctx context.Context, s *app.Session, to *app.Client, path string) error {
	if c.Only != "" {
		path += "?action=" + c.Only
	}
	var gone view.List[view.Correction]
	body, err := to.Delete(ctx, path, &gone)
	if err == nil && c.JSON {
		return present.Raw(s.Out, body)
	}
	for _, one := range gone.Items {
		if err == nil {
			err = c.print(s.Out, body, "taken back of", one)
		}
	}
	return err
}

func (c *Correct) print(out io.Writer, body []byte, what string, one view.Correction) error {
	if c.JSON {
		return present.Raw(out, body)
	}
	_, err := fmt.Fprintf(out, "%s %s: %s  %s\n", what, one.ID, present.OneLine(told(one)), placeOf(one))
	return err
}

// told says what was done: "statement: … (source: …)".
func told(one view.Correction) string {
	if !isSaid(one.Set) {
		return one.Action
	}
	set, was := fieldsOf(one.Set), fieldsOf(one.Was)
	var parts []string
	for _, field := range slices.Sorted(maps.Keys(set)) {
		parts = append(parts, fmt.Sprintf("%s: %s (source: %s)", field, cmp.Or(set[field], "none"), cmp.Or(was[field], "none")))
	}
	return strings.Join(parts, "; ")
}

// fieldsOf writes down what is said, by the name of the field.
func fieldsOf(words view.Wording) map[string]string {
	fields := map[string]string{
		"question": words.Question, "subject": words.Subject, "statement": words.Statement, "text": words.Text,
		"value": words.Value, "difficulty": words.Difficulty, "choices": strings.Join(words.Choices, " / "),
	}
	maps.Copy(fields, words.Conditions)
	maps.DeleteFunc(fields, func(_, said string) bool { return said == "" })
	if words.Answer != nil {
		fields["answer"] = *words.Answer
	}
	return fields
}

func placeOf(one view.Correction) string {
	return fmt.Sprintf("%s:%d", present.Printable(one.Path), one.LineStart)
}

// Corrections is quarry corrections.
type Corrections struct {
	Lapsed bool `help:"Those alone of which nothing comes, as their entries are gone or were read from other bytes."`
	Limit  int  `help:"Most corrections; 0 for all." default:"100" short:"n"`
	JSON   bool `help:"Print the API's answer."`
}

// Run asks the server beside it, or the database itself.
func (c *Corrections) Run(ctx context.Context, s *app.Session) error {
	return s.Ask(ctx, app.NeedStore, func(from *app.Client) error {
		words := map[string]string{}
		if c.Lapsed {
			words["lapsed"] = "true"
		}
		return showList(ctx, s, from, app.Listing{Path: "/v1/corrections", Query: parameters(words, nil), Most: c.Limit},
			shown[view.Correction]{
				json: c.JSON, more: moreByLimit,
				none: func([]string) error {
					return quarry.Errorf(quarry.KindNotFound, "there are no such corrections")
				},
				list: func(found view.List[view.Correction]) error {
					table := present.Columns{Head: []string{"ID", "ACTION", "STATE", "BY", "ON", "TITLE", "SOURCE"}}
					for _, one := range found.Items {
						var below []string
						if isSaid(one.Set) {
							below = append(below, told(one))
						}
						if one.Note != nil {
							below = append(below, *one.Note)
						}
						table.Add([]string{
							one.ID, one.Action, one.State, one.By, one.At.Format(time.DateOnly), one.Title, placeOf(one),
						}, below...)
					}
					return table.Print(s.Out)
				},
			})
	})
}
