package claim

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/text"
)

// mostSequels is how many keyed statements one line holds at most.
const mostSequels = 32

// sequels parts an item whose value goes on with statements of other keys:
// "Power of the H100: 700 W. Power of the A100: 400 W." What the next key says
// has to be known: behind "FP8: 1,979 TFLOPS; with sparsity: 3,958" nothing else
// is told.
func (r *Reader) sequels(item Item) []Item {
	if item.Key == "" || len(item.Value) > longestStatement || !strings.Contains(item.Value, ": ") {
		return []Item{item}
	}
	all := []Item{item}
	rest := item.Value
	for at := 0; at < len(rest) && len(all) < mostSequels; {
		next := strings.IndexAny(rest[at:], ".;")
		if next < 0 {
			break
		}
		at += next + 1
		if !strings.HasPrefix(rest[at:], " ") {
			continue
		}
		key, value := keyed(strings.TrimSpace(sentenceOf(rest[at:])))
		if !startsNumber(value) || !r.isRemainder(key) && !r.isKnownKey(key, item.Place) {
			continue
		}
		all[len(all)-1].Value = strings.TrimSpace(rest[:at-1])
		further := item
		rest = rest[at+strings.Index(rest[at:], value):]
		further.Key, further.Value, further.Place = key, rest, r.belowFirst(item, key)
		all, at = append(all, further), 0
	}
	return slices.DeleteFunc(all, func(one Item) bool { return r.isRemainder(one.Key) })
}

// isRemainder reports whether a key stands for whatever was not named before it, which
// is of no known thing: "Others: 40 GB".
func (r *Reader) isRemainder(key string) bool {
	return r.cues["remainders"].Has(strings.TrimPrefix(strings.ToLower(key), "the "))
}

// isOneWord reports whether a text is a single word with a capital or a digit, as
// names are.
func isOneWord(text string) bool {
	return text != "" && !strings.Contains(text, " ") && !isLowerWord(text)
}

// belowFirst returns the place of a sequel. One whose key is nothing but a device's
// name stands below what the first key says of another: behind "Power of the H100:
// 700 W" the A100 has a power too.
func (r *Reader) belowFirst(first Item, key string) Place {
	what, _, ok := cutOf(first.Key)
	if !ok || len(r.lexicon.FindAttributes(what)) == 0 || len(r.lexicon.FindAttributes(key)) > 0 {
		return first.Place
	}
	return first.Place.Under(Label{Text: what})
}

// sentenceOf returns a text up to where its first number may begin: what a key
// and its colon stand in.
func sentenceOf(text string) string {
	if len(text) > widest {
		text = strings.ToValidUTF8(text[:widest], "")
	}
	return text
}

// startsNumber reports whether a value is a number from its beginning on.
func startsNumber(value string) bool {
	value = strings.TrimLeft(value, "~≈≤≥<>±$€£ ")
	return value != "" && text.IsDigit(value[0])
}

// isKnownKey reports whether a key names an attribute or a device, says of what
// thing something is, or is called like an attribute that is not known.
func (r *Reader) isKnownKey(key string, place Place) bool {
	switch {
	case key == "" || strings.ContainsAny(key, ".;"):
		return false
	case len(r.lexicon.FindAttributes(key)) > 0:
		return true
	case r.speaks(key) && r.states(key, quarry.Quantity{}):
		return false
	case strings.HasPrefix(key, "the ") && isOneWord(key[len("the "):]):
		return true
	case len(r.named(key, place).attributes) > 0 || len(r.carriers(key)) > 0:
		return true
	}
	_, name, ok := cutOf(key)
	return ok && r.MayName(name) || r.isName(key) && isTitled(key) && r.bare(key) != "" && !r.isGenericWord(strings.ToLower(key))
}

// Specs reads the numbers of an item alone: of each of its statements, where it
// holds several.
func (s *Sheet) Specs(item Item) []quarry.Spec {
	item = s.reader.ranked(item)
	parts := s.reader.sequels(item)
	s.unit = ""
	if len(parts) == 1 {
		parts, s.unit = s.reader.paired(item, parts)
	}
	if len(parts) == 1 {
		return s.statement(parts[0])
	}
	var specs []quarry.Spec
	for _, part := range parts {
		specs = append(specs, s.statement(part)...)
	}
	return specs
}
