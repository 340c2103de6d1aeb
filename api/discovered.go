package api

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/text"
)

// discoveries are the attributes that documents brought and that stand in no
// lexicon, as of one revision.
type discoveries struct {
	revision   quarry.Sequence
	all        []quarry.Attribute
	attributes []quarry.AttributeID // in the order of the alphabet
	kinds      map[quarry.AttributeID]quarry.QuantityKind
	called     map[string][]quarry.AttributeID // by the slugs of their names
}

// discovered returns what documents brought. It is read again only when
// something has changed.
func (s *Server) discovered(ctx context.Context) (*discoveries, error) {
	revision, err := s.read.Revisions.Revision(ctx)
	if err != nil {
		return nil, fmt.Errorf("read the revision: %w", err)
	}
	if found := s.brought.Load(); found != nil && found.revision == revision {
		return found, nil
	}
	attributes, err := s.read.Attributes.DiscoveredAttributes(ctx)
	if err != nil {
		return nil, fmt.Errorf("read the discovered attributes: %w", err)
	}
	found := newDiscoveries(revision, attributes)
	s.brought.Store(found)
	return found, nil
}

func newDiscoveries(revision quarry.Sequence, attributes []quarry.Attribute) *discoveries {
	found := &discoveries{
		revision: revision,
		all:      attributes,
		kinds:    make(map[quarry.AttributeID]quarry.QuantityKind, len(attributes)),
		called:   make(map[string][]quarry.AttributeID, len(attributes)),
	}
	for _, attribute := range attributes {
		found.attributes = append(found.attributes, attribute.ID)
		found.kinds[attribute.ID] = attribute.Kind
		names := []string{text.Slug(attribute.Name), text.Slug(strings.TrimPrefix(string(attribute.ID), "x_"))}
		slices.Sort(names)
		for _, name := range slices.Compact(names) {
			found.called[name] = append(found.called[name], attribute.ID)
		}
	}
	slices.Sort(found.attributes)
	return found
}

func (d *discoveries) has(id quarry.AttributeID) bool {
	_, known := slices.BinarySearch(d.attributes, id)
	return known
}
