package ingest_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
)

// A line that nothing accounts for follows each fact.
func TestAReportOfManyFaultsStaysShort(t *testing.T) {
	t.Parallel()
	const faults = ingest.MostUnaccounted + 50
	parser := lineParser{parse: func(text *ingest.Text) (ingest.Extraction, error) {
		var found ingest.Extraction
		for n := 1; n <= text.Lines(); n += 2 {
			found.Facts = append(found.Facts, factOn(text, n))
			found.Warnings = append(found.Warnings, fmt.Sprintf("line %d is odd", n))
		}
		return found, nil
	}}
	report := knowledge(t, pipeline(t, parser), textSource("a.md", strings.Repeat("salt\nsand\n", faults))).Document.Report
	if report.Lines.Unaccounted != faults || len(report.Unaccounted) != ingest.MostUnaccounted || report.Coverage != 0.5 {
		t.Errorf("%d lines are unaccounted for, %d places listed, coverage %v; want %d, %d and a half",
			report.Lines.Unaccounted, len(report.Unaccounted), report.Coverage, faults, ingest.MostUnaccounted)
	}
	if len(report.Warnings) != ingest.MostWarnings+1 {
		t.Errorf("%d warnings, want %d and one more", len(report.Warnings), ingest.MostWarnings)
	}
	for _, want := range []string{
		"50 more places that nothing accounts for are not listed", "line 1 is odd",
		fmt.Sprintf("and %d more warnings", faults+1-ingest.MostWarnings),
	} {
		if !slices.Contains(report.Warnings, want) {
			t.Errorf("no warning says %q: %q", want, report.Warnings)
		}
	}
}

func factOn(text *ingest.Text, n int) quarry.Fact {
	fact := quarry.Fact{Subject: text.Line(n), Statement: text.Line(n)}
	fact.Source.Span = text.LineSpan(n, n)
	return fact
}
