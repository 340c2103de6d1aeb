package ingest

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/quarrykb/quarry"
)

// furnitureWarning is the share of a document above which its furniture is
// worth a warning: a rule may have taken content for a page's edge.
const furnitureWarning = 0.10

// The lengths of a report's lists. Further warnings and places are counted: a
// thousand of them have one cause, and a report is stored and served whole.
const (
	MostWarnings    = 100
	MostUnaccounted = 1000
)

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

// report counts the lines and says what stands out.
func (l *lineStates) report(parsed Parsed, k quarry.Knowledge) quarry.Report {
	for _, mark := range parsed.Extraction.Marks {
		l.set(mark.Lines.LineStart, mark.Lines.LineEnd, mark.State)
	}
	report := quarry.Report{
		Format: cmp.Or(parsed.Raw.Extract.format, parsed.Format.Name), Parser: fmt.Sprintf("%s/%d", parsed.Format.Name, parsed.Format.Version),
		Counts: quarry.Counts{
			Question: len(k.Questions), Fact: len(k.Facts), Spec: len(k.Specs), Passage: len(k.Passages),
		},
		Warnings: slices.Concat(parsed.Raw.Extract.Warnings, parsed.Extraction.Warnings),
	}
	report.Lines, report.Unaccounted = l.count()
	report.Coverage = 1 - share(report.Lines.Unaccounted, report.Lines.Total())
	report.Extracted = share(report.Lines.Entry, report.Lines.Total()-report.Lines.Structure)
	if part := share(report.Lines.Furniture, report.Lines.Total()); part > furnitureWarning {
		report.Warnings = append(report.Warnings,
			fmt.Sprintf("%.0f %% of the lines were taken for page furniture", 100*part))
	}
	if more := len(report.Unaccounted) - MostUnaccounted; more > 0 {
		report.Unaccounted = report.Unaccounted[:MostUnaccounted]
		report.Warnings = slices.Concat([]string{fmt.Sprintf("%d more places that nothing accounts for are not listed", more)}, report.Warnings)
	}
	if more := len(report.Warnings) - MostWarnings; more > 0 {
		report.Warnings = append(report.Warnings[:MostWarnings], fmt.Sprintf("and %d more warnings", more))
	}
	return report
}

// count counts the lines that are not blank, and returns the runs of those that nothing
// accounts for.
func (l *lineStates) count() (quarry.LineCounts, []quarry.LineRange) {
	var c quarry.LineCounts
	var unaccounted []quarry.LineRange
	states := byRank()
	for i, rank := range l.ranked {
		line := i + 1
		if l.text.Blank(line) {
			continue
		}
		switch states[rank] {
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
			if n := len(unaccounted); n > 0 && unaccounted[n-1].LineEnd == line-1 {
				unaccounted[n-1].LineEnd = line
				continue
			}
			unaccounted = append(unaccounted, quarry.LineRange{LineStart: line, LineEnd: line})
		}
	}
	return c, unaccounted
}

// share returns part of whole, 0 of nothing.
func share(part, whole int) float64 {
	if whole <= 0 {
		return 0
	}
	return float64(part) / float64(whole)
}
