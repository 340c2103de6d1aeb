//go:build unix

package main

import (
	"fmt"
	"runtime"
	"syscall"
	"testing"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/cmd/quarry/app"
	"github.com/quarrykb/quarry/store/storetest"
)

// openAlike opens a base with so many open questions that share all words but two with a
// fifth of the others, and a few entries that answer some of them. Links are derived.
func openAlike(b *testing.B, questions int) *app.App {
	b.Helper()
	opened, err := newSession(b).Open(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = opened.Close() }) // the directory goes with the benchmark
	draft := storetest.NewDraft("prompts.md")
	for n := range questions {
		draft.Question(fmt.Sprintf("What is the melting point of %s sample number %d in the furnace?",
			[]string{"alloy", "resin", "fabric", "polymer", "ceramic"}[n%5], n), "")
	}
	saveAndRead(b, opened, draft.Fact("Alloys", "The melting point of alloy sample number 7 is 900 °C.").
		Passage("A furnace holds a sample at its melting point for an hour.").Knowledge())
	relink(b, opened)
	return opened
}

// saveAndRead stores a document and lets everything read it but the links.
func saveAndRead(b *testing.B, opened *app.App, k quarry.Knowledge) {
	b.Helper()
	_, err := opened.Store.SaveDocument(b.Context(), k)
	if err == nil {
		err = opened.ReadChanges(b.Context())
	}
	if err != nil {
		b.Fatal(err)
	}
}

// relink lets the links catch up, and returns the processor time of that. What they changed is
// read by everything else.
func relink(b *testing.B, opened *app.App) time.Duration {
	b.Helper()
	runtime.GC() // of what was left by those who read before
	began := processorTime(b)
	if _, err := opened.Links.CatchUp(b.Context()); err != nil {
		b.Fatal(err)
	}
	took := processorTime(b) - began
	if err := opened.ReadChanges(b.Context()); err != nil {
		b.Fatal(err)
	}
	return took
}

// processorTime returns what this process has used of the processors: that says the same
// beside other work.
func processorTime(b *testing.B) time.Duration {
	b.Helper()
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		b.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// BenchmarkLinksOfQuestionsThatAreAlike asks all of them anew, 1,000 and 8,000 in turns.
func BenchmarkLinksOfQuestionsThatAreAlike(b *testing.B) {
	few, many := openAlike(b, 1000), openAlike(b, 8000)
	var took [2]time.Duration
	for b.Loop() {
		for i, opened := range []*app.App{few, many} {
			if err := opened.Store.EndLinks(b.Context(), "none", 0, ""); err != nil {
				b.Fatal(err)
			}
			took[i] += relink(b, opened)
		}
	}
	reportRatio(b, took)
}

// BenchmarkLinksBehindOneMoreDocument stores a document that answers a question, beside
// 100 and 8,000 of them in turns.
func BenchmarkLinksBehindOneMoreDocument(b *testing.B) {
	few, many := openAlike(b, 100), openAlike(b, 8000)
	var took [2]time.Duration
	for n := 0; b.Loop(); n++ {
		for i, opened := range []*app.App{few, many} {
			saveAndRead(b, opened, storetest.NewDraft(fmt.Sprintf("notes/%d.md", n)).
				Question(fmt.Sprintf("Where is sample %d?", n), "In the furnace.").
				Fact("Resins", fmt.Sprintf("The melting point of resin sample number %d is %d °C.", n%100, 60+n)).
				Passage(fmt.Sprintf("On day %d the furnace was cold, and every polymer sample was kept.", n)).Knowledge())
			took[i] += relink(b, opened)
		}
	}
	reportRatio(b, took)
}

// reportRatio reports the processor time of the many for that of the few, and these.
func reportRatio(b *testing.B, took [2]time.Duration) {
	b.Helper()
	b.ReportMetric(took[1].Seconds()/took[0].Seconds(), "ratio")
	b.ReportMetric(float64(took[0].Microseconds())/float64(b.N), "few-µs/op")
	b.ReportMetric(float64(took[1].Microseconds())/float64(b.N), "many-µs/op")
}
