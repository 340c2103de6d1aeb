package sqlite

import (
	"context"
	"fmt"

	"github.com/quarrykb/quarry"
)

// DeviceCounts returns every device that a stored spec is claimed of, by id,
// with the number of its specs. Where documents name one device differently the
// first name in the alphabet is taken. A device counts as discovered only where
// no document found it in the lexicon.
func (s *Store) DeviceCounts(ctx context.Context) ([]quarry.DeviceCount, error) {
	rows, err := s.reader.db.QueryContext(ctx, `SELECT device_id, min(device_name), max(vendor), max(class), max(family),
		min(device_discovered), count(*) FROM specs GROUP BY device_id ORDER BY device_id`)
	if err != nil {
		return nil, fmt.Errorf("count devices: %w", explain(err))
	}
	counts, err := collect(rows, func(scan scanFunc) (quarry.DeviceCount, error) {
		var c quarry.DeviceCount
		err := scan(&c.ID, &c.Name, &c.Vendor, &c.Class, &c.Family, &c.Discovered, &c.Specs)
		return c, err
	})
	if err != nil {
		return nil, fmt.Errorf("count devices: %w", explain(err))
	}
	return counts, nil
}
