package claim

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
)

// term is a phrase that states a condition, and what its denial states; an
// empty denial states nothing.
type term struct {
	phrase string
	axis   quarry.Axis
	value  string
	denied string
}

func terms() []term {
	const (
		sparsity, basis, per, direction = quarry.AxisSparsity, quarry.AxisBasis, quarry.AxisPer, quarry.AxisDirection
	)
	return []term{
		{"dense", sparsity, "dense", ""},
		{"sparse", sparsity, "sparse", "dense"},
		{"sparsity", sparsity, "sparse", "dense"},
		{"peak", basis, "peak", ""},
		{"theoretical", basis, "peak", ""},
		{"max", basis, "peak", ""},
		{"achievable", basis, "achievable", ""},
		{"achieved", basis, "achievable", ""},
		{"measured", basis, "achievable", ""},
		{"effective", basis, "achievable", ""},
		{"estimated", basis, "estimated", ""},
		{"estimate", basis, "estimated", ""},
		{"per pin", per, "pin", ""},
		{"per core", per, "core", ""},
		{"per tile", per, "tile", ""},
		{"per sm", per, "sm", ""},
		{"per link", per, "link", ""},
		{"per gpu", per, "gpu", ""},
		{"per system", per, "system", ""},
		{"system total", per, "system", ""},
		{"bidirectional", direction, "both", ""},
		{"both directions", direction, "both", ""},
		{"unidirectional", direction, "one", ""},
		{"each way", direction, "one", ""},
		{"each direction", direction, "one", ""},
		{"per direction", direction, "one", ""},
	}
}

// conditions reads what the words around a number state. What they do not
// state stays unstated, and so does an axis of which they state two things:
// "per link per GPU" is a matter for a person.
func (r *Reader) conditions(c claimed) quarry.Conditions {
	conditions := quarry.NewConditions()
	if precision, ok := r.precision(c.attribute.Written + " " + c.words); ok {
		conditions[quarry.AxisPrecision] = precision
	}
	if c.precision != "" {
		conditions[quarry.AxisPrecision] = c.precision
	}
	around := strings.ReplaceAll(c.attribute.Written+" "+c.words, c.device.Written, " ")
	said := statements(strings.Fields(quarry.SlugWith(around, ' ')))
	if strings.HasSuffix(strings.TrimSpace(c.quantity.Text), "*") {
		said[quarry.AxisBasis] = []string{"estimated"}
	}
	for axis, values := range said {
		if len(values) == 1 {
			conditions[axis] = values[0]
		}
	}
	return conditions
}

// statements returns the different values that the words state, by axis.
func statements(words []string) map[quarry.Axis][]string {
	said := make(map[quarry.Axis][]string)
	for _, term := range terms() {
		for _, value := range term.in(words) {
			if !slices.Contains(said[term.axis], value) {
				said[term.axis] = append(said[term.axis], value)
			}
		}
	}
	return said
}

// in returns what the term states wherever it stands among the words.
func (t term) in(words []string) []string {
	phrase := strings.Fields(t.phrase)
	var stated []string
	for i := range words {
		switch {
		case !hasPrefix(words[i:], phrase):
		case !isDenied(words[:i]):
			stated = append(stated, t.value)
		case t.denied != "":
			stated = append(stated, t.denied)
		}
	}
	return stated
}

func hasPrefix(words, prefix []string) bool {
	return len(words) >= len(prefix) && slices.Equal(words[:len(prefix)], prefix)
}

// isDenied reports whether the last words before a term take it back: "without
// structured sparsity", "non-sparse", "not the peak".
func isDenied(before []string) bool {
	for _, word := range before[max(0, len(before)-2):] {
		switch word {
		case "without", "non", "no", "not", "excluding", "w", "wo":
			return true
		}
	}
	return false
}
