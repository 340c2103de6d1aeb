package webpage

import (
	"bytes"
	"context"
	"slices"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/charset"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/htmltext"
	"github.com/quarrykb/quarry/ingest/htmltree"
	"github.com/quarrykb/quarry/ingest/phrase"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// Cues of what stands around the content of a page.
const (
	relatedTitles  lexicon.Cue = "related_titles"
	pageNotes      lexicon.Cue = "page_notes"
	revealCommands lexicon.Cue = "reveal_commands"
	praiseAsking   lexicon.Cue = "praise_asking"
	praiseOpenings lexicon.Cue = "praise_openings"
	praiseEndings  lexicon.Cue = "praise_endings"
)

// maxBytes is the longest page that is read.
const maxBytes = 4 << 20

// Extractor takes the text out of HTML pages.
type Extractor struct {
	cues    lexicon.Cues
	phrases *phrase.Reader
}

// New returns an extractor.
func New(lexicon *lexicon.Lexicon) *Extractor {
	return &Extractor{cues: lexicon.Cues(), phrases: phrase.New(lexicon)}
}

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
func (e *Extractor) Extract(ctx context.Context, content []byte) (ingest.Extract, error) {
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
	return e.read(tree, warnings), nil
}

func (e *Extractor) read(tree *html.Node, warnings []string) ingest.Extract {
	panels := e.panelsOf(tree)
	e.foldQuestions(tree, panels.pairs)
	body := contentOf(tree)
	frame := e.frameOf(tree, body)
	links := e.navigationOf(body)
	frame.leaveOut(links)
	frame.removeNotes(e)
	e.endAt(links)
	e.endAnswers(body, panels.pairs)
	rendered := htmltext.Render(body, htmltext.Options{
		Numbered: true,
		Skip:     func(node *html.Node) bool { return frame.holds(node) || panels.revealers[node] },
		Shown:    panels.shows,
		Title:    panels.isTitle,
	})
	extract := ingest.Extract{Metadata: metadataOf(tree), Warnings: append(warnings, rendered.Warnings...)}
	extract.Title = titleOf(tree)
	unseen := e.unseenQuestions(tree, rendered.Text)
	extract.Text = []byte(rendered.Text + unseen + "\n")
	if unseen != "" {
		extract.Warnings = append(extract.Warnings, "questions that the page holds for programs and does not show stand at the end")
	}
	return extract
}

// decode returns a page's text as UTF-8, and says so where it was none. Bytes
// that are valid UTF-8 are taken for it, whatever the page says of itself,
// unless they are the letters and escapes of a set of seven bits.
func decode(content []byte) (string, []string, error) {
	encoding, name, _ := charset.DetermineEncoding(content, "")
	shifts := slices.Contains([]string{"iso-2022-jp", "utf-16be", "utf-16le"}, name)
	if !shifts && utf8.Valid(content) {
		return string(bytes.TrimPrefix(content, []byte("\xef\xbb\xbf"))), nil, nil
	}
	if name == "utf-8" {
		return string(bytes.ToValidUTF8(content, []byte("\ufffd"))),
			[]string{"bytes that are not valid UTF-8 are shown as \ufffd"}, nil
	}
	decoded, err := encoding.NewDecoder().Bytes(content)
	if err != nil {
		return "", nil, quarry.Errorf(quarry.KindUnsupported, "a page in %s that cannot be read", name).Because(err)
	}
	return string(bytes.ToValidUTF8(bytes.TrimPrefix(decoded, []byte("\ufeff")), []byte("\ufffd"))),
		[]string{"read as " + name + " and kept as UTF-8"}, nil
}
