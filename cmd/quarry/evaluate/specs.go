package evaluate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/cmd/quarry/app"
	"github.com/quarrykb/quarry/cmd/quarry/present"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/judged"
)

type evalSpecsCommand struct {
	Paths []string `arg:"" name:"file" help:"Files of judged data sheets, in JSON; the sheets stand beside each." placeholder:"FILE"`

	MinConfidence float64 `help:"Leave out specs with less than this confidence, from 0 to 1." placeholder:"N"`
	Missed        bool    `short:"v" help:"List every judged spec that was missed and every served one that is wrong, too."`
	JSON          bool    `help:"Print the figures as JSON."`
}

// Help is shown below the flags.
func (*evalSpecsCommand) Help() string {
	return `A file has, by the name of each sheet: specs, what is looked up, each with line, device, key
(words of which the device's name has one), attribute, synonyms, min, max and unit, and it may
have written, conditions and accept, other bounds that are as right; negatives, numbers that
are no specs, with line, text, values and why; either, on which careful readers differ, with
the same; field and layout say what the sheet is. Other fields are refused. A spec is found where one is served of its line or of two beside it that has its value,
in a unit that converts to the one that is written, its device, and half of the words of its
attribute or of a synonym. A served spec of a judged line that is none of them is wrong; what
stands in either counts neither way. Nothing of the data directory is read or written.`
}

// Validate checks the threshold.
func (c *evalSpecsCommand) Validate() error {
	if c.MinConfidence < 0 || c.MinConfidence > 1 {
		return errors.New("--min-confidence is from 0 to 1")
	}
	return nil
}

// Run reads the sheets of each file, and measures and prints.
func (c *evalSpecsCommand) Run(ctx context.Context, s *app.Session) error {
	judge := judged.NewJudge(s.Lexicon.System)
	report := specsReport{each: c.Missed}
	for _, path := range c.Paths {
		gold, err := readFile(path, judged.Read)
		if err != nil {
			return err
		}
		specs, err := readSheets(ctx, s, filepath.Dir(path), gold)
		if err != nil {
			return err
		}
		specs = slices.DeleteFunc(specs, func(spec quarry.Spec) bool { return spec.Confidence < c.MinConfidence })
		report.Results = append(report.Results, judge.Measure(gold, specs)...)
	}
	return show(s.Out, report, c.JSON)
}

// readSheets reads judged sheets as they would be ingested, and returns the specs of them.
// A sheet that is not there is an error, for it would say that nothing was found; one that is
// refused is noted.
func readSheets(ctx context.Context, s *app.Session, folder string, gold judged.Gold) ([]quarry.Spec, error) {
	var paths []string
	for _, name := range slices.Sorted(maps.Keys(gold)) {
		path := filepath.Join(folder, name)
		if _, err := os.Stat(path); err != nil || !filepath.IsLocal(name) {
			return nil, quarry.Errorf(quarry.KindNotFound, "the judged sheet %q is not in %s", name, folder).
				Because(err)
		}
		paths = append(paths, path)
	}
	s.Warm(ctx)
	read := &specReader{}
	shown := present.NewSteps(s.Err, "auto", "reading")
	defer shown.End()
	done := 0
	run := ingest.Run{
		Pipeline: s.Pipeline(), Library: read, Writer: read, Workers: runtime.NumCPU(),
		Observe: func(o ingest.Outcome) {
			done++
			shown.Show(min(done, len(paths)), len(paths))
			if o.Status == ingest.Rejected {
				_, _ = fmt.Fprintf(s.Err, "note: %s is refused: %s\n", present.Printable(o.Name),
					present.Printable(o.Rejection.Reason))
			}
		},
	}
	_, err := run.Ingest(ctx, ingest.Find(ingest.Request{Paths: paths, Collection: quarry.DefaultCollection}))
	return read.specs, err
}

// specReader keeps the specs of what is ingested, and nothing else.
type specReader struct {
	ingest.Empty

	specs []quarry.Spec
}

// SaveDocument keeps the specs.
func (r *specReader) SaveDocument(_ context.Context, k quarry.Knowledge) (quarry.Difference, error) {
	r.specs = append(r.specs, judged.InFile(k)...)
	return quarry.Difference{}, nil
}

// specsReport is what a measurement of specs says.
type specsReport struct {
	judged.Results

	each bool
}

// specsView is a report as JSON.
type specsView struct {
	specFiguresView

	Reliability []judged.Bin    `json:"reliability"`
	Sheets      []specSheetView `json:"sheets"`
}

type specFiguresView struct {
	judged.Figures

	Recall    *float64 `json:"recall"`    // null where nothing was judged
	Precision *float64 `json:"precision"` // null where nothing that is served was judged
}

func specFigures(f judged.Figures) specFiguresView {
	view := specFiguresView{Figures: f}
	if recall := f.Recall(); f.Specs > 0 {
		view.Recall = &recall
	}
	if precision := f.Precision(); f.Right+f.Wrong > 0 {
		view.Precision = &precision
	}
	return view
}

type specSheetView struct {
	File  string `json:"file"`
	Field string `json:"field"`
	specFiguresView

	MissedSpecs []missedSpecView `json:"missed_specs,omitempty"`
	WrongSpecs  []wrongSpecView  `json:"wrong_specs,omitempty"`
}

// missedSpecView is a judged spec that was not served.
type missedSpecView struct {
	specLineView

	Why judged.Reason `json:"why"`
}

