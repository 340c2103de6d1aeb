// Package formula tells whether two texts calculate the same: formulas in signs, in TeX, in
// code or in words. It promises that what is equal by value is called the same, in whatever
// order and by whatever names that a text explains. It knows no language: words are handed in.
package formula
