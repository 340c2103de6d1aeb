package evaluate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/cmd/quarry/app"
	"github.com/quarrykb/quarry/cmd/quarry/present"
	"github.com/quarrykb/quarry/grounding"
	"github.com/quarrykb/quarry/internal/answerable"
	"github.com/quarrykb/quarry/search/eval"
)

type evalContextCommand struct {
	Path string `arg:"" help:"A file of judged queries: JSON Lines or CSV (.csv), with query and answerable (yes, partly or no), and corpus, refs, style and id where they are known."`

	Corpus    string `help:"Measure only the queries of this corpus, which is what is stored." placeholder:"NAME"`
	MaxTokens int    `help:"Room for the passages of each, in tokens (${default})." default:"600" placeholder:"N"`
	Each      bool   `help:"Show what was said of each query, too."`
	JSON      bool   `help:"Print the figures as JSON; with --each also the features of each query."`
}

// Help is shown below the flags.
func (*evalContextCommand) Help() string {
	return `refs say where the answer stands: [{"file": "a.md", "from": 3, "to": 5}] in JSON Lines, with the
lines of a file by its name, and "a.md:3-5; b.md:7" in a CSV. The queries are asked in this
process, so that no server may run on the same data: stop it, or restore a backup of it into
another folder and name that with --data.`
}

// Run measures and prints. It asks in its own process what /v1/context would answer.
func (c *evalContextCommand) Run(ctx context.Context, s *app.Session) (err error) {
	asked, err := c.read()
	if err != nil {
		return err
	}
	opened, err := s.Open(ctx)
	if quarry.IsKind(err, quarry.KindUnavailable) {
		return fmt.Errorf("%w, or restore a backup of it into another folder and name that with --data", err)
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, opened.Close()) }()
	report := &contextReport{each: c.Each}
	builder := grounding.NewBuilder(grounding.Setup{
		Judge: opened.Judge, Searcher: opened.Searcher, Reader: opened.Store, Lexicon: s.Lexicon,
	})
	shown := present.NewSteps(s.Err, "auto", "asking")
	defer shown.End()
	for i, one := range asked {
		shown.Show(i, len(asked))
		if err := c.ask(ctx, opened, builder, one, report); err != nil {
			return err
		}
	}
	return show(s.Out, report, c.JSON)
}

// read reads the queries that are measured.
func (c *evalContextCommand) read() ([]eval.Asked, error) {
	read := eval.ReadAsked
	if strings.EqualFold(filepath.Ext(c.Path), ".csv") {
		read = eval.ReadAskedCSV
	}
	asked, err := readFile(c.Path, read)
	if err != nil {
		return nil, err
	}
	asked = slices.DeleteFunc(asked, func(a eval.Asked) bool { return c.Corpus != "" && a.Corpus != c.Corpus })
	if len(asked) == 0 {
		return nil, quarry.Errorf(quarry.KindInvalid, "%s holds no judged query of the corpus %q", c.Path, c.Corpus)
	}
	return asked, nil
}

// ask asks one query, and describes what the judgement goes by where that is wanted.
func (c *evalContextCommand) ask(
	ctx context.Context, opened *app.App, builder *grounding.Builder, one eval.Asked, report *contextReport,
) error {
	query := quarry.Query{Text: one.Query}
	got, err := builder.Ground(ctx, quarry.GroundingRequest{Query: query, MaxTokens: c.MaxTokens})
	if err != nil {
		return fmt.Errorf("ask %q: %w", one.Query, err)
	}
	told := eval.Told{Asked: one, Said: got.Answerable, Confidence: got.Confidence}
	for _, p := range got.Passages {
		told.Places = append(told.Places, eval.Place{
			Path: p.Source.Path, LineStart: p.Source.LineStart, LineEnd: p.Source.LineEnd,
		})
	}
	report.told, report.reasons = append(report.told, told), append(report.reasons, got.Reason)
	if !c.Each || !c.JSON {
		return nil
	}
	const judged = 10
	query.Limit = judged
	found, err := opened.Searcher.Search(ctx, query)
	report.parts = append(report.parts, opened.Judge.Parts(one.Query, found))
	return err
}

// contextReport is what an evaluation of contexts says.
type contextReport struct {
	told    []eval.Told
	reasons []string
	parts   [][]answerable.Part // of each query, where they are wanted
	each    bool
}

// contextView is the report as JSON.
type contextView struct {
	Queries     int                                             `json:"queries"`
	Confusion   map[quarry.Answerable]map[quarry.Answerable]int `json:"confusion"` // what was judged, by what was said
	Figures     eval.Refused                                    `json:"figures"`
	Calibration []eval.Bin                                      `json:"calibration"`
	Error       float64                                         `json:"expected_calibration_error"`
	Styles      map[string]contextOfStyle                       `json:"styles"`
	Each        []contextEachView                               `json:"each,omitempty"`
}

// contextOfStyle is how queries of one style fare. The shares of places are null where none are known.
type contextOfStyle struct {
	Queries int      `json:"queries"`
	Right   float64  `json:"right"`
	Top1    *float64 `json:"top_1"`
	Top3    *float64 `json:"top_3"`
}

