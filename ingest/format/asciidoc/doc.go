// Package asciidoc reads AsciiDoc, by writing its marks over with those of
// Markdown. It promises that what is found stands where the text itself has it,
// and that neither Markdown nor a wiki's page is taken for AsciiDoc.
package asciidoc
