package spec

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/quantity"
	"github.com/quarrykb/quarry/internal/text"
)

// number is a number of a value, with what stands around it.
type number struct {
	quarry.Quantity

	start, end int
	unit       quantity.Unit
	known      bool   // the unit is
	side       string // of a size; "" for none
	sides      int    // how many sides the size has
	before     string // its own words in front of it, up to what parts it from others
	behind     string // and behind it
	held       string // with what states when it holds
	of         int    // how many numbers there are
	at         int    // which of them it is
	rivals     int    // how many of the others measure the same kind
	covered    float64
	shared     bool // it has its words in common with the others, which strokes part from it
}

// mostNumbers is how many numbers of one value are read.
const mostNumbers = 24

// numbers returns the numbers of a value, in their order; a literal is one.
func (d *document) numbers(raw string, literal bool) []number {
	if literal {
		q, ok := d.lexicon.ReadQuantityIn(quantity.DecimalPoint, raw)
		if !ok {
			return nil
		}
		return d.described(raw, []number{{Quantity: q, end: len(raw)}})
	}
	if sides, ok := d.lexicon.ReadSides(d.style, raw); ok {
		return d.ofSides(raw, sides)
	}
	var all []number
	if list, ok := d.lexicon.ReadList(d.style, raw); ok {
		at := 0
		for _, q := range list {
			from := max(0, strings.Index(raw[at:], digitsOf(q.Text))) + at
			all = append(all, number{Quantity: q, start: from, end: min(len(raw), from+len(digitsOf(q.Text)))})
			at = all[len(all)-1].end
		}
		if n := len(all); n > 0 { // the unit stands behind the last one
			all[n-1].end = min(len(raw), all[n-1].start+len(list[n-1].Text))
		}
		return d.described(raw, all)
	}
	first, lead := 0, strings.TrimLeft(raw, " \t")
	if q, ok := d.lexicon.ReadGrouped(d.style, lead); ok && q.Text == strings.TrimSpace(raw) {
		return d.described(raw, []number{{Quantity: q, start: len(raw) - len(lead), end: len(raw)}})
	}
	if q, ok := d.lexicon.ReadQuantityIn(d.style, lead); ok && q.Text != "" {
		from := max(0, strings.Index(raw, q.Text))
		all, first = append(all, number{Quantity: q, start: from, end: from + len(q.Text)}), from+len(q.Text)
	}
	if HasMore := first < len(raw) && strings.ContainsAny(raw[first:], "0123456789"); HasMore {
		for start, q := range d.lexicon.FindAll(d.style, raw, "") {
			if start >= first && len(all) < mostNumbers {
				all = append(all, number{Quantity: q, start: start, end: start + len(q.Text)})
			}
		}
		all = d.withBare(raw, all)
	}
	all = slices.DeleteFunc(all, func(n number) bool { return d.isPartOfMore(raw, &n) })
	for _, run := range d.lexicon.FindRuns(d.style, raw) {
		all = slices.DeleteFunc(all, func(n number) bool { return n.start < run[len(run)-1].End && n.end > run[0].Start })
		for _, one := range run {
			all = append(all, number{Quantity: one.Quantity, start: one.Start, end: one.End})
		}
	}
	slices.SortFunc(all, func(a, b number) int { return a.start - b.start })
	return d.described(raw, d.withoutNames(raw, all))
}

// isPartOfMore reports whether a number is the lower part of a fraction, or a difference or
// a multiple that something else is compared by.
func (d *document) isPartOfMore(raw string, n *number) bool {
	if before := raw[:min(n.start, len(raw))]; strings.HasSuffix(before, "/") && len(before) > 1 && text.IsDigit(before[len(before)-2]) {
		return true
	}
	if after := raw[min(n.end, len(raw)):]; len(lastWord(n.Text)) == 1 && len(after) > 1 && after[0] == '/' && len(firstWord(after[1:])) == 1 {
		return true // "802.11 b/g"
	}
	if n.start > 1 && len(n.Text) == 1 && strings.HasSuffix(raw[:min(n.start, len(raw))], " (") && strings.HasPrefix(raw[min(n.end, len(raw)):], ")") {
		return true // "7.9 (1)" refers to a note
	}
	after := strings.TrimLeft(raw[min(n.end, len(raw)):], " ")
	if times := strings.TrimLeft(after, "x× "); len(times) < len(after) && d.comparesBy(firstWord(times)) {
		return true // "2.25x that of the X2"
	}
	return d.comparesBy(firstWord(after))
}

// comparesBy reports whether a word behind a number says that it compares.
func (d *document) comparesBy(word string) bool {
	word = strings.Trim(strings.ToLower(word), ".,;:)")
	return d.cues["difference_tails"].Has(word) || d.cues["comparing"].Has(word)
}

// withoutNames drops the numbers that are part of the name of a device: of "PCIe 4.0 x16"
// none measures anything.
func (d *document) withoutNames(raw string, all []number) []number {
	if len(all) == 0 || len(raw) > longestSaid {
		return all
	}
	at := 0
	for _, named := range d.lexicon.DevicesIn(raw) {
		start := strings.Index(raw[at:], named.Written)
		if start < 0 {
			continue
		}
		start += at
		end := start + len(named.Written)
		all = slices.DeleteFunc(all, func(n number) bool { return n.start >= start && n.start < end })
		at = end
	}
	return all
}

