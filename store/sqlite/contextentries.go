package sqlite

import (
	"context"
	"fmt"
	"slices"

	"github.com/quarrykb/quarry"
)

// How much one grounding holds besides what it names.
const (
	mostContextClaims    = 40
	mostContextConflicts = 10
)

// ContextEntries reads entries as they are, whole, with what answers the questions
// among them without an answer, the devices that were discovered under some names, the
// claims that are made of some devices in some attributes, and the conflicts that all
// these are in: all of one moment. What is not stored is passed over; more than 10,000
// references are KindTooLarge. Of claims there are at most 40, of conflicts 10, those
// of the claims first.
func (s *Store) ContextEntries(ctx context.Context, r quarry.ContextEntriesRequest) (quarry.ContextEntries, error) {
	if len(r.Refs) > mostItems {
		return quarry.ContextEntries{}, quarry.Errorf(quarry.KindTooLarge, "at most %d entries at once, not %d", mostItems, len(r.Refs))
	}
	var g quarry.ContextEntries
	err := s.view(ctx, func(v *snapshot) error {
		g.Revision = v.revision
		if err := readReferenced(ctx, v, &g, r.Refs); err != nil {
			return err
		}
		if err := readReferenced(ctx, v, &g, answersBeside(g)); err != nil {
			return err
		}
		if err := readContextDevices(ctx, v, &g, r.Names); err != nil {
			return err
		}
		if err := readContextClaims(ctx, v, &g, r); err != nil {
			return err
		}
		return readContextConflicts(ctx, v, &g)
	})
	if err != nil {
		return quarry.ContextEntries{}, fmt.Errorf("read context entries: %w", err)
	}
	return g, nil
}

// readReferenced adds the entries that some references name.
func readReferenced(ctx context.Context, v *snapshot, g *quarry.ContextEntries, refs []quarry.EntryRef) error {
	wanted := make(map[quarry.EntryKind][]quarry.EntryID)
	for _, ref := range refs {
		wanted[ref.Kind] = append(wanted[ref.Kind], ref.ID)
	}
	var err error
	if g.Questions, err = addWanted(ctx, v, questions(), g.Questions, wanted[quarry.EntryQuestion]); err != nil {
		return err
	}
	if g.Facts, err = addWanted(ctx, v, facts(), g.Facts, wanted[quarry.EntryFact]); err != nil {
		return err
	}
	if g.Specs, err = addWanted(ctx, v, specs(), g.Specs, wanted[quarry.EntrySpec]); err != nil {
		return err
	}
	g.Passages, err = addWanted(ctx, v, passages(), g.Passages, wanted[quarry.EntryPassage])
	return err
}

// addWanted appends entries of one kind. Looking up by key is over before anyone
// could give up on it.
func addWanted[T entrant](ctx context.Context, v *snapshot, k kindOf[T], into []T, wanted []quarry.EntryID) ([]T, error) {
	if len(wanted) == 0 {
		return into, nil
	}
	more, err := collect(context.WithoutCancel(ctx), v, k.read, k.selectWanted("e.id"), jsonList(wanted))
	if err != nil {
		return nil, fmt.Errorf("read %s entries: %w", k.name, err)
	}
	return append(into, more...), nil
}

// answersBeside names what answers the questions without an answer of their own and is
// not among the entries yet.
func answersBeside(g quarry.ContextEntries) []quarry.EntryRef {
	there := map[quarry.EntryID]bool{}
	for _, q := range g.Questions {
		there[quarry.EntryID(q.ID)] = true
	}
	for _, f := range g.Facts {
		there[quarry.EntryID(f.ID)] = true
	}
	for _, p := range g.Passages {
		there[quarry.EntryID(p.ID)] = true
	}
	for _, s := range g.Specs {
		there[quarry.EntryID(s.ID)] = true
	}
	var refs []quarry.EntryRef
	for _, q := range g.Questions {
		for _, best := range q.BestAnswers {
			if !there[best.ID] {
				there[best.ID] = true
				refs = append(refs, best.EntryRef)
			}
		}
	}
	return refs
}

// readContextDevices reads which of some names are those of devices that no document
// found in the lexicon.
func readContextDevices(ctx context.Context, v *snapshot, g *quarry.ContextEntries, names []quarry.DeviceID) error {
	if len(names) == 0 {
		return nil
	}
	var w where
	in(&w, "e.device_id", names)
	query := `SELECT device_id, min(device_name), max(vendor), max(class), max(family) FROM specs e
		WHERE ` + w.gather() + ` GROUP BY device_id HAVING min(device_discovered) ORDER BY device_id`
	var err error
	g.Devices, err = collect(ctx, v, func(scan scanFunc) (quarry.Device, error) {
		d := quarry.Device{Discovered: true}
		err := scan(&d.ID, &d.Name, &d.Vendor, &d.Class, &d.Family)
		return d, err
	}, query, w.args...)
	if err != nil {
		return fmt.Errorf("read devices: %w", err)
	}
	return nil
}

func readContextClaims(ctx context.Context, v *snapshot, g *quarry.ContextEntries, r quarry.ContextEntriesRequest) error {
	devices := slices.Clone(r.Devices)
	for _, discovered := range g.Devices {
		devices = append(devices, discovered.ID)
	}
	if len(devices) == 0 || len(r.Attributes) == 0 {
		return nil
	}
	k := specs()
	var w where
	in(&w, "e.device_id", devices)
	in(&w, "e.attribute_id", r.Attributes)
	inConditions(&w, r.Conditions)
	query := "SELECT " + k.columns + " FROM " + k.from + " WHERE " + w.gather() + " ORDER BY +" + k.key + " LIMIT ?"
	var err error
	g.Claims, err = collect(ctx, v, k.read, query, slices.Concat(w.args, []any{mostContextClaims})...)
	if err != nil {
		return fmt.Errorf("read claims: %w", err)
	}
	return nil
}

// readContextConflicts reads the conflicts of the claims, which were asked for, and
// then those of what was found beside, in the order of these.
func readContextConflicts(ctx context.Context, v *snapshot, g *quarry.ContextEntries) error {
	var ids []quarry.ConflictID
	for _, spec := range slices.Concat(g.Claims, g.Specs) {
		if spec.ConflictID != "" && !slices.Contains(ids, spec.ConflictID) {
			ids = append(ids, spec.ConflictID)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	ids = ids[:min(len(ids), mostContextConflicts)]
	const query = "SELECT " + conflictColumns + ", claims FROM conflicts e WHERE " + isConflict + " AND e.id IN (SELECT value FROM json_each(?))"
	var err error
	if g.Conflicts, err = collect(ctx, v, readConflict, query, jsonList(ids)); err != nil {
		return fmt.Errorf("read conflicts: %w", err)
	}
	slices.SortFunc(g.Conflicts, func(a, b quarry.Conflict) int { return slices.Index(ids, a.ID) - slices.Index(ids, b.ID) })
	for i := range g.Conflicts {
		if err := fillConflict(ctx, v, &g.Conflicts[i], mostClaimsListed); err != nil {
			return err
		}
	}
	return nil
}
