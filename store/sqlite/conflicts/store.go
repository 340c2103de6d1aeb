// Package conflicts reads where claims disagree (store.go), and derives it: a follower of the
// change feed has the claims judged that changed (derive.go), each in a group of all that
// claim the same (group.go), and writes what that changed of the conflicts (detect.go). Claims
// are judged in snapshots, so that who writes a document never waits for a judge, which is
// handed in.
//
// A derived row names a spec by its id and never keeps it alive: reads join.
package conflicts

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/store/sqlite/db"
	"github.com/quarrykb/quarry/store/sqlite/entries"
)

// How much of a conflict one answer holds.
const (
	mostClaims       = 1000
	mostClaimsListed = 20 // of each conflict in a list
	mostRelated      = 100
)

// Store reads conflicts and derives them. It may be used by several goroutines at once.
type Store struct {
	db      *db.DB
	entries *entries.Store

	together int // specs that are read together at most
	moves    int // of specs, after which a step ends

	deriving sync.Mutex                 // held by a step of the derivation, which has all below
	judgedBy string                     // the version of what has judged
	judgedAt map[string]quarry.Sequence // by all that was stored at that revision, by claim
}

// New returns a store of the conflicts over what is stored in a database.
func New(d *db.DB, e *entries.Store) *Store {
	return &Store{db: d, entries: e, together: specsTogether, moves: mostMoves}
}

// Conflicts lists the conflicts of which a claim is let through by a filter, by
// device and id, with their exact number. Each comes with its first 20 claims,
// their number, and up to 100 related ones. A position is the device's id as the
// path, and the conflict's id.
func (s *Store) Conflicts(
	ctx context.Context, f quarry.Filter, r quarry.PageRequest,
) (quarry.Page[quarry.Conflict], error) {
	return s.listConflicts(ctx, f, r, mostClaimsListed)
}

// ConflictHeads is Conflicts without what is claimed: device and attribute have
// their ids only. It takes no longer where there are many claims.
func (s *Store) ConflictHeads(
	ctx context.Context, f quarry.Filter, r quarry.PageRequest,
) (quarry.Page[quarry.Conflict], error) {
	return s.listConflicts(ctx, f, r, 0)
}

// listConflicts lists conflicts with so many claims of each, and with no more than their heads
// where that is 0.
func (s *Store) listConflicts(
	ctx context.Context, f quarry.Filter, r quarry.PageRequest, claims int,
) (quarry.Page[quarry.Conflict], error) {
	page, _, err := db.Viewed(ctx, s.db, func(v *db.Snapshot) (quarry.Page[quarry.Conflict], error) {
		k := conflicts()
		page, err := entries.ReadPage(ctx, s.entries, v, k, k.Where(f), r)
		if err == nil && claims > 0 {
			err = fillAll(ctx, v, page.Items, claims)
		}
		return page, err
	})
	return page, db.Wrap(err, "list conflicts")
}

// Conflict returns one conflict with its first 1,000 claims, their number and up to
// 100 related ones, by path, line and id, and the revision of all that; or
// KindNotFound.
func (s *Store) Conflict(ctx context.Context, id quarry.ConflictID) (quarry.Conflict, quarry.Sequence, error) {
	conflict, revision, err := db.Viewed(ctx, s.db, func(v *db.Snapshot) (quarry.Conflict, error) {
		row := v.QueryRowContext(ctx, conflicts().Select("WHERE e.id = ? AND "+isConflict), string(id))
		conflict, err := readConflict(row.Scan)
		if errors.Is(err, sql.ErrNoRows) {
			return conflict, quarry.Errorf(quarry.KindNotFound, "there is no conflict %q", id)
		}
		if err == nil {
			err = fill(ctx, v, &conflict, mostClaims)
		}
		return conflict, err
	})
	return conflict, revision, db.Wrap(err, "read conflict %q", id)
}

func conflicts() entries.Kind[quarry.Conflict] {
	return entries.Kind[quarry.Conflict]{
		Name:    quarry.EntryConflict,
		From:    "conflicts e",
		Columns: conflictColumns + ", claims",
		Key:     "e.device_id, e.id",
		After:   func(p quarry.Position) []any { return []any{p.Path, string(p.ID)} },
		Read:    readConflict,
		Where:   whereConflict,
		Position: func(c quarry.Conflict) quarry.Position {
			return quarry.Position{Path: string(c.Device.ID), ID: quarry.EntryID(c.ID)}
		},
	}
}

