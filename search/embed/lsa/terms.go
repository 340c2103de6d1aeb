package lsa

import (
	"math"
	"strings"
)

// Terms splits a text into terms, as the lexical index does, so that both
// engines mean the same by a word. It may be called side by side.
type Terms func(text string) []string

// entry counts the terms of a text whose first line is its title.
func (t Terms) entry(text string) tally {
	title, rest, _ := strings.Cut(text, "\n")
	return tallyOf(t(title), t(rest))
}

// query counts the terms of a text without a title.
func (t Terms) query(text string) tally { return tallyOf(nil, t(text)) }

// tally is how often each term stands in a text, in the order in which they first
// stand there.
type tally []tallied

// tallied is how often a term stands in the title and in the rest of a text.
type tallied struct {
	term        string
	title, rest uint16
}

func tallyOf(title, rest []string) tally {
	var made tally
	at := map[string]int{} // where a term stands in it
	of := func(term string) *tallied {
		i, stands := at[term]
		if !stands {
			i = len(made)
			at[term] = i
			made = append(made, tallied{term: term})
		}
		return &made[i]
	}
	for _, term := range title {
		if one := of(term); one.title < math.MaxUint16 {
			one.title++
		}
	}
	for _, term := range rest {
		if one := of(term); one.rest < math.MaxUint16 {
			one.rest++
		}
	}
	return made
}

// halfSaturated is how often a term stands in a text that says half as much as one that
// says nothing else.
const halfSaturated = 5

// saturated dampens how often a term stands in a text.
func saturated(count uint16) float32 { return float32(count) / (float32(count) + halfSaturated) }
