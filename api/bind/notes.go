package bind

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/rest"
)

// Note tells the caller something of this answer.
func (a *Asked) Note(format string, args ...any) {
	a.Notes = append(a.Notes, fmt.Sprintf(format, args...))
}

// noteUnknown says that a word is not known, and which may be meant by it.
func (a *Asked) noteUnknown(noun, word string, like []string) {
	if len(like) == 0 {
		a.Note("%s %q is not known", noun, word)
		return
	}
	a.Note("%s %q is not known; did you mean %s?", noun, word, strings.Join(like, ", "))
}

// NoteNoneMade says, where generated questions alone are asked for and none comes, what they are
// made of, unless something else is noted that explains it.
func (a *Asked) NoteNoneMade() {
	if a.Filter.Generated == quarry.GeneratedOnly && len(a.Notes) == 0 {
		a.Note("no generated question matches: they are made of figures of four things in one attribute (confidence 0.9 or more), " +
			"four definitions in one document, four questions with short answers of one sort, and several short forms that are spelled out")
	}
}

// noteBehind says where answers are asked for that are still looked for behind the last
// changes: a question is a gap until that was done.
func (b *Binder) noteBehind(ctx context.Context, a *Asked) error {
	elsewhere := func(state quarry.AnswerState) bool { return state != quarry.AnswerOwn }
	if !slices.ContainsFunc(a.Filter.AnswerStates, elsewhere) {
		return nil
	}
	revision, err := b.Revisions.Revision(ctx)
	if err != nil {
		return fmt.Errorf("read the revision: %w", err)
	}
	for _, follower := range b.States(ctx) {
		if follower.Aside && follower.Cursor < revision {
			a.Note("answers are still looked for behind the last changes: what is a gap may be answered in a moment")
		}
	}
	return nil
}

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

// places are where all documents stand; none where there are more than mostPlaces.
type places struct {
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

// places returns where documents stand now. They are read when a name is not known.
func (b *Binder) places(ctx context.Context) (*places, error) {
	known, _, err := b.placed.get(ctx, b, func(*places, quarry.Sequence) (*places, quarry.Sequence, error) {
		found, revision, err := b.store.Places(ctx, mostPlaces+1)
		if err != nil {
			return nil, 0, fmt.Errorf("read where documents stand: %w", err)
		}
		var p places
		if len(found) > mostPlaces {
			return &p, revision, nil
		}
		for _, place := range found { // by collection
			p.documents = append(p.documents, placeName{place.Path, callsOf(place.Path)})
			if n := len(p.collections); n == 0 || p.collections[n-1] != place.Collection {
				p.collections = append(p.collections, place.Collection)
			}
		}
		slices.SortFunc(p.documents, func(a, b placeName) int { return strings.Compare(a.path, b.path) })
		p.documents = slices.Compact(p.documents)
		return &p, revision, nil
	})
	return known, err
}

// NotePlaces says which of the documents and collections asked for hold nothing, and
// which may be meant by them.
func (b *Binder) NotePlaces(ctx context.Context, a *Asked) error {
	for _, of := range []struct {
		noun  string
		names []string
		only  func(names []string) quarry.Filter
		like  func(p *places, name string) []string // that a name comes close to
	}{
		{
			"document", a.Filter.Documents,
			func(names []string) quarry.Filter { return quarry.Filter{Documents: names} }, (*places).documentsLike,
		}, {
			"collection", a.Filter.Collections,
			func(names []string) quarry.Filter { return quarry.Filter{Collections: names} }, (*places).collectionsLike,
		},
	} {
		absent := 0
		for _, name := range of.names {
			page, err := b.store.Documents(ctx, of.only([]string{name}), quarry.PageRequest{Limit: 1})
			if err != nil {
				return fmt.Errorf("look for %s %q: %w", of.noun, name, err)
			}
			if page.Total > 0 {
				continue
			}
			var like []string
			if absent++; absent <= mostGuessed {
				known, err := b.places(ctx)
				if err != nil {
					return err
				}
				like = of.like(known, name)
			}
			a.noteUnknown(of.noun, name, like)
		}
		a.Nowhere = a.Nowhere || absent > 0 && absent == len(of.names)
	}
	return nil
}

// documentsLike returns the paths that a name is or comes close to: in
// full, by the file's own name, or by that without its extension. Where it is one but
// for capitals, no other is meant.
func (p *places) documentsLike(name string) []string {
	calls := callsOf(name)
	for way, call := range calls {
		var same []string
		for _, known := range p.documents {
			if known.calls[way] == call && len(same) < rest.MostFixes {
				same = append(same, known.path)
			}
		}
		if len(same) > 0 {
			return same
		}
	}
	for way, call := range calls {
		near := rest.NewNear(call)
		for _, known := range p.documents {
			near.Try(known.calls[way], known.path)
		}
		if best := near.Best(); len(best) > 0 {
			return best
		}
	}
	return nil
}

// collectionsLike returns the collections that a name comes close to.
func (p *places) collectionsLike(name string) []string {
	near := rest.NewNear(name)
	for _, collection := range p.collections {
		near.Try(collection, collection)
	}
	return near.Best()
}
