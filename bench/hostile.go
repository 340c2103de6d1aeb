package main

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"strings"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
)

// hostileBytes is the length of a hostile text; it is then doubled. What is
// refused for its length does not count, so twice of it is below every limit.
const hostileBytes = 512 << 10

// hostile is a text that is dear to read: a beginning, and something that is
// said over and over.
type hostile struct {
	name, before, again, after string
}

func hostileTexts() []hostile {
	return []hostile{
		{name: "nested quotes", again: ">"},
		{name: "nested lists", again: "- "},
		{name: "link openers", again: "[a]("},
		{name: "brackets", again: "["},
		{name: "images", again: "![a]("},
		{name: "emphasis runs", again: "*a _b "},
		{name: "code marks", again: "`a ``b "},
		{name: "table columns", before: "| a |\n| - |\n", again: "| b "},
		{name: "table rows", before: "| a | b |\n| - | - |\n", again: "| c | d |\n"},
		{name: "unclosed tags", again: "<div><p a='"},
		{name: "unclosed details", again: "<details><summary>What?</summary>\n\n"},
		{name: "headings", again: "# a?\n"},
		{name: "one long line", again: "a"},
		{name: "marks that ask", again: "Why? "},
		{name: "quotes of records", before: "question,answer\n", again: "\"a\"\"b\","},
		{name: "unclosed quote", before: "question,answer\n\"", again: "a,b\n"},
		{name: "depth of JSON", again: "[{\"a\":"},
		{name: "keys of JSON", before: "{\"question\":\"a\"", again: ",\"b\":1", after: "}"},
		{name: "cards", again: "a :: b\n"},
		{name: "callouts", again: "> [!faq] Why?\n> a\n"},
		{name: "admonitions", again: "??? question \"Why?\"\n    a\n"},
		{name: "tagged cards", before: "#flashcards\n", again: "# a #card\nb\n"},
		{name: "sides between rules", again: "---\nWhat?\n---\na\n"},
		{name: "headings of an outline", before: "#+TITLE: a\n", again: "* What? :drill:\n** Answer\nb\n"},
		{name: "terms of AsciiDoc", before: "= a\n\n", again: "a?::\n b\n"},
		{name: "directives", before: "a\n=\n\n", again: ".. note::\n  b\n"},
		{name: "tags of a page", before: "<!doctype html><body>", again: "<p><font color=1>a"},
		{name: "cards between marks", again: "a --- b;;\n"},
		{name: "marks of all kinds", again: "a -- b == c && d;; "},
		{name: "links of a page", before: "<!doctype html><body>", again: "<h2>a?</h2><ul><li><a href=b>c?</a><li><a href=b>c?</a></ul>d"},
		{name: "front matter", before: "---\n", again: "a: &b [*b, *b]\n", after: "---\n"},
	}
}

// text writes it about so long.
func (h hostile) text(length int) []byte {
	return []byte(h.before + strings.Repeat(h.again, length/len(h.again)) + h.after)
}

// hostileFigures tell what twice as much of something hostile costs.
func hostileFigures() []figure {
	figures := make([]figure, 0, len(hostileTexts()))
	for _, h := range hostileTexts() {
		figures = append(figures, figure{
			name:   "hostile: " + h.name,
			ours:   "read and parse a text of 1 MB that is dear to read, by processor time",
			peer:   "the same with 512 KB of it",
			target: 2.5, unit: time.Millisecond,
			open: func(context.Context, string) (contest, error) { return openHostile(h) }, //nolint:contextcheck // Nothing in it can take long.
		})
	}
	return figures
}

func openHostile(h hostile) (contest, error) {
	pipeline, err := newPipeline(slog.New(slog.DiscardHandler))
	if err != nil {
		return contest{}, err
	}
	reads := func(length int) side {
		text := h.text(length)
		return busy(func(ctx context.Context, _ int) error { return refusedOrRead(ctx, pipeline, text) })
	}
	return contest{ours: reads(2 * hostileBytes), peer: reads(hostileBytes), each: 1, close: func() error { return nil }}, nil
}

// refusedOrRead takes a text through the pipeline as far as it goes: to refuse
// a hostile one is right.
func refusedOrRead(ctx context.Context, p *ingest.Pipeline, text []byte) error {
	raw, err := p.Read(ctx, ingest.Source{
		Name: "hostile", Collection: quarry.DefaultCollection, Root: "/generated", Path: "hostile",
		Open: func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(text)), nil },
	})
	if err == nil {
		_, _ = p.Prepare(ctx, raw)
	}
	return ctx.Err()
}
