// Package evidence holds what an entry says against the text that it comes from: the words
// of a claim stand at its place, or they do not. It finds them behind the markup, escapes and
// line breaks of Markdown, HTML, JSON and YAML.
package evidence
