package claim

import (
	"strings"

	"github.com/quarrykb/quarry"
)

// ranked parts a line "B200 – 8 TB/s" into the device and its number, where the
// title above says what the numbers below it are of.
func (r *Reader) ranked(item Item) Item {
	if item.Key != "" || len(item.Value) > longestLabel {
		return item
	}
	for _, dash := range []string{" – ", " — ", " - "} {
		name, value, ok := strings.Cut(item.Value, dash)
		if !ok || !startsNumber(value) {
			continue
		}
		if _, known := r.lexicon.FindDevice(name); !known || len(r.named(item.Place.last(), Place{}).attributes) == 0 {
			return item
		}
		item.Key, item.Value = name, value
		return item
	}
	return item
}

// withoutYear drops the year and the dash before a name: "2017 — Jetson TX2".
func withoutYear(name string) string {
	year, rest, ok := strings.Cut(name, " ")
	if !ok || len(year) != 4 || !isNumeric(year) {
		return name
	}
	for _, dash := range []string{"– ", "— ", "- "} {
		if behind, cut := strings.CutPrefix(rest, dash); cut {
			return behind
		}
	}
	return name
}

// inMemory returns what a number is of behind which a kind of memory is named: of
// "80 GB of HBM3" the memory.
func (l *line) inMemory(i int) []meaning {
	n := l.said.numbers[i]
	if l.Key != "" || l.reader.kindOf(n.Unit) != "data" || n.start > 0 && l.subject.ID == "" {
		return nil
	}
	behind, ok := strings.CutPrefix(l.said.text[n.end:], " of ")
	if !ok {
		return nil
	}
	for _, m := range l.reader.mentionsIn(firstWordsOf(behind, 2)) {
		if m.start == 0 && m.Class == quarry.ClassMemory && l.reader.endsPhrase(behind[m.end:]) {
			return []meaning{{attributes: l.reader.lexicon.FindAttributes("Memory capacity"), written: m.Written}}
		}
	}
	return nil
}

// endsPhrase reports whether no noun follows that a name would only say more of.
func (r *Reader) endsPhrase(behind string) bool {
	words := tokensOf(firstWordsOf(strings.TrimLeft(behind, " "), 1))
	return len(words) == 0 || !strings.HasPrefix(behind, " ") || r.cues[phraseEndWords].Has(words[0].text)
}

// mostBare is how many lines of a list wait for the others.
const mostBare = 50

// waits keeps a line that is nothing but a number, right below a device's name,
// until it is known what stands beside it.
func (s *Sheet) waits(l *line) bool {
	if l.Key != "" || l.alone.ID != "" || len(s.around) == 0 || len(s.bare) == mostBare || len(l.said.numbers) != 1 || !l.standsAlone(0) {
		return false
	}
	title := s.around[0]
	if len(title.devices) != 1 || isPart(title.devices[0]) || !s.reader.isAbout(title.text, title.devices[0]) || title.text != withoutColon(l.Place.last()) {
		return false
	}
	s.bare = append(s.bare, l)
	return true
}

// readBare types the lines that are nothing but a number, where they are of several
// kinds, as the lines of a sheet are.
func (s *Sheet) readBare() []quarry.Spec {
	beside := map[quarry.QuantityKind]bool{}
	for _, l := range s.bare {
		if kind := l.kind(); tellsAlone(kind) {
			beside[kind] = true
		}
	}
	if s.sized {
		beside["data"] = true
	}
	var specs []quarry.Spec
	for _, l := range s.bare {
		if len(beside) > 1 {
			l.alone, l.beside = s.around[0].devices[0], beside
		}
		specs = append(specs, s.read(l)...)
	}
	s.bare = nil
	return specs
}

// memoryBeside returns what a size is of that stands beside other numbers of a
// module, and none is called anything: "8 GB, 15 W".
func (l *line) memoryBeside(n number) []meaning {
	if l.reader.kindOf(n.Unit) != "data" || l.alone.Class != quarry.ClassModule || len(l.beside) < 2 {
		return nil
	}
	written := strings.TrimSpace(n.Text[digitsEnd(n.Text):])
	return []meaning{{attributes: l.reader.lexicon.FindAttributes("Memory capacity"), written: written}}
}

// bandwidthBeside returns what a rate is of beside which the size of a memory
// stands, and neither is called anything: "80 GB, 3.35 TB/s".
func (l *line) bandwidthBeside(n number) []meaning {
	if l.reader.kindOf(n.Unit) != "data_rate" || !l.beside["data"] {
		return l.memoryBeside(n)
	}
	written := strings.TrimSpace(n.Text[digitsEnd(n.Text):])
	return []meaning{{attributes: l.reader.lexicon.FindAttributes("Memory bandwidth"), written: written}}
}
