package sqlite

import (
	"context"
	"fmt"

	"github.com/quarrykb/quarry"
)

// How much is looked at for what a conflict is related to: so many claims, and
// so many specs of each. However many are made of a device, these are the same.
const (
	mostAkin    = 1000
	mostMakeOne = 2000
)

// relatedTo reads the claims that may be the same one: of the device, its
// family or its SKUs, and stating nothing else. Where very many are made of
// them it looks at the first ones only.
func relatedTo(ctx context.Context, v *snapshot, c quarry.Conflict) ([]quarry.Spec, error) {
	claims, err := akinTo(ctx, v, c)
	if err != nil {
		return nil, fmt.Errorf("look for related claims: %w", err)
	}
	k := specs()
	query := "SELECT " + k.columns + " FROM json_each(?) a CROSS JOIN " + k.from +
		" WHERE e.number IN (" + firstOutside + ") ORDER BY +" + k.key + " LIMIT ?"
	related, err := collect(ctx, v, k.read, query, jsonList(claims), mostMakeOne, string(c.ID), mostRelated, mostRelated)
	if err != nil {
		return nil, fmt.Errorf("read related claims: %w", err)
	}
	return related, nil
}

// akinTo reads what is claimed of a device and its relatives in as good as the
// same conditions.
func akinTo(ctx context.Context, v *snapshot, c quarry.Conflict) ([]string, error) {
	return collect(ctx, v, readValue[string], akin, string(c.Device.ID), string(c.Device.Family), string(c.Attribute.ID),
		c.Unit, jsonConditions(c.Conditions), mostAkin)
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
	inUnit = `?4 = CASE e.normalized_unit WHEN '' THEN e.value_unit ELSE e.normalized_unit END`
	// statesNothingElse holds for conditions of which no axis is stated in
	// another way; an axis may be left unsaid on either side.
	statesNothingElse = `NOT EXISTS (SELECT 1 FROM json_each(?5) a JOIN json_each(e.conditions) b ON b.key = a.key
		WHERE a.value <> b.value AND a.value NOT IN ('` + quarry.Unstated + `', '` + quarry.NoneCondition + `')
		AND b.value NOT IN ('` + quarry.Unstated + `', '` + quarry.NoneCondition + `'))`
)