// digitsOf returns a quantity's text up to its last digit.
func digitsOf(q string) string {
	last := strings.LastIndexFunc(q, func(r rune) bool { return r < utf8.RuneSelf && text.IsDigit(byte(r)) })
	return q[:last+1]
}

// ofSides returns the sides of a size as numbers.
func (d *document) ofSides(raw string, sides []quantity.Side) []number {
	all := make([]number, 0, len(sides))
	for _, side := range sides {
		n := number{Quantity: side.Quantity, end: len(raw), side: strings.ToLower(side.Name), sides: len(sides)}
		if n.side == "" {
			n.side = "?"
		} else if named := d.sideNames[n.side]; named != "" {
			n.side = named
		}
		n.unit, n.known = d.lexicon.FindUnit(n.Unit)
		n.of, n.at, n.covered = len(sides), len(all), 1
		all = append(all, n)
	}
	return append(all, d.behindSides(raw, sides)...)
}

// behindSides returns the numbers that a comma or a semicolon parts from a size: "12 × 8 mm,
// 674 g".
func (d *document) behindSides(raw string, sides []quantity.Side) []number {
	last := sides[len(sides)-1].Text
	at := strings.LastIndex(raw, last) + len(last)
	rest := strings.TrimLeft(raw[at:], ",;/( ")
	if len(rest) == len(raw)-at {
		return nil
	}
	more := d.numbers(rest, false)
	for i := range more {
		n := &more[i]
		n.start, n.end = n.start+len(raw)-len(rest), n.end+len(raw)-len(rest)
		if n.sides == 0 { // sides of the same in another unit are counted for themselves
			n.of, n.at = len(more)+1, i+1
		}
	}
	return more
}

// withBare adds the numbers without a unit that stand between those that have one.
func (d *document) withBare(raw string, all []number) []number {
	var bare []number
	at := 0
	for i := 0; i <= len(all); i++ {
		end := len(raw)
		if i < len(all) {
			end = all[i].start
		}
		for at < end && len(all)+len(bare) < mostNumbers {
			from := strings.IndexAny(raw[at:end], "0123456789")
			if from < 0 {
				break
			}
			from += at
			q, ok, sign := quarry.Quantity{}, false, 0
			if beginsWord(raw, from) {
				if q, sign, ok = countOf(raw[from:end]); !ok {
					q, ok = d.lexicon.ReadQuantityIn(d.style, raw[from:end])
				}
			}
			if ok && q.Text != "" && strings.HasPrefix(raw[from:], q.Text) {
				at = from + len(q.Text) + sign
				bare = append(bare, number{Quantity: q, start: from, end: at})
				continue
			}
			at = from + wordLength(raw[from:end])
		}
		if i < len(all) {
			at = max(at, all[i].end)
		}
	}
	all = append(all, bare...)
	slices.SortFunc(all, func(a, b number) int { return a.start - b.start })
	return all
}

// countOf reads how many there are of what stands behind a sign of multiplication, 48 of
// "48xSFP28", and returns how many bytes the sign has.
func countOf(s string) (quarry.Quantity, int, bool) {
	digits := len(s) - len(strings.TrimLeft(s, "0123456789"))
	rest := strings.TrimPrefix(strings.TrimPrefix(s[digits:], "x"), "×")
	if digits == 0 || digits > 4 || len(rest) == len(s)-digits {
		return quarry.Quantity{}, 0, false
	}
	first, _ := utf8.DecodeRuneInString(strings.TrimLeft(rest, " "))
	if !unicode.IsLetter(first) {
		return quarry.Quantity{}, 0, false
	}
	value, err := strconv.ParseFloat(s[:digits], 64)
	return quarry.Quantity{Bounds: quarry.Single(value, ""), Text: s[:digits], Qualifier: quarry.Exact, Step: 1}, len(s) - digits - len(rest), err == nil
}

func beginsWord(s string, at int) bool {
	before, _ := utf8.DecodeLastRuneInString(s[:at])
	return at == 0 || unicode.IsSpace(before) || strings.ContainsRune("(/[,;:±~<>≤≥≈=×", before) && !strings.HasSuffix(s[:at], ".")
}

func wordLength(s string) int {
	if end := strings.IndexFunc(s, func(r rune) bool { return unicode.IsSpace(r) || r == '/' || r == '(' }); end > 0 {
		return end
	}
	return len(s)
}

// described gives each number its unit and the words around it that are its own.
func (d *document) described(raw string, all []number) []number {
	for i := range all {
		n := &all[i]
		n.unit, n.known = d.lexicon.FindUnit(n.Unit)
		from, to := 0, len(raw)
		if i > 0 {
			from = min(all[i-1].end, n.start)
		}
		if i+1 < len(all) {
			to = max(all[i+1].start, n.end)
		}
		n.before = lastClause(raw[from:n.start], i > 0)
		n.behind = firstClause(raw[n.end:to], i+1 < len(all))
		n.of, n.at = len(all), i
		if i > 0 {
			d.shareOut(n, &all[i-1])
			if n.before == all[i-1].behind && withoutLast(n.before, d.leadsIn) == "" { // "2 h to 80 %"
				all[i-1].behind = ""
			}
		}
		d.countTimes(n)
		n.covered = float64(n.end-n.start) / float64(max(1, len(strings.TrimSpace(raw))))
	}
	shareWords(raw, all)
	return d.withoutHeld(all)
}

