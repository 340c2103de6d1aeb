// Command bench measures Quarry beside peers that do the same with less: bare
// goldmark, SQLite and bleve, FTS5 and sqlite-vec, a constant answer, a single
// statement. It promises
// that every figure is a ratio of two sides that were measured in one run, turn
// about, so that it says the same on a fast machine and on a slow one. What is
// measured is the time on the clock, and for hostile texts, whose target is near
// what they take, that of the processor.
//
// A figure is one file: it opens both sides over the same data and hands back
// two functions. measure.go runs them, table.go shows what came out, base.go
// opens Quarry like cmd/quarry does. All documents come from bench/generate.
//
// Searching is measured with notes whose words follow Zipf's law, once for each
// size of --notes: 1,000 and 100,000, and 1,000,000 for who has the time. Every
// engine is written in the same batches and asked the same queries. FTS5 keeps no
// texts, as Quarry's index keeps none, ranks by bm25() with stems, and reads from
// mapped memory; sqlite-vec is as its Go module builds it, without AVX, on one
// core. Both are in C and come with the tag sqlite_fts5, as make bench has it;
// without it their figures are left out.
package main
