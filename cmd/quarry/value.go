package main

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api"
)

// written is the value as its source has it, with the unit where that stands
// elsewhere, such as in a table's header.
func written(v api.ValueView) string {
	if v.Unit == nil || *v.Unit == unitOfCounts || strings.ContainsFunc(v.Text, unicode.IsLetter) || strings.Contains(v.Text, *v.Unit) {
		return v.Text
	}
	return v.Text + " " + *v.Unit
}

// converted is the value in a unit that was asked for, with what its source has
// behind it; as written where none was, or where the value has no such unit.
func converted(v api.ValueView, unit string) string {
	if unit == "" || v.Unit == nil || *v.Unit != unit {
		return written(v)
	}
	text := bounded(v.Min, v.Max, v.Unit)
	if text == v.Text {
		return text
	}
	return text + " (written " + v.Text + ")"
}

// unitOfCounts is the unit of a bare number, which people do not write.
const unitOfCounts = "1"

// bounded writes an interval; an open side is told by a sign.
func bounded(low, high *float64, unit *string) string {
	var text string
	switch {
	case low == nil && high == nil:
		return ""
	case low == nil:
		text = "≤ " + number(*high)
	case high == nil:
		text = "≥ " + number(*low)
	case number(*low) == number(*high):
		text = number(*low)
	default:
		text = number(*low) + "–" + number(*high)
	}
	if unit != nil && *unit != unitOfCounts {
		text += " " + *unit
	}
	return text
}

// number writes digits as long as a person can read them.
func number(value float64) string {
	if size := math.Abs(value); size != 0 && (size < 1e-6 || size >= 1e15) {
		return strconv.FormatFloat(value, 'g', -1, 64)
	}
	return strconv.FormatFloat(value, 'f', -1, 64)
}

// rounded writes a ratio with the digits that matter.
func rounded(ratio float64) string {
	const shown, whole = 3, 1000
	if math.Abs(ratio) >= whole {
		return number(math.Round(ratio))
	}
	value, err := strconv.ParseFloat(strconv.FormatFloat(ratio, 'g', shown, 64), 64)
	if err != nil {
		return number(ratio)
	}
	return number(value)
}

// qualified says how exactly a number is meant, "" where it is exact.
func qualified(qualifier string) string {
	if qualifier == string(quarry.Exact) {
		return ""
	}
	return strings.ReplaceAll(qualifier, "_", " ")
}

// stated lists the conditions that the source states.
func stated(conditions map[string]string) string {
	var pairs []string
	for axis, value := range conditions {
		if value != quarry.Unstated && value != quarry.NoneCondition {
			pairs = append(pairs, axis+" "+value)
		}
	}
	slices.Sort(pairs)
	return strings.Join(pairs, ", ")
}
