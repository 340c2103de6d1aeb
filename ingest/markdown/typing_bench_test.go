package markdown_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/text"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/markdown"
	"github.com/quarrykb/quarry/internal/lexicon"
)

const benchedRows = 5_000

// figures is a table of so many devices, with four numbers of each.
func figures(name func(int) string) string {
	var table strings.Builder
	table.WriteString("# Boards\n\n| Board | Memory capacity | Memory bandwidth | TDP | Boost clock |\n| --- | --- | --- | --- | --- |\n")
	for row := range benchedRows {
		fmt.Fprintf(&table, "| %s | %d GB | %d.%d TB/s | %d W | %d MHz |\n",
			name(row), 8+row%250, 1+row%9, row%10, 50+row%950, 900+row%2000)
	}
	return table.String()
}

// BenchmarkTyping reads the numbers of a table, and reports by how much longer
// that takes than goldmark takes to parse the table.
func BenchmarkTyping(b *testing.B) {
	words, err := lexicon.Load()
	if err != nil {
		b.Fatal(err)
	}
	ours := markdown.New(words)
	theirs := goldmark.New(goldmark.WithExtensions(extension.Table)).Parser()
	devices := words.Devices()
	for name, called := range map[string]func(int) string{
		"unknown devices": func(row int) string { return fmt.Sprintf("Brenta %06d", row) },
		"known devices":   func(row int) string { return devices[row%len(devices)].Name },
	} {
		table := figures(called)
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			typed, parsed := time.Hour, time.Hour
			for b.Loop() {
				typed = min(typed, took(func() {
					if _, err := ours.Parse(b.Context(), ingest.NewText([]byte(table))); err != nil {
						b.Fatal(err)
					}
				}))
				parsed = min(parsed, took(func() { theirs.Parse(text.NewReader([]byte(table))) }))
			}
			b.ReportMetric(float64(typed)/float64(parsed), "times-goldmark")
			b.ReportMetric(float64(typed.Nanoseconds())/benchedRows, "typed-ns/row")
			b.ReportMetric(float64(parsed.Nanoseconds())/benchedRows, "goldmark-ns/row")
		})
	}
}

// took is the time of some work. What was left behind by the work before is
// collected first.
func took(work func()) time.Duration {
	runtime.GC()
	began := time.Now()
	work()
	return time.Since(began)
}
