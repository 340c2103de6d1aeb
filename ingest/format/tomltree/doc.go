// Package tomltree reads TOML and keeps the place of every value. It promises to
// refuse what says the same key twice, and to name the line of what it refuses.
package tomltree
