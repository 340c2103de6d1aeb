package api

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// List is a part of a list of views.
type List[V any] struct {
	// this page
	Items []V `json:"items" validate:"required"`
	// how many there are on all pages
	Total int `json:"total" validate:"required" example:"131"`
	// to be sent as cursor for the next page; null on the last one
	NextCursor *string `json:"next_cursor" validate:"required" example:"kUw1mM8bqXd7InAiOiJncHUubWQifQ" extensions:"x-nullable"`
	// what the caller should know of this answer, such as a filter that is not known; left out where there is nothing
	Notes []string `json:"notes,omitempty" validate:"optional" example:"device \"h1000\" is not known"`
}

// pageReader is a store's list of one noun.
type pageReader[T any] func(context.Context, quarry.Filter, quarry.PageRequest) (quarry.Page[T], error)

// oneReader is a store's look-up of one noun by its id, with the revision that
// the answer was read at.
type oneReader[I ~string, T any] func(context.Context, I) (T, quarry.Sequence, error)

// serveList answers a part of a list.
func serveList[T, V any](s *Server, c *gin.Context, read pageReader[T], view func(T) V) {
	p := newParameters(c)
	at, err := s.bindPage(c, p, defaultLimit)
	if err != nil {
		s.fail(c, err)
		return
	}
	asked, err := s.bindFilter(c.Request.Context(), p)
	if err != nil {
		s.fail(c, err)
		return
	}
	page, err := read(c.Request.Context(), asked.filter, at.PageRequest)
	if err != nil {
		s.fail(c, err)
		return
	}
	if page.Total == 0 {
		err = noteNamesakes(c.Request.Context(), s.lexicon, &asked, read)
	}
	if err != nil {
		s.fail(c, err)
		return
	}
	next, err := at.sealPosition(page.Next)
	if err != nil {
		s.fail(c, err)
		return
	}
	s.answerAt(c, page.Revision, List[V]{
		Items: mapped(page.Items, view), Total: page.Total, NextCursor: next, Notes: asked.notes,
	})
}

// mostNamesakes is how many attributes are looked into for a list that is
// empty.
const mostNamesakes = 8

// noteNamesakes says which attributes would have had something, of those that
// share a name with one that was asked for: "bandwidth" is that of a link, and
// what many call that of a memory.
func noteNamesakes[T any](ctx context.Context, lexicon *lexicon.Lexicon, a *asked, read pageReader[T]) error {
	others := namesakes(lexicon, a.filter.Attributes)
	for _, other := range others[:min(len(others), mostNamesakes)] {
		instead := a.filter
		instead.Attributes = []quarry.AttributeID{other.id}
		page, err := read(ctx, instead, quarry.PageRequest{Limit: 1})
		if err != nil {
			return fmt.Errorf("look into attribute %q: %w", other.id, err)
		}
		if page.Total > 0 {
			a.noteNamesake(other, page.Total)
		}
	}
	return nil
}

// namesake is an attribute that goes by the id of one that is asked for.
type namesake struct{ asked, id quarry.AttributeID }

func namesakes(lexicon *lexicon.Lexicon, asked []quarry.AttributeID) []namesake {
	var found []namesake
	for _, id := range asked {
		for _, other := range lexicon.FindAttributes(string(id)) {
			if !slices.Contains(asked, other.ID) {
				found = append(found, namesake{id, other.ID})
			}
		}
	}
	return found
}

// serveOne answers one thing by the id in the path.
func serveOne[I ~string, T, V any](s *Server, c *gin.Context, read oneReader[I, T], view func(T) V) {
	one, revision, err := read(c.Request.Context(), I(c.Param("id")))
	if err != nil {
		s.fail(c, err)
		return
	}
	s.answerAt(c, revision, view(one))
}

// pageAsked is the part of a list that is asked for, and what its cursors are
// tied to.
type pageAsked struct {
	quarry.PageRequest
	scope
}

// bindPage reads limit and cursor. What is wrong with the limit is said by the
// parameters' err, together with everything else.
func (s *Server) bindPage(c *gin.Context, p *parameters, usual int) (pageAsked, error) {
	in := s.scopeOf(c, p.values)
	after, err := in.openPosition(p.text("cursor"))
	limit := p.whole("limit", span{1, mostPerPage, usual})
	return pageAsked{quarry.PageRequest{After: after, Limit: limit}, in}, err
}

// listed is a list that stands in memory. The places of its items rise.
type listed[T any] struct {
	items    []T
	place    func(T) quarry.Position
	usual    int // items per page where the caller does not say; 0 as in other lists
	revision quarry.Sequence
}

// after returns the part that is asked for, and the place of its last item
// where more follow.
func (l listed[T]) after(r quarry.PageRequest) ([]T, *quarry.Position) {
	start := 0
	for start < len(l.items) && comparePositions(l.place(l.items[start]), r.After) <= 0 {
		start++
	}
	end := min(start+r.Limit, len(l.items))
	if end == len(l.items) {
		return l.items[start:], nil
	}
	last := l.place(l.items[end-1])
	return l.items[start:end], &last
}

func comparePositions(a, b quarry.Position) int {
	return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line), cmp.Compare(a.ID, b.ID))
}

// serveListed answers a part of a list that stands in memory.
func serveListed[T, V any](s *Server, c *gin.Context, all listed[T], view func(T) V) {
	p := newParameters(c)
	at, err := s.bindPage(c, p, cmp.Or(all.usual, defaultLimit))
	if err := cmp.Or(err, p.err()); err != nil {
		s.fail(c, err)
		return
	}
	items, next := all.after(at.PageRequest)
	cursor, err := at.sealPosition(next)
	if err != nil {
		s.fail(c, err)
		return
	}
	s.answerAt(c, all.revision, List[V]{Items: mapped(items, view), Total: len(all.items), NextCursor: cursor})
}
