package markdown

import (
	"bytes"
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	goldmarktext "github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/doc"
	"github.com/quarrykb/quarry/ingest/fact"
	"github.com/quarrykb/quarry/ingest/passage"
	"github.com/quarrykb/quarry/ingest/question"
	"github.com/quarrykb/quarry/ingest/question/phrase"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/text"
)

// Parser reads Markdown, and any other plain text as Markdown without marks.
type Parser struct {
	lexicon   *lexicon.Lexicon
	questions *question.Reader
	facts     *fact.Reader
	engine    parser.Parser
}

// New returns a parser with tables, footnotes, definition lists and formulas.
// Questions are what the finders find.
func New(lexicon *lexicon.Lexicon, finders ...ingest.Finder) *Parser {
	return &Parser{lexicon: lexicon, questions: question.NewReader(lexicon, finders...), facts: fact.NewReader(lexicon), engine: newEngine()}
}

// ownVersion is that of the parser without its finders.
const ownVersion = 10

// Format names the layout. The version is raised by the parser's own and by any finder's.
func (p *Parser) Format() ingest.Format {
	return ingest.Format{Name: "markdown", Version: ownVersion + p.questions.Version()}
}

// Recognise takes any text, with marks or without, unless it is data or HTML.
func (*Parser) Recognise(t *ingest.Text) ingest.Confidence {
	head := strings.ToLower(strings.TrimSpace(t.Line(1)))
	if looksLikeData(t, head) {
		return ingest.NotMine
	}
	return ingest.Plain
}

func looksLikeData(t *ingest.Text, head string) bool {
	opens := func(mark string) bool { return strings.HasPrefix(head, mark) }
	last := strings.TrimSpace(t.Line(t.Lines()))
	return slices.ContainsFunc([]string{"<!doctype", "<html", "<?xml", "%pdf"}, opens) ||
		(strings.HasPrefix(head, "{") && strings.HasSuffix(last, "}")) ||
		(strings.HasPrefix(head, "[") && strings.HasSuffix(last, "]") && !strings.Contains(last, "]("))
}

// Parse reads front matter, builds the outline and hands its sections to the
// readers of questions, facts and passages.
func (p *Parser) Parse(ctx context.Context, t *ingest.Text) (ingest.Extraction, error) {
	beginning := string(t.Bytes[:min(len(t.Bytes), text.LanguageShown)])
	r := &reader{
		parser: p, text: t, source: append([]byte(nil), t.Bytes...),
		pieces: ingest.NewPieces(t), language: p.lexicon.Language(p.lexicon.LanguageOf(beginning)),
	}
	body := r.frontMatter()
	r.strayFences()
	masked := r.mask()
	asked := r.find(ctx, body, masked)
	r.found.Tree.Blocks = r.document(r.tree(), body)
	sections := r.found.Tree.Sections(phrase.Short)
	for _, s := range sections[1:] {
		r.found.Marks = append(r.found.Marks, ingest.Structure(s.Heading.First, s.Heading.Last, "heading"))
	}
	read := p.questions.Read(asked, sections)
	r.found.Title = cmp.Or(r.found.Title, read.Title)
	r.found.Questions, r.found.Marks = read.Questions, append(r.found.Marks, read.Marks...)
	r.state(ctx, sections, masked)
	return r.found, nil
}

// reader is the state of reading one document.
type reader struct {
	parser   *Parser
	text     *ingest.Text
	source   []byte // the text as goldmark sees it: limits masked, the rest where it was
	last     int    // its last line
	spent    effort
	language *text.Language // that it is in
	pieces   *ingest.Pieces // of its tree
	ends     tableEnds

	found ingest.Extraction
}

// mask takes out of the source what must not be parsed.
func (r *reader) mask() []masked {
	if bytes.HasPrefix(r.source, []byte(byteOrderMark)) {
		blank(r.source, 0, len(byteOrderMark))
	}
	found, last := mask(r.text, r.source)
	if last == 0 { // nothing is left to be parsed
		blank(r.source, 0, r.text.LineEnd(1))
	}
	r.source, r.last = r.source[:r.text.LineEnd(max(last, 1))], last
	return found
}

