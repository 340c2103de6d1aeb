// Package labelled reads labelled values off the tree of a document, whatever its layout:
// what a value is called, how it is written, which names and titles stand over it, and
// what beside it may state its unit or its conditions. It promises nothing of meaning:
// whether a value is a spec, of what and of which thing, is for others to say.
//
// # A guided tour
//
//   - [Read] (walk.go) goes through the blocks and keeps the titles that it is under
//     (section.go).
//   - Tables are cut into parts with a header each (parts.go), of which it is found out
//     whether rows or columns are things (orientation.go), and then read (grid.go).
//   - Texts in columns are tables that nobody marked as such (aligned.go).
//   - Lines with a key, items of lists and terms (lines.go), sentences (prose.go), and
//     structured data (record.go).
//   - What titles and cells look like is asked of [Words] (words.go), whose words are data
//     of the lexicon.
package labelled
