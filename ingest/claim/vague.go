package claim

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/text"
)

// certain returns the attributes that a number of a thing of no known class may
// be of. A title of one word, as other fields have it too, means what devices of
// known classes have only where a unit proves it: the "Capacity" of a tank is no
// memory's, and what takes 64 GB is one. A bare "Speed" may be that of a link too.
func (t *table) certain(v *value, q *quarry.Quantity) []quarry.Attribute {
	l := v.title
	if len(v.attributes) == 0 || len(l.attributes) == 0 || &v.attributes[0] != &l.attributes[0] {
		return v.attributes
	}
	if l.vague == nil {
		l.vague = t.reader.vagueIn(l)
	}
	if !slices.Contains(l.vague, true) {
		return v.attributes
	}
	var certain []quarry.Attribute
	for i := range v.attributes {
		if !l.vague[i] || t.isProved(&v.attributes[i], v, q) {
			certain = append(certain, v.attributes[i])
		}
	}
	return certain
}

// certainBare is certain for a number without a unit of a device whose class is known,
// under a title that stands over numbers of nearly everything: a bare "Capacity" is that
// of a room as well as of a memory.
func (t *table) certainBare(v *value, q *quarry.Quantity) []quarry.Attribute {
	if !v.title.isOver(everyTitle) || isPart(v.device) {
		return v.attributes
	}
	return t.certain(v, q)
}

// vagueIn returns which of the attributes that a label may mean it is too vague
// for, by itself.
func (r *Reader) vagueIn(l *label) []bool {
	vague := make([]bool, len(l.attributes))
	bare := withoutBrackets(l.bare)
	word := r.withoutModifiers(bare)
	if word == "" || strings.Contains(word, " ") {
		return vague
	}
	shared := l.exact > 0 && slices.ContainsFunc(l.attributes[l.exact:], func(a quarry.Attribute) bool { return isOf(a, "") })
	for i := range l.attributes {
		vague[i] = shared || text.Slug(l.attributes[i].Name) != word && !isPlainly(&l.attributes[i], bare)
	}
	return vague
}

// isPlainly reports whether an attribute goes by a title that no other field has:
// one of several words, an abbreviation, or the beginning of its name.
func isPlainly(a *quarry.Attribute, title string) bool {
	slug := text.Slug(title)
	if strings.HasPrefix(text.Slug(a.Name), strings.TrimSuffix(slug, "s")) && !strings.Contains(a.Name, " ") {
		return true
	}
	return slices.ContainsFunc(a.Aliases, func(alias string) bool {
		return text.Slug(alias) == slug && (strings.Contains(slug, "-") || isAbbreviation(alias))
	})
}

// isAbbreviation reports whether a word has more capitals than its first letter,
// or digits.
func isAbbreviation(word string) bool {
	return strings.ContainsAny(word[min(1, len(word)):], "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
}

// isProved reports whether the unit of a number, its own or one that is stated
// for it, shows that an attribute is meant. Everything has counts and shares.
func (t *table) isProved(a *quarry.Attribute, v *value, q *quarry.Quantity) bool {
	proves := func(kind quarry.QuantityKind) bool {
		return kind != "" && kind != kindOfCounts && kind != ratioKind && slices.Contains(kindsOf(*a), kind)
	}
	if q.Unit != "" {
		return proves(t.reader.kindOf(q.Unit)) || slices.ContainsFunc(kindsOf(*a), func(kind quarry.QuantityKind) bool {
			_, ok := t.reader.lexicon.FindUnitOf(kind, q.Unit)
			return ok
		})
	}
	return slices.ContainsFunc(slices.Concat(v.units(), v.unitsAround(), t.units), func(h hint) bool { return proves(h.unit.Kind) })
}