type contextEachView struct {
	eval.Asked

	Said       quarry.Answerable `json:"said"`
	Confidence float64           `json:"confidence"`
	Reason     string            `json:"reason"`
	Parts      []contextPartView `json:"parts"`
}

type contextPartView struct {
	Part       string             `json:"part"`
	Confidence float64            `json:"confidence"`
	Features   map[string]float64 `json:"features"`
}

func (r *contextReport) view() any {
	bins, apart := eval.Bins(r.told)
	view := contextView{
		Queries: len(r.told), Confusion: r.confusion(), Figures: eval.Refusals(r.told),
		Calibration: bins, Error: apart, Styles: r.styles(),
	}
	for i, parts := range r.parts {
		one := contextEachView{
			Asked: r.told[i].Asked, Said: r.told[i].Said, Confidence: r.told[i].Confidence, Reason: r.reasons[i],
		}
		for _, p := range parts {
			one.Parts = append(one.Parts, contextPartView{p.Text, p.Confidence, p.Features})
		}
		view.Each = append(view.Each, one)
	}
	return view
}

// confusion counts what was judged, by what was said.
func (r *contextReport) confusion() map[quarry.Answerable]map[quarry.Answerable]int {
	counts := make(map[quarry.Answerable]map[quarry.Answerable]int)
	for _, t := range r.told {
		if counts[t.Answerable] == nil {
			counts[t.Answerable] = make(map[quarry.Answerable]int)
		}
		counts[t.Answerable][t.Said]++
	}
	return counts
}

// styles says how queries of each style fare.
func (r *contextReport) styles() map[string]contextOfStyle {
	share, styles := map[bool]float64{true: 1}, map[string]contextOfStyle{}
	ofStyle := map[string][]eval.Told{}
	for _, t := range r.told {
		ofStyle[t.Style] = append(ofStyle[t.Style], t)
	}
	for style, told := range ofStyle {
		var right, placed, top1, top3 float64
		for _, t := range told {
			right += share[t.Said == t.Answerable]
			if len(t.Refs) > 0 {
				placed++
				top1, top3 = top1+share[t.FoundIn(1)], top3+share[t.FoundIn(3)]
			}
		}
		of := contextOfStyle{Queries: len(told), Right: right / float64(len(told))}
		if placed > 0 {
			top1, top3 = top1/placed, top3/placed
			of.Top1, of.Top3 = &top1, &top3
		}
		styles[style] = of
	}
	return styles
}

func (r *contextReport) print(out io.Writer) error {
	figures := eval.Refusals(r.told)
	if _, err := fmt.Fprintf(out, "queries: %d; in brackets the middle 95 %% of %d draws\n", len(r.told), eval.Draws); err != nil {
		return err
	}
	measured := &present.Columns{Head: []string{"figure", "value", "from", "to"}}
	for _, f := range []struct {
		name string
		of   eval.Interval
		over quarry.Answerable // of which it is a share
	}{
		{`F1 of "no"`, figures.F1, quarry.AnswerableNo},
		{"right of all", figures.Accuracy, ""},
		{`answered, told "yes"`, figures.Kept, quarry.AnswerableYes},
		{`answered, told "no"`, figures.Lost, quarry.AnswerableYes},
		{`not answered, told "yes"`, figures.Bold, quarry.AnswerableNo},
	} {
		cells := []string{f.name, figure(f.of.Value), "[" + figure(f.of.From), figure(f.of.To) + "]"}
		if !slices.ContainsFunc(r.told, func(t eval.Told) bool { return f.over == "" || t.Answerable == f.over }) {
			cells = []string{f.name, ofNothing, ofNothing, ofNothing}
		}
		measured.Add(cells)
	}
	bins, apart := eval.Bins(r.told)
	calibration := &present.Columns{Head: []string{"confidence", "queries", "said", "answered"}}
	for _, b := range bins {
		calibration.Add([]string{
			fmt.Sprintf("%.1f-%.1f", b.From, b.To), strconv.Itoa(b.Queries), figure(b.Confidence), figure(b.Answered),
		})
	}
	calibration.Add([]string{"expected error", "", figure(apart), ""})
	words := []quarry.Answerable{quarry.AnswerableYes, quarry.AnswerablePartly, quarry.AnswerableNo}
	confusion := confused("judged", "said ", words, r.confusion())
	byStyle := &present.Columns{Head: []string{"style", "queries", "right", "top 1", "top 3"}}
	styles := r.styles()
	for _, style := range slices.Sorted(maps.Keys(styles)) {
		of, cells := styles[style], []string{ofNothing, ofNothing}
		if of.Top1 != nil {
			cells = []string{figure(*of.Top1), figure(*of.Top3)}
		}
		byStyle.Add(append([]string{style, strconv.Itoa(of.Queries), figure(of.Right)}, cells...))
	}
	perQuery := &present.Columns{Head: []string{"id", "judged", "said", "confidence", "query"}}
	if r.each {
		for i, t := range r.told {
			perQuery.Add([]string{t.ID, string(t.Answerable), string(t.Said), figure(t.Confidence), t.Query},
				r.reasons[i])
		}
	}
	return printTables(out, confusion, measured, calibration, byStyle, perQuery)
}
