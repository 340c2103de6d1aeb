package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"

	"github.com/quarrykb/quarry"
)

// How much of a conflict one answer holds.
const (
	mostClaims       = 1000
	mostClaimsListed = 20 // of each conflict in a list
	mostRelated      = 100
)

// Conflicts lists the conflicts of which a claim is let through by a filter, by
// device and id, with their exact number. Each comes with its first 20 claims,
// their number, and up to 100 related ones. A position is the device's id as the
// path, and the conflict's id.
func (s *Store) Conflicts(
	ctx context.Context, f quarry.Filter, r quarry.PageRequest,
) (quarry.Page[quarry.Conflict], error) {
	return s.listConflicts(ctx, f, r, func(v *snapshot, items []quarry.Conflict) error {
		for i := range items {
			if err := fillConflict(ctx, v, &items[i], mostClaimsListed); err != nil {
				return err
			}
		}
		return nil
	})
}

// ConflictHeads is Conflicts without what is claimed: device and attribute have
// their ids only. It takes no longer where there are many claims.
func (s *Store) ConflictHeads(
	ctx context.Context, f quarry.Filter, r quarry.PageRequest,
) (quarry.Page[quarry.Conflict], error) {
	return s.listConflicts(ctx, f, r, func(*snapshot, []quarry.Conflict) error { return nil })
}

func (s *Store) listConflicts(
	ctx context.Context, f quarry.Filter, r quarry.PageRequest, fill func(*snapshot, []quarry.Conflict) error,
) (quarry.Page[quarry.Conflict], error) {
	if r.Limit < 1 {
		return quarry.Page[quarry.Conflict]{}, quarry.Errorf(quarry.KindInvalid,
			"a page has at least one item, not %d", r.Limit)
	}
	r.Limit = min(r.Limit, mostItems)
	var page quarry.Page[quarry.Conflict]
	err := s.view(ctx, func(v *snapshot) error {
		k := conflicts()
		var err error
		if page, err = readPage(ctx, s, v, k, pageOf{where: k.where(f), request: r}); err != nil {
			return err
		}
		return fill(v, page.Items)
	})
	if err != nil {
		return quarry.Page[quarry.Conflict]{}, fmt.Errorf("list conflicts: %w", err)
	}
	return page, nil
}

// Conflict returns one conflict with its first 1,000 claims, their number and up to
// 100 related ones, by path, line and id, and the revision of all that; or
// KindNotFound.
func (s *Store) Conflict(ctx context.Context, id quarry.ConflictID) (quarry.Conflict, quarry.Sequence, error) {
	var conflict quarry.Conflict
	var revision quarry.Sequence
	err := s.view(ctx, func(v *snapshot) error {
		k := conflicts()
		revision = v.revision
		row := v.QueryRowContext(ctx, "SELECT "+k.columns+" FROM "+k.from+" WHERE e.id = ? AND "+isConflict, string(id))
		var err error
		if conflict, err = k.read(row.Scan); errors.Is(err, sql.ErrNoRows) {
			return quarry.Errorf(quarry.KindNotFound, "there is no conflict %q", id)
		}
		if err == nil {
			err = fillConflict(ctx, v, &conflict, mostClaims)
		}
		return err
	})
	if err != nil {
		return quarry.Conflict{}, 0, fmt.Errorf("read conflict %q: %w", id, err)
	}
	return conflict, revision, nil
}

func conflicts() kindOf[quarry.Conflict] {
	return kindOf[quarry.Conflict]{
		name:    quarry.EntryConflict,
		from:    "conflicts e",
		columns: conflictColumns + ", claims",
		key:     "e.device_id, e.id",
		after:   func(p quarry.Position) []any { return []any{p.Path, string(p.ID)} },
		read:    readConflict,
		where:   whereConflict,
		position: func(c quarry.Conflict) quarry.Position {
			return quarry.Position{Path: string(c.Device.ID), ID: quarry.EntryID(c.ID)}
		},
	}
}

const conflictColumns = "id, device_id, attribute_id, conditions, unit, ratio, hint"