// shareOut tells that a number is of each of those that the one before it counts: "12 links
// of 25 GB/s", "2 modules of 16 GB".
func (d *document) shareOut(n, counted *number) {
	words := strings.Fields(n.before)
	counts := counted.Unit == "" || isThing(counted.unit)
	if last := len(words) - 1; !counts || last < 0 || words[last] != "of" || n.unit.Kind == quantity.Count || n.Unit == "" {
		return
	} else if last > 0 {
		n.held = " per " + d.english.Singular(words[last-1])
	} else if isThing(counted.unit) {
		n.held = " per " + counted.Unit
	}
}

// withoutHeld drops the numbers that state under which condition the one before them holds,
// which keeps their words: of "0.9 g/cm³ at 20 °C" the temperature.
func (d *document) withoutHeld(all []number) []number {
	kept := all[:0]
	for i := range all {
		n := all[i]
		if stated := lastWord(n.before) + " " + n.Text; d.isCondition(&n) && d.conditions.OnlyStates(stated) {
			kept[len(kept)-1].held += " " + stated
			continue
		}
		kept = append(kept, n)
	}
	kinds := map[quarry.QuantityKind]int{}
	for i := range kept {
		kept[i].of, kept[i].at = len(kept), i
		kinds[kept[i].unit.Kind]++
	}
	for i := range kept {
		kept[i].rivals = kinds[kept[i].unit.Kind] - 1
	}
	return kept
}

// shareWords gives numbers that only a stroke parts the words around all of them: of "3/5/7
// frames" each are frames.
func shareWords(raw string, all []number) {
	for i := len(all) - 2; i >= 0; i-- {
		if raw[min(all[i].end, all[i+1].start):all[i+1].start] == "/" {
			all[i].behind, all[i].shared, all[i+1].shared = all[i+1].behind, true, true
		}
	}
	for i := 1; i < len(all); i++ {
		if raw[min(all[i-1].end, all[i].start):all[i].start] == "/" {
			all[i].before, all[i].shared, all[i-1].shared = all[i-1].before, true, true
		}
	}
}

// multiplier is the unit of what something is a multiple of: "30x".
const multiplier = "x"

// countTimes makes a multiple with more words behind it a count of what they name: "4 ×
// mini DP".
func (d *document) countTimes(n *number) {
	if n.unit.Symbol != multiplier || n.behind == "" {
		return
	}
	if digits := digitsOf(n.Text); digits != n.Text {
		n.end -= len(n.Text) - len(digits)
		n.Text, n.Unit, n.unit, n.known = digits, "", quantity.Unit{}, false
	}
}

// parting are the marks that part the words of one number from those of the next.
const parting = ",;/()[]|→"

// lastClause returns the words right in front of a number.
func lastClause(s string, follows bool) string {
	if at := strings.LastIndexAny(s, parting); at >= 0 {
		_, size := utf8.DecodeRuneInString(s[at:])
		s = s[at+size:]
	} else if follows {
		if joint := strings.LastIndex(s, " and "); joint >= 0 {
			s = s[joint+len(" and "):]
		}
	}
	return strings.TrimSpace(s)
}

// firstClause returns the words right behind a number, those in brackets among them.
func firstClause(s string, followed bool) string {
	trimmed := strings.TrimSpace(s)
	if strings.HasPrefix(trimmed, "(") || strings.HasPrefix(trimmed, "[") {
		end := strings.IndexAny(trimmed, ")]")
		if end < 0 && followed { // the brackets are around the next number
			return ""
		}
		if end < 0 {
			return strings.TrimSpace(trimmed[1:])
		}
		return strings.TrimSpace(trimmed[1:end] + " " + firstClause(trimmed[end+1:], followed))
	}
	if at := strings.IndexAny(s, parting); at >= 0 {
		if s[at] == '(' || s[at] == '[' {
			if end := strings.IndexAny(s[at:], ")]"); end > 0 {
				return strings.TrimSpace(s[:at] + s[at+1:at+end])
			}
		}
		s = s[:at]
	} else if followed {
		s, _, _ = strings.Cut(s, " and ")
	}
	return strings.TrimSpace(s)
}

// isCondition reports whether the words in front of a number make it one that another
// number holds for: "5 W at 13.8 V".
func (d *document) isCondition(n *number) bool {
	words := strings.Fields(strings.ToLower(n.before))
	if len(words) == 0 {
		return strings.HasSuffix(n.before, "@")
	}
	last := words[len(words)-1]
	return d.cues["condition_leads"].Has(last) && n.at > 0
}

// own returns the words that are a number's own.
func (n *number) own() string { return strings.TrimSpace(n.before + " " + n.behind + n.held) }
