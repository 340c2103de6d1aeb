package evaluate

import (
	"context"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/cmd/quarry/app"
	"github.com/quarrykb/quarry/ingest/judged"
)

type evalFactsCommand struct {
	Paths []string `arg:"" name:"file" help:"Files of judged statements, in JSON lines; the document stands beside each." placeholder:"FILE"`

	Missed bool `short:"v" help:"List every card that was missed, every fact that is none, and every other subject, too."`
	JSON   bool `help:"Print the figures as JSON."`
}

// Help is shown below the flags.
func (*evalFactsCommand) Help() string {
	return `A file has a line for each unit of the document of its name, in their order: line_start,
line_end, text (its first 80 characters), card (whether it makes a good flashcard), why it makes
none (or "ok"), subject of a card, fronts (other subjects that would do), topics, and list where it is all
entries of a list. A field that nothing reads is refused. A fact is of the units on its lines whose words
stand in its bytes, in their order; of a list alone, where it has one. It is right where one is a card, and
is about the same where its subject is one that would do or, without fronts, half of the words of both are
the same. Nothing of the data directory is read or written.`
}

// Run reads the documents, and measures and prints.
func (c *evalFactsCommand) Run(ctx context.Context, s *app.Session) error {
	report := factsReport{Documents: []factsOf{}}
	err := readJudged(ctx, s, c.Paths, judged.ReadStatements, func(file string, all []judged.Unit, k quarry.Knowledge) {
		report.add(file, judged.NewStatements(all), s, k, c.Missed)
	})
	if err != nil {
		return err
	}
	report.Precision, report.Recall, report.SameSubject = report.StatementFigures.Precision(), report.StatementFigures.Recall(), report.SubjectShare()
	return show(s.Out, report, c.JSON)
}

// documentBeside returns the file that a file of judgments is about: of its name but for the
// ending.
func documentBeside(path string) (string, error) {
	found, err := filepath.Glob(strings.TrimSuffix(path, filepath.Ext(path)) + ".*")
	found = slices.DeleteFunc(found, func(one string) bool { return one == filepath.Clean(path) })
	if err != nil || len(found) != 1 {
		return "", quarry.Errorf(quarry.KindNotFound, "beside %s there are %d documents of its name, want one", path, len(found)).Because(err)
	}
	return found[0], nil
}

// factsReport is what a measurement of facts says.
type factsReport struct {
	judged.StatementFigures

	Precision   float64   `json:"precision"`
	Recall      float64   `json:"recall"`
	SameSubject float64   `json:"same_subject"` // share of the right ones
	Documents   []factsOf `json:"documents"`
}

type factsOf struct {
	File string `json:"file"`
	judged.StatementFigures

	Missed   []judged.Unit `json:"missed,omitempty"`
	NoCards  []factLine    `json:"no_cards,omitempty"`
	Subjects []factLine    `json:"other_subjects,omitempty"`
}

// factLine is a fact that is none, or is about something else.
type factLine struct {
	Line      int    `json:"line"`
	Subject   string `json:"subject"`
	Statement string `json:"statement"`
	Is        string `json:"is"` // what was judged: why it is no card, or its subject
}

func (r *factsReport) add(file string, statements *judged.Statements, s *app.Session, k quarry.Knowledge, list bool) { //nolint:revive // a flag of the command is what it is told
	language := s.Lexicon.Language(s.Lexicon.LanguageOf(string(k.Content.Text)))
	figures, stated := statements.Measure(language, k.Content.Text, k.Facts)
	r.Add(figures)
	of := factsOf{File: file, StatementFigures: figures}
	if list {
		of.Missed = statements.Missed(stated)
		for _, one := range stated {
			line := factLine{one.Fact.Source.LineStart, one.Fact.Subject, one.Fact.Statement, "not judged"}
			switch {
			case one.Statement == nil:
				of.NoCards = append(of.NoCards, line)
			case !one.Statement.Card:
				line.Is = one.Statement.Why
				of.NoCards = append(of.NoCards, line)
			case !one.SameSubject:
				line.Is = one.Statement.Subject
				of.Subjects = append(of.Subjects, line)
			}
		}
	}
	r.Documents = append(r.Documents, of)
}

func (r factsReport) print(out io.Writer) error {
	documents := table("document", "units", "cards", "found", "facts", "right", "same subject")
	missed := table("missed", "subject", "text")
	none := table("no card", "is", "subject", "statement")
	others := table("other subject", "judged", "is", "statement")
	for _, d := range r.Documents {
		documents.Add(row(d.File, d.Statements, d.Cards, d.Found, d.Served, d.Right, d.Subject))
		for _, one := range d.Missed {
			missed.Add(row(fmt.Sprintf("%s:%d", d.File, one.LineStart), one.Subject, one.Text))
		}
		for _, one := range d.NoCards {
			none.Add(row(fmt.Sprintf("%s:%d", d.File, one.Line), one.Is, one.Subject, one.Statement))
		}
		for _, one := range d.Subjects {
			others.Add(row(fmt.Sprintf("%s:%d", d.File, one.Line), one.Is, one.Subject, one.Statement))
		}
	}
	documents.Add(row("all", r.Statements, r.Cards, r.Found, r.Served, r.Right, r.Subject))
	if err := documents.Print(out); err != nil {
		return err
	}
	figures := table("figure", "value", "of")
	figures.Add(row("precision", r.Precision, fmt.Sprintf("%d of %d", r.Right, r.Served-r.Unjudged)))
	figures.Add(row("recall", r.Recall, fmt.Sprintf("%d of %d", r.Found, r.Cards)))
	figures.Add(row("same subject", r.SameSubject, fmt.Sprintf("%d of %d", r.Subject, r.Right)))
	wrong := table("wrong", "facts")
	for _, why := range slices.Sorted(maps.Keys(r.Wrong)) {
		wrong.Add(row(why, r.Wrong[why]))
	}
	return printTables(out, figures, wrong, none, missed, others)
}
