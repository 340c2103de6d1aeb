package webpage

import (
	"bytes"
	"context"
	"fmt"
	"unicode/utf8"

	"golang.org/x/net/html"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/format/charset"
	"github.com/quarrykb/quarry/ingest/format/htmltext"
	"github.com/quarrykb/quarry/ingest/format/htmltree"
	"github.com/quarrykb/quarry/ingest/question/phrase"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// maxBytes is the longest page that is read.
const maxBytes = 4 << 20

// Extractor takes the text out of HTML pages.
type Extractor struct{ phrases *phrase.Reader }

// New returns an extractor.
func New(lexicon *lexicon.Lexicon) *Extractor { return &Extractor{phrases: phrase.New(lexicon)} }

// Format names the format.
func (*Extractor) Format() ingest.Format { return ingest.Format{Name: "html", Version: 7} }

// Limit returns 4 MB.
func (*Extractor) Limit() int { return maxBytes }

// Extract returns what the page's reader reads. An address on the page is kept
// where it leads to the web; the page's own is in the metadata.
func (e *Extractor) Extract(ctx context.Context, content []byte) (ingest.Extract, error) {
	decoded, err := decode(content)
	if err != nil {
		return ingest.Extract{}, err
	}
	tree, whole := htmltree.Parse(decoded.text)
	if !whole {
		return ingest.Extract{}, quarry.Errorf(quarry.KindTooLarge, "a page of more than half a million tags")
	}
	if err := ctx.Err(); err != nil {
		return ingest.Extract{}, err
	}
	extract := e.read(tree, decoded.warnings)
	extract.Encoding = decoded.encoding
	return extract, nil
}

func (e *Extractor) read(tree *html.Node, warnings []string) ingest.Extract {
	e.foldAway(tree)
	body := contentOf(tree)
	rendered := htmltext.Render(body, htmltext.Options{Numbered: true, Skip: e.frameOf(body).holds})
	said := saidIn(tree)
	return ingest.Extract{
		Text: []byte(rendered.Text + "\n"), Title: said.title(), Metadata: said.Metadata,
		Warnings: append(warnings, rendered.Warnings...),
	}
}

// sevenBits is an encoding whose bytes are valid UTF-8, and mean something else.
const sevenBits = "iso-2022-jp"

// decoded is a page's text as UTF-8.
type decoded struct {
	text     string
	encoding string // that the page is in; "" for UTF-8
	warnings []string
}

// decode brings a page into UTF-8, and says so where it was not. Bytes that are valid UTF-8 are
// taken for it, whatever the page says of itself, unless they are the letters and escapes of a set
// of seven bits. What the page says counts before what it looks like.
func decode(page []byte) (decoded, error) {
	name := charset.DeclaredByPage(page)
	if name != sevenBits && utf8.Valid(page) {
		return decoded{text: string(bytes.TrimPrefix(page, []byte("\xef\xbb\xbf")))}, nil
	}
	note := "read as %s and kept as UTF-8"
	if name == "" && charset.Torn(page) == 0 {
		name = charset.Guess(page)
		note = "read as %s, by the look of it, and kept as UTF-8"
		if name == "" {
			return decoded{}, quarry.Errorf(quarry.KindUnsupported,
				"a page that is not UTF-8, and does not say in a charset what it is: say so in its head, or save it as UTF-8").WithCode("encoding")
		}
	}
	if name == "" || name == charset.UTF8 {
		return decoded{
			text:     string(bytes.ToValidUTF8(page, []byte("\ufffd"))),
			warnings: []string{"bytes that are not valid UTF-8 are shown as \ufffd"},
		}, nil
	}
	text, err := charset.DecodeAnyway(page, name)
	if err != nil {
		return decoded{}, quarry.Errorf(quarry.KindUnsupported, "a page in %s that cannot be read", name).Because(err)
	}
	return decoded{text: string(text), encoding: name, warnings: []string{fmt.Sprintf(note, name)}}, nil
}
