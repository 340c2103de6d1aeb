package bind

import (
	"context"
	"fmt"
	"iter"
	"path"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/rest"
)

const (
	// mostPlaces is up to how many documents names are looked for that one comes close
	// to that is not known. Among more of them nothing is offered: what is meant may be
	// what was not looked at.
	mostPlaces = 10_000
	// mostGuessed is of how many such names of one filter something is looked for.
	mostGuessed = 3
)

// PlaceReader knows where documents stand.
type PlaceReader interface {
	// Places returns where documents stand, by collection and path, at most so many and
	// without their ids, and the revision that they were read at.
	Places(ctx context.Context, most int) ([]quarry.Place, quarry.Sequence, error)
}

// places are where all documents stand, as of one revision; none where there are more
// than mostPlaces.
type places struct {
	revision    quarry.Sequence
	documents   []placeName // by their paths, each once
	collections []string
}

// placeName is a path, and in lower case what it may be called: itself, the file's own
// name, and that without its extension.
type placeName struct {
	path  string
	calls [3]string
}

func callsOf(place string) [3]string {
	clean := path.Clean(strings.ToLower(place))
	base := path.Base(clean)
	return [3]string{clean, base, strings.TrimSuffix(base, path.Ext(base))}
}

// places returns where documents stand now. They are read when a name is not known,
// and again only when something has changed.
func (b *Binder) places(ctx context.Context) (*places, error) {
	revision, err := b.Revisions.Revision(ctx)
	if err != nil {
		return nil, fmt.Errorf("read the revision: %w", err)
	}
	b.placing.Lock()
	defer b.placing.Unlock()
	if b.placed != nil && b.placed.revision == revision {
		return b.placed, nil
	}
	found, revision, err := b.read.Places.Places(ctx, mostPlaces+1)
	if err != nil {
		return nil, fmt.Errorf("read where documents stand: %w", err)
	}
	b.placed = placesOf(found)
	b.placed.revision = revision
	return b.placed, nil
}

func placesOf(found []quarry.Place) *places {
	var p places
	if len(found) > mostPlaces {
		return &p
	}
	for _, place := range found { // by collection
		p.documents = append(p.documents, placeName{place.Path, callsOf(place.Path)})
		if n := len(p.collections); n == 0 || p.collections[n-1] != place.Collection {
			p.collections = append(p.collections, place.Collection)
		}
	}
	slices.SortFunc(p.documents, func(a, b placeName) int { return strings.Compare(a.path, b.path) })
	p.documents = slices.Compact(p.documents)
	return &p
}

// placeFilter is one of the ways in which a filter names places.
type placeFilter struct {
	noun  string
	names []string
	only  func(name string) quarry.Filter
	like  func(p *places, name string) []string // that a name comes close to
}

// NotePlaces says which of the documents and collections asked for hold nothing, and
// which may be meant by them.
func (b *Binder) NotePlaces(ctx context.Context, a *Asked) error {
	for _, of := range []placeFilter{
		{
			"document", a.Filter.Documents,
			func(name string) quarry.Filter { return quarry.Filter{Documents: []string{name}} }, (*places).documentsLike,
		}, {
			"collection", a.Filter.Collections,
			func(name string) quarry.Filter { return quarry.Filter{Collections: []string{name}} }, (*places).collectionsLike,
		},
	} {
		absent, err := b.noteAbsent(ctx, a, of)
		if err != nil {
			return err
		}
		a.Nowhere = a.Nowhere || absent > 0 && absent == len(of.names)
	}
	return nil
}

// noteAbsent says which of some places hold nothing, and returns how many these are.
func (b *Binder) noteAbsent(ctx context.Context, a *Asked, of placeFilter) (int, error) {
	absent := 0
	for _, name := range of.names {
		page, err := b.read.Documents.Documents(ctx, of.only(name), quarry.PageRequest{Limit: 1})
		if err != nil {
			return 0, fmt.Errorf("look for %s %q: %w", of.noun, name, err)
		}
		if page.Total > 0 {
			continue
		}
		var like []string
		if absent++; absent <= mostGuessed {
			known, err := b.places(ctx)
			if err != nil {
				return 0, err
			}
			like = of.like(known, name)
		}
		a.noteUnknown(of.noun, name, like)
	}
	return absent, nil
}

// documentsLike returns the paths that a name is or comes close to: in
// full, by the file's own name, or by that without its extension. Where it is one but
// for capitals, no other is meant.
func (p *places) documentsLike(name string) []string {
	calls := callsOf(name)
	for i, call := range calls {
		if same := p.called(i, call); len(same) > 0 {
			return same
		}
	}
	for i, call := range calls {
		if near := rest.Closest(call, p.calls(i)); len(near) > 0 {
			return near
		}
	}
	return nil
}

// calls goes over what documents may be called in one of the ways, with their paths.
func (p *places) calls(way int) iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		for _, known := range p.documents {
			if !yield(known.calls[way], known.path) {
				return
			}
		}
	}
}

// called returns the paths of the first few documents that are called so in one of the
// ways.
func (p *places) called(way int, name string) []string {
	var same []string
	for call, known := range p.calls(way) {
		if call == name && len(same) < rest.MostFixes {
			same = append(same, known)
		}
	}
	return same
}

// collectionsLike returns the collections that a name comes close to.
func (p *places) collectionsLike(name string) []string {
	return rest.Closest(strings.ToLower(name), rest.Lowered(p.collections))
}
