package render

import (
	"context"
	"regexp"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extensionast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// newMarkdown returns what reads Markdown as GitHub does, with formulas. HTML passes as it
// is: what may be in it is decided once, for all of a fragment.
func newMarkdown() goldmark.Markdown {
	own := newFormulas()
	inline := formulaParser{formulas: own, sign: regexp.MustCompile(`[\\^_={}]`), letter: regexp.MustCompile(`^\s*[A-Za-z]\s*$`)}
	return goldmark.New(
		goldmark.WithExtensions(
			extension.NewTable(extension.WithTableCellAlignMethod(extension.TableCellAlignAttribute)),
			extension.Strikethrough, extension.TaskList, extension.Linkify,
		),
		goldmark.WithParserOptions(
			parser.WithInlineParsers(util.Prioritized(inline, 90)),
			parser.WithBlockParsers(util.Prioritized(displayParser{}, 90)),
			parser.WithASTTransformers(util.Prioritized(transformer{own, newLanguages()}, 900)),
		),
		goldmark.WithRendererOptions(html.WithUnsafe()),
	)
}

// written is markup that is made already, in a line.
func written(markup string) ast.Node {
	node := ast.NewString([]byte(markup))
	node.SetCode(true) // which passes as it is
	return node
}

// standing is markup that is made already, as a block.
func standing(markup string) ast.Node {
	block := ast.NewTextBlock()
	block.AppendChild(block, written(markup))
	return block
}

// within is the context of reading one text, which brings along what that may cost.
type within struct {
	parser.Context

	ctx      context.Context //nolint:containedctx // it goes where goldmark hands its own context
	formulas *int            // that may still be converted
}

// The titles of a fragment begin below those of the page.
const topHeading, deepestHeading = 2, 6

// transformer makes of a text what a page shows.
type transformer struct {
	formulas

	languages languages
}

// Transform implements parser.ASTTransformer.
func (t transformer) Transform(root *ast.Document, reader text.Reader, pc parser.Context) {
	var blocks []ast.Node // that others take the place of
	_ = ast.Walk(root, func(node ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch node.Kind() {
		case ast.KindHeading:
			if heading, ok := node.(*ast.Heading); ok {
				heading.Level = min(deepestHeading, heading.Level+topHeading)
			}
			node.SetAttributeString("dir", "auto")
		case ast.KindParagraph, ast.KindListItem, ast.KindBlockquote, extensionast.KindTableCell:
			node.SetAttributeString("dir", "auto")
		case extensionast.KindTable, ast.KindFencedCodeBlock, ast.KindCodeBlock:
			blocks = append(blocks, node)
		}
		return ast.WalkContinue, nil
	})
	for _, block := range blocks {
		parent := block.Parent()
		switch of := block.(type) {
		case *extensionast.Table: // one that is too wide is moved in what is around it, which a keyboard reaches
			parent.InsertBefore(parent, block, standing(`<div class="scroll" role="group" aria-label="Table" tabindex="0">`))
			parent.InsertAfter(parent, block, standing("</div>"))
		case *displayed:
			parent.ReplaceChild(parent, block, standing(t.displayed(pc, of, reader.Source())))
		default:
			parent.ReplaceChild(parent, block, standing(t.codeBlock(pc, block, reader.Source())))
		}
	}
}

// displayed returns the markup of a formula on lines of its own.
func (f formulas) displayed(pc parser.Context, of *displayed, source []byte) string {
	tex := string(of.Lines().Value(source))
	if !of.closed {
		return "<p>" + escaped(of.within.open+tex) + "</p>"
	}
	return "<p>" + f.markup(pc, tex, true) + "</p>"
}

// codeBlock returns the markup of a block of code.
func (t transformer) codeBlock(pc parser.Context, node ast.Node, source []byte) string {
	code, language := string(node.Lines().Value(source)), ""
	if fenced, ok := node.(*ast.FencedCodeBlock); ok {
		language = strings.ToLower(string(fenced.Language(source)))
	}
	var out strings.Builder
	out.WriteString(`<pre class="code" dir="ltr" tabindex="0"`)
	if language != "" {
		out.WriteString(` data-language="` + escaped(language) + `"`)
	}
	out.WriteString("><code>")
	markup := ""
	if in, ok := pc.(within); ok && language != "" {
		markup = t.languages.coloured(in.ctx, code, language)
	}
	if markup == "" {
		markup = escaped(code)
	}
	out.WriteString(markup + "</code></pre>")
	return out.String()
}

// markup returns a formula as MathML, or as it is written.
func (f formulas) markup(pc parser.Context, tex string, display bool) string {
	content := ""
	if in, ok := pc.(within); ok && *in.formulas > 0 {
		*in.formulas--
		content = f.mathML(tex)
	}
	switch {
	case content == "":
		return `<code class="math">` + escaped(strings.TrimSpace(tex)) + "</code>"
	case display:
		return `<math display="block">` + content + "</math>"
	}
	return "<math>" + content + "</math>"
}
