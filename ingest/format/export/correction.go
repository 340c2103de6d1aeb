package export

import (
	"context"
	"fmt"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
)

// correction is what a line says that a person said of an entry.
type correction struct {
	ID     quarry.EntryID   `json:"id"`
	Kind   quarry.EntryKind `json:"kind"`
	Action quarry.Action    `json:"action"`
	Set    wording          `json:"set"`
	Was    wording          `json:"was"`
	Note   string           `json:"note"`
	By     string           `json:"by"`
	At     time.Time        `json:"at"`
	Title  string           `json:"title"`
	Line   int              `json:"line_start"`
	State  string           `json:"state"`
}

type wording struct {
	Question   string            `json:"question"`
	Answer     *string           `json:"answer"`
	Choices    []string          `json:"choices"`
	Subject    string            `json:"subject"`
	Statement  string            `json:"statement"`
	Text       string            `json:"text"`
	Value      string            `json:"value"`
	Conditions quarry.Conditions `json:"conditions"`
	Difficulty quarry.Difficulty `json:"difficulty"`
}

// correctionsOf reads what people said of a document's entries. What they could not have said
// is left out, and named in the report. Whether one stands is found out by who stores it.
func (r *reader) correctionsOf(ctx context.Context, k *quarry.Knowledge, count int) error {
	if count < 0 || count > ingest.MaxEntries {
		return r.lines.refuse(quarry.KindTooLarge, "more than %d corrections of one document", ingest.MaxEntries)
	}
	refused := 0
	for range count {
		found, err := r.lines.read(ctx)
		if err != nil {
			return err
		}
		if found.Kind != "correction" || found.Correction == nil {
			return r.lines.invalid("a correction of an entry of %q belongs here, not %q", k.Document.Path, found.Kind)
		}
		c, err := r.words.correction(*found.Correction, found.SpanSHA256, k.Document)
		if err == nil {
			k.Corrections = append(k.Corrections, c)
			continue
		}
		if refused++; refused <= mostNamed {
			k.Document.Report.Warnings = append(k.Document.Report.Warnings, fmt.Sprintf(
				"line %d of the export: what was said of %q is left out: %s", r.lines.line, c.ID, quarry.Explain(err).Message))
		}
	}
	return nil
}

func (w words) correction(said correction, bytes string, d quarry.Document) (quarry.Correction, error) {
	c := quarry.Correction{
		EntryRef: quarry.EntryRef{Kind: said.Kind, ID: said.ID}, Action: said.Action,
		Place: quarry.Place{DocumentID: d.ID, Collection: d.Collection, Path: d.Path},
		Note:  said.Note, By: said.By, At: said.At.UTC().Truncate(time.Microsecond), Bytes: bytes,
		Line: said.Line, Title: said.Title, Lapsed: said.State == "lapsed",
	}
	c.Set, c.Was = wordingOf(said.Kind, said.Set), wordingOf(said.Kind, said.Was)
	if c.Set.Value != nil {
		value, normalized, ok := w.lexicon.ReadValue(said.Set.Value)
		if !ok {
			return c, quarry.Errorf(quarry.KindInvalid, "%q is no value", said.Set.Value)
		}
		c.Set.Value, c.Set.Normalized = &value, normalized
	}
	switch {
	case quarry.EntryKindOf(c.ID) != c.Kind || !isName(c.By) || len(c.Title) > longestWord || c.Line < 0:
		return c, quarry.Errorf(quarry.KindInvalid, "it does not say of what, or by whom")
	}
	return c, c.Validate()
}

func wordingOf(kind quarry.EntryKind, said wording) quarry.Wording {
	words := quarry.Wording{
		Text: said.Text, Answer: said.Answer, Choices: said.Choices, Subject: said.Subject, Statement: said.Statement,
		Conditions: said.Conditions, Difficulty: said.Difficulty,
	}
	if kind == quarry.EntryQuestion {
		words.Text = said.Question
	}
	if said.Value != "" {
		words.Value = &quarry.Quantity{Text: said.Value}
	}
	return words
}
