package evaluate

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/cmd/quarry/present"
	"github.com/quarrykb/quarry/ingest/judged"
)

// specsReport is what a measurement of specs says.
type specsReport struct {
	judged.Results

	each bool
}

// SpecsView is a report as JSON.
type SpecsView struct {
	specFiguresView

	Reliability []specBinView   `json:"reliability"`
	Sheets      []specSheetView `json:"sheets"`
}

type specFiguresView struct {
	Specs     int                   `json:"specs"`
	Found     int                   `json:"found"`
	Missed    map[judged.Reason]int `json:"missed"`
	Negatives int                   `json:"negatives"`
	Taken     int                   `json:"taken"`
	Served    int                   `json:"served"`
	Right     int                   `json:"right"`
	Wrong     int                   `json:"wrong"`
	Recall    *float64              `json:"recall"`    // null where nothing was judged
	Precision *float64              `json:"precision"` // null where nothing that is served was judged
}

func specFigures(f judged.Figures) specFiguresView {
	view := specFiguresView{
		Specs: f.Specs, Found: f.Found, Missed: f.Missed, Negatives: f.Negatives, Taken: f.Taken,
		Served: f.Served, Right: f.Right, Wrong: f.Wrong,
	}
	if recall := f.Recall(); f.Specs > 0 {
		view.Recall = &recall
	}
	if precision := f.Precision(); f.Right+f.Wrong > 0 {
		view.Precision = &precision
	}
	return view
}

type specBinView struct {
	From       float64 `json:"from"`
	To         float64 `json:"to"`
	Specs      int     `json:"specs"`
	Confidence float64 `json:"confidence"`
	Right      float64 `json:"right"`
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
	view := SpecsView{specFiguresView: specFigures(r.Figures()), Reliability: []specBinView{}, Sheets: []specSheetView{}}
	for _, bin := range r.Reliability() {
		view.Reliability = append(view.Reliability, specBinView(bin))
	}
	for _, result := range r.Results {
		sheet := specSheetView{File: result.File, Field: result.Sheet.Field, specFiguresView: specFigures(result.Figures())}
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
		said := specLineView{s.Source.LineStart, s.Device.Name, s.Attribute.Name, s.Value.Min, s.Value.Max, s.Value.Unit}
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
		reliability.Add([]string{fmt.Sprintf("%.1f to %.1f", bin.From, bin.To), strconv.Itoa(bin.Specs), figure(bin.Confidence), figure(bin.Right)})
	}
	return printTables(out, r.figures(), reliability, missed, wrong)
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

func (r specsReport) figures() *present.Columns {
	f := r.Figures()
	table := &present.Columns{Head: []string{"figure", "value", "of"}}
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
		table.Add([]string{one.name, value, fmt.Sprintf("%d of %d", one.part, one.all)})
	}
	return table
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
