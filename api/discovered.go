package api

import (
	"context"
	"fmt"
	"slices"

	"github.com/quarrykb/quarry"
)

// discoveries are the attributes that documents brought and that stand in no
// lexicon, as of one revision.
type discoveries struct {
	revision   quarry.Sequence
	attributes []quarry.AttributeID // in the order of the alphabet
}

// discovered returns what documents brought. It is read again only when
// something has changed.
func (s *Server) discovered(ctx context.Context) (*discoveries, error) {
	revision, err := s.revisions.Revision(ctx)
	if err != nil {
		return nil, fmt.Errorf("read the revision: %w", err)
	}
	if found := s.brought.Load(); found != nil && found.revision == revision {
		return found, nil
	}
	attributes, err := s.attributes.DiscoveredAttributes(ctx)
	if err != nil {
		return nil, fmt.Errorf("read the discovered attributes: %w", err)
	}
	found := &discoveries{
		revision:   revision,
		attributes: mapped(attributes, func(a quarry.Attribute) quarry.AttributeID { return a.ID }),
	}
	slices.Sort(found.attributes)
	s.brought.Store(found)
	return found, nil
}

func (d *discoveries) has(id quarry.AttributeID) bool {
	_, known := slices.BinarySearch(d.attributes, id)
	return known
}
