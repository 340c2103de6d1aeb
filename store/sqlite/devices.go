package sqlite

import (
	"context"
	"fmt"

	"github.com/quarrykb/quarry"
)

// DeviceCounts returns every device that a stored spec is claimed of, by id,
// with the number of its specs, and the revision of all that. Where documents
// name one device differently the first name in the alphabet is taken. A device
// counts as discovered only where no document found it in the lexicon. The
// counts are shared between callers, which do not change them.
func (s *Store) DeviceCounts(ctx context.Context) ([]quarry.DeviceCount, quarry.Sequence, error) {
	counts, revision, err := counted(ctx, s, "devices", countDevices)
	if err != nil {
		return nil, 0, fmt.Errorf("count devices: %w", err)
	}
	return counts, revision, nil
}

func countDevices(ctx context.Context, v *snapshot) ([]quarry.DeviceCount, error) {
	const query = `SELECT device_id, min(device_name), max(vendor), max(class), max(family), min(device_discovered), count(*)
		FROM specs GROUP BY device_id ORDER BY device_id`
	return collect(ctx, v, func(scan scanFunc) (quarry.DeviceCount, error) {
		var c quarry.DeviceCount
		err := scan(&c.ID, &c.Name, &c.Vendor, &c.Class, &c.Family, &c.Discovered, &c.Specs)
		return c, err
	}, query)
}
