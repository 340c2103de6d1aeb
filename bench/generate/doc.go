// Package generate writes study documents that look like those people keep:
// Markdown of 2 to 4 kB with headings, keyed bullets, tables, paragraphs and
// graded questions, from several templates and six fields of knowledge. It
// promises that the same seed gives the same bytes, on every machine. What the
// documents say is made up, numbers above all: they are for measuring and are
// never served.
package generate
