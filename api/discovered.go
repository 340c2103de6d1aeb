package api

import (
	"context"
	"fmt"

	"github.com/quarrykb/quarry"
)

// discoveries is what documents brought that stands in no lexicon, as of one
// revision.
type discoveries struct {
	revision   quarry.Sequence
	devices    map[string]quarry.Device // by every slug that one may be asked for by
	attributes map[quarry.AttributeID]quarry.Attribute
}

// discovered returns what documents brought. It is read again only when
// something has changed: to look a name up takes no longer where there are many.
func (s *Server) discovered(ctx context.Context) (*discoveries, error) {
	revision, err := s.revisions.Revision(ctx)
	if err != nil {
		return nil, fmt.Errorf("read the revision: %w", err)
	}
	if found := s.brought.Load(); found != nil && found.revision == revision {
		return found, nil
	}
	counts, _, err := s.devices.DeviceCounts(ctx)
	if err != nil {
		return nil, fmt.Errorf("read the devices: %w", err)
	}
	attributes, err := s.attributes.DiscoveredAttributes(ctx)
	if err != nil {
		return nil, fmt.Errorf("read the discovered attributes: %w", err)
	}
	found := &discoveries{
		revision: revision, devices: make(map[string]quarry.Device, len(counts)),
		attributes: make(map[quarry.AttributeID]quarry.Attribute, len(attributes)),
	}
	for _, count := range counts {
		found.addDevice(count.Device)
	}
	for _, attribute := range attributes {
		found.attributes[attribute.ID] = attribute
	}
	s.brought.Store(found)
	return found, nil
}

// addDevice lets a device be found by its id and its name. Of two that share a
// name the first has it.
func (d *discoveries) addDevice(device quarry.Device) {
	for _, slug := range append(device.Spellings(device.Name), quarry.Slug(string(device.ID))) {
		if _, taken := d.devices[slug]; !taken && slug != "" {
			d.devices[slug] = device
		}
	}
}
