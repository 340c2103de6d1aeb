// Package quantity reads and converts numbers with their units: signs, groups, styles,
// fractions, powers, ranges, tolerances and what stands before them ("up to 1,979.5 TB/s").
// A System holds the units; nothing else in the program reads a unit. Numerals hold the
// words for numbers, which are data.
package quantity
