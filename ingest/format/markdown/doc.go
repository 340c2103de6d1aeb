// Package markdown reads Markdown: questions under headings that ask, facts from keyed bullets,
// tables, formulas and definitions, typed specs, and the rest as passages. It promises that every
// byte offset comes from goldmark's own positions, and that input over a limit is kept as plain
// text instead of being parsed.
package markdown
