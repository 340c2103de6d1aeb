package vectorindex

import (
	"context"
	"fmt"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search"
)

// How many of the closest entries are held against what a query requires, and how
// many of them are read at a time where no index of words tells.
const (
	mostHeld   = 500
	readAtOnce = 8
)

// meeting returns the best of some rows, at most so many, whose entries meet what
// is required. An index of words tells that of as many rows as are wanted, then of
// twice as many. Where it cannot, or has not read as far as the vectors, entries
// are read and analysed, a few at a time.
func (i *Index) meeting(ctx context.Context, v *view, rows []scored, required search.Requirements, most int) ([]scored, error) {
	var met []scored
	for size := most; len(rows) > 0 && len(met) < most; size *= 2 {
		portion := rows[:min(size, len(rows))]
		meets, read, err := required.Among(ctx, refsOf(portion))
		if quarry.IsKind(err, quarry.KindUnavailable) || err == nil && read < v.Cursor {
			return i.reading(ctx, rows, met, required, most)
		}
		if err != nil {
			return nil, fmt.Errorf("ask which of %d entries hold what is required: %w", len(portion), err)
		}
		met = appendMet(met, portion, meets)
		rows = rows[len(portion):]
	}
	return met[:min(most, len(met))], nil
}

// reading is meeting by the entries themselves, behind those rows that are known
// to meet what is required.
func (i *Index) reading(ctx context.Context, rows, met []scored, required search.Requirements, most int) ([]scored, error) {
	for len(rows) > 0 && len(met) < most {
		portion := rows[:min(readAtOnce, len(rows))]
		entries, _, err := i.options.Entries.Entries(ctx, refsOf(portion))
		if err != nil {
			return nil, fmt.Errorf("read %d entries: %w", len(portion), err)
		}
		meets := make(map[quarry.EntryRef]bool, len(entries))
		for _, entry := range entries {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			meets[entry.EntryRef] = required.MetBy(entry)
		}
		met = appendMet(met, portion, meets)
		rows = rows[len(portion):]
	}
	return met[:min(most, len(met))], nil
}

func refsOf(rows []scored) []quarry.EntryRef {
	refs := make([]quarry.EntryRef, len(rows))
	for n, s := range rows {
		refs[n] = s.card.ref
	}
	return refs
}

func appendMet(met, rows []scored, meets map[quarry.EntryRef]bool) []scored {
	for _, s := range rows {
		if meets[s.card.ref] {
			met = append(met, s)
		}
	}
	return met
}