// wrongSpecView is a served spec that is none of the judged ones.
type wrongSpecView struct {
	specLineView

	Text       string  `json:"text"` // the value as it is written
	Confidence float64 `json:"confidence"`
	Why        string  `json:"why"` // why the number is no spec, "" where it was not judged to be none
}

// specLineView is what a line is said to say.
type specLineView struct {
	Line      int      `json:"line"`
	Device    string   `json:"device"`
	Attribute string   `json:"attribute"`
	Min       *float64 `json:"min"`
	Max       *float64 `json:"max"`
	Unit      string   `json:"unit"`
}

func (r specsReport) view() any {
	view := specsView{
		specFiguresView: specFigures(r.Figures()), Reliability: append([]judged.Bin{}, r.Reliability()...),
		Sheets: []specSheetView{},
	}
	for _, result := range r.Results {
		sheet := specSheetView{
			File: result.File, Field: result.Sheet.Field, specFiguresView: specFigures(result.Figures()),
		}
		if r.each {
			sheet.MissedSpecs, sheet.WrongSpecs = missedSpecs(result), wrongSpecs(result)
		}
		view.Sheets = append(view.Sheets, sheet)
	}
	return view
}

func missedSpecs(result judged.Result) []missedSpecView {
	var all []missedSpecView
	for i, s := range result.Sheet.Specs {
		if why := result.Missed[i]; why != judged.Found {
			all = append(all, missedSpecView{specLineView{s.Line, s.Device, s.Attribute, s.Min, s.Max, s.Unit}, why})
		}
	}
	return all
}

func wrongSpecs(result judged.Result) []wrongSpecView {
	var all []wrongSpecView
	for _, one := range result.Served {
		if one.Verdict != judged.Wrong {
			continue
		}
		s, why := one.Spec, ""
		if one.Negative != nil {
			why = one.Negative.Why
		}
		said := specLineView{
			s.Source.LineStart, s.Device.Name, s.Attribute.Name, s.Value.Min, s.Value.Max, s.Value.Unit,
		}
		all = append(all, wrongSpecView{said, s.Value.Text, s.Confidence, why})
	}
	return all
}

func (r specsReport) print(out io.Writer) error {
	// What was found of what was judged of each sheet, why the others were missed, and what was served.
	sheets := &present.Columns{Head: []string{"sheet", "field", "specs", "found"}}
	for _, why := range judged.Reasons() {
		sheets.Head = append(sheets.Head, string(why))
	}
	sheets.Head = append(sheets.Head, "negatives", "taken", "served", "right", "wrong")
	missed := &present.Columns{Head: []string{"missed", "device", "attribute", "value", "why"}}
	wrong := &present.Columns{Head: []string{"wrong", "device", "attribute", "value", "confidence", "is"}}
	for _, result := range r.Results {
		sheets.Add(sheetRow(result.File, result.Sheet.Field, result.Figures()))
		if !r.each {
			continue
		}
		for _, one := range missedSpecs(result) {
			missed.Add(append(one.cells(result), string(one.Why)))
		}
		for _, one := range wrongSpecs(result) {
			wrong.Add(append(one.cells(result), figure(one.Confidence), one.Why))
		}
	}
	sheets.Add(sheetRow("all", "", r.Figures()))
	if err := sheets.Print(out); err != nil {
		return err
	}
	// How often specs of a confidence are right.
	reliability := &present.Columns{Head: []string{"confidence", "specs", "mean", "right"}}
	for _, bin := range r.Reliability() {
		reliability.Add([]string{
			fmt.Sprintf("%.1f to %.1f", bin.From, bin.To), strconv.Itoa(bin.Specs), figure(bin.Confidence),
			figure(bin.Right),
		})
	}
	f := r.Figures()
	figures := &present.Columns{Head: []string{"figure", "value", "of"}}
	for _, one := range []struct {
		name      string
		value     float64
		part, all int
	}{
		{"recall", f.Recall(), f.Found, f.Specs},
		{"precision", f.Precision(), f.Right, f.Right + f.Wrong},
		{"negatives taken", float64(f.Taken) / float64(max(1, f.Negatives)), f.Taken, f.Negatives},
	} {
		value := figure(one.value)
		if one.all == 0 {
			value = ofNothing
		}
		figures.Add([]string{one.name, value, fmt.Sprintf("%d of %d", one.part, one.all)})
	}
	return printTables(out, figures, reliability, missed, wrong)
}

func sheetRow(name, field string, f judged.Figures) []string {
	cells := []string{name, field, strconv.Itoa(f.Specs), strconv.Itoa(f.Found)}
	for _, why := range judged.Reasons() {
		cells = append(cells, strconv.Itoa(f.Missed[why]))
	}
	for _, count := range []int{f.Negatives, f.Taken, f.Served, f.Right, f.Wrong} {
		cells = append(cells, strconv.Itoa(count))
	}
	return cells
}

func (l specLineView) cells(of judged.Result) []string {
	value := strings.TrimSpace(boundsShown(l.Min, l.Max) + " " + l.Unit)
	return []string{of.File + ":" + strconv.Itoa(l.Line), l.Device, l.Attribute, value}
}

// boundsShown writes one number, a range, or one with an open side.
func boundsShown(low, high *float64) string {
	b := quarry.Bounds{Min: low, Max: high}
	number := func(value float64) string { return strconv.FormatFloat(value, 'g', -1, 64) }
	switch {
	case b.Empty():
		return ""
	case low == nil:
		return "≤ " + number(*high)
	case high == nil:
		return "≥ " + number(*low)
	case *low == *high:
		return number(*low)
	}
	return number(*low) + "–" + number(*high)
}
