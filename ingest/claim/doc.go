// Package claim reads facts and typed specs out of what any layout yields:
// keyed lines, table rows, sentences and formulas. It promises that every word
// of a claim stands in its span, its context or its headings, and that nothing
// is assumed which the source does not state.
package claim
