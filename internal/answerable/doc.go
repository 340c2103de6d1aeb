// Package answerable judges whether what a search found answers its query. It holds the
// parts of a query, each for itself, against the best hits, describes that in a few
// numbers, and asks one fitted model how likely it is that they answer. No word decides
// alone, and what stands in the weights was learnt from judged queries.
package answerable
