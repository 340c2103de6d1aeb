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
func orderOf(title string) order {
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
	case words[last] == "page" || last > 0 && isOrdering(words[last-1]) && isNumberWord(words[last]):
		return ofNumbers
	}
	switch words[last] {
	case "launch", "launched", "announced", "built", "introduced", "introduction", "founded", "established", "discovered", "discovery", "invented", "released",
		"gegründet", "entdeckt", "eingeführt", "baujahr", "erstflug", "fondée", "découverte":
		return ofDates
	case "flight":
		if words[0] == "first" || words[0] == "maiden" {
			return ofDates
		}
	case "bestellnummer", "artikelnummer", "teilenummer", "seite":
		return ofNumbers
	}
	return noOrder
}

// isOrdering reports whether a word before "number" makes it one by which
// something is found.
func isOrdering(word string) bool {
	switch word {
	case "order", "part", "catalog", "catalogue", "item", "article", "stock", "serial", "product", "page", "reference", "ref":
		return true
	}
	return false
}

func isNumberWord(word string) bool {
	return word == "no" || word == "nr" || word == "number" || word == "num"
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
