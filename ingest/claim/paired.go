package claim

import (
	"slices"
	"strings"
)

// paired returns the statements of an item whose key names several number formats and
// whose value is nothing but several throughputs: one for each pair, in their order,
// "FP64, FP32: 34 TFLOPS, 67 TFLOPS". None where it cannot be told which is of which.
// Any other item stays as it is. The second result is the unit of numbers without.
func (r *Reader) paired(item Item, whole []Item) ([]Item, string) {
	if len(item.Key) > longestLabel || !strings.ContainsAny(item.Key, "0123456789") {
		return whole, ""
	}
	numbers, listed := listedIn(item.Value)
	names, sided := listedIn(item.Key)
	if len(numbers) < 2 || len(names) < 2 || len(numbers) > mostPaired || len(names) > mostPaired {
		return whole, ""
	}
	unit, ok := r.throughputs(numbers)
	if !ok || !r.areFormats(names) {
		return whole, ""
	}
	if len(numbers) != len(names) || sided && !listed {
		return nil, ""
	}
	items := make([]Item, len(names))
	for i := range names {
		items[i] = item
		items[i].Key, items[i].Value = names[i], numbers[i]
	}
	return items, unit
}

// mostPaired is how many formats of a key are told apart.
const mostPaired = 8

// listedIn returns the parts of a text that a stroke, a comma or an "and" keeps apart,
// and whether a stroke does.
func listedIn(text string) ([]string, bool) {
	if len(text) > longestLabel || !strings.ContainsAny(text, "/,&") && !strings.Contains(text, " and ") {
		return nil, false
	}
	sided := strings.Contains(text, "/")
	marks := []string{", and ", "\x00", " and ", "\x00", " & ", "\x00", ", ", "\x00", " / ", "\x00"}
	if !strings.Contains(text, "FLOP/s") && !strings.Contains(text, "OP/s") {
		marks = append(marks, "/", "\x00")
	}
	parts := strings.Split(strings.NewReplacer(marks...).Replace(text), "\x00")
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
	}
	return parts, sided
}

// throughputs returns the unit of the last of some numbers, where all are throughputs
// and nothing else. A bare one is measured as the last is.
func (r *Reader) throughputs(numbers []string) (string, bool) {
	last := ""
	for _, number := range slices.Backward(numbers) {
		quantity, ok := r.quantity(number)
		if !ok || quantity.Text != number {
			return "", false
		}
		if last == "" {
			last = quantity.Unit
		}
		if kind := r.kindOf(quantity.Unit); quantity.Unit != "" && kind != kindOfFLOPS && kind != kindOfOPS {
			return "", false
		}
	}
	return last, last != ""
}

// areFormats reports whether each of some names is that of a number format, or names
// one.
func (r *Reader) areFormats(names []string) bool {
	for _, name := range names {
		if len(r.formatsIn(name)) != 1 {
			return false
		}
	}
	return true
}
