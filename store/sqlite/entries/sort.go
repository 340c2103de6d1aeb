package entries

import (
	"context"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/store/sqlite/db"
)

// order is by what a list can be sorted besides its usual order, which parts equals: a text that
// always rises, and what rises or falls as a caller wants it. What is not stated stands last.
type order struct {
	by     quarry.SortKey
	group  string // a text in SQL; "" for none
	falls  string // the value where it falls, and
	rises  string // where it rises: of an interval its upper and its lower end
	isText bool
}

// These stand behind every number of their direction; the cursor's JSON knows no infinity.
const (
	lastRising  = "1.7976931348623157e308"
	lastFalling = "-1.7976931348623157e308"
)

// orders are those of a kind of entry. A document's date is sorted by its digits, as
// far as it has them: 2024, 2024-03, 2024-03-18.
func orders(kind quarry.EntryKind) []order {
	if kind == quarry.EntryDocument {
		return documentOrders()
	}
	const digits = "CAST(substr(replace(d.date, '-', '') || '0000', 1, 8) AS INTEGER)"
	const stated = "CASE WHEN d.date GLOB '[0-9][0-9][0-9][0-9]*' THEN " + digits + " ELSE "
	grade := "CASE " + gradeOf(kind).difficulty + " WHEN 'easy' THEN 1 WHEN 'medium' THEN 2 WHEN 'hard' THEN 3 ELSE "
	common := []order{
		{by: quarry.SortDate, falls: stated + lastFalling + " END", rises: stated + lastRising + " END"},
		{by: quarry.SortDifficulty, falls: grade + lastFalling + " END", rises: grade + lastRising + " END"},
	}
	if kind != quarry.EntrySpec {
		return common
	}
	return append(common,
		order{by: quarry.SortDevice, falls: "lower(e.device_name)", rises: "lower(e.device_name)", isText: true},
		order{ // values of one base unit stand together, those of none at the end
			by: quarry.SortValue, group: "CASE e.normalized_unit WHEN '' THEN char(1114111) ELSE e.normalized_unit END",
			falls: "coalesce(e.normalized_max, e.normalized_min, " + lastFalling + ")",
			rises: "coalesce(e.normalized_min, e.normalized_max, " + lastRising + ")",
		})
}

func documentOrders() []order {
	const coverage = "e.report ->> '$.coverage'"
	const counted = "(SELECT sum(value) FROM json_each(e.report, '$.counts'))"
	return []order{
		{by: quarry.SortCoverage, falls: coverage, rises: coverage},
		{by: quarry.SortEntries, falls: counted, rises: counted},
	}
}

// sorted is a list in an order of its own.
type sorted struct {
	order

	descending bool
}

// sortedBy returns how a list of a kind is sorted, or that no such list can be sorted so.
func sortedBy(kind quarry.EntryKind, by quarry.Sort) (sorted, error) {
	all := orders(kind)
	at := slices.IndexFunc(all, func(o order) bool { return o.by == by.Key })
	if at < 0 {
		return sorted{}, quarry.Errorf(quarry.KindInvalid, "%s entries cannot be sorted by %q", kind, by.Key)
	}
	return sorted{all[at], by.Descending}, nil
}

// columns are the texts and the number that a position holds.
func (s sorted) columns() string {
	text, number := "''", "0.0"
	if s.group != "" {
		text = s.group
	}
	if s.isText {
		text = s.value()
	} else {
		number = "CAST(" + s.value() + " AS REAL)"
	}
	return text + ", " + number
}

func (s sorted) value() string {
	if s.descending {
		return s.falls
	}
	return s.rises
}

// terms are what is sorted by, one behind the other, each with whether it falls.
func (s sorted) terms() ([]string, []bool) {
	if s.group == "" {
		return []string{s.value()}, []bool{s.descending}
	}
	return []string{s.group, s.value()}, []bool{false, s.descending}
}

// reached are a position's values of the terms.
func (s sorted) reached(p quarry.Position) []any {
	switch {
	case s.isText:
		return []any{p.Text}
	case s.group == "":
		return []any{p.Number}
	}
	return []any{p.Text, p.Number}
}

// selectSorted selects a page of what matches, behind a position or from the beginning.
func (k Kind[T]) selectSorted(w Where, s sorted, after quarry.Position) (string, []any) {
	terms, falls := s.terms()
	condition, args := "1", []any(nil)
	if after != (quarry.Position{}) {
		condition, args = "("+k.Key+") > ("+db.Marks(k.Key)+")", k.After(after)
	}
	by := k.Key
	for i, term := range slices.Backward(terms) {
		direction, behind := "", " > ?"
		if falls[i] {
			direction, behind = " DESC", " < ?"
		}
		by = term + direction + ", " + by
		if after != (quarry.Position{}) {
			value := s.reached(after)[i]
			condition = "(" + term + behind + " OR " + term + " = ? AND " + condition + ")"
			args = append([]any{value, value}, args...)
		}
	}
	k.Columns = s.columns() + ", " + k.Columns
	return k.Select("WHERE " + strings.Join([]string{w.Gather(), condition}, " AND ") + " ORDER BY " + by + " LIMIT ?"),
		slices.Concat(w.Args, args)
}

// readSorted fills a page of a list in an order of its own.
func (k Kind[T]) readSorted(
	ctx context.Context, v *db.Snapshot, w Where, r quarry.PageRequest, page quarry.Page[T],
) (quarry.Page[T], error) {
	by, err := sortedBy(k.Name, r.Sort)
	if err != nil {
		return page, err
	}
	query, args := k.selectSorted(w, by, r.After)
	type placed struct {
		item   T
		text   string
		number float64
	}
	found, err := db.Collect(ctx, v, func(scan db.ScanFunc) (placed, error) {
		var one placed
		var err error
		one.item, err = k.Read(func(targets ...any) error {
			return scan(append([]any{&one.text, &one.number}, targets...)...)
		})
		return one, err
	}, query, append(args, r.Limit+1)...)
	for i, one := range found {
		if i == r.Limit {
			last := found[i-1]
			next := k.Position(last.item)
			next.Text, next.Number = last.text, last.number
			page.Next = &next
			break
		}
		page.Items = append(page.Items, one.item)
	}
	return page, err
}
