// Package topic tells under which topics a learner would look for an entry. It promises at
// most three, the most specific that fit, none where none does, and that a document's
// topics depend on its entries and on the lexicon alone.
//
// A candidate is a topic of the lexicon whose words an entry has or stands below (known.go),
// or, in a document of another field, what its own headings and titles speak of (found.go).
// What is told of an entry and a candidate stands in feature.go; a fitted model says how
// likely it fits, and choose.go takes the best.
package topic
