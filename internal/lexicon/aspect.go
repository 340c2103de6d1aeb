package lexicon

import (
	"slices"
)

type aspect struct {
	ID        scalar   `yaml:"id"`
	Asked     []scalar `yaml:"asked"`
	Behind    []scalar `yaml:"behind"`
	Titles    []scalar `yaml:"titles"`
	ToldUnder []scalar `yaml:"told_under"` // aspects under whose titles it is told, too
	Replace   bool     `yaml:"replace"`
}

func (a aspect) key() scalar    { return a.ID }
func (a aspect) replaces() bool { return a.Replace }

func (a aspect) extendedBy(later aspect) aspect {
	return aspect{
		ID: a.ID, Asked: union(a.Asked, later.Asked), Behind: union(a.Behind, later.Behind),
		Titles: union(a.Titles, later.Titles), ToldUnder: union(a.ToldUnder, later.ToldUnder),
	}
}

// checkAspects wants words that ask for every aspect, and known ones under whose
// titles it is told.
func checkAspects(aspects []aspect) error {
	known := map[string]bool{}
	for _, one := range aspects {
		known[one.ID.value] = true
	}
	for _, one := range aspects {
		if err := one.check(known); err != nil {
			return err
		}
	}
	return nil
}

func (a aspect) check(known map[string]bool) error {
	if err := a.ID.idOf("aspect", '-'); err != nil {
		return err
	}
	if len(a.Asked) == 0 {
		return a.ID.at.errorf("aspect %q has no words that ask for it", a.ID.value)
	}
	for _, other := range a.ToldUnder {
		if !known[other.value] {
			return other.at.errorf("aspect %q: there is no aspect %q", a.ID.value, other.value)
		}
	}
	return checkWords("word of an aspect", slices.Concat(a.Asked, a.Behind, a.Titles))
}

// ownTitles are the words of titles that an aspect says itself.
func (a aspect) ownTitles() []scalar {
	if len(a.Titles)+len(a.ToldUnder) > 0 {
		return a.Titles
	}
	return a.Asked
}

// valuesOfAspects returns what they say, with the titles of those that they name.
func valuesOfAspects(aspects []aspect) []Aspect {
	titles := map[string][]scalar{}
	for _, one := range aspects {
		titles[one.ID.value] = one.ownTitles()
	}
	var all []Aspect
	for _, one := range aspects {
		told := titles[one.ID.value]
		for _, other := range one.ToldUnder {
			told = union(told, titles[other.value])
		}
		all = append(all, Aspect{
			ID: one.ID.value, Asked: folded(one.Asked), Behind: folded(one.Behind), Titles: folded(told),
		})
	}
	return all
}
