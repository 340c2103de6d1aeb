// Package restructuredtext reads reStructuredText, by writing its marks over
// with those of Markdown. It promises that what is found stands where the text
// itself has it, and that Markdown with underlined headings stays Markdown.
package restructuredtext