// strayFences takes fences out of the source that end what nothing has begun:
// to the Markdown parser all that follows would be code.
func (r *reader) strayFences() {
	inside := r.text.Fences()
	for n := 1; n <= r.text.Lines(); n++ {
		if !inside[n] && ingest.FenceOf(r.text.Line(n)) != "" {
			r.blankLine(n)
			r.found.Marks = append(r.found.Marks, ingest.Structure(n, n, "stray fence"))
		}
	}
}

const byteOrderMark = "\ufeff"

// tree parses the source.
func (r *reader) tree() ast.Node {
	root := r.parse(r.source)
	r.found.Warnings = append(r.found.Warnings, r.spent.warnings(r.text, r.start)...)
	return root
}

// parse reads marks at the document's cost.
func (r *reader) parse(source []byte) ast.Node {
	within := counted{parser.NewContext(), &r.spent}
	return r.parser.engine.Parse(goldmarktext.NewReader(source), parser.WithContext(within))
}

// state keeps what the sections state and their passages.
func (r *reader) state(ctx context.Context, sections []doc.Section, masked []masked) {
	if ctx.Err() != nil {
		return
	}
	stated := r.parser.facts.Read(r.text, r.language, sections)
	r.found.Facts, r.found.Warnings = stated.Facts, append(r.found.Warnings, stated.Warnings...)
	r.found.Marks = append(r.found.Marks, stated.Marks...)
	cutter := &passage.Cutter{Text: r.text, Language: r.language}
	for _, s := range sections {
		r.found.Passages = append(r.found.Passages, cutter.Section(s)...)
		if s.Heading != nil {
			r.found.Title = cmp.Or(r.found.Title, phrase.Short(s.Heading.Marked().Text))
		}
	}
	r.keepMasked(masked, cutter, sections)
}

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
		inline[i].Value = bounded{one.Value.(parser.InlineParser)} //nolint:forcetypeassert // the list holds nothing else
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
		parser.WithAttribute(), // of a heading: "{#name}" is no part of what it says
		parser.WithBlockParsers(blocks...),
		parser.WithInlineParsers(inline...),
		parser.WithParagraphTransformers(paragraphs...),
		parser.WithASTTransformers(
			util.Prioritized(extension.NewTableASTTransformer(), 0),
			util.Prioritized(extension.NewFootnoteASTTransformer(), 999),
		),
	)
}

// find returns the questions among the lines from body on, and blanks what they and the page around
// them take out of the source: the Markdown between is read as if they were not there.
func (r *reader) find(ctx context.Context, body int, masked []masked) []ingest.Found {
	lines := ingest.NewLines(r.text)
	lines.Take(1, body-1)
	for _, m := range masked {
		lines.Take(m.lines.LineStart, m.lines.LineEnd)
	}
	all, furniture := r.parser.questions.Find(ctx, lines)
	r.found.Marks = append(r.found.Marks, furniture...)
	for n := body; n <= r.last; n++ {
		if !lines.Free(n) {
			r.blankLine(n)
		}
	}
	for i := range all {
		all[i].Question.Text = r.plainText(all[i].Question.Text)
	}
	return all
}

func (r *reader) blankLine(n int) {
	blank(r.source, min(r.text.LineStart(n), len(r.source)), min(r.text.LineEnd(n), len(r.source)))
}

// plainText takes the markup off a question that stands on a line of its own.
// What is no paragraph stays as it is.
func (r *reader) plainText(written string) string {
	if !strings.ContainsAny(written, "*_[<&\\") {
		return written
	}
	source := []byte(written)
	root := r.parse(source)
	paragraph, ok := root.FirstChild().(*ast.Paragraph)
	if !ok || paragraph.NextSibling() != nil {
		return written
	}
	one := reader{source: source}
	shown := one.show(paragraph)
	shown.Text.Text = strings.ReplaceAll(shown.Text.Text, "\n", " ")
	return cmp.Or(strings.TrimSpace(shown.Marked().Text), written)
}
