package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/cmd/quarry/app"
	"github.com/quarrykb/quarry/cmd/quarry/intake"
)

// Read again from their stored bytes, documents of every layout give what they gave
// from their files: pages and PDFs, whose text was taken out of them, files of records
// in several parts, and what was imported from an export.
func TestReadingAgainGivesTheSame(t *testing.T) {
	t.Parallel()
	s, folder := newSession(t), t.TempDir()
	writeRecords(t, folder)
	for _, given := range []string{folder, "testdata/layouts", "../../ingest/format/pdf/testdata", "../../ingest/format/webpage/testdata"} {
		run := intake.Command{Paths: []string{given}, As: filepath.Base(given), Collection: "main", Report: "text", Progress: "none"}
		if err := run.Run(t.Context(), s); err != nil {
			t.Logf("%s: %v", given, err) // some of them are there to be refused
		}
	}
	opened, err := s.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer closeBase(t, opened)
	before, extracts := everyKnowledge(t, opened)
	outcome, err := opened.ReadAgain(t.Context(), app.DisplaysOn(io.Discard, "none"))
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range outcome.Documents {
		t.Errorf("%s is %s: %+v", d.Path, d.Status, d.Rejection)
	}
	if after, _ := everyKnowledge(t, opened); !cmp.Equal(before, after) {
		t.Errorf("documents changed (-before +after):\n%s", cmp.Diff(before, after))
	}
	if got := *outcome.Result.ReadAgain; got != len(before) || extracts < 3 || len(before) < 60 {
		t.Errorf("%d of %d documents were read again, %d of them from what their text was taken out of", got, len(before), extracts)
	}
}

// everyKnowledge returns every document with its entries, by its path, and how many
// texts were taken out of files.
func everyKnowledge(t *testing.T, opened *app.App) (map[string]quarry.Knowledge, int) {
	t.Helper()
	all, extracts := map[string]quarry.Knowledge{}, 0
	for page := (quarry.PageRequest{Limit: 50}); ; {
		found, err := opened.Store.Knowledge(t.Context(), quarry.Filter{}, page)
		if err != nil {
			t.Fatal(err)
		}
		for _, k := range found.Items {
			if k.Content.Original != nil {
				extracts++
			}
			k.Document.IngestedAt = k.Document.IngestedAt.Truncate(1 << 60)
			all[k.Document.Path] = k
		}
		if found.Next == nil {
			return all, extracts
		}
		page.After = *found.Next
	}
}

// writeRecords writes files of records that are cut into several parts.
func writeRecords(t *testing.T, folder string) {
	t.Helper()
	var lines, table, cards bytes.Buffer
	table.WriteString("question,answer\n")
	cards.WriteString("#separator:tab\n#html:false\n")
	for i := range 10_500 {
		fmt.Fprintf(&table, "How long is rope %d?,\"%d metres, wet\"\n", i, i+2)
		if i < 100 {
			fmt.Fprintf(&lines, `{"question":"Which ship left berth %d?","answer":"The %d of the tide."%s}`+"\n", i, i+1, strings.Repeat(" ", 40_000))
			fmt.Fprintf(&cards, "What is knot %d?\tA loop of %d turns%s\n", i, i+1, strings.Repeat(".", 40_000))
		}
	}
	for name, text := range map[string]*bytes.Buffer{"ships.jsonl": &lines, "ropes.csv": &table, "knots.txt": &cards} {
		if err := os.WriteFile(filepath.Join(folder, name), text.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}
