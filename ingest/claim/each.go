package claim

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/quantity"
)

// countOfEach reads "256x100GbE ports" as a number of ports, each of which has what
// stands between: what words behind a product of a count and a rate name is counted.
func (r *Reader) countOfEach(style quantity.NumberStyle, text string, product number) number {
	if !strings.ContainsAny(product.Text, "xX×*") || product.Unit == multiplier || !r.isRate(product.Unit) {
		return product
	}
	behind := nearWords(text[product.end:])
	tokens := tokensOf(behind)
	if len(tokens) == 0 || !r.endsNoun(behind[tokens[0].end:]) {
		return product
	}
	named := r.attributesCalled(tokens[0].text)
	if len(named) == 0 || !r.countsIn(named, "") {
		return product
	}
	counted := product
	if counted.each = r.eachOf(style, product.Text); counted.each == nil || !r.asCount(&counted.Quantity, "") {
		return product
	}
	counted.Unit, counted.Text = "", quantity.FactorsOf(product.Text)[0]
	return counted
}

// eachOf returns the second of the two factors of a product, what each of some
// counted things has; nil where there are not two.
func (r *Reader) eachOf(style quantity.NumberStyle, product string) *quarry.Quantity {
	factors := quantity.FactorsOf(product)
	if len(factors) != 2 {
		return nil
	}
	each, ok := r.lexicon.ReadQuantityIn(style, factors[1])
	if !ok || each.Text != factors[1] {
		return nil
	}
	return &each
}

// ofEach types what each of some counted things has, where devices of the class are
// known to have things so fast: of "256x100GbE ports" the speed per port.
func (l *line) ofEach(i int, device quarry.DeviceMention, counted string) []quarry.Spec {
	n := l.said.numbers[i]
	thing := strings.TrimSuffix(strings.ToLower(counted), "s")
	if n.each == nil || thing == "" {
		return nil
	}
	kind := l.reader.kindOf(n.each.Unit)
	speeds := l.reader.lexicon.FindAttributes(thing + " speed")
	at := slices.IndexFunc(speeds, func(a quarry.Attribute) bool { return a.Measures(kind) && slices.Contains(a.Classes, device.Class) })
	if at < 0 {
		return nil
	}
	return l.reader.specs(claimed{
		device: device, attribute: quarry.AttributeMention{Attribute: speeds[at], Written: counted}, quantity: *n.each,
		words: "per " + thing, place: l.Place, span: l.Span,
	})
}
