package mcp

import (
	"context"
	"fmt"
	"net/url"
	"strconv"
	"strings"
)

// source is where an entry comes from.
type source struct {
	DocumentID string `json:"document_id"`
	Path       string `json:"path"`
	Title      string `json:"title"`
	LineStart  int    `json:"line_start"`
	LineEnd    int    `json:"line_end"`
}

// lines writes the lines as a citation has them: "19-23", or "19".
func (s source) lines() string {
	if s.LineEnd <= s.LineStart {
		return strconv.Itoa(s.LineStart)
	}
	return fmt.Sprintf("%d-%d", s.LineStart, s.LineEnd)
}

func (s source) path() string { return cut(s.Path, longestPath, "…") }

// url is where exactly those lines are read.
func (s source) url() string {
	return "/v1/documents/" + url.PathEscape(s.DocumentID) + "/content?lines=" + s.lines()
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
