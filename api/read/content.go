package read

import (
	"bytes"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/rest"
	"github.com/quarrykb/quarry/internal/render"
)

// The forms in which a stored text is answered.
const formatText = "text"

// The parameters of a stored text.
const (
	paramLines = "lines"
	paramMark  = "mark"
	paramBytes = "bytes"
)

// ToPage sends a person who opens the address of a stored text to the page that shows it.
// The browser keeps the lines that the address ends with; those that are asked for become
// its end. A program gets the text.
func ToPage(c *gin.Context) {
	c.Writer.Header().Add("Vary", "Accept, Sec-Fetch-Dest")
	query := c.Request.URL.Query()
	if query.Has("format") || !navigates(c) {
		return
	}
	target := "/documents/" + c.Param("id")
	if asked, err := parseLines(paramLines, query.Get(paramLines)); err == nil {
		target += fmt.Sprintf("#L%d-L%d", asked.LineStart, asked.LineEnd)
	}
	c.Header(rest.HeaderCacheControl, "no-cache")
	c.Redirect(http.StatusSeeOther, target)
	c.Abort()
}

// navigates reports whether a browser is about to show the answer as a page: it says so, or
// it is one that does not say and wants HTML before anything else.
func navigates(c *gin.Context) bool {
	to := c.GetHeader("Sec-Fetch-Dest")
	return (to == "" || to == "document") && c.NegotiateFormat(gin.MIMEPlain, gin.MIMEHTML) == gin.MIMEHTML
}

// GetContent answers a document's stored text.
//
//	@Summary		Read a document's text
//	@Description	The stored text into which every span points: the file's own bytes for text formats, what was extracted from it for others. `lines` cuts out a run of lines. As `html` it is a list whose items are lines, called L1, L2 and so on, 2,000 at once and 4,000 bytes of each, with what `mark` or `bytes` names marked. Who opens the address in a browser is sent to the page that shows it.
//	@Produce		plain
//	@Produce		html
//	@Param			lines	query		string		false	"a line, or a first and a last one, from 1"	example(19-23)
//	@Param			format	query		string		false	"`html` for a fragment of a page"	Enums(text,html)	default(text)	extensions(x-page=true)
//	@Param			mark	query		[]string	false	"lines that are marked in a fragment"	collectionFormat(csv)	example(19-23)	extensions(x-page=true)
//	@Param			bytes	query		string		false	"bytes that are marked in a fragment: the first, and one past the last, as byte_start and byte_end are"	example(812-1040)	extensions(x-page=true)
//	@Success		200		{string}	string	"the text"
//	@Success		303		"to the page that shows it, for who opens the address in a browser"
//	@Header			303		{string}	Location	"address of the page"
//	@Router			/v1/documents/{id}/content [get]
func (h *Handlers) GetContent(c *gin.Context) error {
	p := rest.NewParameters(c)
	asked := rest.OneOf(p, "format", []string{formatText, formatHTML}) == formatHTML
	for _, name := range []string{paramMark, paramBytes} {
		if !asked && p.Has(name) {
			p.Refuse(name, "marks something in a fragment alone", "format="+formatHTML)
		}
	}
	if err := p.Err(); err != nil {
		return err
	}
	content, revision, err := h.Store.Content(c.Request.Context(), quarry.DocumentID(c.Param("id")))
	if err != nil {
		return err
	}
	if asked {
		return answerLines(c, p, content.Text, revision)
	}
	text := content.Text
	if p.Has(paramLines) {
		text, err = cutLines(text, p.Text(paramLines))
		if err != nil {
			return err
		}
	}
	rest.SetRevision(c, revision)
	c.Header("Content-Length", strconv.Itoa(len(text)))
	c.Header("Content-Type", rest.TextType)
	c.Status(http.StatusOK)
	out := rest.NewSentParts(c.Writer, h.Scratch)
	defer out.Close()
	if _, err = out.Write(text); err == nil {
		_ = out.End() // who does not take all of it sees that by its length
	}
	return nil
}

// answerLines sends a stored text line by line.
func answerLines(c *gin.Context, p *rest.Parameters, text []byte, revision quarry.Sequence) error {
	path := c.Request.URL.Path
	shown := render.View{Whole: func(line int) string { return path + "?lines=" + strconv.Itoa(line) }}
	if p.Has(paramLines) {
		asked, err := parseLines(paramLines, p.Text(paramLines))
		if err != nil {
			return err
		}
		if total := render.CountLines(text); asked.LineStart > total {
			return beyond(total)
		}
		shown.Lines = asked
	}
	for _, written := range p.List(paramMark) {
		asked, err := parseLines(paramMark, written)
		if err != nil {
			return err
		}
		shown.Marks = append(shown.Marks, asked)
	}
	if p.Has(paramBytes) {
		first, last, sound := parseRange(p.Text(paramBytes))
		if !sound || first >= last || last > uint64(len(text)) {
			return rest.RefuseField(paramBytes, rest.CodeParameter, fmt.Sprintf("must be two places in the %d bytes of the text, such as 812-1040", len(text)))
		}
		shown.Bytes = [2]int{int(first), int(last)} //nolint:gosec // a text is not that long
	}
	answerHTML(c, revision, render.Lines(text, shown))
	return nil
}

// parseRange reads "from-to".
func parseRange(written string) (uint64, uint64, bool) {
	from, to, _ := strings.Cut(written, "-")
	first, errFirst := strconv.ParseUint(from, 10, 31)
	last, errLast := strconv.ParseUint(to, 10, 31)
	return first, last, errFirst == nil && errLast == nil
}

// parseLines reads the lines "from-to" or "one", counted from 1.
func parseLines(name, written string) (quarry.LineRange, error) {
	if !strings.Contains(written, "-") {
		written += "-" + written
	}
	first, last, sound := parseRange(written)
	if !sound || first < 1 || last < first {
		return quarry.LineRange{}, rest.RefuseField(name, rest.CodeParameter, "must be a line or a range such as 19-23").WithFixes("1-20")
	}
	return quarry.LineRange{LineStart: int(first), LineEnd: int(last)}, nil //nolint:gosec // 31 bits
}

// beyond refuses lines that a text does not have.
func beyond(total int) error {
	return rest.RefuseField(paramLines, rest.CodeParameter, fmt.Sprintf("the text has %d lines", total)).
		WithFixes(fmt.Sprintf("1-%d", max(total, 1)))
}

// cutLines returns the lines "from-to" or "one", counted from 1, with their
// line ends. A range that ends behind the text ends with it.
func cutLines(text []byte, asked string) ([]byte, error) {
	wanted, err := parseLines(paramLines, asked)
	if err != nil {
		return nil, err
	}
	lines := bytes.SplitAfter(text, []byte("\n"))
	if len(lines[len(lines)-1]) == 0 {
		lines = lines[:len(lines)-1]
	}
	if wanted.LineStart > len(lines) {
		return nil, beyond(len(lines))
	}
	return bytes.Join(lines[wanted.LineStart-1:min(wanted.LineEnd, len(lines))], nil), nil
}
