// Package render makes HTML of what documents say: fragments of Markdown (render.go), with
// formulas as MathML (math.go, formula.go), code in colours (code.go) and pictures where they
// are at hand (finish.go), and stored texts line by line (lines.go).
//
// Two promises. Whatever a document holds, a fragment has only elements and attributes of
// an allow-list (policy.go) and closes all that it opens, so that it runs nothing, loads nothing
// from elsewhere and changes nothing outside itself. And its cost is bounded (limits.go): a text that
// would take long is shown as it is written.
package render
