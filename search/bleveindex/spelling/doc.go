// Package spelling repairs what is written: the one place that takes a query's words for
// others. Words that no entry has are read as the likeliest of the nearest that entries
// have (words.go), names of code likewise (identifiers.go), and so is what is being typed
// (typed.go). How likely a word is goes by what the other words of the query are found with
// (cooccurrence.go), and by how often such a slip is made (slips.go).
package spelling
