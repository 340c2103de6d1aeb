package org

import (
	"strings"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/format/markup"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// New returns a parser of outlines that knows the lexicon's grade words and leaves
// the reading to a parser of Markdown.
func New(lexicon *lexicon.Lexicon, markdown markup.Markdown) *markup.Parser {
	cards := newCards(lexicon)
	return markup.New(markup.Language{
		Name: "org", Version: 5, Signs: signs,
		Marks: []markup.Mark{
			{Open: "~", Close: "~", Without: "`", Write: markup.Between("`", "`")},
			{Open: "=", Close: "=", Without: "`", Write: markup.Between("`", "`")},
			{Open: "[[", Close: "]]", Without: "<>`|", Write: func(inside string) string {
				target, label, ok := strings.Cut(inside, "][")
				if !ok || label == "" || target == "" || strings.ContainsAny(target+label, "[]") {
					return ""
				}
				return "[" + label + "](<" + target + ">)"
			}},
		},
		Begin: func(w *markup.Writer) markup.Scan {
			o := read(lexicon, w.Source)
			o.cards = cards
			w.Grade = o.gradeAt
			return o.withoutCards(w)
		},
	}, lexicon, markdown)
}

// signs counts org's own keywords and drawers, and its headings. These alone say
// something where there are several levels of them, with text below.
func signs(text *ingest.Text) markup.Signs {
	var seen markup.Signs
	top, bodies := 0, 0 // headings of one star, and those with text below
	fenced := text.Fences()
	for n := 1; n <= text.Lines(); n++ {
		line := text.Line(n)
		level, _ := markup.CutHeading(line, "*")
		key, _ := cutKeyword(line)
		switch {
		case fenced[n] || (markup.IsMarkdown(line) && !isComment(line)):
			seen.Others++
		case level > 0:
			seen.Titles++
			if level == 1 {
				top++
			}
			if n < text.Lines() && !text.Blank(n+1) && !strings.HasPrefix(text.Line(n+1), "*") {
				bodies++
			}
		case key != "" || isDrawer(line) || isTableRule(line):
			seen.Own++
		}
	}
	isOutline := top > 0 && seen.Titles-top > 1 && 3*bodies >= seen.Titles
	if seen.Own == 0 && !isOutline {
		seen.Titles = 0
	}
	return seen
}

// scan writes what begins on a line.
func (o *outline) scan(w *markup.Writer, r markup.Region, n int, line string) int {
	level, _ := markup.CutHeading(line, "*")
	key, value := cutKeyword(line)
	last, isBlock := o.ends[n]
	rule := ""
	switch {
	case isBlock && key != "":
		return block(w, r, n, last, key, value)
	case isBlock:
		w.Skip(n, last, "properties")
		return last + 1
	case level > 0:
		w.Write(n, n, w.Heading(level, cutHeading(line).title))
		return n + 1
	case key != "":
		if rule = "keyword"; key == "date" {
			value = strings.Trim(value, "<>[]")
		}
		w.Own.Say(key, value)
	case isComment(line):
		rule = "comment"
	case isPlanning(line):
		rule = "planning"
	case isTableRule(line) && (!isRow(w, n-1) || !isRow(w, n+1)): // at an edge of the table
		rule = "table rule"
	}
	if rule != "" {
		w.Skip(n, n, rule)
	} else {
		words(w, n, line)
	}
	return n + 1
}

// words writes a line of text, of a table, or of an example behind a colon.
func words(w *markup.Writer, n int, line string) {
	bare := strings.TrimLeft(line, " \t")
	if isTableRule(line) {
		line = strings.ReplaceAll(line, "+", "|")
	} else if example, ok := strings.CutPrefix(bare, ": "); ok {
		line = "  " + example
	}
	w.Write(n, n, w.Inline(line))
}

func isRow(w *markup.Writer, n int) bool {
	return n >= 1 && n <= w.Source.Lines() && strings.HasPrefix(strings.TrimSpace(w.Source.Line(n)), "|")
}

// block writes a block with a name: "#+begin_src".
func block(w *markup.Writer, r markup.Region, n, last int, key, value string) int {
	b := markup.Block{
		Kind: markup.Fold, First: n, Last: last, Name: strings.TrimPrefix(key, blockBegins),
		Body: markup.Region{First: n + 1, Last: last - 1, Depth: r.Depth + 1},
	}
	switch b.Name {
	case "src", "example", "export":
		b.Kind = markup.Code
		b.Name, _, _ = strings.Cut(value, " ")
	case "quote", "verse", "center":
		b.Kind = markup.Open
	case "comment":
		b.Kind = markup.Hidden
	}
	if b.Kind != markup.Hidden {
		w.Drop(n, n, "block")
		w.Drop(last, last, "block")
	}
	return w.Block(b)
}
