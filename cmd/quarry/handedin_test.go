package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/cmd/quarry/app"
)

// A document that was handed in at a place below another one's is no part of that one,
// even where its name is a number, as the names of parts are.
func TestADocumentBelowAnotherIsNoPartOfIt(t *testing.T) {
	t.Parallel()
	s := newSession(t)
	opened, err := s.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	handIn := handsIn(t, openFollowed(t, s, opened), opened)
	handIn("book", "### What is a warp?\n**Answer:** 32 threads.\n")
	handIn("book/2", "### What is a block?\n**Answer:** A group of warps.\n")
	handIn("book", "### What is a grid?\n**Answer:** All blocks of a kernel.\n")
	checkPaths(t, opened, "book", "book/2")

	// The parts of a file of records are, and go with it.
	handIn("set.jsonl", longRecords(60))
	checkPaths(t, opened, "book", "book/2", "set.jsonl", "set.jsonl/2")
	second, err := opened.Store.StoredFile(t.Context(), "main", "set.jsonl/2")
	if err != nil {
		t.Fatal(err)
	}
	told := handIn("set.jsonl", "### What is a lane?\n**Answer:** One thread of a warp.\n")
	if first := told.Documents[0]; first.Status != "removed" || first.ID != second[0].ID {
		t.Errorf("told first is %+v, want that %s is removed", first, second[0].ID)
	}
	checkPaths(t, opened, "book", "book/2", "set.jsonl")
}

// longRecords are as many, which fill more than one part.
func longRecords(number int) string {
	var all strings.Builder
	for i := range number {
		fmt.Fprintf(&all, `{"question": "What is long number %d?", "answer": "%s"}`+"\n", i, strings.Repeat("long ", 10_000))
	}
	return all.String()
}

// handsIn returns what hands a document in and waits for the end of its job.
func handsIn(t *testing.T, d *app.Desk, opened *app.App) func(path, text string) quarry.JobOutcome {
	t.Helper()
	runners := app.Writers{Opened: opened, Spool: d.Spool}
	return func(path, text string) quarry.JobOutcome {
		t.Helper()
		file, err := d.Spool.Take(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		file.Collection, file.Path = "main", path
		job := quarry.Job{Order: quarry.JobOrder{Kind: quarry.JobIngest, Files: []quarry.JobFile{file}}}
		outcome, err := runners.Ingest(t.Context(), job, func(quarry.JobProgress) {})
		if err != nil || len(outcome.Documents) == 0 || outcome.Documents[0].Rejection != nil {
			t.Fatalf("%s: outcome %+v (%v)", path, outcome, err)
		}
		d.Spool.Discard(job.Order.Files)
		return outcome
	}
}

func paths(t *testing.T, opened *app.App) []string {
	t.Helper()
	page, err := opened.Store.Documents(t.Context(), quarry.Filter{}, quarry.PageRequest{Limit: 100})
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, document := range page.Items {
		all = append(all, document.Path)
	}
	return all
}

func checkPaths(t *testing.T, opened *app.App, want ...string) {
	t.Helper()
	if got := paths(t, opened); !slices.Equal(got, want) {
		t.Errorf("stored are %q, want %q", got, want)
	}
}
