package bleveindex

import (
	"slices"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/search"
)

// deviceMark begins the term that stands for a device: no word begins with it.
const deviceMark = "@"

// namedOnce knows what devices are called, and looks into each text of an entry once,
// however often it is asked for.
type namedOnce struct {
	*lexicon.Lexicon

	found map[string][]quarry.DeviceMention
}

// namesOnce returns who knows devices for the time of one entry, nil if nothing does.
func (s *schema) namesOnce() search.DeviceNames {
	if s.lexicon == nil {
		return nil
	}
	return namedOnce{s.lexicon, map[string][]quarry.DeviceMention{}}
}

// DevicesIn returns the devices that a text names.
func (n namedOnce) DevicesIn(text string) []quarry.DeviceMention {
	found, known := n.found[text]
	if !known {
		found = slices.Clip(n.Lexicon.DevicesIn(text))
		n.found[text] = found
	}
	return found
}

// mentions returns the devices that a text names.
func mentions(names search.DeviceNames, text string) []measure {
	if names == nil {
		return nil
	}
	var all []measure
	for _, device := range names.DevicesIn(text) {
		all = append(all, measure{text: device.Written, terms: []string{deviceMark + string(device.ID)}})
	}
	return all
}

// devices returns what an entry may have in the place of the devices of a query:
// the same ones by other names, and the SKUs of a family.
func (s *schema) devices(text string) []alternative {
	if s.lexicon == nil {
		return nil
	}
	var all []alternative
	for _, device := range s.lexicon.DevicesIn(text) {
		of := plainTerms(s.analyzer.terms(s.analyzer.words(device.Written)))
		for _, id := range s.lexicon.DeviceFamily(device.ID) {
			all = append(all, alternative{terms: []string{deviceMark + string(id)}, of: of, weight: deviceWeight})
		}
	}
	return all
}
