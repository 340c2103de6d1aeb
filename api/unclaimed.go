package api

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
)

// noteUnclaimed says in which of the attributes that were asked for nothing is
// claimed of any of the devices, and which others of that name would have had
// something.
func (s *Server) noteUnclaimed(ctx context.Context, asked *comparing, family []quarry.DeviceID, claims []quarry.Spec) error {
	claimed := func(of quarry.AttributeID) bool {
		return slices.ContainsFunc(claims, func(claim quarry.Spec) bool { return claim.Attribute.ID == of })
	}
	for _, subject := range asked.subjects {
		others := namesakes(s.lexicon, subject.attributes)
		answered := slices.ContainsFunc(others, func(n namesake) bool { return claimed(n.id) })
		if answered || slices.ContainsFunc(claims, subject.has) {
			continue
		}
		noted, err := s.noteOthers(ctx, asked, family, others[:min(len(others), mostNamesakes)])
		if err != nil {
			return err
		}
		if !noted {
			asked.only.note("nothing is claimed in %s", subject.called)
		}
	}
	return nil
}

// noteOthers says in which attributes of the same name there are claims, and
// reports whether there are any.
func (s *Server) noteOthers(ctx context.Context, asked *comparing, family []quarry.DeviceID, others []namesake) (bool, error) {
	if len(others) == 0 {
		return false, nil
	}
	ids := mapped(others, func(n namesake) quarry.AttributeID { return n.id })
	found, _, err := s.read.Claims.ClaimsOf(ctx, family, ids)
	if err != nil {
		return false, fmt.Errorf("look into %s: %w", strings.Join(texts(ids), ", "), err)
	}
	noted := false
	for _, other := range others {
		count := 0
		for _, claim := range found {
			if claim.Attribute.ID == other.id && asked.allows(claim) {
				count++
			}
		}
		if count > 0 {
			asked.only.noteNamesake(other, count)
			noted = true
		}
	}
	return noted, nil
}

// noteNamesake says that another attribute has what the one that is asked for has
// not.
func (a *asked) noteNamesake(other namesake, count int) {
	a.note("nothing in %s; in %s, which goes by that name too, there is (%d)", other.asked, other.id, count)
}
