// Package vectorindex is the engine of meaning: entries are as close as the
// directions of the vectors that an embedder makes of them. It promises that what
// it finds is exact, that a score is a function of the entry, the query and the
// model alone, and that vectors of different embedders are never compared.
//
// The truth is a table of vectors that the store keeps ([Store]), in generations
// that are all of one embedder; one of them serves. The cursor in the feed stands
// in the same transaction as the vectors. A generation that an interrupted build
// left is gone on with by the next build of the same embedder where it was given
// ready, and dropped otherwise: a text that has a vector is never embedded again.
//
// In memory a generation is a matrix of rows of length 1 with what filters need
// beside each row. It grows at its end; a search sees it as it was at one
// moment (a [view]), and no search waits for a write. A search looks at every row
// that is alive and passes the filter: the filter comes before the scan.
//
// An embedder is given ready (an endpoint, a directory), or it is a [Learner],
// which learns from the corpus itself. What was learnt grows old as the corpus
// changes. Up to [exactTraining] entries the index asks to be built anew whenever
// a text has changed and the changes have paused, so that the answer does not
// depend on the way in which the entries came; beyond that when a fifth has.
//
// Up to [exactRows] vectors stand in memory in full. More are kept in a byte a
// number, and the best of them are compared once more by the exact vectors of the
// store.
//
// The arithmetic is gonum's, whose kernels are written in assembly.
// github.com/viterin/vek has faster ones, but needs a state of golang.org/x/exp
// that another dependency of this module excludes.
package vectorindex
