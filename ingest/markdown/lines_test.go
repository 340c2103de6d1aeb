package markdown_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/markdown"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// The numbers of lines are read with the built-in lexicon and a short one of
// other fields: each document has a list of them beside it.
func TestNumbersOfLinesAreTypedInAnyField(t *testing.T) {
	t.Parallel()
	parser := markdown.New(fields(t))
	documents, err := filepath.Glob("testdata/lines/*.[mt][dx]*")
	if err != nil || len(documents) == 0 {
		t.Fatalf("documents: %v, %v", documents, err)
	}
	for _, path := range documents {
		if strings.HasSuffix(path, ".specs.txt") {
			continue
		}
		t.Run(filepath.Base(path), func(t *testing.T) {
			t.Parallel()
			compareLines(t, parser, path)
		})
	}
}

// What is said of days, meals, changes and people has numbers with units too, and
// none of them is a device's.
func TestListsAboutNoThingStateNoSpecs(t *testing.T) {
	t.Parallel()
	parser := markdown.New(fields(t))
	documents, err := filepath.Glob("testdata/none/*")
	if err != nil || len(documents) == 0 {
		t.Fatalf("documents: %v, %v", documents, err)
	}
	for _, path := range documents {
		t.Run(filepath.Base(path), func(t *testing.T) {
			t.Parallel()
			if got := specsOf(t, parser, path); got != "" {
				t.Errorf("specs of %s:\n%s", path, got)
			}
		})
	}
}

// compareLines holds the specs of a document against the list beside it.
func compareLines(t *testing.T, parser *markdown.Parser, path string) {
	t.Helper()
	got := specsOf(t, parser, path)
	golden := strings.TrimSuffix(path, filepath.Ext(path)) + ".specs.txt"
	if *update {
		if err := os.WriteFile(golden, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", golden, diff)
	}
}

// specsOf lists the specs of a document.
func specsOf(t *testing.T, parser *markdown.Parser, path string) string {
	t.Helper()
	source, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	found, err := parser.Parse(t.Context(), ingest.NewText(source))
	if err != nil {
		t.Fatal(err)
	}
	return listed(found.Specs)
}

func fields(t *testing.T) *lexicon.Lexicon {
	t.Helper()
	loaded, err := lexicon.Load("testdata/lines/lexicon.yaml")
	if err != nil {
		t.Fatal(err)
	}
	return loaded
}

// listed shows specs one a line, in the order of their lines.
func listed(specs []quarry.Spec) string {
	slices.SortStableFunc(specs, func(a, b quarry.Spec) int { return a.Source.LineStart - b.Source.LineStart })
	var lines strings.Builder
	for _, s := range specs {
		_, _ = fmt.Fprintf(&lines, "%d: %s | %s (%s) | %s = %s | %s", s.Source.LineStart, s.Device.ID, s.Attribute.ID,
			s.Attribute.Written, s.Value.Text, bounds(s.Value.Bounds), stated(s.Conditions))
		for _, note := range s.Notes {
			lines.WriteString(" | " + note)
		}
		lines.WriteByte('\n')
	}
	return lines.String()
}

func bounds(b quarry.Bounds) string {
	show := func(bound *float64) string {
		if bound == nil {
			return "open"
		}
		return fmt.Sprint(*bound)
	}
	if b.Min != nil && b.Max != nil && *b.Min == *b.Max {
		return show(b.Min) + " " + b.Unit
	}
	return show(b.Min) + " to " + show(b.Max) + " " + b.Unit
}

func stated(conditions quarry.Conditions) string {
	var pairs []string
	for _, pair := range conditions.Pairs() {
		if !strings.HasSuffix(pair, "="+quarry.Unstated) && !strings.HasSuffix(pair, "="+quarry.NoneCondition) {
			pairs = append(pairs, pair)
		}
	}
	return strings.Join(pairs, " ")
}
