// Package search finds stored entries. It promises that every hit exists, that
// pages neither repeat nor skip a hit while their revision lasts, and that an
// index which is lost, broken or out of date comes back by itself.
//
// Reading: a [Searcher] asks its engines side by side with the filter pushed
// down to them, fuses what they rank, folds hits that show the same lines, lets a
// [Reranker] read the best where there is one, and reads one page of entries from
// the store.
//
// Writing: a [Follower] reads the store's change feed and keeps one [Index] up
// to date. Nothing is pushed into an index; each keeps its own cursor beside its
// data, and a rebuild runs while the old index goes on serving.
package search
