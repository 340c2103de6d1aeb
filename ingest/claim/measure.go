package claim

import (
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/text"
)

// meaning is a way to read what a number measures: attributes, the likeliest
// first, and the words that name them.
type meaning struct {
	attributes []quarry.Attribute
	written    string
	own        bool    // the number's own words name them, not its key
	before     bool    // in front of it
	length     int     // of what names them, from the number's digits on, where that is what is counted
	edition    edition // of the device, that the key says too
	vague      bool    // by a word that says little: "capacity", "bandwidth"
	variant    string  // that tells the number from others of the attribute
}

// longestAttribute is the most words of an attribute's name that is looked for
// beside a number.
const longestAttribute = 5

// mostSkipped is how many words may stand between a number and the attribute
// behind it: "100 GB/s bidirectional bandwidth", "20 billion parameters".
const mostSkipped = 4

// nounBehind returns the attribute that the words behind a number name: "5.3
// TB/s bandwidth", "304 GPU CUs". What is counted is a part of the quantity's
// own text.
func (r *Reader) nounBehind(text string, n number) (meaning, bool) {
	from, counted := n.end, r.counts(n) || goesOn(text, n)
	if counted && n.each == nil {
		from = n.start + digitsEnd(n.Text)
	}
	behind := nearWords(text[from:])
	tokens := tokensOf(behind)
	for skipped := range min(len(tokens), mostSkipped+1) {
		if skipped > 0 && !r.isPassedOver(behind, tokens, skipped-1) {
			return meaning{}, false
		}
		what, end := r.nameAt(behind, tokens[skipped:])
		if end == 0 {
			continue
		}
		if counted {
			what.length = end
		}
		return what, true
	}
	return meaning{}, false
}

// nameAt returns the attribute that the first words of a text name, and where
// its name ends; 0 where they name none.
func (r *Reader) nameAt(text string, tokens []token) (meaning, int) {
	for length := min(longestAttribute, len(tokens)); length > 0; length-- {
		end := tokens[length-1].end
		phrase := text[tokens[0].start:end]
		if !r.endsNoun(text[end:]) {
			continue
		}
		if found := r.attributesCalled(phrase); len(found) > 0 {
			return meaning{attributes: found, written: phrase, own: true, vague: r.isVague(phrase)}, end
		}
	}
	return meaning{}, 0
}

// attributesCalled returns the attributes that a phrase names, in the singular
// or the plural: "1 mantissa bit" has mantissa bits.
func (r *Reader) attributesCalled(phrase string) []quarry.Attribute {
	for _, name := range []string{phrase, phrase + "s", strings.TrimSuffix(phrase, "s")} {
		if found := r.lexicon.FindAttributes(name); len(found) > 0 {
			return found
		}
	}
	return nil
}

// goesOn reports whether the unit of a number is only a part of what is written:
// "4 bytes/element".
func goesOn(text string, n number) bool {
	return n.end+1 < len(text) && text[n.end] == '/' && isWordByte(text[n.end+1])
}

// counts reports whether a number counts what the words behind it name.
func (r *Reader) counts(n number) bool {
	kind := r.kindOf(n.Unit)
	return kind == kindOfCounts || kind == ""
}

// nearWords cuts a text at the first mark that parts what stands before it from
// what stands behind it.
func nearWords(text string) string {
	text = text[:min(len(text), widest)]
	if end := strings.IndexAny(text, ",;()[]|=→"); end >= 0 {
		text = text[:end]
	}
	for _, mark := range []string{": ", ". ", " + ", " – ", " — "} {
		text, _, _ = strings.Cut(text, mark)
	}
	return strings.ToValidUTF8(text, "")
}

// digitsEnd returns where the digits of a quantity end and what is counted
// begins.
func digitsEnd(quantity string) int {
	end := leadOf(quantity)
	for i := end; i < len(quantity); i++ {
		if c := quantity[i]; c >= '0' && c <= '9' {
			end = i + 1
		} else if isWordByte(c) && c < 0x80 {
			break
		}
	}
	if end < len(quantity) && quantity[end] == '-' { // 32-bit
		return max(leadOf(quantity), strings.LastIndexByte(quantity[:end], ' '))
	}
	return end
}

// isPassedOver reports whether a word may stand between a number and what it
// measures.
func (r *Reader) isPassedOver(text string, tokens []token, at int) bool {
	word := tokens[at]
	if r.cues["before_measured"].Has(word.text) || isNumeric(word.text) || r.isStating(word.text) {
		return true
	}
	devices := r.lexicon.DevicesIn(text[word.start:word.end])
	return len(devices) == 1 && (devices[0].Class == quarry.ClassFormat || devices[0].Class == quarry.ClassMemory)
}

func isNumeric(word string) bool { return strings.Trim(word, "0123456789") == "" }

// endsNoun reports whether a name may end where the rest of a text begins: not
// in the middle of "memory channels".
func (r *Reader) endsNoun(rest string) bool {
	rest = strings.TrimLeft(rest, " ")
	if rest == "" || !isWordByte(rest[0]) {
		return rest == "" || rest[0] != '-'
	}
	word, _, _ := strings.Cut(strings.ToLower(rest), " ")
	word = strings.TrimRight(word, ".,;:!?")
	return r.cues["behind_measured"].Has(word) || r.isStating(word)
}

