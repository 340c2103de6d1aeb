package asciidoc

import (
	"cmp"
	"context"
	"strings"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/question/phrase"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// Markdown reads the text that is written over.
type Markdown interface {
	Format() ingest.Format
	Parse(ctx context.Context, text *ingest.Text) (ingest.Extraction, error)
}

// Parser reads AsciiDoc.
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
const ownVersion = 1

// Format names the layout. Its version is raised by Markdown's.
func (p *Parser) Format() ingest.Format {
	return ingest.Format{Name: "asciidoc", Version: ownVersion + p.markdown.Format().Version}
}

// Recognise is certain of a text with titles behind equals signs and other marks
// of AsciiDoc, and less so of titles alone.
func (*Parser) Recognise(text *ingest.Text) ingest.Confidence {
	titles, own, others := look(text)
	switch {
	case titles > 0 && own > 0 && titles+own > 2*others, own > 2 && others == 0:
		return ingest.Certain
	case titles > 1 && others == 0:
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
	for i := range found.Questions {
		found.Questions[i].Answer = unframed(found.Questions[i].Answer)
	}
	for i := range found.Passages {
		found.Passages[i].Text = unframed(found.Passages[i].Text)
	}
	found.Metadata = w.metadata
	found.Title = cmp.Or(w.title, found.Title)
	return found, nil
}

// unframed takes the marks of containers out of a text that was not read as
// one: they stand for what AsciiDoc writes otherwise. Their titles stay.
func unframed(text string) string {
	if !strings.Contains(text, frame) {
		return text
	}
	var kept []string
	for line := range strings.SplitSeq(text, "\n") {
		bare := strings.TrimLeft(strings.TrimSpace(line), ":")
		if !strings.HasPrefix(strings.TrimSpace(line), frame) {
			kept = append(kept, line)
		} else if title := strings.TrimPrefix(bare, "details "); strings.TrimSpace(title) != "" {
			kept = append(kept, title)
		}
	}
	return strings.Join(kept, "\n")
}

// frame is what the marks of a container begin with: more colons than a text has
// of its own, in its code.
const frame = "::::::::::"
