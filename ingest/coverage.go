package ingest

import (
	"cmp"
	"fmt"
	"iter"
	"slices"

	"github.com/quarrykb/quarry"
)

// furnitureWarning is the share of a document above which its furniture is
// worth a warning: a rule may have taken content for a page's edge.
const furnitureWarning = 0.10

// lineStates accounts for every line of a document. A line keeps the strongest
// state that anything gives it: an entry beats structure, structure beats
// furniture, furniture beats prose.
type lineStates struct {
	text   *Text
	ranked []byte // by line − 1: the rank of its state
}

// newLineStates returns states with a rank for each line of a text.
func newLineStates(text *Text) *lineStates {
	return &lineStates{text: text, ranked: make([]byte, text.Lines())}
}

// byRank lists the states, the weakest first.
func byRank() []quarry.LineState {
	return []quarry.LineState{
		quarry.LineUnaccounted, quarry.LineProse, quarry.LineFurniture, quarry.LineStructure, quarry.LineEntry,
	}
}

func (l *lineStates) set(first, last int, state quarry.LineState) {
	rank := byte(max(0, slices.Index(byRank(), state))) //nolint:gosec // an index into five states
	for i := first - 1; i < min(last, len(l.ranked)); i++ {
		l.ranked[i] = max(l.ranked[i], rank)
	}
}

// all yields the lines that are not blank, with their states.
func (l *lineStates) all() iter.Seq2[int, quarry.LineState] {
	states := byRank()
	return func(yield func(int, quarry.LineState) bool) {
		for i, rank := range l.ranked {
			if !l.text.Blank(i+1) && !yield(i+1, states[rank]) {
				return
			}
		}
	}
}

// report counts the lines and says what stands out.
func (l *lineStates) report(parsed Parsed, k quarry.Knowledge) quarry.Report {
	for _, mark := range parsed.Extraction.Marks {
		l.set(mark.Lines.LineStart, mark.Lines.LineEnd, mark.State)
	}
	report := quarry.Report{
		Format: cmp.Or(parsed.Raw.Extract.format, parsed.Format.Name), Parser: fmt.Sprintf("%s/%d", parsed.Format.Name, parsed.Format.Version),
		Lines: l.counts(), Unaccounted: l.unaccounted(),
		Counts: quarry.Counts{
			Question: len(k.Questions), Fact: len(k.Facts), Spec: len(k.Specs), Passage: len(k.Passages),
		},
		Warnings: slices.Concat(parsed.Raw.Extract.Warnings, parsed.Extraction.Warnings),
	}
	report.Coverage = 1 - share(report.Lines.Unaccounted, report.Lines.Total())
	report.Extracted = share(report.Lines.Entry, report.Lines.Total()-report.Lines.Structure)
	if part := share(report.Lines.Furniture, report.Lines.Total()); part > furnitureWarning {
		report.Warnings = append(report.Warnings,
			fmt.Sprintf("%.0f %% of the lines were taken for page furniture", 100*part))
	}
	return bounded(report)
}

// The lengths of a report's lists. Further warnings and places are counted: a
// thousand of them have one cause, and a report is stored and served whole.
const (
	MostWarnings    = 100
	MostUnaccounted = 1000
)

func bounded(report quarry.Report) quarry.Report {
	if more := len(report.Unaccounted) - MostUnaccounted; more > 0 {
		report.Unaccounted = report.Unaccounted[:MostUnaccounted]
		report.Warnings = slices.Concat([]string{fmt.Sprintf("%d more places that nothing accounts for are not listed", more)}, report.Warnings)
	}
	if more := len(report.Warnings) - MostWarnings; more > 0 {
		report.Warnings = append(report.Warnings[:MostWarnings], fmt.Sprintf("and %d more warnings", more))
	}
	return report
}

func (l *lineStates) counts() quarry.LineCounts {
	var c quarry.LineCounts
	for _, state := range l.all() {
		switch state {
		case quarry.LineEntry:
			c.Entry++
		case quarry.LineStructure:
			c.Structure++
		case quarry.LineFurniture:
			c.Furniture++
		case quarry.LineProse:
			c.Prose++
		case quarry.LineUnaccounted:
			c.Unaccounted++
		}
	}
	return c
}

func (l *lineStates) unaccounted() []quarry.LineRange {
	var ranges []quarry.LineRange
	for line, state := range l.all() {
		if state != quarry.LineUnaccounted {
			continue
		}
		if n := len(ranges); n > 0 && ranges[n-1].LineEnd == line-1 {
			ranges[n-1].LineEnd = line
			continue
		}
		ranges = append(ranges, quarry.LineRange{LineStart: line, LineEnd: line})
	}
	return ranges
}

// share returns part of whole, 0 of nothing.
func share(part, whole int) float64 {
	if whole <= 0 {
		return 0
	}
	return float64(part) / float64(whole)
}
