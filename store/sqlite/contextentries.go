package sqlite

import (
	"context"
	"slices"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/store/sqlite/conflicts"
	"github.com/quarrykb/quarry/store/sqlite/db"
	"github.com/quarrykb/quarry/store/sqlite/entries"
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
	if len(r.Refs) > entries.MostItems {
		return quarry.ContextEntries{}, quarry.Errorf(quarry.KindTooLarge,
			"at most %d entries at once, not %d", entries.MostItems, len(r.Refs))
	}
	g, _, err := db.Viewed(ctx, s.db, func(v *db.Snapshot) (quarry.ContextEntries, error) {
		g := quarry.ContextEntries{Revision: v.Revision}
		err := readReferenced(ctx, v, &g, r.Refs)
		if err == nil {
			err = readReferenced(ctx, v, &g, answersBeside(g.Questions, r.Refs))
		}
		if err == nil {
			err = readContextDevices(ctx, v, &g, r.Names)
		}
		if err == nil {
			err = readContextClaims(ctx, v, &g, r)
		}
		if err == nil {
			g.Conflicts, err = conflicts.ReadFirst(ctx, v, conflictsOf(g), mostContextConflicts)
		}
		return g, err
	})
	return g, db.Wrap(err, "read context entries")
}

// readReferenced adds the entries that some references name.
func readReferenced(ctx context.Context, v *db.Snapshot, g *quarry.ContextEntries, refs []quarry.EntryRef) error {
	wanted := entries.ByKind(refs)
	for _, read := range []func() error{
		func() error { return entries.AppendWanted(ctx, v, entries.Questions(), &g.Questions, wanted) },
		func() error { return entries.AppendWanted(ctx, v, entries.Facts(), &g.Facts, wanted) },
		func() error { return entries.AppendWanted(ctx, v, entries.Specs(), &g.Specs, wanted) },
		func() error { return entries.AppendWanted(ctx, v, entries.Passages(), &g.Passages, wanted) },
	} {
		if err := read(); err != nil {
			return err
		}
	}
	return nil
}

// answersBeside names what answers the questions without an answer of their own and was
// not asked for.
func answersBeside(questions []quarry.Question, asked []quarry.EntryRef) []quarry.EntryRef {
	named := make(map[quarry.EntryRef]bool, len(asked))
	for _, ref := range asked {
		named[ref] = true
	}
	var beside []quarry.EntryRef
	for _, q := range questions {
		for _, best := range q.BestAnswers {
			if !named[best.EntryRef] {
				named[best.EntryRef] = true
				beside = append(beside, best.EntryRef)
			}
		}
	}
	return beside
}

// readContextDevices reads which of some names are those of devices that no document
// found in the lexicon.
func readContextDevices(ctx context.Context, v *db.Snapshot, g *quarry.ContextEntries, names []quarry.DeviceID) error {
	if len(names) == 0 {
		return nil
	}
	var w entries.Where
	entries.In(&w, "e.device_id", names)
	query := `SELECT device_id, min(device_name), max(vendor), max(class), max(family), 1 FROM specs e
		WHERE ` + w.Gather() + ` GROUP BY device_id HAVING min(device_discovered) ORDER BY device_id`
	var err error
	g.Devices, err = db.Collect(ctx, v, db.Into(func(d *quarry.Device) []any {
		return []any{&d.ID, &d.Name, &d.Vendor, &d.Class, &d.Family, &d.Discovered}
	}), query, w.Args...)
	return db.Wrap(err, "read devices")
}

func readContextClaims(ctx context.Context, v *db.Snapshot, g *quarry.ContextEntries, r quarry.ContextEntriesRequest) error {
	devices := slices.Clone(r.Devices)
	for _, discovered := range g.Devices {
		devices = append(devices, discovered.ID)
	}
	if len(devices) == 0 || len(r.Attributes) == 0 {
		return nil
	}
	k := entries.Specs()
	var w entries.Where
	entries.In(&w, "e.device_id", devices)
	entries.In(&w, "e.attribute_id", r.Attributes)
	entries.InConditions(&w, r.Conditions)
	query := k.Select("WHERE " + w.Gather() + " ORDER BY +" + k.Key + " LIMIT ?")
	var err error
	g.Claims, err = db.Collect(ctx, v, k.Read, query, append(w.Args, mostContextClaims)...)
	return db.Wrap(err, "read claims")
}

// conflictsOf names the conflicts of the claims, which were asked for, and
// then those of what was found beside, in the order of these.
func conflictsOf(g quarry.ContextEntries) []quarry.ConflictID {
	var ids []quarry.ConflictID
	for _, spec := range slices.Concat(g.Claims, g.Specs) {
		if spec.ConflictID != "" && !slices.Contains(ids, spec.ConflictID) {
			ids = append(ids, spec.ConflictID)
		}
	}
	return ids
}
