package markdown

import (
	"context"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/claim"
)

// Parser reads Markdown, and any other plain text as Markdown without marks.
type Parser struct {
	lexicon *quarry.Lexicon
	claims  *claim.Reader
	parser  parser.Parser
}

// New returns a parser with tables, footnotes and definition lists.
func New(lexicon *quarry.Lexicon) *Parser {
	markdown := goldmark.New(goldmark.WithExtensions(extension.Table, extension.Footnote, extension.DefinitionList))
	return &Parser{lexicon: lexicon, claims: claim.NewReader(lexicon), parser: markdown.Parser()}
}

// Format names the layout.
func (*Parser) Format() ingest.Format { return ingest.Format{Name: "markdown", Version: 1} }

// Recognise is surer the more lines carry Markdown's marks. Text without any
// is still readable, unless it is data or HTML.
func (*Parser) Recognise(t *ingest.Text) ingest.Confidence {
	head := strings.ToLower(strings.TrimSpace(t.Line(1)))
	if looksLikeData(t, head) {
		return ingest.NotMine
	}
	if head == fence {
		return ingest.Plain
	}
	for n := 1; n <= t.Lines(); n++ {
		if isMarked(t.Line(n)) {
			return ingest.Plain
		}
	}
	return ingest.Fallback
}

func looksLikeData(t *ingest.Text, head string) bool {
	for _, opening := range []string{"<!doctype", "<html", "<?xml", "%pdf"} {
		if strings.HasPrefix(head, opening) {
			return true
		}
	}
	last := strings.TrimSpace(t.Line(t.Lines()))
	return (strings.HasPrefix(head, "{") && strings.HasSuffix(last, "}")) ||
		(strings.HasPrefix(head, "[") && strings.HasSuffix(last, "]") && !strings.Contains(last, "]("))
}

func isMarked(line string) bool {
	line = strings.TrimSpace(line)
	for _, mark := range []string{"# ", "## ", "### ", "#### ", "```", "~~~", "|", "**", "- ", "* ", "> "} {
		if strings.HasPrefix(line, mark) {
			return true
		}
	}
	return false
}

// Parse reads front matter, builds the outline and hands its sections to the
// readers of questions, claims and passages.
func (p *Parser) Parse(_ context.Context, t *ingest.Text) (ingest.Extraction, error) {
	r := &reader{parser: p, text: t}
	source := append([]byte(nil), t.Bytes...)
	body := r.frontMatter(source)
	masked := mask(t, source)
	r.source = source
	root := p.parser.Parse(text.NewReader(source))
	r.outline(root, body)
	r.keepMasked(masked)
	r.questions()
	for _, s := range r.sections {
		r.section(s)
	}
	r.title()
	return r.found, nil
}

// reader is the state of reading one document.
type reader struct {
	parser   *Parser
	text     *ingest.Text
	source   []byte // the text as goldmark saw it: same length, limits masked
	sections []*section
	above    []*section // the headings that the next one may stand under
	found    ingest.Extraction
}

// title takes the document's title from its front matter, or from its first
// heading.
func (r *reader) title() {
	for _, s := range r.sections {
		if r.found.Title == "" {
			r.found.Title = s.title
		}
	}
}
