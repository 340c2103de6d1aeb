package api

import (
	"bytes"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry"
)

const textType = "text/plain; charset=utf-8"

// getContent answers a document's stored text.
//
//	@ID				getContent
//	@Summary		Read a document's text
//	@Description	The stored text into which every span points: the file's own bytes for text formats, what was extracted from it for others. `lines` cuts out a run of lines.
//	@Tags			documents
//	@Produce		plain
//	@Param			id		path		string	true	"document id"								example(d_k5mzqxw2a7tr4c6nybvh)
//	@Param			lines	query		string	false	"a line, or a first and a last one, from 1"	example(19-23)
//	@Success		200		{string}	string	"the text"
//	@Success		304		"the caller has this answer already"
//	@Failure		404		{object}	Problem
//	@Router			/v1/documents/{id}/content [get]
func (s *Server) getContent(c *gin.Context) {
	content, revision, err := s.read.Documents.Content(c.Request.Context(), quarry.DocumentID(c.Param("id")))
	if err != nil {
		s.fail(c, err)
		return
	}
	text := content.Text
	if p := newParameters(c); p.has("lines") {
		text, err = cutLines(text, p.text("lines"))
		if err != nil {
			s.fail(c, err)
			return
		}
	}
	setRevision(c, revision)
	c.Header("Content-Length", strconv.Itoa(len(text)))
	c.Header("Content-Type", textType)
	c.Status(http.StatusOK)
	out := newSentParts(c.Writer, s.scratch)
	defer out.close()
	if _, err = out.Write(text); err == nil {
		_ = out.end() // who does not take all of it sees that by its length
	}
}

// cutLines returns the lines "from-to" or "one", counted from 1, with their
// line ends. A range that ends behind the text ends with it.
func cutLines(text []byte, asked string) ([]byte, error) {
	refuse := func(message string, fixes ...string) error {
		return quarry.Errorf(quarry.KindInvalid, "lines: %s", message).
			WithCode(codeParameter).OnField("lines", message).WithFixes(fixes...)
	}
	from, to, ranged := strings.Cut(asked, "-")
	if !ranged {
		to = from
	}
	first, errFirst := strconv.ParseUint(from, 10, 31)
	last, errLast := strconv.ParseUint(to, 10, 31)
	if errFirst != nil || errLast != nil || first < 1 || last < first {
		return nil, refuse("must be a line or a range such as 19-23", "1-20")
	}
	lines := bytes.SplitAfter(text, []byte("\n"))
	if len(lines[len(lines)-1]) == 0 {
		lines = lines[:len(lines)-1]
	}
	if first > uint64(len(lines)) {
		return nil, refuse(fmt.Sprintf("the text has %d lines", len(lines)), fmt.Sprintf("1-%d", max(len(lines), 1)))
	}
	return bytes.Join(lines[first-1:min(last, uint64(len(lines)))], nil), nil
}
