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
	c := newTallying()
	for _, term := range t(title) {
		if one := c.of(term); one.title < math.MaxUint16 {
			one.title++
		}
	}
	return c.rest(t(rest))
}

// query counts the terms of a text without a title.
func (t Terms) query(text string) tally { return newTallying().rest(t(text)) }

// tally is how often each term stands in a text, in the order in which they first
// stand there.
type tally []tallied

// tallied is how often a term stands in the title and in the rest of a text.
type tallied struct {
	term        string
	title, rest uint16
}

// tallying is a tally that is being made.
type tallying struct {
	at   map[string]int // where a term stands in made
	made tally
}

func newTallying() *tallying { return &tallying{at: map[string]int{}} }

// rest counts terms that do not stand in a title, and returns what was made.
func (c *tallying) rest(terms []string) tally {
	for _, term := range terms {
		if one := c.of(term); one.rest < math.MaxUint16 {
			one.rest++
		}
	}
	return c.made
}

func (c *tallying) of(term string) *tallied {
	i, stands := c.at[term]
	if !stands {
		i = len(c.made)
		c.at[term] = i
		c.made = append(c.made, tallied{term: term})
	}
	return &c.made[i]
}

// halfSaturated is how often a term stands in a text that says half as much as one that
// says nothing else.
const halfSaturated = 5

// saturated dampens how often a term stands in a text.
func saturated(count uint16) float32 { return float32(count) / (float32(count) + halfSaturated) }