// isConflict holds for a conflict e of which at least two claims live.
const isConflict = `2 = (SELECT count(*) FROM (SELECT 1 FROM conflict_claims m JOIN specs s ON s.id = m.spec
	WHERE m.conflict = e.id LIMIT 2))`

const conflictColumns = "id, device_id, attribute_id, conditions, unit, ratio, hint"

func readConflict(scan db.ScanFunc) (quarry.Conflict, error) {
	var c quarry.Conflict
	var conditions string
	var ratio float64
	err := scan(&c.ID, &c.Device.ID, &c.Attribute.ID, &conditions, &c.Unit, &ratio, &c.Hint, &c.ClaimCount)
	if ratio != noRatio {
		c.Ratio = &ratio
	}
	if err == nil {
		c.Conditions, err = entries.ConditionsOf(conditions)
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
func whereConflict(f quarry.Filter) entries.Where {
	var w entries.Where
	w.Add(isConflict)
	entries.WhereKind(&w, f, quarry.EntryConflict)
	if f.Conflict == quarry.No {
		w.Never()
	}
	f.Kinds, f.Conflict = nil, quarry.Either
	if claim := entries.WhereSpec(f); !claim.Always() {
		w.Add("e.id IN (SELECT m.conflict FROM conflict_claims m JOIN specs e ON e.id = m.spec WHERE "+
			claim.Test()+")", claim.Args...)
	}
	return w
}

func fillAll(ctx context.Context, v *db.Snapshot, conflicts []quarry.Conflict, most int) error {
	for i := range conflicts {
		if err := fill(ctx, v, &conflicts[i], most); err != nil {
			return err
		}
	}
	return nil
}

// fill reads a conflict's first claims and the related ones, and takes from
// the first claim what else there is to say of device and attribute.
func fill(ctx context.Context, v *db.Snapshot, c *quarry.Conflict, most int) error {
	k := entries.Specs()
	query := "SELECT " + k.Columns + " FROM conflict_claims w CROSS JOIN " + k.From +
		" WHERE w.conflict = ? AND e.id = w.spec ORDER BY " + k.Key + " LIMIT ?"
	if c.ClaimCount > mostClaims { // nearly all of the group, which is in order
		query = k.Select("WHERE e.claim = ? AND " + isClaim + " ORDER BY " + k.Key + " LIMIT ?")
	}
	var err error
	if c.Claims, err = db.Collect(ctx, v, k.Read, query, string(c.ID), most); err != nil {
		return fmt.Errorf("read claims: %w", err)
	}
	if len(c.Claims) > 0 {
		c.Device, c.Attribute = c.Claims[0].Device.Device, c.Claims[0].Attribute.Attribute
	}
	if c.Related, err = relatedTo(ctx, v, *c); err != nil {
		return err
	}
	c.Related = slices.DeleteFunc(c.Related, func(s quarry.Spec) bool { // of another engine than all of them
		return !slices.ContainsFunc(c.Claims, func(claim quarry.Spec) bool { return len(s.Conditions.Contrary(claim.Conditions)) == 0 })
	})
	return nil
}

// ClaimsOf returns all claims of some devices, by path, line and id, and the
// revision of that. Where attributes are named it is their claims only. A family
// is one device: a caller that means its SKUs too names them. More than 10,000 claims
// are KindTooLarge.
func (s *Store) ClaimsOf(
	ctx context.Context, devices []quarry.DeviceID, attributes []quarry.AttributeID,
) ([]quarry.Spec, quarry.Sequence, error) {
	claims, revision, err := db.Viewed(ctx, s.db, func(v *db.Snapshot) ([]quarry.Spec, error) {
		if len(devices) == 0 {
			return nil, nil
		}
		k := entries.Specs()
		var w entries.Where
		entries.In(&w, "e.device_id", devices)
		entries.In(&w, "e.attribute_id", attributes)
		query := k.Select("WHERE " + w.Gather() + " ORDER BY +" + k.Key + " LIMIT ?")
		return db.Collect(ctx, v, k.Read, query, append(w.Args, entries.MostItems+1)...)
	})
	if err != nil {
		return nil, 0, fmt.Errorf("read claims of devices: %w", err)
	}
	if len(claims) > entries.MostItems {
		return nil, 0, quarry.Errorf(quarry.KindTooLarge,
			"more than %d claims are made of these devices: name attributes", entries.MostItems)
	}
	return claims, revision, nil
}

// ReadFirst reads the first of some conflicts, in the order of their ids as they are given, as
// lists have them.
func ReadFirst(ctx context.Context, v *db.Snapshot, ids []quarry.ConflictID, most int) ([]quarry.Conflict, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	ids = ids[:min(len(ids), most)]
	query := conflicts().Select("WHERE " + isConflict + " AND e.id IN (SELECT value FROM json_each(?))")
	found, err := db.Collect(ctx, v, readConflict, query, db.JSONList(ids))
	if err != nil {
		return nil, fmt.Errorf("read conflicts: %w", err)
	}
	slices.SortFunc(found, func(a, b quarry.Conflict) int { return slices.Index(ids, a.ID) - slices.Index(ids, b.ID) })
	return found, fillAll(ctx, v, found, mostClaimsListed)
}

// How much is looked at for what a conflict is related to: so many claims, and
// so many specs of each. However many are made of a device, these are the same.
const (
	mostAkin    = 1000
	mostMakeOne = 2000
)

// relatedTo reads the claims that may be the same one: of the device, its
// family or its SKUs, and stating nothing else. Where very many are made of
// them it looks at the first ones only.
func relatedTo(ctx context.Context, v *db.Snapshot, c quarry.Conflict) ([]quarry.Spec, error) {
	claims, err := db.Collect(ctx, v, db.ReadValue[string], akin, string(c.Device.ID), string(c.Device.Family),
		string(c.Attribute.ID), c.Unit, entries.JSONConditions(c.Conditions), mostAkin)
	if err != nil {
		return nil, fmt.Errorf("look for related claims: %w", err)
	}
	k := entries.Specs()
	query := "SELECT " + k.Columns + " FROM json_each(?) a CROSS JOIN " + k.From +
		" WHERE e.number IN (" + firstOutside + ") ORDER BY +" + k.Key + " LIMIT ?"
	related, err := db.Collect(ctx, v, k.Read, query, db.JSONList(claims), mostMakeOne, string(c.ID), mostRelated, mostRelated)
	return related, db.Wrap(err, "read related claims")
}

const (
	// isClaim holds for a spec e that stands in the conflict over its claim.
	isClaim = `EXISTS (SELECT 1 FROM conflict_claims m WHERE m.spec = e.id AND m.conflict = e.claim)`
	// firstOutside selects the first specs that make a claim and do not stand in a
	// conflict.
	firstOutside = `SELECT o.number FROM (SELECT number, id FROM specs WHERE claim = a.value
		ORDER BY path, line_start, id LIMIT ?) o
		WHERE NOT EXISTS (SELECT 1 FROM conflict_claims m WHERE m.spec = o.id AND m.conflict = ?) LIMIT ?`
	// akin steps from SKU to SKU and from claim to claim in the order of an index.
	// All who make one claim speak of the same conditions and unit: those of one
	// are held against the conflict's.
	akin = `WITH RECURSIVE
		sku(id) AS (
			SELECT min(device_id) FROM specs WHERE family = ?1 AND family <> ''
			UNION ALL SELECT (SELECT min(device_id) FROM specs WHERE family = ?1 AND family <> '' AND device_id > sku.id)
				FROM sku WHERE sku.id IS NOT NULL LIMIT ?6),
		relative(id) AS (SELECT ?1 UNION SELECT ?2 WHERE ?2 <> '' UNION SELECT id FROM sku WHERE id IS NOT NULL),
		step(device, claim) AS (
			SELECT id, (SELECT min(claim) FROM specs WHERE device_id = relative.id AND attribute_id = ?3 AND claim > '') FROM relative
			UNION ALL SELECT device, (SELECT min(claim) FROM specs
				WHERE device_id = step.device AND attribute_id = ?3 AND claim > step.claim)
				FROM step WHERE step.claim IS NOT NULL LIMIT ?6)
		SELECT e.claim FROM step s CROSS JOIN specs e
		WHERE s.claim IS NOT NULL AND e.number = (SELECT number FROM specs WHERE claim = s.claim LIMIT 1)
			AND ` + inUnit + ` AND ` + statesNothingElse
	// inUnit holds for claims in units that can be compared.
	inUnit = `?4 = CASE e.normalized_unit WHEN '' THEN e.value_unit WHEN 'bit/s' THEN 'B/s' ELSE e.normalized_unit END`
	// statesNothingElse holds for conditions of which no axis is stated in
	// another way; an axis may be left unsaid on either side.
	statesNothingElse = `NOT EXISTS (SELECT 1 FROM json_each(?5) a JOIN json_each(e.conditions) b ON b.key = a.key
		WHERE a.value <> b.value AND a.value NOT IN ('` + quarry.Unstated + `', '` + quarry.NoneCondition + `')
		AND b.value NOT IN ('` + quarry.Unstated + `', '` + quarry.NoneCondition + `'))`
)
