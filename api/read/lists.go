package read

import (
	"cmp"
	"context"
	"io"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/bind"
	"github.com/quarrykb/quarry/api/rest"
	"github.com/quarrykb/quarry/api/view"
	"github.com/quarrykb/quarry/internal/render"
)

// Handlers answer what is stored.
type Handlers struct {
	*bind.Binder

	Store    Store
	Judge    AnswerJudge
	Reviewer AnswerReviewer // nil where nobody looks once more
	Random   io.Reader      // for seeds; safe for concurrent use
	Build    string         // the version that runs
	Scratch  string         // the folder where a text waits for who takes it slowly
	Render   *render.Renderer
}

// Store is all that is read of what is stored.
type Store interface { //nolint:interfacebloat // one for each noun
	QuestionReader
	FactReader
	SpecReader
	ConflictReader
	PassageReader
	DocumentReader
	TopicReader
	GlossaryReader
	StatsReader
	EvidenceReader
}

// oneReader is a store's look-up of one noun by its id, with the revision that
// the answer was read at.
type oneReader[I ~string, T any] func(context.Context, I) (T, quarry.Sequence, error)

// filterBinder reads by what a list is narrowed.
type filterBinder func(context.Context, *rest.Parameters) (bind.Asked, error)

// serveList answers a part of a list, in the order of paths or in one that can be asked for.
func serveList[T, V any](
	h *Handlers, c *gin.Context, narrow filterBinder, read bind.PageReader[T], show func(T) V, orders ...quarry.SortKey,
) error {
	p := rest.NewParameters(c)
	at, err := h.BindPage(c, p, rest.DefaultLimit)
	if err != nil {
		return err
	}
	at.Sort = rest.Sort(p, orders)
	asked, err := narrow(c.Request.Context(), p)
	if err != nil {
		return err
	}
	page, err := read(c.Request.Context(), asked.Filter, at.PageRequest)
	if err != nil {
		return err
	}
	if page.Total == 0 {
		asked.NoteNoneMade()
		_, err := asked.NoteNamesakes(h.Lexicon, asked.Filter.Attributes, func(other quarry.AttributeID) (int, error) {
			instead := asked.Filter
			instead.Attributes = []quarry.AttributeID{other}
			page, err := read(c.Request.Context(), instead, quarry.PageRequest{Limit: 1})
			return page.Total, err
		})
		if err != nil {
			return err
		}
	}
	return answerPage(h, c, at.Scope, page, asked.Notes, show)
}

// answerPage answers a page, and where the next one begins.
func answerPage[T, V any](
	h *Handlers, c *gin.Context, in rest.Scope, page quarry.Page[T], notes []string, show func(T) V,
) error {
	next, err := in.SealPosition(page.Next)
	if err != nil {
		return err
	}
	return h.AnswerAt(c, page.Revision, view.List[V]{
		Items: view.Map(page.Items, show), Total: page.Total, NextCursor: next, Notes: notes,
	})
}

// serveOne answers one thing by the id in the path.
func serveOne[I ~string, T, V any](h *Handlers, c *gin.Context, read oneReader[I, T], show func(T) V) error {
	one, revision, err := read(c.Request.Context(), I(c.Param("id")))
	if err != nil {
		return err
	}
	return h.AnswerAt(c, revision, show(one))
}

// listed is a list that stands in memory. The places of its items rise.
type listed[T any] struct {
	items    []T
	place    func(T) quarry.Position
	usual    int // items per page where the caller does not say; 0 as in other lists
	revision quarry.Sequence
	notes    []string
}

// after returns the part that is asked for.
func (l listed[T]) after(r quarry.PageRequest) quarry.Page[T] {
	start := 0
	for start < len(l.items) && comparePositions(l.place(l.items[start]), r.After) <= 0 {
		start++
	}
	end := min(start+r.Limit, len(l.items))
	page := quarry.Page[T]{Items: l.items[start:end], Total: len(l.items), Revision: l.revision}
	if end < len(l.items) {
		last := l.place(l.items[end-1])
		page.Next = &last
	}
	return page
}

func comparePositions(a, b quarry.Position) int {
	return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line), cmp.Compare(a.ID, b.ID))
}

// serveListed answers a part of a list that stands in memory.
func serveListed[T, V any](h *Handlers, c *gin.Context, all listed[T], show func(T) V) error {
	p := rest.NewParameters(c)
	at, err := h.BindPage(c, p, cmp.Or(all.usual, rest.DefaultLimit))
	if err := cmp.Or(err, p.Err()); err != nil {
		return err
	}
	return answerPage(h, c, at.Scope, all.after(at.PageRequest), all.notes, show)
}