func readConflict(scan scanFunc) (quarry.Conflict, error) {
	var c quarry.Conflict
	var conditions string
	var ratio float64
	err := scan(&c.ID, &c.Device.ID, &c.Attribute.ID, &conditions, &c.Unit, &ratio, &c.Hint, &c.ClaimCount)
	if ratio != noRatio {
		c.Ratio = &ratio
	}
	if err == nil {
		c.Conditions, err = conditionsOf(conditions)
	}
	return c, err
}

// noRatio stands in the column for a conflict without a ratio: none is so small.
const noRatio = 0

func storedRatio(c quarry.Conflict) float64 {
	if c.Ratio == nil {
		return noRatio
	}
	return *c.Ratio
}

// whereConflict demands that a claim of the conflict matches.
func whereConflict(f quarry.Filter) where {
	var w where
	w.add(isConflict)
	whereKind(&w, f, quarry.EntryConflict)
	if f.Conflict == quarry.No {
		w.never()
	}
	f.Kinds, f.Conflict = nil, quarry.Either
	if claim := whereSpec(f); len(claim.testing) > 0 {
		w.add("e.id IN (SELECT m.conflict FROM conflict_claims m JOIN specs e ON e.id = m.spec WHERE "+
			claim.test()+")", claim.args...)
	}
	return w
}

// fillConflict reads a conflict's first claims and the related ones, and takes from
// the first claim what else there is to say of device and attribute.
func fillConflict(ctx context.Context, v *snapshot, c *quarry.Conflict, most int) error {
	k := specs()
	query := "SELECT " + k.columns + " FROM conflict_claims w CROSS JOIN " + k.from +
		" WHERE w.conflict = ? AND e.id = w.spec ORDER BY " + k.key + " LIMIT ?"
	if c.ClaimCount > mostClaims { // nearly all of the group, which is in order
		query = "SELECT " + k.columns + " FROM " + k.from + " WHERE e.claim = ? AND " + isClaim +
			" ORDER BY " + k.key + " LIMIT ?"
	}
	var err error
	if c.Claims, err = collect(ctx, v, k.read, query, string(c.ID), most); err != nil {
		return fmt.Errorf("read claims: %w", err)
	}
	if len(c.Claims) > 0 {
		c.Device, c.Attribute = c.Claims[0].Device.Device, c.Claims[0].Attribute.Attribute
	}
	c.Related, err = relatedTo(ctx, v, *c)
	return err
}

// ClaimsOf returns all claims of some devices, by path, line and id, and the
// revision of that. Where attributes are named it is their claims only. A family
// is one device: a caller that means its SKUs too names them. More than 10,000 claims
// are KindTooLarge.
func (s *Store) ClaimsOf(
	ctx context.Context, devices []quarry.DeviceID, attributes []quarry.AttributeID,
) ([]quarry.Spec, quarry.Sequence, error) {
	var claims []quarry.Spec
	var revision quarry.Sequence
	err := s.view(ctx, func(v *snapshot) error {
		revision = v.revision
		var err error
		claims, err = readClaimsOf(ctx, v, devices, attributes)
		return err
	})
	if err != nil {
		return nil, 0, fmt.Errorf("read claims of devices: %w", err)
	}
	if len(claims) > mostItems {
		return nil, 0, quarry.Errorf(quarry.KindTooLarge,
			"more than %d claims are made of these devices: name attributes", mostItems)
	}
	return claims, revision, nil
}

func readClaimsOf(
	ctx context.Context, v *snapshot, devices []quarry.DeviceID, attributes []quarry.AttributeID,
) ([]quarry.Spec, error) {
	if len(devices) == 0 {
		return nil, nil
	}
	k := specs()
	var w where
	in(&w, "e.device_id", devices)
	in(&w, "e.attribute_id", attributes)
	query := "SELECT " + k.columns + " FROM " + k.from + " WHERE " + w.gather() + " ORDER BY +" + k.key + " LIMIT ?"
	return collect(ctx, v, k.read, query, slices.Concat(w.args, []any{mostItems + 1})...)
}
