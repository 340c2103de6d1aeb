package fact

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
)

// group is a list, or keyed lines below each other: of entries that say too little alone,
// what they say together may be worth having.
type group struct {
	place Place
	parts []*part
}

// part is an entry of a group.
type part struct {
	text      string // as it is shown; "" for an entry without words of its own
	span      quarry.Span
	citations []quarry.Citation
	of        *candidate // what it says by itself; nil for nothing
	below     []*group   // the lists within it
}

// longestJoined is the longest statement, in bytes, that entries or sentences are joined into.
const longestJoined = 700

// joined returns what the entries of a group say together, of each what says tells; nil where that
// is nothing, or too much for one statement.
func (g *group) joined(says func(*part, *Item) string) *candidate {
	item := Item{kind: joined, Place: g.place, Key: g.label()}
	var said []string
	for _, p := range g.parts {
		if text := says(p, &item); text != "" {
			said = append(said, text)
		}
	}
	const fewest = 2
	if item.Value = strings.Join(said, "; "); len(said) < fewest || len(item.Value) > longestJoined {
		return nil
	}
	return &candidate{Item: item}
}

// label returns what leads in to a group; "" for nothing.
func (g *group) label() string {
	if n := len(g.place.Labels); n > 0 {
		return g.place.Labels[n-1].Text
	}
	return ""
}

// own returns what an entry says itself, and lets an item reach over it.
func (p *part) own(reach *Item) string {
	if p.text == "" {
		return ""
	}
	reach.over(p)
	return strings.TrimRight(p.text, " .,;:")
}

// whole returns what an entry says with what stands within it.
func (p *part) whole(reach *Item) string {
	own := p.own(reach)
	var inner []string
	for _, g := range p.below {
		for _, one := range g.parts {
			if text := one.whole(reach); text != "" {
				inner = append(inner, text)
			}
		}
	}
	switch {
	case len(inner) == 0:
		return own
	case own == "":
		return strings.Join(inner, ", ")
	}
	return own + ": " + strings.Join(inner, ", ")
}

// over lets an item reach over an entry.
func (i *Item) over(p *part) {
	if i.Span.ByteEnd == 0 {
		i.Span = p.span
	}
	i.Span.ByteEnd, i.Span.LineEnd = p.span.ByteEnd, p.span.LineEnd
	i.Citations = append(i.Citations, p.citations...)
}

// all returns what a group says and what those within it do.
func (g *group) all() []*candidate {
	var all []*candidate
	if c := g.joined((*part).whole); c != nil {
		all = append(all, c)
	}
	for _, p := range g.parts {
		for _, inner := range p.below {
			all = append(all, inner.all()...)
		}
	}
	return all
}

// join adds what the entries of a group say together where that is worth having, in place of what
// they say alone: with all that stands within them, or else each list by itself.
func (r *Reader) join(d *document, g *group) {
	if r.stand(d, g.joined((*part).whole), g.within()) {
		return
	}
	nested := false
	for _, p := range g.parts {
		for _, inner := range p.below {
			nested = true
			r.join(d, inner)
		}
	}
	if nested {
		r.stand(d, g.joined((*part).own), g.parts)
	}
}

// stand adds what some entries say together, if that is worth having and at most half of them
// are facts by themselves, and reports whether it is.
func (r *Reader) stand(d *document, together *candidate, parts []*part) bool {
	alone, all := 0, 0
	for _, p := range parts {
		if p.text != "" {
			all++
		}
		if p.of != nil && p.of.stands {
			alone++
		}
	}
	if together == nil || 2*alone > all || !r.isWorth(d, together) {
		return false
	}
	for _, p := range parts {
		if p.of != nil {
			p.of.stands = false
		}
	}
	together.stands = true
	d.candidates = append(d.candidates, together)
	return true
}

// within returns the entries of a group and of those within it.
func (g *group) within() []*part {
	all := slices.Clone(g.parts)
	for _, p := range g.parts {
		for _, inner := range p.below {
			all = append(all, inner.within()...)
		}
	}
	return all
}
