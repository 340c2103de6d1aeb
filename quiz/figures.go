package quiz

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/text"
)

// What a spec has to be for a question to be made of it, and what apart figures are.
const (
	leastConfidence = 0.9          // of the spec that is asked for
	heardConfidence = 0.5          // of one that may disagree with it
	fewestHolders   = 4            // things of which the same is stated
	apart           = 1.1          // ratio between two figures that nobody takes for one
	magnitude       = 8.0          // ratio beyond which a figure gives itself away
	mostNear        = 10           // things of near figures that are chosen from
	wider           = 4            // each look goes so much further than the one before, where many are alike
	mostFigures     = MostMade / 4 // that are asked about; of more, one in so many
	stated          = 0.25         // share of claims that state a condition, for all to have to
)

// figure is a spec of which the value is one number, on which all that is stored agrees.
type figure struct {
	quarry.Spec

	value float64 // in the base unit, or as written where none is known
	words wording
	given bool // whether its number is in the thing's name
	name  string
	claim quarry.Claim
}

// figures makes questions of specs: groups of things of which the same is stated under the same
// conditions.
func (m *Maker) figures(ctx context.Context, specs []quarry.Spec) []quarry.Question {
	k := newKnown(specs)
	groups := map[string][]*figure{}
	taken := map[string]bool{}
	for _, spec := range specs {
		if ctx.Err() != nil {
			return nil
		}
		if !isPlain(spec) || !k.statesEnough(spec) || !k.agreed(spec) {
			continue
		}
		words, ok := m.wordingOf(spec)
		if !ok {
			continue
		}
		key := groupOf(spec) + "\r" + words.label
		if of := key + "\n" + string(spec.Device.ID); !taken[of] {
			taken[of] = true
			value := valueOf(spec)
			groups[key] = append(groups[key], &figure{
				spec, value, words, words.givenAway(value), text.Folded(spec.Device.Name), quarry.ClaimOf(spec),
			})
		}
	}
	var made []quarry.Question
	for _, group := range groups {
		if len(group) < fewestHolders {
			continue
		}
		slices.SortFunc(group, func(a, b *figure) int {
			return cmp.Or(cmp.Compare(a.value, b.value), cmp.Compare(a.Device.ID, b.Device.ID))
		})
		for at, own := range group {
			if ctx.Err() != nil {
				return nil
			}
			if hashOf(string(own.ID))%uint64(1+len(taken)/mostFigures) != 0 {
				continue
			}
			s := series{known: k, group: group, at: at}
			for _, d := range []draft{s.figure(), s.holder(), s.superlative(2*at >= len(group))} {
				if q, ok := d.question(); ok {
					made = append(made, q)
				}
			}
		}
	}
	return made
}

// isPlain reports whether a spec is one sure number that nothing is to be said of.
func isPlain(s quarry.Spec) bool {
	v := s.Value
	return s.Confidence >= leastConfidence && s.ConflictID == "" && len(s.Notes) == 0 &&
		v.Qualifier == quarry.Exact && v.Min != nil && v.Max != nil && *v.Min == *v.Max && *v.Max > 0 &&
		quarry.IsFinite(valueOf(s))
}

func valueOf(s quarry.Spec) float64 {
	if s.Normalized.Unit != "" && s.Normalized.Max != nil {
		return *s.Normalized.Max
	}
	if s.Value.Max != nil {
		return *s.Value.Max
	}
	return math.NaN()
}

// groupOf names the specs that may stand side by side: in units that powers of ten part. Of things of
// which nobody knows what they are, those that are told of in one place do.
func groupOf(s quarry.Spec) string {
	key := s.ClaimKey()
	scale, _, _ := strings.Cut(strconv.FormatFloat(factorOf(s), 'e', 6, 64), "e") // 1.048576 of MiB
	parts := []string{string(key.Attribute), key.Conditions, key.Unit, scale, string(s.Device.Class)}
	if isUnknown(s.Device.Class) {
		parts = append(parts, s.Source.Collection, s.Source.Path, strings.Join(s.Source.Heading, "\n"))
	}
	return strings.Join(parts, "\r")
}

func isUnknown(class quarry.DeviceClass) bool { return class == quarry.ClassUnknown || class == "" }

// known is what all specs say.
type known struct {
	claims map[quarry.DeviceID]map[quarry.AttributeID][]quarry.Spec
	kin    map[quarry.DeviceID][]quarry.Device // of a family, itself among them
	axes   map[string]map[quarry.Axis]int      // how many claims of an attribute state a condition
	counts map[string]int                      // how many there are
	agrees map[figured]bool                    // what was found of a figure, which may be stated many times
}

