package evaluate

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/cmd/quarry/app"
	"github.com/quarrykb/quarry/cmd/quarry/datadir"
	"github.com/quarrykb/quarry/cmd/quarry/present"
	"github.com/quarrykb/quarry/ingest/derive/grading"
	"github.com/quarrykb/quarry/store/sqlite"
)

// Commands is what can be measured. Who names a file or a folder measures
// searches.
type Commands struct {
	Search     evalCommand           `cmd:"" default:"withargs" help:"Measure searches by judged queries (what quarry eval PATH does)."`
	Difficulty evalDifficultyCommand `cmd:"" help:"Measure how well difficulties can be estimated from those that are stated."`
	Answers    evalAnswersCommand    `cmd:"" help:"Measure how answers are judged beside how people judged them."`
	Context    evalContextCommand    `cmd:"" help:"Measure how well it is told which queries are answered, by queries of which that is known."`
	Specs      evalSpecsCommand      `cmd:"" help:"Measure how specs are read of data sheets of which every number was judged."`
}

type evalDifficultyCommand struct {
	JSON bool `help:"Print the figures as JSON."`
}

// Run measures and prints. It writes nothing and may run beside a server.
func (c *evalDifficultyCommand) Run(ctx context.Context, s *app.Session) error {
	return s.ReadStore(ctx, func(store *sqlite.Store) error {
		// The entries whose difficulty their source states.
		var sample grading.Sample
		stated := quarry.Filter{DifficultySources: []quarry.DifficultySource{quarry.DifficultyStated}}
		err := errors.Join(
			datadir.Each(ctx, store.Questions, stated, func(q quarry.Question) { sample.Add(q.Entry()) }),
			datadir.Each(ctx, store.Facts, stated, func(f quarry.Fact) { sample.Add(f.Entry()) }),
			datadir.Each(ctx, store.Specs, stated, func(s quarry.Spec) { sample.Add(s.Entry()) }))
		if err != nil {
			return err
		}
		evaluation, err := grading.Evaluate(ctx, &sample)
		if err != nil {
			return err
		}
		report := difficultyReport{Evaluation: evaluation}
		report.Notes = report.notes()
		return show(s.Out, report, c.JSON)
	})
}

// difficultyReport is what an evaluation of difficulties says.
type difficultyReport struct {
	grading.Evaluation

	Notes []string `json:"notes"`
}

func (r difficultyReport) print(out io.Writer) error {
	if _, err := fmt.Fprintf(out, "examples: %d, documents: %d, groups: %d\n", r.Examples, r.Documents, r.Groups); err != nil {
		return err
	}
	classes := table("stated", "examples")
	var names []quarry.Difficulty
	for _, stated := range quarry.Difficulties() {
		if r.Classes[stated] > 0 {
			classes.Add(row(stated, r.Classes[stated]))
			names = append(names, stated)
		}
	}
	figures := table("parts are of", "accuracy", "baseline", "p", "better", "worse", "confidence")
	tables := []*present.Columns{classes, figures}
	for _, one := range r.validations() {
		of := one.of
		figures.Add(row(one.parts, of.Accuracy, of.Baseline, fmt.Sprintf("%.4f", of.P), of.Better, of.Worse, of.Confidence.Mean))
		tables = append(tables, confused("by "+one.parts, "est. ", names, of.Confusion))
	}
	if err := printTables(out, tables...); err != nil {
		return err
	}
	_, _ = fmt.Fprintf(out, "\nverdict: %s\n", r.verdict())
	return present.Notes(out, r.Notes)
}

// validation is one way in which the examples were parted.
type validation struct {
	parts string
	of    *grading.Validation
}

func (r difficultyReport) validations() []validation {
	var all []validation
	for _, one := range []validation{{"groups", r.ByGroup}, {"documents", r.ByDocument}} {
		if one.of != nil {
			all = append(all, one)
		}
	}
	return all
}

func (r difficultyReport) verdict() string {
	switch r.Verdict {
	case grading.Better:
		return "estimates beat always saying the most frequent difficulty"
	case grading.NotBetter:
		return "estimates are not significantly better than always saying the most frequent difficulty"
	case grading.TooFew:
		return fmt.Sprintf("nothing can be estimated from fewer than %d examples that differ",
			grading.FewestExamples)
	case grading.OneDifficulty:
		return "nothing can be estimated where only one difficulty is stated"
	default:
		return string(r.Verdict)
	}
}

// notes says what a reader of the figures has to know.
func (r difficultyReport) notes() []string {
	notes := []string{
		"this is measured only: answers show the difficulties that sources state, and no estimates",
	}
	if r.ByGroup != nil && r.ByDocument == nil {
		notes = append(notes, "too few documents hold the examples to tell how estimates would do in another one")
	}
	if r.Examples == grading.MostExamples {
		notes = append(notes, fmt.Sprintf("at most %d examples are looked at", grading.MostExamples))
	}
	for _, one := range r.validations() {
		c := one.of.Confidence
		notes = append(notes,
			fmt.Sprintf("parts of %s: at a confidence of %.2f and above are %d of %d, %.3f of them right, %.3f by the most frequent difficulty",
				one.parts, c.Floor, c.Above, r.Examples, c.Accuracy, c.Baseline))
	}
	return notes
}
