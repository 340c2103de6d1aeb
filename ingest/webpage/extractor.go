package webpage

import (
	"context"

	"golang.org/x/net/html"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/htmltext"
	"github.com/quarrykb/quarry/ingest/htmltree"
)

// maxBytes is the longest page that is read.
const maxBytes = 4 << 20

// Extractor takes the text out of HTML pages.
type Extractor struct{}

// New returns an extractor.
func New() *Extractor { return &Extractor{} }

// Format names the format.
func (*Extractor) Format() ingest.Format { return ingest.Format{Name: "html", Version: 2} }

// Limit returns 4 MB.
func (*Extractor) Limit() int { return maxBytes }

// Recognise looks at what the bytes begin with: a page announces itself. Of
// parts of pages it knows those that are tags throughout, and show no sign of
// Markdown, which may begin with a tag as well.
func (*Extractor) Recognise(content []byte) ingest.Confidence { return recognise(content) }

// Extract returns what the page's reader reads. An address on the page is kept
// where it leads to the web; the page's own is in the metadata.
func (*Extractor) Extract(ctx context.Context, content []byte) (ingest.Extract, error) {
	text, warnings, err := decode(content)
	if err != nil {
		return ingest.Extract{}, err
	}
	tree, whole := htmltree.Parse(text)
	if !whole {
		return ingest.Extract{}, quarry.Errorf(quarry.KindTooLarge, "a page of more than half a million tags")
	}
	if err := ctx.Err(); err != nil {
		return ingest.Extract{}, err
	}
	return read(tree, warnings), nil
}

func read(tree *html.Node, warnings []string) ingest.Extract {
	panels := panelsOf(tree)
	foldQuestions(tree, panels.pairs)
	body := contentOf(tree)
	frame := frameOf(tree, body)
	links := navigationOf(body)
	frame.leaveOut(links)
	frame.removeNotes()
	endAt(links)
	endAnswers(body, panels.pairs)
	rendered := htmltext.Render(body, htmltext.Options{
		Numbered: true,
		Skip:     func(node *html.Node) bool { return frame.holds(node) || panels.revealers[node] },
		Shown:    panels.shows,
		Title:    panels.isTitle,
	})
	extract := ingest.Extract{Metadata: metadataOf(tree), Warnings: append(warnings, rendered.Warnings...)}
	extract.Title = titleOf(tree)
	unseen := unseenQuestions(tree, rendered.Text)
	extract.Text = []byte(rendered.Text + unseen + "\n")
	if unseen != "" {
		extract.Warnings = append(extract.Warnings, "questions that the page holds for programs and does not show stand at the end")
	}
	return extract
}
