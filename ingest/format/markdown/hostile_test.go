package markdown_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/ingesttest"
)

// hostile returns texts of about a size that are made to be dear, by what they
// are made of.
func hostile(size int) map[string]string {
	fill := func(unit string) string { return strings.Repeat(unit, size/len(unit)+1) }
	words := fill("word ")
	return map[string]string{
		"link openers in a line":       fill("[a]("),
		"link openers in lines":        fill(strings.Repeat("[a](", 50) + "\n"),
		"link openers after pipes":     fill("|" + strings.Repeat("[a](", 50) + "\n"),
		"link openers after hashes":    fill("#" + strings.Repeat("[a](", 50) + "\n"),
		"link openers in lazy lines":   "a\n" + fill("        - "+strings.Repeat("[a](", 50)+"\n"),
		"link openers in paragraphs":   fill(strings.Repeat("[a](", 200) + "\n\n"),
		"images":                       fill("![a]("),
		"brackets":                     fill("["),
		"emphasis that never closes":   fill("*a **b _c "),
		"stars":                        fill("*"),
		"stars in lines":               fill(strings.Repeat("*", 500) + "\n"),
		"backticks":                    strings.Repeat("` ``` `` ```` ", size/20),
		"comments that never end":      fill("<!-- "),
		"tags that never end":          fill("<a b=\""),
		"titles that never end":        fill("[a](b \"") + "\n" + fill("word\n"),
		"citations that never end":     fill("<x-y a=\"http://b\">"),
		"addresses":                    fill("<http://a.b> "),
		"dollar signs":                 fill("$a "),
		"entities":                     fill("&amp; "),
		"escapes":                      fill("\\* "),
		"link definitions":             fill("[a]: b\n"),
		"footnotes":                    fill("[^1]\n\n[^1]: x\n\n"),
		"quotes in quotes":             fill(strings.Repeat("> ", 60) + "a\n"),
		"lists in lists":               fill(strings.Repeat("- ", 60) + "a\n"),
		"numbers in numbers":           fill(strings.Repeat("1. ", 60) + "a\n"),
		"items deep in items":          nested(60) + fill(strings.Repeat(" ", 120)+"- a\n"),
		"a wide table of short rows":   "|" + strings.Repeat("a|", 500) + "\n|" + strings.Repeat("-|", 500) + "\n" + fill("a\n"),
		"a table of 10,000 columns":    "|" + strings.Repeat("a|", 10_000) + "\n|" + strings.Repeat("-|", 10_000) + "\n" + fill("b|"),
		"escaped pipes in code":        "|a|b|\n|-|-|\n" + fill("|`a\\|b`|c|\n"),
		"a long title over items":      "# " + words + "\n\n" + fill("- a: b\n"),
		"a long label over items":      "- " + words + ":\n" + fill("  - a: b\n"),
		"a long header over rows":      "|a|" + words + "|\n|-|-|\n" + fill("|b|c|\n"),
		"a long label beside numbers":  "|a|" + strings.Repeat("X1|", 200) + "\n|" + strings.Repeat("-|", 201) + "\n|" + words + strings.Repeat("|5 GB", 200) + "|\n",
		"citations in one paragraph":   fill("A b is c [d](http://e.f). "),
		"definitions in one paragraph": fill("A b is c.\n"),
		"terms":                        fill("a\n: b\n\n"),
		"a fence that never closes":    "```\n" + fill("a [b](c) *d*\n"),
		"fences":                       fill("```\n"),
		"headings":                     fill("# a\n"),
		"headings with underlines":     fill("a\n===\n"),
		"questions":                    fill("## Is it so?\n\nYes.\n\n"),
		"HTML":                         fill("<div>\n\n"),
		"tabs":                         fill("\t\t\t\t\ta\n"),
		"quantities with strokes":      "| Card | Output |\n|---|---|\n| X1 | " + fill("5 V / 3 A / ") + "5 V |\n",
		"spaces":                       fill(strings.Repeat(" ", 200) + "a\n\n"),
		"blank lines":                  fill("\n") + "a",
	}
}

func nested(depth int) string {
	var text strings.Builder
	for i := range depth {
		fmt.Fprintf(&text, "%s- label %d\n", strings.Repeat(" ", 2*i), i)
	}
	return text.String()
}

const hostileBytes = 32 << 10

func TestTheCostOfHostileTextsIsLinear(t *testing.T) { //nolint:paralleltest // others would be counted too
	parser := newParser(t)
	ingesttest.Linear(t, hostile, func(text []byte) {
		if _, err := parser.Parse(t.Context(), ingest.NewText(text)); err != nil {
			t.Fatal(err)
		}
	})
}

// Whatever stands before a good line, the line is read, and every line is
// accounted for.
func TestAGoodLineBehindHostileTextIsRead(t *testing.T) {
	t.Parallel()
	parser := newParser(t)
	for name, text := range hostile(hostileBytes) {
		if slices.Contains([]string{"a fence that never closes", "fences", "comments that never end"}, name) {
			continue // these take all that follows for their own, and rightly
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			found, err := parser.Parse(t.Context(), ingest.NewText([]byte(text+"\n\n---\n\n# After\n\n- **Key**: what opens the lock of a door, so that whoever holds it may come in.\n")))
			if err != nil {
				t.Fatal(err)
			}
			if !slices.ContainsFunc(found.Facts, func(f quarry.Fact) bool { return f.Subject == "Key" }) {
				t.Errorf("the line was not read; warnings: %q", found.Warnings)
			}
		})
	}
}

func TestWhatIsOverALimitIsReportedAndKept(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct{ text, warning string }{
		"a row of many columns": {"|" + strings.Repeat("a|", 600) + "\n", "line 3 is kept as plain text: a table row of more than 512 columns"},
		"deep quotes":           {strings.Repeat(">", 65) + " a\n", "line 3 is kept as plain text: nested deeper than 64"},
		"deep items":            {strings.Repeat("- ", 65) + "a\n", "line 3 is kept as plain text: nested deeper than 64"},
		"many link definitions": {strings.Repeat("[a]: b\n", 2001), "line 2003 is kept as plain text: more than 2000 link definitions in a row"},
		"many footnotes":        {strings.Repeat("x [^1]\n\n", 2001), "line 4003 is kept as plain text: behind the first 2000 footnotes"},
		"many escaped pipes":    {strings.Repeat("a \\| b\n", 2001), "line 2003 is kept as plain text: behind the first 2000 escaped pipes"},
		"many marks in a block": {strings.Repeat("*a **b _c ", 2000) + "\n", "line 3 begins a block of too many marks: the others are kept as text"},
		"many blocks":           {strings.Repeat("- a\n\n", 60_000), "lines 66668 to 120002 are kept as plain text: behind the first 100000 blocks and table cells"},
		"many filled cells": {
			"|" + strings.Repeat("a|", 500) + "\n|" + strings.Repeat("-|", 500) + "\n" + strings.Repeat("a\n", 300),
			"lines 102 to 304 are kept as plain text: behind the first 50000 cells of a table",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text := "# Title\n\n" + tc.text
			found, err := newParser(t).Parse(t.Context(), ingest.NewText([]byte(text)))
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Contains(found.Warnings, tc.warning) {
				t.Errorf("warnings = %.300q, want %q among them", found.Warnings, tc.warning)
			}
		})
	}
}
