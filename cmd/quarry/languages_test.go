package main

import (
	"fmt"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/cmd/quarry/app"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// fewestTwins is how many documents stand in testdata/languages in every language.
const fewestTwins = 10

// The documents in testdata/languages say the same in several languages. Beside them stands
// what a reader finds in each, whatever its language: how questions ask, whether they are
// answered, what they offer and their grade; and what is claimed, in which unit.
// What is missed or made up is logged (-v), and may only become less.
func TestALanguageIsReadAsWellAsEnglish(t *testing.T) {
	t.Parallel()
	words := must(lexicon.Load())(t)
	all := must(filepath.Glob(filepath.Join("testdata", "languages", "*.want.txt")))(t)
	if len(all) < fewestTwins {
		t.Fatalf("%d documents, want at least %d", len(all), fewestTwins)
	}
	wanted, found := 0, map[string]int{}
	said := map[string]int{}
	for _, path := range all {
		want := strings.Split(strings.TrimSpace(string(must(os.ReadFile(path))(t))), "\n")
		wanted += len(want)
		for _, language := range []string{"en", "de"} {
			name := strings.TrimSuffix(filepath.Base(path), ".want.txt") + "." + language + ".md"
			read := readAs(t, words, filepath.Join("testdata", "languages", name))
			if diff := cmp.Diff(want, read); diff != "" {
				t.Logf("%s (-want +read):\n%s", name, diff)
			}
			said[language] += len(read)
			left := slices.Clone(want)
			for _, line := range read {
				if at := slices.Index(left, line); at >= 0 {
					left = slices.Delete(left, at, at+1)
					found[language]++
				}
			}
		}
	}
	for language, n := range found {
		recall, precision := float64(n)/float64(wanted), float64(n)/float64(said[language])
		if recall < leastOfTwins || precision < leastOfTwins {
			t.Errorf("%s: recall %.3f and precision %.3f, want at least %.2f", language, recall, precision, leastOfTwins)
		}
	}
}

// leastOfTwins is what share of the judged lines is read, and of what is read judged, in
// each language.
const leastOfTwins = 0.93

// readAs describes what is read in a document, in the order in which it stands there.
func readAs(t *testing.T, words *lexicon.Lexicon, path string) []string {
	t.Helper()
	read := &harvest{t: t}
	run := ingest.Run{Pipeline: app.NewPipeline(words, slog.New(slog.DiscardHandler), nil), Library: read, Writer: read, Workers: 1}
	if _, err := run.Ingest(t.Context(), ingest.Find(ingest.Request{Paths: []string{path}, Collection: quarry.DefaultCollection})); err != nil {
		t.Fatal(err)
	}
	var lines []string
	slices.SortStableFunc(read.questions, func(a, b quarry.Question) int { return a.Source.LineStart - b.Source.LineStart })
	for _, q := range read.questions {
		lines = append(lines, describedQuestion(q))
	}
	slices.SortStableFunc(read.specs, func(a, b quarry.Spec) int { return a.Source.LineStart - b.Source.LineStart })
	for _, s := range read.specs {
		lines = append(lines, describedSpec(s))
	}
	return lines
}

func describedQuestion(q quarry.Question) string {
	line := "question: " + string(q.Style)
	if q.Answered {
		line += " answered"
	}
	if q.Grade.Source == quarry.StatedGrade(q.Grade.Difficulty).Source {
		line += " " + string(q.Grade.Difficulty)
	}
	if len(q.Choices) > 0 {
		line += fmt.Sprintf(" %d choices", len(q.Choices))
	}
	return line
}

// describedSpec names a known attribute; of one that a document names in its own language it
// tells the values alone.
func describedSpec(s quarry.Spec) string {
	words := []string{"spec:"}
	if !s.Attribute.Discovered {
		words = append(words, string(s.Device.ID), string(s.Attribute.ID))
	}
	for _, bound := range []*float64{s.Value.Min, s.Value.Max} {
		if bound == nil {
			words = append(words, "-")
			continue
		}
		words = append(words, strconv.FormatFloat(*bound, 'g', -1, 64))
	}
	words = append(words, s.Value.Unit, string(s.Value.Qualifier))
	for _, axis := range slices.Sorted(maps.Keys(s.Conditions)) {
		if value := s.Conditions[axis]; value != quarry.Unstated && value != "none" {
			words = append(words, string(axis)+"="+value)
		}
	}
	return strings.Join(words, " ")
}
