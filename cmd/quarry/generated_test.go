package main

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/quarrykb/quarry/cmd/quarry/evaluate"
	"github.com/quarrykb/quarry/cmd/quarry/intake"
)

// What is made of the corpus and of the documents of the other tests has been judged by four
// examiners who did not build it (testdata/generated/README.md).
func TestJudgedGeneratedQuestionsAreSound(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it reads a thousand documents")
	}
	s := newSession(t)
	var told bytes.Buffer
	for _, run := range []intake.Command{
		{Collection: "starter", Paths: []string{"../../corpus/documents"}},
		{Collection: "fixtures", Paths: []string{
			"testdata/layouts", "testdata/fields", "testdata/languages",
			"testdata/questions/training", "testdata/specs/training", "testdata/statements/training",
		}},
	} {
		run.Report, run.Progress = "text", "none"
		if err := run.Run(t.Context(), s); err != nil {
			t.Logf("%s: %v", run.Collection, err) // some documents are there to be refused
		}
	}
	s.Out = &told
	var command evaluate.Commands
	command.Generated.Judged, command.Generated.JSON = "testdata/generated/judged.jsonl", true
	if err := command.Generated.Run(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	var report struct {
		Judged, Still int
		Precision     float64
		Types         []struct {
			Type   string
			Judged int
		}
	}
	if err := json.Unmarshal(told.Bytes(), &report); err != nil {
		t.Fatal(err)
	}
	const fewest, fewestStill, fewestOfType, floor = 200, 100, 30, 0.95
	if report.Judged < fewest || report.Still < fewestStill || report.Precision < floor {
		t.Errorf("want %d judged, %d of them made, and a precision of %v:\n%s", fewest, fewestStill, floor, told.String())
	}
	for _, one := range report.Types {
		if one.Judged < fewestOfType {
			t.Errorf("%d of type %s are judged, want %d", one.Judged, one.Type, fewestOfType)
		}
	}
}
