package evaluate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/cmd/quarry/app"
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
	var results judged.Results
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
		results = append(results, judge.Measure(gold, specs)...)
	}
	return show(s.Out, c.report(results), c.JSON)
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
	var specs []quarry.Spec
	err := readApart(ctx, s, paths, func(k quarry.Knowledge) { specs = append(specs, judged.InFile(k)...) })
	return specs, err
}

// specsReport is what a measurement of specs says.
type specsReport struct {
	judged.Figures

	Reliability []judged.Bin  `json:"reliability"` // how often specs of a confidence are right
	Sheets      []sheetReport `json:"sheets"`
}

type sheetReport struct {
	File  string `json:"file"`
	Field string `json:"field"`
	judged.Figures

	MissedSpecs []missedSpec `json:"missed_specs,omitempty"`
	WrongSpecs  []wrongSpec  `json:"wrong_specs,omitempty"`
}

// missedSpec is a judged spec that was not served.
type missedSpec struct {
	specLine

	Why judged.Reason `json:"why"`
}

// wrongSpec is a served spec that is none of the judged ones.
type wrongSpec struct {
	specLine

	Text       string  `json:"text"` // the value as it is written
	Confidence float64 `json:"confidence"`
	Why        string  `json:"why"` // why the number is no spec, "" where it was not judged to be none
}

// specLine is what a line is said to say.
type specLine struct {
	Line      int      `json:"line"`
	Device    string   `json:"device"`
	Attribute string   `json:"attribute"`
	Min       *float64 `json:"min"`
	Max       *float64 `json:"max"`
	Unit      string   `json:"unit"`
}

// report says what was measured.
func (c *evalSpecsCommand) report(results judged.Results) specsReport {
	r := specsReport{
		Figures: results.Figures(), Reliability: append([]judged.Bin{}, results.Reliability()...),
		Sheets: []sheetReport{},
	}
	for _, result := range results {
		sheet := sheetReport{File: result.File, Field: result.Sheet.Field, Figures: result.Figures()}
		if c.Missed {
			sheet.addSpecs(result)
		}
		r.Sheets = append(r.Sheets, sheet)
	}
	return r
}

// addSpecs names the specs that were missed, and those that are wrong.
func (s *sheetReport) addSpecs(result judged.Result) {
	for i, spec := range result.Sheet.Specs {
		if why := result.Missed[i]; why != judged.Found {
			said := specLine{spec.Line, spec.Device, spec.Attribute, spec.Min, spec.Max, spec.Unit}
			s.MissedSpecs = append(s.MissedSpecs, missedSpec{said, why})
		}
	}
	for _, one := range result.Served {
		if one.Verdict != judged.Wrong {
			continue
		}
		spec, why := one.Spec, ""
		if one.Negative != nil {
			why = one.Negative.Why
		}
		value := spec.Value
		said := specLine{spec.Source.LineStart, spec.Device.Name, spec.Attribute.Name, value.Min, value.Max, value.Unit}
		s.WrongSpecs = append(s.WrongSpecs, wrongSpec{said, value.Text, spec.Confidence, why})
	}
}

func (r specsReport) print(out io.Writer) error {
	// What was found of what was judged of each sheet, why the others were missed, and what was served.
	sheets := table("sheet", "field", "specs", "found")
	for _, why := range judged.Reasons() {
		sheets.Head = append(sheets.Head, string(why))
	}
	sheets.Head = append(sheets.Head, "negatives", "taken", "served", "right", "wrong")
	missed := table("missed", "device", "attribute", "value", "why")
	wrong := table("wrong", "device", "attribute", "value", "confidence", "is")
	for _, sheet := range r.Sheets {
		sheets.Add(sheetRow(sheet.File, sheet.Field, sheet.Figures))
		for _, one := range sheet.MissedSpecs {
			missed.Add(append(one.cells(sheet.File), string(one.Why)))
		}
		for _, one := range sheet.WrongSpecs {
			wrong.Add(append(one.cells(sheet.File), figure(one.Confidence), one.Why))
		}
	}
	sheets.Add(sheetRow("all", "", r.Figures))
	if err := sheets.Print(out); err != nil {
		return err
	}
	reliability := table("confidence", "specs", "mean", "right")
	for _, bin := range r.Reliability {
		reliability.Add(row(fmt.Sprintf("%.1f to %.1f", bin.From, bin.To), bin.Specs, bin.Confidence, bin.Right))
	}
	figures := table("figure", "value", "of")
	figures.Add(row("recall", r.Recall, fmt.Sprintf("%d of %d", r.Found, r.Specs)))
	figures.Add(row("precision", r.Precision, fmt.Sprintf("%d of %d", r.Right, r.Right+r.Wrong)))
	figures.Add(row("negatives taken", r.TakenShare(), fmt.Sprintf("%d of %d", r.Taken, r.Negatives)))
	return printTables(out, figures, reliability, missed, wrong)
}

func sheetRow(name, field string, f judged.Figures) []string {
	cells := row(name, field, f.Specs, f.Found)
	for _, why := range judged.Reasons() {
		cells = append(cells, strconv.Itoa(f.Missed[why]))
	}
	return append(cells, row(f.Negatives, f.Taken, f.Served, f.Right, f.Wrong)...)
}

func (l specLine) cells(file string) []string {
	value := strings.TrimSpace(boundsShown(l.Min, l.Max) + " " + l.Unit)
	return row(fmt.Sprintf("%s:%d", file, l.Line), l.Device, l.Attribute, value)
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