// figured is what a spec says, as far as others can disagree with it.
type figured struct {
	quarry.ClaimKey

	family      quarry.DeviceID
	value, step float64
}

func newKnown(specs []quarry.Spec) *known {
	k := &known{
		claims: map[quarry.DeviceID]map[quarry.AttributeID][]quarry.Spec{}, kin: map[quarry.DeviceID][]quarry.Device{},
		axes: map[string]map[quarry.Axis]int{}, counts: map[string]int{},
		agrees: map[figured]bool{},
	}
	for _, s := range specs {
		if s.Confidence < heardConfidence {
			continue
		}
		of := k.claims[s.Device.ID]
		if of == nil {
			of = map[quarry.AttributeID][]quarry.Spec{}
			k.claims[s.Device.ID] = of
			root := familyOf(s.Device.Device)
			k.kin[root] = append(k.kin[root], s.Device.Device)
		}
		of[s.Attribute.ID] = append(of[s.Attribute.ID], s)
		what := measured(s)
		k.counts[what]++
		if k.axes[what] == nil {
			k.axes[what] = make(map[quarry.Axis]int)
		}
		for axis := range s.Conditions {
			if axis != quarry.AxisVariant && s.Conditions.Value(axis) != quarry.Unstated {
				k.axes[what][axis]++
			}
		}
	}
	return k
}

// measured names the claims that should state the same conditions.
func measured(s quarry.Spec) string {
	return string(s.Attribute.ID) + "\n" + string(s.Device.Class) + "\n" + s.Conditions.Value(quarry.AxisPrecision)
}

// statesEnough reports whether a spec states each condition that many of its kind do: a figure that
// is silent where they speak may be meant either way.
func (k *known) statesEnough(s quarry.Spec) bool {
	what := measured(s)
	for axis, count := range k.axes[what] {
		often := float64(count) >= stated*float64(k.counts[what])
		if often && s.Conditions.Value(axis) == quarry.Unstated {
			return false
		}
	}
	return true
}

// agreed reports whether all that is said of the same thing, and of its variants, may mean this
// figure, under any conditions that are not stated to be others.
func (k *known) agreed(s quarry.Spec) bool {
	of := figured{s.ClaimKey(), s.Device.Family, valueOf(s), slack(s)}
	agrees, ok := k.agrees[of]
	if !ok {
		agrees = k.noneDisagrees(s)
		k.agrees[of] = agrees
	}
	return agrees
}

func (k *known) noneDisagrees(s quarry.Spec) bool {
	for _, kin := range k.kin[familyOf(s.Device.Device)] {
		if kin.ID != s.Device.ID && !isVariant(kin, s.Device.Device) {
			continue
		}
		for _, other := range k.claims[kin.ID][s.Attribute.ID] {
			if mayBeSame(s.Conditions, other.Conditions) && !meets(other, valueOf(s), s.Normalized.Unit, slack(s)) {
				return false
			}
		}
	}
	return true
}

// has reports whether anything that is said of a device may mean a value, whatever the conditions.
func (k *known) has(id quarry.DeviceID, attribute quarry.AttributeID, value float64, unit string) bool {
	return slices.ContainsFunc(k.claims[id][attribute], func(s quarry.Spec) bool {
		return meets(s, value, unit, value*(apart-1)/2)
	})
}

// mayBeSame reports whether two claims may be made under the same conditions: what one of them
// does not state differs from nothing.
func mayBeSame(a, b quarry.Conditions) bool {
	for axis := range a {
		va, vb := a.Value(axis), b.Value(axis)
		if va != vb && va != quarry.Unstated && vb != quarry.Unstated {
			return false
		}
	}
	return true
}

// meets reports whether a claim may mean a value, which may itself be off by so much.
func meets(s quarry.Spec, value float64, unit string, off float64) bool {
	if s.Normalized.Unit != unit {
		return false // another kind of quantity: nothing tells that they agree
	}
	low, high := s.Normalized.Min, s.Normalized.Max
	if unit == "" {
		low, high = s.Value.Min, s.Value.Max
	}
	off += slack(s)
	return (low == nil || *low-off <= value) && (high == nil || value <= *high+off)
}

// slack is by how much a claim may be off that is rounded as it is written, in its base unit.
func slack(s quarry.Spec) float64 {
	return s.Value.Step / 2 * factorOf(s) * (1 + 1e-9) //nolint:mnd // the noise of arithmetic
}

// factorOf is how many base units the unit is in which a value is written.
func factorOf(s quarry.Spec) float64 {
	if s.Normalized.Unit == "" || s.Normalized.Max == nil || s.Value.Max == nil || *s.Value.Max == 0 {
		return 1
	}
	return *s.Normalized.Max / *s.Value.Max
}

