// Package promptlist reads lists of bare prompts: one question a line, no
// answers. It promises that every prompt becomes one unanswered question on
// its own line.
package promptlist
