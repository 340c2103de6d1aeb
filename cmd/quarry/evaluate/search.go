package evaluate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"

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
		if report.notes, err = noteUnknown(ctx, from, queries); err != nil {
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
	opened, err := apart.Open(ctx)
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
	report := &evalReport{
		queries: queries, documents: shelf.documents, each: c.Each, notes: shelf.noteUnknown(queries),
	}
	return c.measure(ctx, s, collectionAsker{searcher: opened.Searcher, names: shelf.names}, report)
}

// measure asks, and prints what came of it.
func (c *evalCommand) measure(
	ctx context.Context, s *app.Session, from eval.Asker, report *evalReport,
) error {
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
	return []string{
		fmt.Sprintf("judged documents that are not there, which no search finds: %d, such as %q", len(missing),
			missing[0]),
	}
}

// evalReport is what an evaluation says.
type evalReport struct {
	eval.Result

	typos     eval.Result // the same modes, asked with typos; empty if it is not wanted
	queries   []eval.Query
	documents int // of a collection
	each      bool
	notes     []string
}

// evalView is a report as JSON.
type evalView struct {
	Modes       scoresByMode     `json:"modes"`
	Typos       scoresByMode     `json:"typos,omitempty"`
	Comparisons []comparisonView `json:"comparisons"`
	Queries     int              `json:"queries"`
	Documents   int              `json:"documents,omitempty"`
	Each        []eachView       `json:"each,omitempty"`
	Notes       []string         `json:"notes"`
}

// scoresByMode is what each mode that answered scored.
type scoresByMode map[string]scoresView

type scoresView struct {
	NDCG   float64 `json:"ndcg@10"`
	MRR    float64 `json:"mrr@10"`
	Recall float64 `json:"recall@10"`
}

// comparisonView says by how much the first mode's nDCG is above the second's,
// and how likely that is by accident.
type comparisonView struct {
	Modes      [2]quarry.Mode `json:"modes"`
	Difference float64        `json:"ndcg@10"`
	P          float64        `json:"p"`
	Better     int            `json:"better"`
	Worse      int            `json:"worse"`
}

type eachView struct {
	ID    string       `json:"id"`
	Query string       `json:"query"`
	Modes scoresByMode `json:"modes"`
}

func (r *evalReport) view() any {
	view := evalView{
		Modes: viewMeans(r.Result), Typos: viewMeans(r.typos), Comparisons: []comparisonView{},
		Notes: r.allNotes(), Queries: len(r.queries), Documents: r.documents,
	}
	for _, c := range r.Comparisons {
		view.Comparisons = append(view.Comparisons, comparisonView{
			Modes: [2]quarry.Mode{c.Mode, c.With}, Difference: c.Mean, P: c.P, Better: c.Better, Worse: c.Worse,
		})
	}
	if r.each {
		view.Each = make([]eachView, len(r.queries))
		for i, query := range r.queries {
			view.Each[i] = eachView{ID: query.ID, Query: query.Text, Modes: scoresByMode{}}
			for _, mode := range r.Modes {
				view.Each[i].Modes[string(mode.Mode)] = scoresView(mode.Each[i])
			}
		}
	}
	return view
}

func viewMeans(r eval.Result) scoresByMode {
	means := scoresByMode{}
	for _, mode := range r.Modes {
		means[string(mode.Mode)] = scoresView(mode.Mean)
	}
	return means
}

// measured returns the modes that answered.
func (r *evalReport) measured() []quarry.Mode {
	modes := make([]quarry.Mode, len(r.Modes))
	for i, mode := range r.Modes {
		modes[i] = mode.Mode
	}
	return modes
}

// allNotes says what a reader of the figures has to know.
func (r *evalReport) allNotes() []string {
	notes := append([]string{}, r.notes...)
	for _, left := range slices.Concat(r.LeftOut, r.typos.LeftOut) {
		notes = append(notes, fmt.Sprintf("%s is left out: %s", left.Mode, left.Reason))
	}
	for _, mode := range r.Modes {
		if mode.Mute > 0 {
			notes = append(notes, fmt.Sprintf("queries for which %s finds nothing: %d", mode.Mode, mode.Mute))
		}
	}
	hopeless := 0 // nothing can score for them
	for _, query := range r.queries {
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

func (r *evalReport) print(out io.Writer) error {
	about := fmt.Sprintf("queries: %d", len(r.queries))
	if r.documents > 0 {
		about += fmt.Sprintf(", documents: %d", r.documents)
	}
	if _, err := fmt.Fprintln(out, about); err != nil {
		return err
	}
	differences := &present.Columns{Head: []string{"difference", "nDCG@10", "p", "better", "worse", "alike"}}
	for _, c := range r.Comparisons {
		differences.Add([]string{
			fmt.Sprintf("%s - %s", c.Mode, c.With), fmt.Sprintf("%+.3f", c.Mean), fmt.Sprintf("%.4f", c.P),
			strconv.Itoa(c.Better), strconv.Itoa(c.Worse), strconv.Itoa(len(r.queries) - c.Better - c.Worse),
		})
	}
	tables := []*present.Columns{means("mode", r.Result), means("with typos", r.typos), differences}
	if r.each {
		tables = append(tables, r.perQuery())
	}
	if err := printTables(out, tables...); err != nil {
		return err
	}
	notes := r.allNotes()
	if len(notes) > 0 {
		_, _ = fmt.Fprintln(out)
	}
	return present.Notes(out, notes)
}

func means(title string, r eval.Result) *present.Columns {
	table := &present.Columns{Head: []string{title, "nDCG@10", "MRR@10", "recall@10"}}
	for _, mode := range r.Modes {
		table.Add([]string{
			string(mode.Mode), figure(mode.Mean.NDCG), figure(mode.Mean.MRR), figure(mode.Mean.Recall),
		})
	}
	return table
}

// perQuery shows the nDCG of every query.
func (r *evalReport) perQuery() *present.Columns {
	table := &present.Columns{Head: []string{"query"}}
	for _, mode := range r.Modes {
		table.Head = append(table.Head, string(mode.Mode))
	}
	table.Head = append(table.Head, "text")
	for i, query := range r.queries {
		cells := []string{query.ID}
		for _, mode := range r.Modes {
			cells = append(cells, figure(mode.Each[i].NDCG))
		}
		table.Add(append(cells, query.Text))
	}
	return table
}
