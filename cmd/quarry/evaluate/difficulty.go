package evaluate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/cmd/quarry/app"
	"github.com/quarrykb/quarry/cmd/quarry/datadir"
	"github.com/quarrykb/quarry/ingest/grading"
	"github.com/quarrykb/quarry/ingest/judged"
	"github.com/quarrykb/quarry/store/sqlite"
)

// Commands is what can be measured. Who names a file or a folder measures
// searches.
type Commands struct {
	Search     evalCommand           `cmd:"" default:"withargs" help:"Measure searches by judged queries (what quarry eval PATH does)."`
	Difficulty evalDifficultyCommand `cmd:"" help:"Measure how well difficulties are estimated, by those that are stated or judged."`
	Answers    evalAnswersCommand    `cmd:"" help:"Measure how answers are judged beside how people judged them."`
	Context    evalContextCommand    `cmd:"" help:"Measure how well it is told which queries are answered, by queries of which that is known."`
	Generated  evalGeneratedCommand  `cmd:"" help:"Count the questions that are made of what is stored, and measure them by judged ones."`
	Facts      evalFactsCommand      `cmd:"" help:"Measure how facts are read of documents of which every statement was judged."`
	Specs      evalSpecsCommand      `cmd:"" help:"Measure how specs are read of data sheets of which every number was judged."`
	Topics     evalTopicsCommand     `cmd:"" help:"Measure which topics entries are given, by documents of which the fitting ones were judged."`
}

type evalDifficultyCommand struct {
	Paths []string `arg:"" optional:"" name:"file" help:"Files of judged entries, in JSON lines; the document of NAME.jsonl stands beside it. Without one, what is stored with a stated difficulty is measured." placeholder:"FILE"`

	JSON bool `help:"Print the figures as JSON."`
}

// Run measures and prints. It writes nothing and may run beside a server.
func (c *evalDifficultyCommand) Run(ctx context.Context, s *app.Session) error {
	d := difficultyReader{grader: grading.New(s.Lexicon)}
	measure := d.stored
	if len(c.Paths) > 0 {
		measure = func(ctx context.Context, s *app.Session) error { return d.judged(ctx, s, c.Paths) }
	}
	if err := measure(ctx, s); err != nil {
		return err
	}
	report := difficultyReport{Evaluation: grading.Evaluate(d.examples), Missed: d.missed}
	return show(s.Out, report, c.JSON)
}

// difficultyReader gathers entries of which is known how hard they are.
type difficultyReader struct {
	grader   *grading.Grader
	examples []grading.Example
	missed   int // judged entries that were not read
}

// add estimates the entries of a document of which is known how hard they are.
func (d *difficultyReader) add(k quarry.Knowledge, known map[quarry.EntryID]quarry.Difficulty) {
	for c, estimated := range d.grader.Estimates(&k) {
		if is, ok := known[c.ID]; ok {
			d.examples = append(d.examples, grading.Example{Case: c, Document: k.Document.Path, Is: is, Estimated: estimated})
		}
	}
}

// stored gathers the entries of the data directory whose source states a difficulty, a
// document at a time.
func (d *difficultyReader) stored(ctx context.Context, s *app.Session) error {
	return s.ReadStore(ctx, func(store *sqlite.Store) error {
		documents := map[quarry.DocumentID]map[quarry.EntryID]quarry.Difficulty{}
		note := func(e quarry.Entry) {
			of := documents[e.Source.DocumentID]
			if of == nil {
				of = map[quarry.EntryID]quarry.Difficulty{}
				documents[e.Source.DocumentID] = of
			}
			of[e.ID] = e.Grade.Difficulty
		}
		stated := quarry.Filter{DifficultySources: []quarry.DifficultySource{quarry.DifficultyStated}}
		if err := eachGraded(ctx, store, stated, note); err != nil {
			return err
		}
		for _, id := range slices.Sorted(maps.Keys(documents)) {
			k := quarry.Knowledge{Document: quarry.Document{Path: string(id)}}
			if err := readGraded(ctx, store, id, &k); err != nil {
				return err
			}
			d.add(k, documents[id])
		}
		return nil
	})
}

func eachGraded(ctx context.Context, store *sqlite.Store, f quarry.Filter, note func(quarry.Entry)) error {
	return errors.Join(
		datadir.Each(ctx, store.Questions, f, func(q quarry.Question) { note(q.Entry()) }),
		datadir.Each(ctx, store.Facts, f, func(f quarry.Fact) { note(f.Entry()) }),
		datadir.Each(ctx, store.Specs, f, func(s quarry.Spec) { note(s.Entry()) }))
}

// readGraded reads what a grader looks at of a document.
func readGraded(ctx context.Context, store *sqlite.Store, id quarry.DocumentID, k *quarry.Knowledge) error {
	of := quarry.Filter{Documents: []string{string(id)}}
	return errors.Join(
		datadir.Each(ctx, store.Questions, of, func(q quarry.Question) {
			if q.Source.DocumentID == id { // and not the leader of one that stands there
				k.Questions = append(k.Questions, q)
			}
		}),
		datadir.Each(ctx, store.Facts, of, func(f quarry.Fact) { k.Facts = append(k.Facts, f) }),
		datadir.Each(ctx, store.Specs, of, func(s quarry.Spec) { k.Specs = append(k.Specs, s) }))
}

// judged gathers the entries that people judged.
func (d *difficultyReader) judged(ctx context.Context, s *app.Session, paths []string) error {
	return readJudged(ctx, s, paths, judged.ReadDifficulties, func(_ string, difficulties []judged.Difficulty, k quarry.Knowledge) {
		known, missed := judged.Match(&k, difficulties)
		d.missed += missed
		d.add(k, known)
	})
}

// difficultyReport is what an evaluation of difficulties says.
type difficultyReport struct {
	grading.Evaluation

	Missed int `json:"missed"` // judged entries that were not read
}

func (r difficultyReport) print(out io.Writer) error {
	if r.Examples == 0 {
		_, err := fmt.Fprintln(out, "no entry is known to be of some difficulty: nothing can be measured")
		return err
	}
	figures := table("figure", "value", "better", "worse", "p")
	figures.Add(row("right", r.Accuracy, "", "", ""))
	for _, one := range []struct {
		name string
		of   grading.Baseline
	}{{"always the most frequent", r.Majority}, {"by length", r.Length}} {
		figures.Add(row(one.name, one.of.Accuracy, one.of.Better, one.of.Worse, fmt.Sprintf("%.4f", one.of.P)))
	}
	figures.Add(row("within one grade", r.WithinOne, "", "", ""))
	figures.Add(row("confidence", r.Confidence, "", "", ""))
	figures.Add(row("Brier", r.Brier, "", "", ""))
	reliability := table("confidence", "entries", "mean", "right")
	for _, bin := range r.Calibration {
		reliability.Add(row(fmt.Sprintf("%.1f to %.1f", bin.From, bin.To), bin.Examples, bin.Confidence, bin.Accuracy))
	}
	_, err := fmt.Fprintf(out, "entries: %d, documents: %d, judged and not read: %d\n", r.Examples, r.Documents, r.Missed)
	if err != nil {
		return err
	}
	return printTables(out, figures, confused("is", "est. ", quarry.Difficulties(), map[quarry.Difficulty]map[quarry.Difficulty]int(r.Confusion)), reliability)
}
