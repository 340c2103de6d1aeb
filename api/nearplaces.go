package api

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
)

const (
	// mostPlaces is how many documents are looked at for one that comes close to a
	// name that is not known.
	mostPlaces = 1_000
	// mostGuessed is of how many such names of one request something is looked for.
	mostGuessed = 3
)

// places are where the first documents stand. They are read when a name is not known.
type places struct {
	documents DocumentReader

	guessed     int // names
	paths       []string
	collections []string
}

// placeSort is one of the ways in which a filter names places.
type placeSort struct {
	noun   string
	filter func(name string) quarry.Filter
	like   func(p *places, name string) []string
}

func documentSort() placeSort {
	return placeSort{"document", func(name string) quarry.Filter { return quarry.Filter{Documents: []string{name}} }, (*places).pathsLike}
}

func collectionSort() placeSort {
	return placeSort{"collection", func(name string) quarry.Filter { return quarry.Filter{Collections: []string{name}} }, (*places).collectionsLike}
}

// notePlaces says which of the documents and collections asked for hold nothing, and
// which may be meant by them.
func (s *Server) notePlaces(ctx context.Context, a *asked) error {
	near := &places{documents: s.documents}
	if err := s.noteAbsent(ctx, a, near, documentSort(), a.filter.Documents); err != nil {
		return err
	}
	return s.noteAbsent(ctx, a, near, collectionSort(), a.filter.Collections)
}

func (s *Server) noteAbsent(ctx context.Context, a *asked, near *places, of placeSort, names []string) error {
	absent := 0
	for _, name := range names {
		page, err := s.documents.Documents(ctx, of.filter(name), quarry.PageRequest{Limit: 1})
		if err != nil {
			return fmt.Errorf("look for %s %q: %w", of.noun, name, err)
		}
		if page.Total > 0 {
			continue
		}
		absent++
		like, err := near.to(ctx, of, name)
		if err != nil {
			return err
		}
		a.noteUnknown(of.noun, name, like)
	}
	a.nowhere = a.nowhere || absent > 0 && absent == len(names)
	return nil
}

// to returns the places that a name comes close to.
func (p *places) to(ctx context.Context, of placeSort, name string) ([]string, error) {
	if p.guessed == mostGuessed {
		return nil, nil
	}
	if p.guessed++; p.guessed == 1 {
		page, err := p.documents.Documents(ctx, quarry.Filter{}, quarry.PageRequest{Limit: mostPlaces})
		if err != nil {
			return nil, fmt.Errorf("look for what %q comes close to: %w", name, err)
		}
		for _, document := range page.Items {
			p.paths = append(p.paths, document.Path)
			if !slices.Contains(p.collections, document.Collection) {
				p.collections = append(p.collections, document.Collection)
			}
		}
	}
	return of.like(p, strings.ToLower(name)), nil
}

// pathsLike returns the paths that a name in lower case comes close to: in full, by
// the file's own name, or by that without its extension.
func (p *places) pathsLike(name string) []string {
	for _, part := range []func(string) string{path.Clean, path.Base, stemOf} {
		near := closest(part(name), func(yield func(string, string) bool) {
			for _, known := range p.paths {
				if !yield(part(strings.ToLower(known)), known) {
					return
				}
			}
		})
		if len(near) > 0 {
			return near
		}
	}
	return nil
}

// stemOf returns a file's own name without its extension.
func stemOf(name string) string {
	base := path.Base(name)
	return strings.TrimSuffix(base, path.Ext(base))
}

// collectionsLike returns the collections that a name in lower case comes close to.
func (p *places) collectionsLike(name string) []string { return closest(name, lowered(p.collections)) }
