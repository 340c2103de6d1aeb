package quantity

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
)

// ReadList reads a text that is a list of quantities of one kind: "50/100/200 SPS",
// "64, 80 or 96 GB", "512 GB and 1 TB". Strokes, commas and words such as "or" part them.
// One without a unit has that of the next one that has any; a list without units is none,
// nor is a fraction, "1/2 inch", or one over a length, 1/2.3". The texts are pieces of the text
// as written. Something in brackets may follow. ReadQuantityIn reads none of these.
func (s *System) ReadList(style NumberStyle, text string) ([]quarry.Quantity, bool) {
	text = strings.TrimSpace(text)
	fraction := quantityScanner{system: s, style: style, text: text}
	if m, ok := fraction.measure(); ok && m.fraction && !fraction.refused {
		return nil, false
	}
	if _, ok := s.inverse(style, text, runAt(text)); ok {
		return nil, false
	}
	scanner := quantityScanner{system: s, style: style, text: text, listed: true}
	var all []quarry.Quantity
	for {
		scanner.space()
		q, ok := scanner.item()
		if !ok {
			return nil, false
		}
		all = append(all, q)
		if !scanner.parts() {
			break
		}
	}
	rest := strings.TrimLeft(scanner.rest(), " \u00a0")
	if len(all) < 2 || rest != "" && rest != "." && rest[0] != '(' && rest[0] != '[' || !s.shareList(all) {
		return nil, false
	}
	return all, true
}

// parts passes what stands between two quantities of a list.
func (s *quantityScanner) parts() bool {
	start := s.at
	s.space()
	parted := s.takeAny("/", ",", ";", "|", "&")
	s.space()
	parted = s.takeAny(s.system.words.pairing...) || parted
	if !parted || s.rest() == "" {
		return s.back(start)
	}
	return true
}

// shareList gives quantities without a unit that of the next one. It returns false if
// they have none, or units that do not convert.
func (s *System) shareList(all []quarry.Quantity) bool {
	units := make([]*string, len(all))
	for i := range all {
		units[i] = &all[i].Unit
	}
	return s.shareUnits(units) && !slices.ContainsFunc(all, func(q quarry.Quantity) bool { return q.Unit == "" || q.Unit == multiplier })
}
