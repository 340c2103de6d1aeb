package lexicon

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/quantity"
)

type unit struct {
	Symbol  scalar   `yaml:"symbol"`
	Kind    scalar   `yaml:"kind"`
	Base    scalar   `yaml:"base"`
	Factor  scalar   `yaml:"factor"`
	Offset  scalar   `yaml:"offset"`
	Aliases []scalar `yaml:"aliases"`
	Asked   []scalar `yaml:"asked"`
	Replace bool     `yaml:"replace"`

	Logarithmic bool `yaml:"logarithmic"`
	Before      bool `yaml:"before"`

	Prefixes []scalar `json:"-" yaml:"prefixes"` // of what else is read as a unit: see prefixed
}

func (u unit) key() scalar    { return u.Symbol }
func (u unit) replaces() bool { return u.Replace }

func (u unit) extendedBy(later unit) unit {
	u.Kind, u.Base, u.Aliases = later.Kind.or(u.Kind), later.Base.or(u.Base), union(u.Aliases, later.Aliases)
	u.Asked = union(u.Asked, later.Asked)
	u.Factor, u.Offset = later.Factor.or(u.Factor), later.Offset.or(u.Offset)
	u.Logarithmic, u.Before = u.Logarithmic || later.Logarithmic, u.Before || later.Before
	return u
}

// completed fills in what need not be said: the base of a kind that a unit brings
// is the first unit of it, and the factor of a base is 1.
func completed(units []unit) []unit {
	bases := map[string]scalar{} // by kind
	for _, one := range units {
		if _, known := bases[one.Kind.value]; !known && one.Base.value != "" {
			bases[one.Kind.value] = one.Base
		}
	}
	all := make([]unit, 0, len(units))
	for _, one := range units {
		if _, known := bases[one.Kind.value]; !known {
			bases[one.Kind.value] = one.Symbol
		}
		one.Base = one.Base.or(bases[one.Kind.value])
		if one.Base.value == one.Symbol.value {
			one.Factor = one.Factor.or(scalar{value: "1", at: one.Symbol.at})
		}
		all = append(all, one)
	}
	return all
}

// checkUnits wants a kind and a factor for every unit, one base for every kind, and within
// a kind no spelling that two units claim.
func checkUnits(units []unit) error {
	bases := map[string]scalar{} // by kind
	spellings := claims{}
	for _, one := range units {
		if _, err := one.unit(); err != nil {
			return err
		}
		base := bases[one.Kind.value].or(one.Base)
		if base.value != one.Base.value {
			return one.Base.at.errorf("unit %q: the base of kind %q is %q (%s)",
				one.Symbol.value, one.Kind.value, base.value, base.at)
		}
		bases[one.Kind.value] = base
		for _, spelling := range append([]scalar{one.Symbol}, one.Aliases...) {
			if err := spellings.add(one.Kind.value+"\n"+spelling.value, claim{noun: "unit", owner: one.Symbol.value, name: spelling}); err != nil {
				return err
			}
		}
	}
	return checkBases(units)
}

// checkBases wants every base to be a unit itself, of factor one: a value in
// its base unit can then be asked for like any other.
func checkBases(units []unit) error {
	factors := map[string]string{}
	for _, one := range units {
		factors[one.Symbol.value] = one.Factor.value
	}
	for _, one := range units {
		if factors[one.Base.value] != "1" {
			return one.Base.at.errorf("unit %q: its base %q is no unit of factor 1", one.Symbol.value, one.Base.value)
		}
	}
	return nil
}

// number reads a number or a fraction ("5/9").
func number(written string) (float64, error) {
	over, under, divided := strings.Cut(written, "/")
	if !divided {
		under = "1"
	}
	numerator, err := strconv.ParseFloat(strings.TrimSpace(over), 64)
	if err != nil {
		return 0, fmt.Errorf("read %q: %w", over, err)
	}
	denominator, err := strconv.ParseFloat(strings.TrimSpace(under), 64)
	if err != nil {
		return 0, fmt.Errorf("read %q: %w", under, err)
	}
	value := numerator / denominator
	if math.IsNaN(value) || math.IsInf(value, 0) {
		return 0, fmt.Errorf("%q is out of range", written)
	}
	return value, nil
}

// unit returns what the entry says. Its zero is that of the base where no offset is given.
func (u unit) unit() (quantity.Unit, error) {
	value := quantity.Unit{
		Symbol: u.Symbol.value, Kind: quarry.QuantityKind(u.Kind.value), Base: u.Base.value,
		Aliases: values(u.Aliases), Asked: values(u.Asked), Logarithmic: u.Logarithmic, Before: u.Before,
	}
	switch {
	case u.Kind.value == "":
		return value, u.Symbol.at.errorf("unit %q needs a kind", u.Symbol.value)
	case u.Factor.value == "":
		return value, u.Symbol.at.errorf("unit %q needs a factor: how many %s it is", u.Symbol.value, u.Base.value)
	}
	var err error
	if value.Factor, err = number(u.Factor.value); err != nil || value.Factor <= 0 {
		return value, u.Factor.at.errorf("unit %q: factor %q is no positive number", u.Symbol.value, u.Factor.value)
	}
	if value.Offset, err = number(u.Offset.or(scalar{value: "0"}).value); err != nil {
		return value, u.Offset.at.errorf("unit %q: offset %q is no number", u.Symbol.value, u.Offset.value)
	}
	return value, nil
}

// spelledUnits is the unit of every spelling, by kind.
type spelledUnits map[string]map[string]unit

func spellings(units []unit) spelledUnits {
	spelled := spelledUnits{}
	for _, one := range units {
		ofKind := spelled[one.Kind.value]
		if ofKind == nil {
			ofKind = map[string]unit{}
			spelled[one.Kind.value] = ofKind
		}
		ofKind[one.Symbol.value] = one
		for _, alias := range one.Aliases {
			ofKind[alias.value] = one
		}
	}
	return spelled
}
