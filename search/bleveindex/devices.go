package bleveindex

// deviceMark begins the term that stands for a device: no word begins with it.
const deviceMark = "@"

// mentions returns the devices that a text names.
func (s *schema) mentions(text string) []measure {
	if s.lexicon == nil {
		return nil
	}
	var all []measure
	for _, device := range s.lexicon.DevicesIn(text) {
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
