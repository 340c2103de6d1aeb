package render

import (
	"bytes"
	"context"
	"html"
	"strings"
	"time"

	"github.com/microcosm-cc/bluemonday"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// colourTime is for how long the code of one text is coloured.
const colourTime = 2 * time.Second

// Renderer makes HTML of texts. It may be used by several at once.
type Renderer struct {
	markdown goldmark.Markdown
	policy   *bluemonday.Policy
	naming   naming
}

// New returns a Renderer.
func New() *Renderer {
	return &Renderer{markdown: newMarkdown(), policy: newPolicy(), naming: newNaming()}
}

// Fragment returns a text of Markdown as a fragment of HTML that is safe to put into a page.
// What is longer than a megabyte is cut off, and what would take long to read is shown as it
// is written.
func (r *Renderer) Fragment(ctx context.Context, markdown string, place Place) string {
	shown, whole := cut(strings.ReplaceAll(strings.ToValidUTF8(markdown, "\ufffd"), "\x00", "\ufffd"))
	fragment := r.render(ctx, shown, place)
	if !whole {
		fragment += `<p class="cut">Cut off after a megabyte.</p>`
	}
	return fragment
}

func (r *Renderer) render(ctx context.Context, shown string, place Place) string {
	if !isCheap(shown) {
		return plain(shown)
	}
	ctx, stop := context.WithTimeout(ctx, colourTime)
	defer stop()
	source, formulas := []byte(shown), mostFormulas
	root := r.markdown.Parser().Parse(text.NewReader(source), parser.WithContext(within{parser.NewContext(), ctx, &formulas}))
	var out bytes.Buffer
	if err := r.markdown.Renderer().Render(&out, source, root); err != nil {
		return plain(shown)
	}
	return finish(r.policy.Sanitize(out.String()), place)
}

// plain returns a text as it is written.
func plain(shown string) string {
	return `<pre class="plain" dir="auto" tabindex="0">` + escaped(shown) + "</pre>"
}

// escaped returns a text as HTML.
func escaped(text string) string { return html.EscapeString(text) }
