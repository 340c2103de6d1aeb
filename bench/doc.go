// Command bench measures Quarry beside peers that do the same with less: bare
// goldmark, SQLite and bleve, a constant answer, a single statement. It promises
// that every figure is a ratio of two sides that were measured in one run, turn
// about, so that it says the same on a fast machine and on a slow one. What is
// measured is the time on the clock, and for hostile texts, whose target is near
// what they take, that of the processor.
//
// A figure is one file: it opens both sides over the same data and hands back
// two functions. measure.go runs them, table.go shows what came out, base.go
// wires Quarry like cmd/quarry does. All documents come from bench/generate.
package main
