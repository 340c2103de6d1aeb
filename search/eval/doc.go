// Package eval measures how well searches find what people judged to be
// relevant. It promises that the same answers always give the same figures: the
// measures are those that information retrieval uses, each with its formula, and
// the only random draws have a fixed seed.
//
// [ReadJudged] reads a file of judged queries over documents that are stored,
// [ReadCollection] and [Corpus] read a public collection in BEIR's layout. [Run]
// asks every query in every mode and returns means, every query's own scores,
// and how likely the difference between two modes is an accident.
package eval
