package api

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/mcp"
	"github.com/quarrykb/quarry/api/rest"
)

// mediaJSON is what a message is sent and answered as.
const mediaJSON = "application/json"

type insideKey struct{}

// insideOf returns on whose behalf a tool makes a request, and whether one does. Who
// sent a message to the tools was let in already, and counted.
func insideOf(ctx context.Context) (rest.Caller, bool) {
	who, inside := ctx.Value(insideKey{}).(rest.Caller)
	return who, inside
}

// offerTools builds the router, and the tools that ask it.
func (s *Server) offerTools() {
	s.inside = s.router()
	s.tools = mcp.New(mcp.Config{
		Transport: InProcess{s.inside}, PublicURL: s.config.PublicURL, Build: s.config.Build, Log: s.Log,
	}).Handler()
}

// callTools answers one message of the Model Context Protocol. What it refuses
// before the protocol begins is a problem document, as everywhere. A caller may accept one
// of the two media types of the protocol: the answer is JSON whichever they name, and to
// insist on both helps no client.
func (s *Server) callTools(c *gin.Context) error {
	message, err := rest.ReadJSON(c, mcp.LongestMessage)
	if err != nil {
		return err
	}
	if bytes.HasPrefix(bytes.TrimSpace(message), []byte("[")) {
		return quarry.Errorf(quarry.KindInvalid, "send one message a request: batches are not answered").
			WithCode("mcp_batch")
	}
	request := c.Request.Clone(context.WithValue(c.Request.Context(), insideKey{}, rest.CallerOf(c)))
	request.Body = io.NopCloser(bytes.NewReader(message))
	request.Header.Set(rest.HeaderRequestID, c.Writer.Header().Get(rest.HeaderRequestID))
	request.Header.Set("Content-Type", mediaJSON)
	accepted := request.Header.Get("Accept")
	if accepted == "" || strings.Contains(accepted, mediaJSON) || strings.Contains(accepted, "*/*") {
		request.Header.Set("Accept", "application/json, text/event-stream")
	}
	c.Request = request
	refused := &refusedMessage{ResponseWriter: c.Writer}
	c.Writer = refused
	gin.WrapH(s.tools)(c)
	c.Writer = refused.ResponseWriter
	if refused.status == 0 {
		return nil
	}
	c.Writer.Header().Del("Content-Type")
	return quarry.Errorf(refused.kind(), "%s", refused.inOurWords()).WithCode("mcp_message")
}

// refusedMessage keeps a plain text that the protocol's library answers with where it
// refuses a request, so that a problem document says it instead.
type refusedMessage struct {
	gin.ResponseWriter

	status int
	said   bytes.Buffer
}

// WriteHeader keeps the status of a refusal, and passes any other on.
func (w *refusedMessage) WriteHeader(status int) {
	if status >= http.StatusBadRequest && strings.HasPrefix(w.Header().Get("Content-Type"), "text/plain") {
		w.status = status
		return
	}
	w.ResponseWriter.WriteHeader(status)
}

// Write keeps what a refusal says, and passes any other answer on.
func (w *refusedMessage) Write(body []byte) (int, error) {
	if w.status != 0 {
		return w.said.Write(body)
	}
	return w.ResponseWriter.Write(body)
}

// inOurWords says why the library refused a request. Its own words are those of a
// programmer, and repeat what was sent.
func (w *refusedMessage) inOurWords() string {
	said := w.said.String()
	_, versions, isVersion := strings.Cut(said, "supported versions: ")
	switch {
	case isVersion:
		return "the header MCP-Protocol-Version names none that is spoken here: " +
			strings.ReplaceAll(strings.TrimRight(versions, ")\n"), ",", ", ")
	case strings.HasPrefix(said, "Accept "):
		return "the answer is application/json, which the header Accept does not name"
	case w.status == http.StatusRequestEntityTooLarge:
		return fmt.Sprintf("a message has at most %d bytes", mcp.LongestMessage)
	case w.status >= http.StatusInternalServerError:
		return "the message was not answered"
	}
	return `the body is no message that can be answered, such as {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}`
}

func (w *refusedMessage) kind() quarry.Kind {
	switch w.status {
	case http.StatusRequestEntityTooLarge:
		return quarry.KindTooLarge
	case http.StatusUnsupportedMediaType:
		return quarry.KindUnsupported
	}
	if w.status >= http.StatusInternalServerError {
		return quarry.KindInternal
	}
	return quarry.KindInvalid
}
