package sqlite

import (
	"context"
	"fmt"

	"github.com/quarrykb/quarry"
)

// DiscoveredAttributes returns the attributes of stored specs that the lexicon
// did not know, by id.
func (s *Store) DiscoveredAttributes(ctx context.Context) ([]quarry.Attribute, error) {
	const query = `SELECT attribute_id, min(attribute_name), max(attribute_kind), max(attribute_unit)
		FROM specs WHERE attribute_discovered GROUP BY attribute_id ORDER BY attribute_id`
	attributes, err := collect(ctx, s.reader.db, func(scan scanFunc) (quarry.Attribute, error) {
		a := quarry.Attribute{Discovered: true}
		err := scan(&a.ID, &a.Name, &a.Kind, &a.Unit)
		return a, err
	}, query)
	if err != nil {
		return nil, fmt.Errorf("list discovered attributes: %w", explain(err))
	}
	return attributes, nil
}
