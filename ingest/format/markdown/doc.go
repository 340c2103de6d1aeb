// Package markdown reads Markdown: questions under headings that ask, facts among what
// it says, typed specs, and all of it as passages. It promises that every
// byte offset comes from goldmark's own positions, and that input over a limit is kept as plain
// text instead of being parsed.
package markdown
