// Package ingesttest holds the tests that every layout's parser passes. It
// promises that a parser which passes them can be traced: every span lies
// inside its text, every word of an entry stands in its source, every line of a
// document is accounted for, and the same text gives the same entries.
//
// A parser's own test is a few lines long, and a folder of cases:
//
//	var update = flag.Bool("update", false, "write the golden files anew")
//
//	func layout() ingesttest.Layout {
//		return ingesttest.Layout{
//			New:    func(l *lexicon.Lexicon) ingest.Parser { return promptlist.New(l) },
//			Update: *update,
//		}
//	}
//
//	func TestGolden(t *testing.T) { layout().Golden(t) }
//
//	func FuzzParse(f *testing.F) { layout().Fuzz(f) }
//
// A finder's own test is the same with a Finding in the place of the Layout.
//
// A case is a document in testdata and, beside it, what comes out of it:
// testdata/ragged-table.md and testdata/ragged-table.golden.json. A fault in a
// parser becomes one more of them.
package ingesttest
