package claim

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/text"
)

// order tells titles of which a number without a unit measures nothing.
type order int

const (
	noOrder   order = iota
	ofDates         // of a year: "First flight", "Launch year"
	ofNumbers       // of a number by which something is found: "Order number", "Page"
)

// orderOf tells whether a title speaks of a date or of a number of order.
func (r *Reader) orderOf(title string) order {
	if len(title) > longestKey {
		return noOrder
	}
	words := strings.Fields(text.SlugWith(withoutBrackets(title), ' '))
	last := len(words) - 1
	switch {
	case last < 0:
		return noOrder
	case words[0] == "year" || words[last] == "year" && !slices.Contains(words, "per") && !slices.Contains(words, "a"):
		return ofDates
	case last > 0 && r.cues["ordering"].Has(words[last-1]) && r.cues["short_for_number"].Has(words[last]):
		return ofNumbers
	}
	switch {
	case r.cues["titles_of_years"].Has(words[last]), words[last] == "flight" && r.cues["maiden"].Has(words[0]):
		return ofDates
	case r.cues["titles_of_order"].Has(words[last]):
		return ofNumbers
	}
	return noOrder
}

// isOrder reports whether a number is a date or a number of order, by its title.
func (o order) isOrder(q *quarry.Quantity) bool {
	switch o {
	case ofDates:
		return (q.Unit == "" || q.Unit == "year") && isNumeric(q.Text) && len(q.Text) == len("1898") && q.Text[0] <= '2'
	case ofNumbers:
		return q.Unit == "" && strings.Trim(q.Text, "0123456789") == ""
	case noOrder:
	}
	return false
}
