package entries

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/store/sqlite/db"
)

// Specs lists the specs that a filter lets through, by path, line and id, with
// their exact number.
func (s *Store) Specs(ctx context.Context, f quarry.Filter, r quarry.PageRequest) (quarry.Page[quarry.Spec], error) {
	return list(ctx, s, Specs(), f, r)
}

// Spec returns one spec and the revision it was read at, or KindNotFound. Its
// device and attribute carry what a reader is shown; aliases and classes are
// the lexicon's and come back empty.
func (s *Store) Spec(ctx context.Context, id quarry.SpecID) (quarry.Spec, quarry.Sequence, error) {
	return one(ctx, s, Specs, string(id))
}

// Specs are the specs, whole.
func Specs() Kind[quarry.Spec] {
	k := entryKind[quarry.Spec](quarry.EntrySpec, ownGrade(), conflictID+", d.date, "+claimColumns)
	k.Read = readSpec
	k.Where = WhereSpec
	return k
}

// A spec is in a conflict as long as another claim of it lives: one whose
// document was deleted a moment ago still stands in the derived table.
const (
	otherLives = `EXISTS (SELECT 1 FROM conflict_claims o JOIN specs s ON s.id = o.spec
		WHERE o.conflict = m.conflict AND o.spec <> m.spec)`
	conflictID = `coalesce((SELECT m.conflict FROM conflict_claims m WHERE m.spec = e.id AND ` + otherLives + `), '')`
	inConflict = `EXISTS (SELECT 1 FROM conflict_claims m WHERE m.spec = e.id AND ` + otherLives + `)`
	conflicted = `e.id IN (SELECT m.spec FROM conflict_claims m WHERE ` + otherLives + `)`
)

func readSpec(scan db.ScanFunc) (quarry.Spec, error) {
	var e shared
	var s quarry.Spec
	var date, conditions, notes string
	device, attribute := &s.Device, &s.Attribute
	err := e.scan(scan, &s.ConflictID, &date,
		&device.ID, &device.Name, &device.Written, &device.Vendor, &device.Class, &device.Family, &device.Discovered,
		&attribute.ID, &attribute.Name, &attribute.Written, &attribute.Kind, &attribute.Unit, &attribute.Discovered,
		&conditions, &s.Value.Text, &s.Value.Min, &s.Value.Max, &s.Value.Unit, &s.Value.Qualifier,
		&s.Normalized.Min, &s.Normalized.Max, &s.Normalized.Unit, &s.Value.Step, &notes, &s.Confidence)
	if err != nil {
		return s, err
	}
	s.ID, s.Topics, s.Grade, s.Source, s.Corrected = quarry.SpecID(e.id), e.topics, e.grade, e.source, e.corrected
	s.Preferred = slices.ContainsFunc(s.Corrected, func(c quarry.Correction) bool { return c.Action == quarry.ActionPrefer })
	s.Source.Date = date
	if s.Notes, err = db.ListOf[string](notes); err != nil {
		return s, err
	}
	s.Conditions, err = ConditionsOf(conditions)
	return s, err
}

const (
	claimColumns = "device_id, device_name, device_written, vendor, class, family, device_discovered, " +
		"attribute_id, attribute_name, attribute_written, attribute_kind, attribute_unit, attribute_discovered, " +
		"conditions, value_text, value_min, value_max, value_unit, qualifier, " +
		"normalized_min, normalized_max, normalized_unit, value_step, notes, claim_confidence"
	specColumns = entryColumns + ", " + claimColumns + ", claim"
)

func specRow(s quarry.Spec) Row {
	ref := quarry.EntryRef{Kind: quarry.EntrySpec, ID: quarry.EntryID(s.ID)}
	d, a, claim := s.Device, s.Attribute, ClaimOf(s)
	return Row{EntryRef: ref, Claim: claim, Values: append(
		entryValues(ref.ID, s.Grade, s.Topics, s.Source),
		string(d.ID), d.Name, d.Written, d.Vendor, string(d.Class), string(d.Family), d.Discovered,
		string(a.ID), a.Name, a.Written, string(a.Kind), a.Unit, a.Discovered,
		JSONConditions(s.Conditions),
		s.Value.Text, bound(s.Value.Min), bound(s.Value.Max), s.Value.Unit, string(s.Value.Qualifier),
		bound(s.Normalized.Min), bound(s.Normalized.Max), s.Normalized.Unit,
		later{s.Value.Step, 0.0, 'n'}, laterList(s.Notes), later{inThousandths(s.Confidence), 1.0, 'c'}, made(claim),
	)}
}

// inThousandths rounds a confidence to what is shown of it: who filters by what is
// shown gets it.
func inThousandths(confidence float64) float64 {
	const thousandths = 1000
	return math.Round(confidence*thousandths) / thousandths
}

// checkConfidence refuses specs whose confidence is no share.
func checkConfidence(k quarry.Knowledge) error {
	for _, s := range k.Specs {
		if share := inThousandths(s.Confidence); math.IsNaN(share) || share < 0 || share > 1 {
			return quarry.Errorf(quarry.KindInvalid,
				"document %q has a spec %q whose confidence %g is not from 0 to 1", k.Document.Path, s.ID, s.Confidence)
		}
	}
	return nil
}

// ClaimOf returns the id that a conflict over the spec's claim has, "" where no
// number can disagree with it.
func ClaimOf(s quarry.Spec) string {
	if s.Value.Empty() {
		return ""
	}
	return string(quarry.ConflictOver(s).ID)
}

func bound(value *float64) any {
	if value == nil {
		return nil
	}
	return *value
}

// JSONConditions writes the axes in order: equal conditions are equal texts.
func JSONConditions(conditions quarry.Conditions) string {
	text, err := json.Marshal(conditions)
	if err != nil || conditions == nil { // strings always have a JSON form
		return "{}"
	}
	return string(text)
}

// ConditionsOf reads what JSONConditions wrote.
func ConditionsOf(text string) (quarry.Conditions, error) {
	conditions := make(quarry.Conditions)
	if err := json.Unmarshal([]byte(text), &conditions); err != nil {
		return nil, fmt.Errorf("read stored conditions: %w", err)
	}
	return conditions, nil
}
