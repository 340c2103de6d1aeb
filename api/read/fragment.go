package read

import (
	"context"
	"fmt"
	"html"
	"net/http"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/rest"
)

// fragmentPolicy forbids a fragment everything that is opened as a page of its own.
const fragmentPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox"

// The forms in which an entry is answered.
const (
	formatJSON = "json"
	formatHTML = "html"
)

// asksForHTML reports whether an entry is to be answered as a fragment. Fields are those
// of JSON, and cannot be picked of one.
//
//	@x-shared	true
//	@Param		format	query	string	false	"`html` for a fragment of a page: what the entry says, with formulas as MathML, made safe"	Enums(json,html)	default(json)	extensions(x-page=true)
//	@Router		/shared/fragment [get]
func asksForHTML(p *rest.Parameters) (bool, error) {
	asked := rest.OneOf(p, "format", []string{formatJSON, formatHTML}) == formatHTML
	if asked && p.Has("fields") {
		p.Refuse("fields", "are those of JSON, and a fragment has none", "format="+formatJSON)
	}
	return asked, p.Err()
}

// serveEntry answers one thing by its id, as JSON or as a fragment.
func serveEntry[I ~string, T, V any](
	h *Handlers, c *gin.Context, read oneReader[I, T], show func(T) V, draw func(*fragment, T),
) error {
	asked, err := asksForHTML(rest.NewParameters(c))
	if err != nil {
		return err
	}
	one, revision, err := read(c.Request.Context(), I(c.Param("id")))
	switch {
	case err != nil:
		return err
	case !asked:
		return h.AnswerAt(c, revision, show(one))
	}
	drawn := &fragment{h: h, ctx: c.Request.Context()}
	draw(drawn, one)
	answerHTML(c, revision, drawn.out.String())
	return nil
}

// answerHTML sends a fragment.
func answerHTML(c *gin.Context, revision quarry.Sequence, markup string) {
	rest.SetRevision(c, revision)
	c.Header("Content-Security-Policy", fragmentPolicy)
	c.Header("Content-Length", strconv.Itoa(len(markup)))
	c.Data(http.StatusOK, rest.HTMLType, []byte(markup))
}

// fragment is what becomes of an entry on a page: parts, each of which says what it is.
type fragment struct {
	h     *Handlers
	ctx   context.Context //nolint:containedctx // it lives as long as the request
	place *place
	out   strings.Builder
}

// begin opens the fragment of an entry whose addresses are those of its source.
func (f *fragment) begin(kind quarry.EntryKind, id string, source quarry.Source) {
	f.place = &place{h: f.h, ctx: f.ctx, source: source, links: map[string]string{}}
	fmt.Fprintf(&f.out, `<article data-kind="%s" data-id="%s">`, kind, html.EscapeString(id))
}

// end says where the entry stands, and closes its fragment.
func (f *fragment) end(source quarry.Source) {
	f.out.WriteString(`<p data-part="source">` + linkTo(source) + "</p></article>")
}

// linkTo returns a link to the lines of a source, on the page.
func linkTo(s quarry.Source) string {
	lines := "line " + strconv.Itoa(s.LineStart)
	if s.LineEnd > s.LineStart {
		lines = fmt.Sprintf("lines %d–%d", s.LineStart, s.LineEnd)
	}
	return fmt.Sprintf(`<a href="/documents/%s#L%d-L%d"><bdi>%s</bdi>, %s</a>`,
		html.EscapeString(string(s.DocumentID)), s.LineStart, s.LineEnd, html.EscapeString(s.Path), lines)
}

// section writes a text of Markdown as a part.
func (f *fragment) section(part, markdown string) {
	f.out.WriteString(`<section data-part="` + part + `">` + f.markup(markdown) + "</section>")
}

func (f *fragment) markup(markdown string) string {
	return f.h.Render.Fragment(f.ctx, markdown, f.place)
}

// line writes plain words as a part.
func (f *fragment) line(part, words string) {
	if words != "" {
		f.out.WriteString(`<p data-part="` + part + `" dir="auto">` + html.EscapeString(words) + "</p>")
	}
}

// list writes a part for each of several things.
func (f *fragment) list(tag, part string, items []string) {
	if len(items) == 0 {
		return
	}
	f.out.WriteString("<" + tag + ` data-part="` + part + `">`)
	for _, item := range items {
		f.out.WriteString("<li>" + item + "</li>")
	}
	f.out.WriteString("</" + tag + ">")
}

// drawQuestion shows a question with its choices and its answer, and of a generated one what
// is true of the other choices.
func drawQuestion(f *fragment, q quarry.Question) {
	f.begin(quarry.EntryQuestion, string(q.ID), q.Source)
	f.section("question", q.Text)
	var choices, refuted []string
	for _, choice := range q.Choices {
		choices = append(choices, f.markup(choice))
	}
	f.list("ol", "choices", choices)
	if q.Answered {
		f.section("answer", q.Answer)
	}
	if q.Made != nil {
		for _, ground := range q.Made.Refutes {
			refuted = append(refuted, f.markup(ground.Choice)+`<p data-part="source">`+linkTo(ground.Source)+"</p>")
		}
		f.list("ul", "refutes", refuted)
	}
	f.end(q.Source)
}

// drawFact shows a fact with what it is about and what its source refers to.
func drawFact(f *fragment, fact quarry.Fact) {
	f.begin(quarry.EntryFact, string(fact.ID), fact.Source)
	f.line("subject", fact.Subject)
	f.section("statement", fact.Statement)
	var citations []string
	for _, one := range fact.Citations {
		citations = append(citations, f.markup("["+escapeLabel(one.Label)+"](<"+strings.NewReplacer("<", "%3C", ">", "%3E", "\n", "").Replace(one.URL)+">)"))
	}
	f.list("ul", "citations", citations)
	f.end(fact.Source)
}

// escapeLabel writes words so that Markdown reads them as they are.
func escapeLabel(label string) string {
	return strings.NewReplacer(`\`, `\\`, "[", `\[`, "]", `\]`, "*", `\*`, "_", `\_`, "`", "\\`", "<", `\<`, "$", `\$`, "\n", " ").Replace(label)
}

// drawPassage shows a passage below the titles that it stands under.
func drawPassage(f *fragment, p quarry.Passage) {
	f.begin(quarry.EntryPassage, string(p.ID), p.Source)
	f.line("heading", strings.Join(p.Source.Heading, " › "))
	f.section("text", p.Text)
	f.end(p.Source)
}
