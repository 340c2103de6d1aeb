package evaluate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/cmd/quarry/app"
	"github.com/quarrykb/quarry/cmd/quarry/present"
	"github.com/quarrykb/quarry/grounding"
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
	builder := grounding.NewBuilder(grounding.Setup{
		Judge: opened.Judge, Searcher: opened.Searcher, Reader: opened.Store, Lexicon: s.Lexicon,
	})
	shown := present.NewSteps(s.Err, "auto", "asking")
	defer shown.End()
	var told []eval.Told
	var each []toldOfQuery
	for i, one := range asked {
		shown.Show(i, len(asked))
		got, of, err := c.ask(ctx, opened, builder, one)
		if err != nil {
			return err
		}
		if told = append(told, got); c.Each {
			each = append(each, of)
		}
	}
	return show(s.Out, newContextReport(told, each), c.JSON)
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
	ctx context.Context, opened *app.App, builder *grounding.Builder, one eval.Asked,
) (eval.Told, toldOfQuery, error) {
	query := quarry.Query{Text: one.Query}
	got, err := builder.Ground(ctx, quarry.GroundingRequest{Query: query, MaxTokens: c.MaxTokens})
	if err != nil {
		return eval.Told{}, toldOfQuery{}, fmt.Errorf("ask %q: %w", one.Query, err)
	}
	told := eval.Told{Asked: one, Said: got.Answerable, Confidence: got.Confidence}
	for _, p := range got.Passages {
		told.Places = append(told.Places, eval.Place{
			Path: p.Source.Path, LineStart: p.Source.LineStart, LineEnd: p.Source.LineEnd,
		})
	}
	of := toldOfQuery{Asked: one, Said: got.Answerable, Confidence: got.Confidence, Reason: got.Reason}
	if !c.Each || !c.JSON {
		return told, of, nil
	}
	const judged = 10
	query.Limit = judged
	found, err := opened.Searcher.Search(ctx, query)
	for _, p := range opened.Judge.Parts(one.Query, found) {
		of.Parts = append(of.Parts, partOfQuery{p.Text, p.Confidence, p.Features})
	}
	return told, of, err
}

// contextReport is what an evaluation of contexts says.
type contextReport struct {
	Queries     int                                             `json:"queries"`
	Confusion   map[quarry.Answerable]map[quarry.Answerable]int `json:"confusion"` // what was judged, by what was said
	Figures     eval.Refused                                    `json:"figures"`
	Calibration []eval.Bin                                      `json:"calibration"`
	Error       float64                                         `json:"expected_calibration_error"`
	Styles      map[string]contextOfStyle                       `json:"styles"`
	Each        []toldOfQuery                                   `json:"each,omitempty"`
}

// contextOfStyle is how queries of one style fare. The shares of places are null where none are known.
type contextOfStyle struct {
	Queries int      `json:"queries"`
	Right   float64  `json:"right"`
	Top1    *float64 `json:"top_1"`
	Top3    *float64 `json:"top_3"`
}

// toldOfQuery is what was said of one query, and what that goes by.
type toldOfQuery struct {
	eval.Asked

	Said       quarry.Answerable `json:"said"`
	Confidence float64           `json:"confidence"`
	Reason     string            `json:"reason"`
	Parts      []partOfQuery     `json:"parts"`
}

type partOfQuery struct {
	Part       string             `json:"part"`
	Confidence float64            `json:"confidence"`
	Features   map[string]float64 `json:"features"`
}

func newContextReport(told []eval.Told, each []toldOfQuery) contextReport {
	r := contextReport{
		Queries: len(told), Confusion: make(map[quarry.Answerable]map[quarry.Answerable]int),
		Figures: eval.Refusals(told), Styles: stylesOf(told), Each: each,
	}
	r.Calibration, r.Error = eval.Bins(told)
	for _, t := range told {
		if r.Confusion[t.Answerable] == nil {
			r.Confusion[t.Answerable] = make(map[quarry.Answerable]int)
		}
		r.Confusion[t.Answerable][t.Said]++
	}
	return r
}

// stylesOf says how queries of each style fare.
func stylesOf(all []eval.Told) map[string]contextOfStyle {
	share, styles := map[bool]float64{true: 1}, map[string]contextOfStyle{}
	ofStyle := map[string][]eval.Told{}
	for _, t := range all {
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

func (r contextReport) print(out io.Writer) error {
	if _, err := fmt.Fprintf(out, "queries: %d; in brackets the middle 95 %% of %d draws\n", r.Queries, eval.Draws); err != nil {
		return err
	}
	measured := table("figure", "value", "from", "to")
	for _, f := range []struct {
		name string
		of   eval.Interval
		over quarry.Answerable // of which it is a share; "" for all
	}{
		{`F1 of "no"`, r.Figures.F1, quarry.AnswerableNo},
		{"right of all", r.Figures.Accuracy, ""},
		{`answered, told "yes"`, r.Figures.Kept, quarry.AnswerableYes},
		{`answered, told "no"`, r.Figures.Lost, quarry.AnswerableYes},
		{`not answered, told "yes"`, r.Figures.Bold, quarry.AnswerableNo},
	} {
		cells := row(f.name, f.of.Value, "["+figure(f.of.From), figure(f.of.To)+"]")
		if f.over != "" && r.Confusion[f.over] == nil {
			cells = row(f.name, ofNothing, ofNothing, ofNothing)
		}
		measured.Add(cells)
	}
	calibration := table("confidence", "queries", "said", "answered")
	for _, b := range r.Calibration {
		calibration.Add(row(fmt.Sprintf("%.1f-%.1f", b.From, b.To), b.Queries, b.Confidence, b.Answered))
	}
	calibration.Add(row("expected error", "", r.Error, ""))
	byStyle := table("style", "queries", "right", "top 1", "top 3")
	for _, style := range slices.Sorted(maps.Keys(r.Styles)) {
		of := r.Styles[style]
		byStyle.Add(row(style, of.Queries, of.Right, of.Top1, of.Top3))
	}
	perQuery := table("id", "judged", "said", "confidence", "query")
	for _, one := range r.Each {
		perQuery.Add(row(one.ID, one.Answerable, one.Said, one.Confidence, one.Query), one.Reason)
	}
	words := []quarry.Answerable{quarry.AnswerableYes, quarry.AnswerablePartly, quarry.AnswerableNo}
	return printTables(out, confused("judged", "said ", words, r.Confusion), measured, calibration, byStyle, perQuery)
}
