// Package searchtest holds the suite that every search engine passes, and the
// store in memory that it and other tests read from. It promises that an engine
// that passes can stand behind a search.Searcher.
package searchtest
