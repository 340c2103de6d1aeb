// Package evaluate is quarry eval: it measures Quarry beside what people judged, and prints the
// figures as tables or JSON (tables.go). It has a file for each thing that is measured: searches
// (search.go, with what answers them in ask.go), answers (answers.go), contexts (context.go),
// difficulties (difficulty.go) and specs (specs.go).
//
// What a figure is computed of belongs to the package that is measured; this one reads the
// judged files, asks, and prints.
package evaluate
