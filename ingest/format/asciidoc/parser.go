package asciidoc

import (
	"strings"

	"github.com/quarrykb/quarry/ingest/format/markup"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// New returns a parser of AsciiDoc that leaves the reading to a parser of
// Markdown.
func New(lexicon *lexicon.Lexicon, markdown markup.Markdown) *markup.Parser {
	return markup.New(markup.Language{
		Name: "asciidoc", Version: 3, Signs: signs, Marks: marks(),
		Begin: func(*markup.Writer) markup.Scan { return new(scanner).block },
	}, lexicon, markdown)
}

// marks are those within a line. Code and emphasis have Markdown's.
func marks() []markup.Mark {
	all := []markup.Mark{
		{Open: "`", Close: "`", Write: markup.Between("`", "`")},
		{Open: "**", Close: "**", Write: markup.Between("**", "**")},
		{Open: "*", Close: "*", Without: "*", Write: markup.Between("**", "**")},
		{Open: "<<", Close: ">>", Write: func(inside string) string {
			place, words, _ := strings.Cut(inside, ",")
			if words = strings.TrimSpace(words); words == "" {
				return place
			}
			return words
		}},
		{Open: "stem:[", Close: "]", Write: markup.Between("$", "$")},
		{Open: "latexmath:[", Close: "]", Write: markup.Between("$", "$")},
	}
	for _, open := range []string{"https://", "http://", "link:", "xref:"} {
		all = append(all, markup.Mark{Open: open, Close: "]", Write: func(inside string) string {
			target, words, ok := strings.Cut(inside, "[")
			switch {
			case !ok || words == "" || strings.ContainsAny(target, " \t"):
				return ""
			case open == "xref:":
				return words
			}
			return "[" + strings.TrimSuffix(words, "^") + "](" + strings.TrimPrefix(open, "link:") + target + ")"
		}})
	}
	return all
}
