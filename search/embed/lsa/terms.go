package lsa

import (
	"math"
	"strings"
)

// Terms splits a text into terms, as the lexical index does, so that both
// engines mean the same by a word.
type Terms func(text string) []string

// counter counts the terms of one text.
type counter struct {
	number  func(term string) (int32, bool)
	at      map[int32]int // where a term stands in counted
	counted counted       // in the order in which terms first stand
}

func newCounter(number func(string) (int32, bool)) *counter {
	return &counter{number: number, at: map[int32]int{}}
}

// entry counts a text whose first line is its title.
func (c *counter) entry(terms Terms, text string) {
	title, rest, _ := strings.Cut(text, "\n")
	for _, term := range terms(title) {
		if one := c.of(term); one != nil && one.title < math.MaxUint16 {
			one.title++
		}
	}
	c.query(terms, rest)
}

// query counts a text without a title.
func (c *counter) query(terms Terms, text string) {
	for _, term := range terms(text) {
		if one := c.of(term); one != nil && one.rest < math.MaxUint16 {
			one.rest++
		}
	}
}

// of returns the counts of a term, nil of one that has no number.
func (c *counter) of(term string) *counts {
	number, known := c.number(term)
	if !known {
		return nil
	}
	i, stands := c.at[number]
	if !stands {
		i = len(c.counted)
		c.at[number] = i
		c.counted = append(c.counted, counts{term: number})
	}
	return &c.counted[i]
}

// logarithmic dampens how often a term stands in a text.
func logarithmic(count uint16) float32 { return float32(math.Log1p(float64(count))) }
