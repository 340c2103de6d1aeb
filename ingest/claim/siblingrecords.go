package claim

import (
	"slices"

	"github.com/quarrykb/quarry"
)

// siblingRecords are records that fields of one name call by unknown names: what
// one of them shows speaks for the others.
type siblingRecords struct {
	told     bool // the field's name says that it names something
	others   bool // they are people, or what happens and what is done
	values   int  // that all of them hold
	loose    int  // what else they hold
	proven   int  // records that hold several values
	matter   int  // records that hold a value of what only things have
	like     candidate
	valuable []int // records that hold values enough beside those of the others
}

// fewestNumbers is how many values a record must hold for its name, which
// is unknown, to be a device's; fewestSiblingRecords how many records must measure
// what things have to prove the same.
const (
	fewestNumbers        = 2
	fewestSiblingRecords = 2
)

// meet keeps a record among its siblings, by the name of the field that names it.
func (t *table) meet(record Record, row int, named nameAt, unknown map[string]*siblingRecords) {
	title := record.Fields[named.at].Name.Text
	one := unknown[title]
	if one == nil {
		one = &siblingRecords{told: named.told, others: t.reader.isOccasion(title), like: candidate{title: t.titleOver(record, title)}}
		unknown[title] = one
	}
	e := t.numbers(record, named.at)
	one.like.names = append(one.like.names, record.Fields[named.at].Value.Text)
	one.like.signs.add(e.signs)
	one.values, one.loose = one.values+e.lines, one.loose+e.loose
	if e.lines >= fewestNumbers || e.lines > 0 && (title != "" || e.sized > 0) {
		one.valuable = append(one.valuable, row)
	}
	if e.lines >= fewestNumbers {
		one.proven++
	}
	if e.matters() > 0 {
		one.matter++
	}
	if !one.told || t.reader.isPlainName(title) {
		one.others = one.others || slices.ContainsFunc(record.Fields, func(f Field) bool {
			return len(f.Name.Text) <= longestName && t.reader.isPersonal(f.Name.Text)
		})
	}
}

// titleOver returns the title over the names of records: that of the field which
// holds them, or the key of the map or the list that the records stand in where
// that says more.
func (t *table) titleOver(record Record, title string) string {
	if above := len(record.Place.Headings); above > 0 && (title == "" || t.reader.isPlainName(title)) {
		return record.Place.Headings[above-1]
	}
	return title
}

// show reports whether some sibling records show that they are devices.
func (s *siblingRecords) show(r *Reader) bool {
	if !r.isEntity(&s.like) {
		return false
	}
	if s.told {
		return !s.others && (s.proven > 0 || s.matter >= fewestSiblingRecords)
	}
	return !s.others && s.matter >= fewestSiblingRecords && s.values >= s.loose
}

// numbers looks at the fields of a record that hold values and those that do not.
func (t *table) numbers(record Record, name int) evidence {
	var e evidence
	for i, field := range record.Fields {
		if i == name || field.Value.empty() {
			continue
		}
		key := t.labels.of(field.Name.Text)
		if key.kind != plainTitle {
			continue
		}
		t.place.Numbers = record.style(&field)
		kind, ok := t.kindOfField(field, key)
		e.signs.meet(t.reader, key.bare, key.kindOr(kind), ok && (len(key.attributes) > 0 || key.sure()))
		if !ok {
			e.loose++
			continue
		}
		e.lines++
		if e.weigh(kind); kind != "" {
			e.sized++
		}
	}
	return e
}

// kindOfField returns what the value of a field measures, where a unit says so;
// false where it is not known to be a value.
func (t *table) kindOfField(field Field, key *label) (quarry.QuantityKind, bool) {
	if len(field.Value.Text) > longestLabel {
		return "", false
	}
	quantity, ok := t.reader.lexicon.ReadQuantityIn(t.place.Numbers, field.Value.Text)
	if ok && quantity.Unit == "" && field.Unit != nil {
		quantity.Unit = field.Unit.Text
	}
	kind := t.reader.kindOf(quantity.Unit)
	if !ok || quantity.Unit == multiplier || kind == ratioKind || len(key.attributes) == 0 && !key.sure() && quantity.Unit == "" && !t.reader.isCountTitle(key.text) {
		return "", false
	}
	if kind != "" {
		return kind, true
	}
	if sure := slices.IndexFunc(key.units, func(h hint) bool { return !h.weak }); sure >= 0 {
		kind = key.units[sure].unit.Kind
	}
	return kind, true
}
