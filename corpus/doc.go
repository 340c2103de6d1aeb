// Package corpus holds the starter corpus: study documents that are built into
// the program, so that a first start has something true to serve.
//
// It promises documents in plain text and Markdown, each one in UTF-8, each one
// readable without Quarry, and nothing else among them. What they say was
// written for this project; README.md beside this file tells what it was held
// against.
package corpus
