package judged

import (
	"maps"
	"path"
	"slices"

	"github.com/quarrykb/quarry"
)

// Verdict is what is said of a served spec.
type Verdict string

// The verdicts.
const (
	Right    Verdict = "right"    // it is a judged spec
	Wrong    Verdict = "wrong"    // it is a number that is none, or is no number of a line whose numbers were judged
	Unjudged Verdict = "unjudged" // careful readers differ, or nothing was judged on its lines
)

// Labelled is a served spec with its verdict.
type Labelled struct {
	Spec     quarry.Spec
	Verdict  Verdict
	Negative *Number // that it was made of, though that is no spec; nil for any other
}

// Result is what became of one sheet.
type Result struct {
	File   string
	Sheet  Sheet
	Missed []Reason // of each of the sheet's specs why it was missed; Found for those that were not
	Taken  []bool   // of each of the sheet's negatives whether a spec was made of it
	Served []Labelled
}

// Results is what became of sheets.
type Results []Result

// Measure holds served specs against judged sheets, which it returns by name. Specs of a
// document belong to the sheet that has the name of its file.
func (j *Judge) Measure(gold Gold, served []quarry.Spec) Results {
	of := map[string][]quarry.Spec{}
	for _, spec := range served {
		if name := path.Base(spec.Source.Path); gold[name].isThere() {
			of[name] = append(of[name], spec)
		}
	}
	var results Results
	for _, name := range slices.Sorted(maps.Keys(gold)) {
		result := j.label(gold[name], of[name])
		result.File = name
		results = append(results, result)
	}
	return results
}

func (s Sheet) isThere() bool { return len(s.Specs)+len(s.Negatives)+len(s.Either) > 0 }

// label judges the specs of one sheet.
func (j *Judge) label(sheet Sheet, served []quarry.Spec) Result {
	result := Result{Sheet: sheet, Missed: make([]Reason, len(sheet.Specs)), Taken: make([]bool, len(sheet.Negatives))}
	right := make([]bool, len(served))
	for i := range sheet.Specs {
		found, why := j.matches(&sheet.Specs[i], served)
		result.Missed[i] = why
		for _, one := range found {
			right[one] = true
		}
	}
	lines := map[int]bool{} // on which something was judged
	for _, spec := range sheet.Specs {
		lines[spec.Line] = true
	}
	for _, number := range slices.Concat(sheet.Negatives, sheet.Either) {
		lines[number.Line] = true
	}
	for i := range served {
		one := Labelled{Spec: served[i], Verdict: Right}
		if !right[i] {
			one.Verdict = Unjudged
			for n := range sheet.Negatives {
				if negative := &sheet.Negatives[n]; negative.isOn(&served[i]) {
					result.Taken[n] = true
					one.Verdict, one.Negative = Wrong, negative
				}
			}
			isEither := slices.ContainsFunc(sheet.Either, func(n Number) bool { return n.isOn(&served[i]) })
			at := served[i].Source
			for line := at.LineStart; line <= max(at.LineStart, at.LineEnd) && !isEither; line++ {
				if lines[line] {
					one.Verdict = Wrong
				}
			}
		}
		result.Served = append(result.Served, one)
	}
	return result
}
