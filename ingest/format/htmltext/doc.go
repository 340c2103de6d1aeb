// Package htmltext writes HTML as Markdown: a flashcard's field, an answer in a JSON file, the body
// of a page. It promises that every word of what it writes stands in what it was given, and that it
// writes no more than a few times as much.
//
// What a reader sees is kept: headings, lists, tables, code, formulas, emphasis, links to
// elsewhere, the words in place of a picture. What programs run and what the page hides is left
// out. A backslash stands only before a mark that would otherwise change what the text says.
package htmltext
