package evaluate

import (
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/cmd/quarry/present"
	"github.com/quarrykb/quarry/search/eval"
)

// evalReport is what an evaluation says.
type evalReport struct {
	eval.Result

	typos     eval.Result // the same modes, asked with typos; empty if it is not wanted
	queries   []eval.Query
	documents int // of a collection
	each      bool
	notes     []string
}

// EvalView is a report as JSON.
type EvalView struct {
	Modes       ScoresByMode     `json:"modes"`
	Typos       ScoresByMode     `json:"typos,omitempty"`
	Comparisons []comparisonView `json:"comparisons"`
	Queries     int              `json:"queries"`
	Documents   int              `json:"documents,omitempty"`
	Each        []eachView       `json:"each,omitempty"`
	Notes       []string         `json:"notes"`
}

// ScoresByMode is what each mode that answered scored.
type ScoresByMode map[string]scoresView

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
	Modes ScoresByMode `json:"modes"`
}

func (r *evalReport) view() any {
	view := EvalView{
		Modes: viewMeans(r.Result), Typos: viewMeans(r.typos), Comparisons: []comparisonView{},
		Notes: r.allNotes(), Queries: len(r.queries), Documents: r.documents,
	}
	for _, c := range r.Comparisons {
		view.Comparisons = append(view.Comparisons, comparisonView{
			Modes: [2]quarry.Mode{c.Mode, c.With}, Difference: c.Mean, P: c.P, Better: c.Better, Worse: c.Worse,
		})
	}
	if r.each {
		view.Each = r.viewEach()
	}
	return view
}

func viewMeans(r eval.Result) ScoresByMode {
	means := ScoresByMode{}
	for _, mode := range r.Modes {
		means[string(mode.Mode)] = scoresView(mode.Mean)
	}
	return means
}

func (r *evalReport) viewEach() []eachView {
	all := make([]eachView, len(r.queries))
	for i, query := range r.queries {
		all[i] = eachView{ID: query.ID, Query: query.Text, Modes: ScoresByMode{}}
		for _, mode := range r.Modes {
			all[i].Modes[string(mode.Mode)] = scoresView(mode.Each[i])
		}
	}
	return all
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
	return append(notes, r.noteHopeless()...)
}

// noteHopeless counts the queries that nothing can score for.
func (r *evalReport) noteHopeless() []string {
	hopeless := 0
	for _, query := range r.queries {
		best := 0
		for _, judged := range query.Relevant {
			best = max(best, judged.Grade)
		}
		if best == 0 {
			hopeless++
		}
	}
	if hopeless == 0 {
		return nil
	}
	return []string{fmt.Sprintf("queries to which nothing is relevant, so that they count as 0: %d", hopeless)}
}

func (r *evalReport) print(out io.Writer) error {
	about := fmt.Sprintf("queries: %d", len(r.queries))
	if r.documents > 0 {
		about += fmt.Sprintf(", documents: %d", r.documents)
	}
	if _, err := fmt.Fprintln(out, about); err != nil {
		return err
	}
	tables := []*present.Columns{means("mode", r.Result), means("with typos", r.typos), r.differences()}
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
		table.Add([]string{string(mode.Mode), figure(mode.Mean.NDCG), figure(mode.Mean.MRR), figure(mode.Mean.Recall)})
	}
	return table
}

func (r *evalReport) differences() *present.Columns {
	table := &present.Columns{Head: []string{"difference", "nDCG@10", "p", "better", "worse", "alike"}}
	for _, c := range r.Comparisons {
		table.Add([]string{
			fmt.Sprintf("%s - %s", c.Mode, c.With), fmt.Sprintf("%+.3f", c.Mean), fmt.Sprintf("%.4f", c.P),
			strconv.Itoa(c.Better), strconv.Itoa(c.Worse), strconv.Itoa(len(r.queries) - c.Better - c.Worse),
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
