package render

import (
	"context"
	"html"
	"regexp"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extensionast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	gmhtml "github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// kinds are the nodes that are ours. A kind is a number of the whole process, so that each
// is taken once for every Renderer.
type kinds struct{ formula, displayed, code, scroll ast.NodeKind }

// block is a block whose markup is made already, or what stands around another one.
type block struct {
	ast.BaseBlock

	kind   ast.NodeKind
	markup string
}

// Kind implements ast.Node.
func (b *block) Kind() ast.NodeKind { return b.kind }

// Dump implements ast.Node.
func (b *block) Dump(source []byte, level int) { ast.DumpHelper(b, source, level, nil, nil) }

// extensions are what is read and written beside what Markdown has.
type extensions struct {
	kinds    kinds
	formulas formulas
}

// newMarkdown returns what reads Markdown as GitHub does, with formulas. HTML passes as it
// is: what may be in it is decided once, for all of a fragment.
func newMarkdown(e extensions) goldmark.Markdown {
	inline := formulaParser{
		kind:   e.kinds.formula,
		sign:   regexp.MustCompile(`[\\^_={}]`),
		letter: regexp.MustCompile(`^\s*[A-Za-z]\s*$`),
	}
	return goldmark.New(
		goldmark.WithExtensions(
			extension.NewTable(extension.WithTableCellAlignMethod(extension.TableCellAlignAttribute)),
			extension.Strikethrough, extension.TaskList, extension.Linkify,
		),
		goldmark.WithParserOptions(
			parser.WithInlineParsers(util.Prioritized(inline, 90)),
			parser.WithBlockParsers(util.Prioritized(displayParser{e.kinds.displayed}, 90)),
			parser.WithASTTransformers(util.Prioritized(e, 900)),
		),
		goldmark.WithRendererOptions(gmhtml.WithUnsafe(), renderer.WithNodeRenderers(util.Prioritized(e, 100))),
	)
}

// within is the context of reading one text, which brings along for how long.
type within struct {
	parser.Context

	ctx context.Context //nolint:containedctx // it goes where goldmark hands its own context
}

// deepestHeading is how deep the titles of a fragment begin: above them stand the page's.
const topHeading, deepestHeading = 2, 6

// Transform implements parser.ASTTransformer.
func (e extensions) Transform(root *ast.Document, reader text.Reader, pc parser.Context) {
	var tables, codes []ast.Node
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
		case extensionast.KindTable:
			tables = append(tables, node)
		case ast.KindFencedCodeBlock, ast.KindCodeBlock:
			codes = append(codes, node)
		}
		return ast.WalkContinue, nil
	})
	for _, table := range tables {
		around := &block{kind: e.kinds.scroll}
		table.Parent().ReplaceChild(table.Parent(), table, around)
		around.AppendChild(around, table)
	}
	for _, code := range codes {
		code.Parent().ReplaceChild(code.Parent(), code, &block{kind: e.kinds.code, markup: codeBlock(pc, code, reader.Source())})
	}
}

// codeBlock returns the markup of a block of code.
func codeBlock(pc parser.Context, node ast.Node, source []byte) string {
	code, language := string(node.Lines().Value(source)), ""
	if fenced, ok := node.(*ast.FencedCodeBlock); ok {
		language = strings.ToLower(string(fenced.Language(source)))
	}
	var out strings.Builder
	out.WriteString(`<pre class="code" dir="ltr" tabindex="0"`)
	if language != "" {
		out.WriteString(` data-language="` + html.EscapeString(language) + `"`)
	}
	out.WriteString("><code>")
	markup := ""
	if in, ok := pc.(within); ok && language != "" {
		markup = coloured(in.ctx, code, language)
	}
	if markup == "" {
		markup = html.EscapeString(code)
	}
	out.WriteString(markup + "</code></pre>\n")
	return out.String()
}

// RegisterFuncs implements renderer.NodeRenderer.
func (e extensions) RegisterFuncs(to renderer.NodeRendererFuncRegisterer) {
	to.Register(e.kinds.formula, e.writeFormula)
	to.Register(e.kinds.displayed, e.writeDisplayed)
	to.Register(e.kinds.code, writeCode)
	to.Register(e.kinds.scroll, writeScroll)
}

func (e extensions) writeFormula(w util.BufWriter, _ []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	of, isFormula := node.(*formula)
	if !entering || !isFormula {
		return ast.WalkContinue, nil
	}
	_, err := w.WriteString(e.formulas.markup(string(of.tex), of.display))
	return ast.WalkSkipChildren, err
}

func (e extensions) writeDisplayed(w util.BufWriter, source []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	of, isFormula := node.(*displayed)
	if !entering || !isFormula {
		return ast.WalkContinue, nil
	}
	tex := string(of.Lines().Value(source))
	markup := html.EscapeString(of.within.open + tex)
	if of.closed {
		markup = e.formulas.markup(tex, true)
	}
	_, err := w.WriteString("<p>" + markup + "</p>\n")
	return ast.WalkSkipChildren, err
}

// markup returns a formula as MathML, or as it is written.
func (f formulas) markup(tex string, display bool) string { //nolint:revive // display is data, not a switch
	content := f.mathML(tex)
	switch {
	case content == "":
		return `<code class="math">` + html.EscapeString(strings.TrimSpace(tex)) + "</code>"
	case display:
		return `<math display="block">` + content + "</math>"
	}
	return "<math>" + content + "</math>"
}

func writeCode(w util.BufWriter, _ []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	of, isBlock := node.(*block)
	if !entering || !isBlock {
		return ast.WalkContinue, nil
	}
	_, err := w.WriteString(of.markup)
	return ast.WalkSkipChildren, err
}

// writeScroll writes what a table that is too wide is moved in, which a keyboard reaches, too.
func writeScroll(w util.BufWriter, _ []byte, _ ast.Node, entering bool) (ast.WalkStatus, error) {
	tag := "</div>\n"
	if entering {
		tag = `<div class="scroll" role="region" aria-label="Table" tabindex="0">`
	}
	_, err := w.WriteString(tag)
	return ast.WalkContinue, err
}