// series is a group in the order of its figures, and the one that is asked about.
type series struct {
	known *known
	group []*figure
	at    int
}

func (s series) draft(sort quarry.MadeType, prompt string, answer choice, key ...string) draft {
	own := s.group[s.at]
	return draft{
		sort: sort, key: append([]string{string(own.ID)}, key...), prompt: prompt, answer: answer,
		grade: own.Grade, topics: own.Topics,
	}
}

// near returns the figures to both sides of the one that is asked about, the nearest first, of
// which a judge approves.
func (s series) near(approve func(*figure) bool) []*figure {
	own := s.group[s.at]
	var found []*figure
	for step := 1; step < len(s.group) && len(found) < mostNear; step += 1 + step/wider {
		for _, at := range [...]int{s.at - step, s.at + step} {
			if at < 0 || at >= len(s.group) {
				continue
			}
			other := s.group[at]
			if ratio(own.value, other.value) <= magnitude && !akin(own, other) && approve(other) {
				found = append(found, other)
			}
		}
	}
	return found
}

// ratio is the larger of two positive numbers divided by the smaller.
func ratio(a, b float64) float64 { return max(a, b) / min(a, b) }

// akin reports whether what is said of one thing may be meant of the other.
func akin(a, b *figure) bool {
	return a.name == b.name || isVariant(a.Device.Device, b.Device.Device) || isVariant(b.Device.Device, a.Device.Device)
}

// isVariant reports whether one device is another that is told apart further: of its family, or of
// the same with a longer name, as an "A100 SXM 40 GB" is an "A100 SXM".
func isVariant(d, of quarry.Device) bool {
	return d.Family == of.ID || d.Family != "" && d.Family == of.Family && strings.HasPrefix(string(d.ID), string(of.ID)+"-")
}

// figure asks what a figure of a thing is. The others are figures of other things.
func (s series) figure() draft {
	own := s.group[s.at]
	d := s.draft(quarry.MadeFigure, own.words.ask(), choice{own.words.show(own.value), own.claim, own.value})
	d.ranked = true
	if own.given {
		return d
	}
	near := s.near(func(other *figure) bool {
		return ratio(own.value, other.value) >= apart && own.words.shows(other) &&
			!s.known.has(own.Device.ID, own.Attribute.ID, other.value, own.Normalized.Unit)
	})
	addWrong(&d, near, func(other *figure) (choice, bool) {
		isNew := !slices.ContainsFunc(d.wrong, func(w choice) bool { return ratio(w.at, other.value) < apart })
		return choice{own.words.show(other.value), other.claim, other.value}, isNew
	})
	return d
}

// holder asks which of several things has a figure.
func (s series) holder() draft {
	own := s.group[s.at]
	prompt, ok := own.words.askHolder(own.value)
	d := s.draft(quarry.MadeHolder, prompt, own.asChoice())
	if !ok {
		return d
	}
	s.addHolders(&d, func(other *figure) bool {
		return ratio(own.value, other.value) >= apart &&
			!s.known.has(other.Device.ID, own.Attribute.ID, own.value, own.Normalized.Unit)
	})
	return d
}

// superlative asks which of several things has the most or the least of something. Its key names all
// of them, since the answer depends on each.
func (s series) superlative(most bool) draft {
	own := s.group[s.at]
	prompt, ok := own.words.askSuperlative(most)
	d := s.draft(quarry.MadeSuperlative, prompt, own.asChoice())
	if !ok {
		return d
	}
	s.addHolders(&d, func(other *figure) bool {
		return (other.value < own.value) == most && ratio(own.value, other.value) >= apart
	})
	for _, one := range d.wrong {
		d.key = append(d.key, string(one.says.ID))
	}
	slices.Sort(d.key)
	d.key = append(d.key, prompt)
	return d
}

func familyOf(d quarry.Device) quarry.DeviceID { return cmp.Or(d.Family, d.ID) }

func (f *figure) asChoice() choice { return choice{f.Device.Name, f.claim, f.value} }

// addHolders chooses things that are no answer, of a family each. None has its figure in its name.
func (s series) addHolders(d *draft, approve func(*figure) bool) {
	own := s.group[s.at]
	if own.given {
		return
	}
	families := map[quarry.DeviceID]bool{}
	near := s.near(func(other *figure) bool { return approve(other) && !other.given })
	addWrong(d, near, func(other *figure) (choice, bool) {
		root := familyOf(other.Device.Device)
		isNew := !families[root]
		families[root] = true
		return other.asChoice(), isNew
	})
}
