package restructuredtext

import (
	"cmp"
	"context"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/question/phrase"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// Markdown reads the text that is written over.
type Markdown interface {
	Format() ingest.Format
	Parse(ctx context.Context, text *ingest.Text) (ingest.Extraction, error)
}

// Parser reads reStructuredText.
type Parser struct {
	phrases  *phrase.Reader
	markdown Markdown
}

// New returns a parser that leaves the reading to a parser of Markdown.
func New(lexicon *lexicon.Lexicon, markdown Markdown) *Parser {
	return &Parser{phrases: phrase.New(lexicon), markdown: markdown}
}

// ownVersion is that of the parser without the one that it leaves the reading
// to.
const ownVersion = 2

// Format names the layout. Its version is raised by Markdown's.
func (p *Parser) Format() ingest.Format {
	return ingest.Format{Name: "restructuredtext", Version: ownVersion + p.markdown.Format().Version}
}

// Recognise is certain of a text with several of the marks that nothing else
// has, and less so of one of them among titles.
func (*Parser) Recognise(text *ingest.Text) ingest.Confidence {
	own, titles, others := look(text)
	switch {
	case own > 1 && own > 2*others:
		return ingest.Certain
	case own == 1 && titles > 0 && others == 0:
		return ingest.Likely
	}
	return ingest.NotMine
}

// Parse writes the text over and has it read.
func (p *Parser) Parse(ctx context.Context, text *ingest.Text) (ingest.Extraction, error) {
	w := rewrite(p.phrases, text)
	found, err := p.markdown.Parse(ctx, w.out.Text())
	if err != nil {
		return ingest.Extraction{}, err
	}
	found = w.out.Back(found)
	found.Metadata = w.metadata
	found.Title = cmp.Or(w.title, found.Title)
	return found, nil
}
