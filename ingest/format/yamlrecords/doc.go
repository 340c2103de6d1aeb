// Package yamlrecords reads YAML and TOML files of records, whatever their schema. It
// promises to take a file only for the records in it, to expand no alias, and to
// refuse a key that stands twice with its line.
package yamlrecords
