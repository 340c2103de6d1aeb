package rest

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"maps"
	"net/url"
	"slices"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry"
)

const (
	// cursorVersion changes when the shape of a cursor does; older ones are
	// then refused like any other that is not ours.
	cursorVersion = 1
	cursorTag     = 8 // bytes of the hash that ties a cursor to its request
	longestCursor = 8_000
)

// Scope ties cursors to one route and one set of filters. A cursor holds a
// position and a hash over position and scope; nothing in it is secret, and a
// forged one gets its maker no further than a filter would.
type Scope string

// ScopeOf is the scope of a request.
func (r *Responder) ScopeOf(c *gin.Context, values url.Values) Scope {
	return r.ScopeAt(c.FullPath(), values)
}

// ScopeAt leaves out what may change from page to page.
func (r *Responder) ScopeAt(route string, values url.Values) Scope {
	kept := maps.Clone(values)
	for _, name := range []string{"cursor", "limit", "count", "seed", "hide_answers", "highlight", "explain", "facets", paramView, paramFields} {
		kept.Del(name)
	}
	return Scope(route + "?" + canonical(kept, r.Allowed[route].Lists))
}

// canonical writes a query so that equal questions read alike: names sorted,
// and the alternatives of those parameters that are lists.
func canonical(values url.Values, lists []string) string {
	sorted := maps.Clone(values)
	for _, name := range lists {
		if values.Has(name) {
			words := splitAlternatives(values.Get(name))
			slices.Sort(words)
			sorted.Set(name, Alternatives(words...))
		}
	}
	return sorted.Encode()
}

func (s Scope) tag(payload []byte) []byte {
	sum := sha256.Sum256(slices.Concat([]byte{cursorVersion}, payload, []byte{0}, []byte(s)))
	return sum[:cursorTag]
}

// Seal writes a position as an opaque text.
func (s Scope) Seal(position any) (string, error) {
	payload, err := json.Marshal(position)
	if err != nil {
		return "", err
	}
	return base64.RawURLEncoding.EncodeToString(slices.Concat(s.tag(payload), payload)), nil
}

// Open reads a position that Seal wrote in the same scope. Without a cursor it stays as it is.
func (s Scope) Open(cursor string, position any) error {
	if cursor == "" {
		return nil
	}
	raw, err := base64.RawURLEncoding.Strict().DecodeString(cursor)
	if err != nil || len(cursor) > longestCursor || len(raw) < cursorTag {
		return ErrCursor()
	}
	tag, payload := raw[:cursorTag], raw[cursorTag:]
	if !bytes.Equal(tag, s.tag(payload)) || json.Unmarshal(payload, position) != nil {
		return ErrCursor()
	}
	return nil
}

// ErrCursor refuses a cursor that is not ours, or not of this request.
func ErrCursor() error {
	const message = "is damaged, or was made by another route or with other filters"
	return quarry.Errorf(quarry.KindInvalid, "cursor: %s", message).
		WithCode("cursor_invalid").OnField("cursor", message)
}

// listCursor is a place in a list. The path is bytes, which JSON writes as
// base64: no path, however odd, grows by more than a third.
type listCursor struct {
	Path []byte `json:"p,omitempty"`
	Line int    `json:"l,omitempty"`
	ID   string `json:"i"`

	Text   []byte  `json:"t,omitempty"`
	Number float64 `json:"n,omitempty"`
}

// SealPosition writes where the next page of a list begins, nil where there is none.
func (s Scope) SealPosition(next *quarry.Position) (*string, error) {
	if next == nil {
		return nil, nil //nolint:nilnil // no next page is no cursor, and no error
	}
	sealed, err := s.Seal(listCursor{
		Path: []byte(next.Path), Line: next.Line, ID: string(next.ID), Text: []byte(next.Text), Number: next.Number,
	})
	return &sealed, err
}

// How many items a page has where a caller does not say, and at most.
const (
	DefaultLimit = 20
	MostPerPage  = 100
)

// pageAsked is the part of a list that is asked for, and what its cursors are
// tied to.
type pageAsked struct {
	quarry.PageRequest
	Scope
}

// BindPage reads limit and cursor. What is wrong with the limit is said by the
// parameters' err, together with everything else.
//
//	@x-shared	true
//	@Param		limit	query	integer	false	"{things} per page"	minimum(1)	maximum(100)	default(20)
//	@Param		cursor	query	string	false	"next_cursor of the page before; it goes with the filters of that page"	example(kUw1mM8bqXd7InAiOiJncHUubWQifQ)
//	@Router		/shared/page [get]
func (r *Responder) BindPage(c *gin.Context, p *Parameters, usual int) (pageAsked, error) {
	in := r.ScopeOf(c, p.Values)
	var at listCursor
	err := in.Open(p.Text("cursor"), &at)
	after := quarry.Position{
		Path: string(at.Path), Line: at.Line, ID: quarry.EntryID(at.ID), Text: string(at.Text), Number: at.Number,
	}
	return pageAsked{quarry.PageRequest{After: after, Limit: p.Whole("limit", 1, MostPerPage, usual)}, in}, err
}

// PageOf returns the part that is asked for of a list that stands in memory, whose places rise.
func PageOf[T any](items []T, place func(T) quarry.Position, r quarry.PageRequest) quarry.Page[T] {
	start := 0
	for start < len(items) && ComparePositions(place(items[start]), r.After) <= 0 {
		start++
	}
	end := min(start+r.Limit, len(items))
	page := quarry.Page[T]{Items: items[start:end], Total: len(items)}
	if end < len(items) {
		last := place(items[end-1])
		page.Next = &last
	}
	return page
}

// ComparePositions orders places by path, line and id.
func ComparePositions(a, b quarry.Position) int {
	return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line), cmp.Compare(a.ID, b.ID))
}
