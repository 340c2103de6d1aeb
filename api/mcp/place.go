package mcp

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"github.com/quarrykb/quarry/api/view"
)

// placeFields are where an entry stands.
const placeFields = ",source.path,source.line_start,source.line_end,source.url"

// linesIn writes the lines of an entry as a citation has them: "19-23", or "19".
func linesIn(s view.Source) string {
	if s.LineEnd <= s.LineStart {
		return strconv.Itoa(s.LineStart)
	}
	return fmt.Sprintf("%d-%d", s.LineStart, s.LineEnd)
}

// absolute returns an address that a reader can follow from anywhere.
func (s *Server) absolute(ctx context.Context, path string) string {
	return absolute(s.base(ctx), path)
}

func absolute(base, path string) string { return base + "/" + strings.TrimLeft(path, "/") }

// base is how addresses begin. Without a server they stay relative: another program may listen
// where one was.
func (s *Server) base(ctx context.Context) string {
	if from, ok := callerOf(ctx); ok && s.public == "" {
		return from.origin
	}
	return cmp.Or(s.public, strings.TrimRight(s.address(), "/"))
}

// routeOf returns the route that answers an id, by its letter: "" where there is none.
func routeOf(id string) string {
	letter, _, _ := strings.Cut(id, "_")
	nouns := map[string]string{
		"q": "questions", "g": "questions", "f": "facts", "s": "specs", "p": "passages", "c": "conflicts", "d": "documents",
	}
	if noun, ok := nouns[letter]; ok && len(id) > len("q_") {
		return "/v1/" + noun + "/" + url.PathEscape(id)
	}
	return ""
}
