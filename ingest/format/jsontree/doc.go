// Package jsontree reads JSON and keeps the place of every value. It promises
// to accept nothing that JSON does not allow, to refuse what says the same key
// twice, and to name the line of what it refuses.
package jsontree
