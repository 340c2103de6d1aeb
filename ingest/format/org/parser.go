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
		Name: "org", Version: 4, Signs: signs,
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
