// Package glossary gathers the abbreviations of entries into terms, the same for every store.
package glossary
