package mcp

import (
	"context"
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"github.com/quarrykb/quarry/api/view"
)

// cited is where something stands, for who cites it.
type cited struct {
	Path  string `json:"path"  jsonschema:"the document's file"`
	Lines string `json:"lines" jsonschema:"the lines in it"`
	URL   string `json:"url"   jsonschema:"for citing"`
}

// cite says where something stands that is read at a path.
func (s *Server) cite(ctx context.Context, at view.Source, path string) cited {
	return cited{Path: cut(at.Path, longestPath, "…"), Lines: linesIn(at), URL: s.absolute(ctx, path)}
}

// linesIn writes the lines of an entry as a citation has them: "19-23", or "19".
func linesIn(s view.Source) string {
	if s.LineEnd <= s.LineStart {
		return strconv.Itoa(s.LineStart)
	}
	return fmt.Sprintf("%d-%d", s.LineStart, s.LineEnd)
}

// textURL is where exactly the lines of an entry are read.
func textURL(s view.Source) string {
	return "/v1/documents/" + url.PathEscape(s.DocumentID) + "/content?lines=" + linesIn(s)
}

// absolute returns an address that a reader can follow from anywhere. Without a server it
// stays relative: another program may listen where one was.
func (s *Server) absolute(ctx context.Context, path string) string {
	base := s.public
	if from, ok := callerOf(ctx); ok && base == "" {
		base = from.origin
	}
	if base == "" {
		base = strings.TrimRight(s.address(), "/")
	}
	return base + "/" + strings.TrimLeft(path, "/")
}

// routeOf returns the route that answers an id, by its letter: "" where there is none.
func routeOf(id string) string {
	letter, _, _ := strings.Cut(id, "_")
	nouns := map[string]string{
		"q": "questions", "f": "facts", "s": "specs", "p": "passages", "c": "conflicts", "d": "documents",
	}
	if noun, ok := nouns[letter]; ok && len(id) > len("q_") {
		return "/v1/" + noun + "/" + url.PathEscape(id)
	}
	return ""
}
