package evaluate

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/cmd/quarry/app"
	"github.com/quarrykb/quarry/cmd/quarry/present"
	"github.com/quarrykb/quarry/search/eval"
)

type evalCommand struct {
	Path string `arg:"" help:"A file of judged queries over what is stored, or a folder in BEIR's layout: corpus.jsonl, queries.jsonl, and qrels.tsv or qrels/SPLIT.tsv."`

	Mode  []string `help:"Modes to measure: lexical, semantic, hybrid." enum:"lexical,semantic,hybrid" default:"lexical,semantic,hybrid" placeholder:"MODE"`
	Typos bool     `help:"Ask each query once more, with a letter lost from its longest word."`
	Split string   `help:"Which judgements of a folder count (${default})." default:"test" placeholder:"NAME"`
	Each  bool     `help:"Show how well each query was answered, too."`
	JSON  bool     `help:"Print the figures as JSON."`
}

// Run measures and prints. Where hits come from a folder of its own, nothing of
// the data directory is read or written.
func (c *evalCommand) Run(ctx context.Context, s *app.Session) error {
	info, err := os.Stat(c.Path)
	if err != nil {
		return quarry.Errorf(quarry.KindNotFound, "%s cannot be read: %v", c.Path, err).Because(err)
	}
	if info.IsDir() {
		return c.collection(ctx, s)
	}
	return c.judged(ctx, s)
}

// judged measures over what is stored.
func (c *evalCommand) judged(ctx context.Context, s *app.Session) error {
	queries, err := readFile(c.Path, eval.ReadJudged)
	if err != nil {
		return err
	}
	return s.Ask(ctx, app.NeedIndex, func(from *app.Client) error {
		report := &evalReport{queries: queries, each: c.Each}
		if report.notes, err = noteUnknown(ctx, s, from, queries); err != nil {
			return err
		}
		return c.measure(ctx, s, storedAsker{from}, report)
	})
}

// collection measures over the documents of a folder, in a knowledge base that
// lasts as long as this.
func (c *evalCommand) collection(ctx context.Context, s *app.Session) (err error) {
	queries, err := eval.ReadCollection(os.DirFS(c.Path), c.Split)
	if err != nil {
		return err
	}
	data, err := os.MkdirTemp("", "quarry-eval-")
	if err != nil {
		return quarry.Errorf(quarry.KindUnavailable, "cannot make a temporary directory: %v", err).Because(err)
	}
	defer func() {
		err = errors.Join(err, os.RemoveAll(data))
		if errors.Is(err, context.Canceled) {
			err = &present.InterruptedError{Done: "nothing was kept"}
		}
	}()
	apart := *s
	apart.Data = data
	return c.measureApart(ctx, &apart, queries)
}

func (c *evalCommand) measureApart(ctx context.Context, s *app.Session, queries []eval.Query) (err error) {
	opened, err := s.Open(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, opened.Close()) }()
	shelf := &shelf{store: opened.Store}
	if err := shelf.fill(ctx, s, filepath.Join(c.Path, eval.CorpusFile)); err != nil {
		return err
	}
	if err := shelf.catchUp(ctx, s, opened); err != nil {
		return err
	}
	report := &evalReport{queries: queries, documents: shelf.documents, each: c.Each, notes: shelf.noteUnknown(queries)}
	return c.measure(ctx, s, collectionAsker{searcher: opened.Searcher, names: shelf.names}, report)
}

// measure asks, and prints what came of it.
func (c *evalCommand) measure(ctx context.Context, s *app.Session, from eval.Asker, report *evalReport) error {
	result, err := evaluate(ctx, s, from, eval.Plan{Queries: report.queries, Modes: c.modes()})
	if err != nil {
		return err
	}
	report.Result = result
	if c.Typos {
		plan := eval.Plan{Queries: eval.WithTypos(report.queries), Modes: report.measured()}
		if report.typos, err = evaluate(ctx, s, from, plan); err != nil {
			return err
		}
	}
	return show(s.Out, report, c.JSON)
}

// evaluate runs a plan and shows how far it is.
func evaluate(ctx context.Context, s *app.Session, from eval.Asker, plan eval.Plan) (eval.Result, error) {
	shown := present.NewSteps(s.Err, "auto", "asking")
	defer shown.End()
	plan.Told = shown.Show
	return eval.Run(ctx, from, plan)
}

// modes returns what is measured, in the order in which figures are compared:
// what is built of others comes behind them.
func (c *evalCommand) modes() []quarry.Mode {
	var modes []quarry.Mode
	for _, mode := range []quarry.Mode{quarry.ModeLexical, quarry.ModeSemantic, quarry.ModeHybrid} {
		if slices.Contains(c.Mode, string(mode)) {
			modes = append(modes, mode)
		}
	}
	return modes
}

// noteMissing says that judged documents are not there.
func noteMissing(missing []string) []string {
	if len(missing) == 0 {
		return nil
	}
	slices.Sort(missing)
	return []string{fmt.Sprintf("judged documents that are not there, which no search finds: %d, such as %q", len(missing), missing[0])}
}
