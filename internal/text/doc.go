// Package text cuts and folds words: what a word, a name, a spelling and a slip of the pen
// are is told here once. It knows no lexicon: words of a language are handed in.
package text