// isVague reports whether a name says so little that the key beside it knows
// better what is meant: of "NVLink: 900 GB/s bandwidth" the key does.
func (r *Reader) isVague(phrase string) bool {
	return r.cues["vague_measures"].Has(strings.ToLower(phrase))
}

// nounBefore returns the attribute that the words before a number name: "with
// power configurable between 40 W and 130 W". The nearest one counts.
func (r *Reader) nounBefore(text string, from int, n number) (meaning, bool) {
	before := text[max(from, n.start-widest, 0):n.start]
	if strings.Contains(before, "=") {
		return meaning{}, false
	}
	if cut := strings.LastIndexAny(before, ",;()[]:|"); cut >= 0 {
		before = before[cut+1:]
	}
	before = strings.ToValidUTF8(before, "")
	tokens := tokensOf(before)
	for last := len(tokens) - 1; last >= max(0, len(tokens)-mostWordsBefore); last-- {
		for first := max(0, last+1-longestAttribute); first <= last; first++ {
			phrase := before[tokens[first].start:tokens[last].end]
			found := r.lexicon.FindAttributes(phrase)
			switch {
			case len(found) == 0:
			case first > 0 && isNumeric(tokens[first-1].text) && r.countsIn(found, ""): // of the number before: "48 ports and 4 fans"
				return meaning{}, false
			default:
				return meaning{attributes: found, written: phrase, own: true, before: true, vague: r.isVague(phrase)}, true
			}
		}
	}
	return meaning{}, false
}

// mostWordsBefore is how far before a number its attribute may end, in words.
const mostWordsBefore = 6

// longestKey is the longest key, in bytes, that names an attribute.
const longestKey = 120

// named returns the attributes that a key means: as it is, below the label that
// it stands under ("L2 cache" – "Size"), and without what only states how its
// number is meant.
func (r *Reader) named(key string, place Place) meaning {
	if key == "" || len(key) > longestKey {
		return meaning{}
	}
	if above := unbracketed(place.last()); above != "" && len(above) <= longestKey {
		if found := r.lexicon.FindAttributes(above + " " + unbracketed(key)); len(found) > 0 {
			return meaning{attributes: found, written: above + " " + key}
		}
	}
	plain := unbracketed(withoutAsOf(key))
	for _, candidate := range []string{key, plain, r.bare(r.withoutNames(key)), r.bare(plain), r.formatOf(key)} {
		if found := r.lexicon.FindAttributes(candidate); len(found) > 0 {
			return meaning{attributes: found, written: key}
		}
	}
	without, told := r.withoutEdition(plain)
	if found := r.lexicon.FindAttributes(without); told.words != "" && len(found) > 0 {
		return meaning{attributes: found, written: key, edition: told}
	}
	return meaning{}
}

// unbracketed drops what stands in brackets behind a name.
func unbracketed(name string) string {
	if open := strings.IndexAny(name, "(["); open > 0 {
		name = name[:open]
	}
	return strings.TrimSpace(name)
}

// withoutNames takes the devices and number formats out of a name: "FP64
// performance of the H100".
func (r *Reader) withoutNames(name string) string {
	name = unbracketed(name)
	for _, device := range r.lexicon.DevicesIn(name) {
		name = strings.Replace(name, device.Written, " ", 1)
	}
	return name
}

// formatOf returns the number format that a name holds beside a device's and
// nothing else: "FP8" of "H100 FP8".
func (r *Reader) formatOf(name string) string {
	formats := r.formatsIn(name)
	if len(formats) != 1 || text.Slug(r.withoutNames(name)) != "" {
		return ""
	}
	return formats[0].Written
}

// bare takes out of a name what only states how its number is meant: "Peak BF16
// with sparsity".
func (r *Reader) bare(name string) string {
	var kept []string
	for _, word := range tokensOf(r.withoutDenials(name)) {
		if !r.isStating(word.text) && !r.isAdjective(word.text) && !r.isFiller(word.text) {
			kept = append(kept, word.text)
		}
	}
	return strings.Join(kept, " ")
}

// isAdjective reports whether a word of a name only says that its number is the
// whole or the usual one.
func (r *Reader) isAdjective(word string) bool { return r.cues["measure_adjectives"].Has(word) }

// last returns the innermost label, or else the last heading.
func (p Place) last() string {
	if n := len(p.Labels); n > 0 {
		return strings.TrimRight(p.Labels[n-1].Text, ": ")
	}
	if n := len(p.Headings); n > 0 {
		return p.Headings[n-1]
	}
	return ""
}

// fits reports whether a number of this kind, of which nothing else is said
// than that the attribute has it, can be the attribute's.
func fits(n number, kind quarry.QuantityKind, a quarry.Attribute) bool {
	if kind != "" {
		return a.Measures(kind)
	}
	return a.Unit != "" || len(a.Kinds)+len(a.Kind) == 0 || n.Unit == ""
}
