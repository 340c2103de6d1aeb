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

// ClaimedAttributes returns, of each of some devices, the attributes that something is
// claimed in, once for each name and wording that documents have for it.
func (s *Store) ClaimedAttributes(
	ctx context.Context, devices []quarry.DeviceID,
) (map[quarry.DeviceID][]quarry.AttributeMention, error) {
	if len(devices) == 0 {
		return nil, nil
	}
	var w where
	in(&w, "device_id", devices)
	query := `SELECT DISTINCT device_id, attribute_id, attribute_name, attribute_written, attribute_discovered
		FROM specs WHERE ` + w.gather() + ` ORDER BY device_id, attribute_id, attribute_name, attribute_written`
	claimed := map[quarry.DeviceID][]quarry.AttributeMention{}
	_, err := collect(ctx, s.reader.db, func(scan scanFunc) (quarry.DeviceID, error) {
		var of quarry.DeviceID
		var a quarry.AttributeMention
		err := scan(&of, &a.ID, &a.Name, &a.Written, &a.Discovered)
		claimed[of] = append(claimed[of], a)
		return of, err
	}, query, w.args...)
	if err != nil {
		return nil, fmt.Errorf("list the attributes of devices: %w", explain(err))
	}
	return claimed, nil
}
