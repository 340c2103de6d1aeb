package markdown

import (
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/util"
)

// newEngine returns goldmark's parser with tables, footnotes, definition lists
// and formulas. Whatever reads marks inside a text works within an effort.
func newEngine() parser.Parser {
	inline := []util.PrioritizedValue{
		util.Prioritized(mathParser{}, 90),
		util.Prioritized(parser.NewCodeSpanParser(), 100),
		util.Prioritized(extension.NewFootnoteParser(), 101),
		util.Prioritized(parser.NewLinkParser(), 200),
		util.Prioritized(parser.NewAutoLinkParser(), 300),
		util.Prioritized(parser.NewRawHTMLParser(), 400),
		util.Prioritized(parser.NewEmphasisParser(), 500),
	}
	for i, one := range inline {
		inline[i].Value = within(one.Value)
	}
	blocks := append(parser.DefaultBlockParsers(),
		util.Prioritized(extension.NewDefinitionListParser(), 101),
		util.Prioritized(extension.NewDefinitionDescriptionParser(), 102),
		util.Prioritized(extension.NewFootnoteBlockParser(), 999),
	)
	paragraphs := append(parser.DefaultParagraphTransformers(),
		util.Prioritized(extension.NewTableParagraphTransformer(), 200),
	)
	return parser.NewParser(
		parser.WithBlockParsers(blocks...),
		parser.WithInlineParsers(inline...),
		parser.WithParagraphTransformers(paragraphs...),
		parser.WithASTTransformers(
			util.Prioritized(extension.NewTableASTTransformer(), 0),
			util.Prioritized(extension.NewFootnoteASTTransformer(), 999),
		),
	)
}
