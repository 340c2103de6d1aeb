//go:build !sqlite_fts5

package main

// What is written in C comes with the tag of the SQLite driver.

func builtRankers() []rankers { return nil }

func vecScanners(vecForm) []scanners { return nil }
