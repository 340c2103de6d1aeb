package evaluate

import (
	"context"
	"errors"
	"fmt"
	"io"
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
		missing, err := notStored(ctx, from, queries)
		if err != nil {
			return err
		}
		return c.measure(ctx, s, storedAsker{from}, queries, searchReport{Notes: noteMissing(missing)})
	})
}

// collection measures over the documents of a folder, in a knowledge base that
// lasts as long as this.
func (c *evalCommand) collection(ctx context.Context, s *app.Session) error {
	queries, err := eval.ReadCollection(os.DirFS(c.Path), c.Split)
	if err != nil {
		return err
	}
	err = s.Apart(func(apart *app.Session) (err error) {
		opened, err := apart.Open(ctx)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, opened.Close()) }()
		shelf := &shelf{store: opened.Store}
		if err := shelf.fill(ctx, s, filepath.Join(c.Path, eval.CorpusFile)); err != nil {
			return err
		}
		if _, err := opened.CatchUpShown(ctx, app.DisplaysOn(s.Err, "auto")); err != nil {
			return err
		}
		report := searchReport{Documents: len(shelf.known), Notes: noteMissing(shelf.missing(queries))}
		return c.measure(ctx, s, collectionAsker{searcher: opened.Searcher, names: shelf.names}, queries, report)
	})
	if errors.Is(err, context.Canceled) {
		return &present.InterruptedError{Done: "nothing was kept"}
	}
	return err
}

// measure asks, and prints what came of it.
func (c *evalCommand) measure(
	ctx context.Context, s *app.Session, from eval.Asker, queries []eval.Query, report searchReport,
) error {
	plain, err := evaluate(ctx, s, from, eval.Plan{Queries: queries, Modes: c.modes()})
	if err != nil {
		return err
	}
	var hasty eval.Result
	if c.Typos {
		plan := eval.Plan{Queries: eval.WithTypos(queries)}
		for _, mode := range plain.Modes {
			plan.Modes = append(plan.Modes, mode.Mode)
		}
		if hasty, err = evaluate(ctx, s, from, plan); err != nil {
			return err
		}
	}
	report.Queries, report.Modes, report.Typos = len(queries), means(plain), means(hasty)
	report.Comparisons = append([]eval.Comparison{}, plain.Comparisons...)
	report.Notes = append(report.Notes, notesOf(queries, plain, hasty)...)
	if c.Each {
		report.Each = each(queries, plain)
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

// comparedModes are all modes in the order in which figures are compared: what is built of
// others comes behind them.
func comparedModes() []quarry.Mode {
	return []quarry.Mode{quarry.ModeLexical, quarry.ModeSemantic, quarry.ModeHybrid}
}

// modes returns what is measured.
func (c *evalCommand) modes() []quarry.Mode {
	return slices.DeleteFunc(comparedModes(), func(mode quarry.Mode) bool {
		return !slices.Contains(c.Mode, string(mode))
	})
}

// noteMissing says that judged documents are not there.
func noteMissing(missing []string) []string {
	if len(missing) == 0 {
		return []string{}
	}
	return []string{
		fmt.Sprintf("judged documents that are not there, which no search finds: %d, such as %q", len(missing),
			slices.Min(missing)),
	}
}

// searchReport is what an evaluation of searches says.
type searchReport struct {
	Modes       scoresByMode      `json:"modes"`
	Typos       scoresByMode      `json:"typos,omitempty"` // of the same modes, asked with typos
	Comparisons []eval.Comparison `json:"comparisons"`
	Queries     int               `json:"queries"`
	Documents   int               `json:"documents,omitempty"` // of a collection
	Each        []eachQuery       `json:"each,omitempty"`
	Notes       []string          `json:"notes"`
}

// scoresByMode is what each mode that answered scored.
type scoresByMode map[quarry.Mode]eval.Scores

// eachQuery is how well one query was answered.
type eachQuery struct {
	ID    string       `json:"id"`
	Query string       `json:"query"`
	Modes scoresByMode `json:"modes"`
}

func means(r eval.Result) scoresByMode {
	scores := make(scoresByMode)
	for _, mode := range r.Modes {
		scores[mode.Mode] = mode.Mean
	}
	return scores
}

func each(queries []eval.Query, r eval.Result) []eachQuery {
	all := make([]eachQuery, len(queries))
	for i, query := range queries {
		all[i] = eachQuery{ID: query.ID, Query: query.Text, Modes: make(scoresByMode)}
		for _, mode := range r.Modes {
			all[i].Modes[mode.Mode] = mode.Each[i]
		}
	}
	return all
}

// notesOf says what a reader of the figures has to know.
func notesOf(queries []eval.Query, plain, hasty eval.Result) []string {
	var notes []string
	for _, left := range slices.Concat(plain.LeftOut, hasty.LeftOut) {
		notes = append(notes, fmt.Sprintf("%s is left out: %s", left.Mode, left.Reason))
	}
	for _, mode := range plain.Modes {
		if mode.Mute > 0 {
			notes = append(notes, fmt.Sprintf("queries for which %s finds nothing: %d", mode.Mode, mode.Mute))
		}
	}
	hopeless := 0 // nothing can score for them
	for _, query := range queries {
		if !slices.ContainsFunc(query.Relevant, func(judged eval.Judgement) bool { return judged.Grade > 0 }) {
			hopeless++
		}
	}
	if hopeless > 0 {
		notes = append(notes, fmt.Sprintf("queries to which nothing is relevant, so that they count as 0: %d",
			hopeless))
	}
	return notes
}

func (r searchReport) print(out io.Writer) error {
	about := fmt.Sprintf("queries: %d", r.Queries)
	if r.Documents > 0 {
		about += fmt.Sprintf(", documents: %d", r.Documents)
	}
	if _, err := fmt.Fprintln(out, about); err != nil {
		return err
	}
	differences := table("difference", "nDCG@10", "p", "better", "worse", "alike")
	for _, c := range r.Comparisons {
		differences.Add(row(fmt.Sprintf("%s - %s", c.Modes[0], c.Modes[1]), fmt.Sprintf("%+.3f", c.Mean),
			fmt.Sprintf("%.4f", c.P), c.Better, c.Worse, r.Queries-c.Better-c.Worse))
	}
	perQuery := table("query") // with its nDCG in each mode
	modes := slices.DeleteFunc(comparedModes(), func(mode quarry.Mode) bool { _, is := r.Modes[mode]; return !is })
	for _, mode := range modes {
		perQuery.Head = append(perQuery.Head, string(mode))
	}
	perQuery.Head = append(perQuery.Head, "text")
	for _, one := range r.Each {
		cells := row(one.ID)
		for _, mode := range modes {
			cells = append(cells, figure(one.Modes[mode].NDCG))
		}
		perQuery.Add(append(cells, one.Query))
	}
	if err := printTables(out, r.Modes.table("mode"), r.Typos.table("with typos"), differences, perQuery); err != nil {
		return err
	}
	if len(r.Notes) > 0 {
		_, _ = fmt.Fprintln(out)
	}
	return present.Notes(out, r.Notes)
}

func (scores scoresByMode) table(title string) *present.Columns {
	shown := table(title, "nDCG@10", "MRR@10", "recall@10")
	for _, mode := range comparedModes() {
		if mean, is := scores[mode]; is {
			shown.Add(row(mode, mean.NDCG, mean.MRR, mean.Recall))
		}
	}
	return shown
}
