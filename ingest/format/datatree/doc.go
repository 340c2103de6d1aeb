// Package datatree reads JSON, YAML and TOML as trees of values, and keeps the place of every
// value. It promises to accept nothing that the language does not allow, to refuse what says the
// same key twice, and to name the line of what it refuses.
package datatree
