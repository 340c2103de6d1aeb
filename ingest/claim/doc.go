// Package claim reads facts and typed specs out of what any layout yields:
// keyed lines, table rows, records, sentences and formulas. It promises that every
// word of a claim stands in its span, its context or its headings, and that nothing
// is assumed which the source does not state.
//
// # A guided tour
//
// A number becomes a spec ([quarry.Spec], spec.go) once four things are known of
// it: whose it is, what of, under which conditions, and that the source asserts it.
// [Reader] (reader.go) has the lexicon and begins all of that.
//
//   - What comes in: a [Grid] (grid.go), a [Record] (record.go), an [Item] of a list
//     (item.go, gathered by a [Sheet], sheet.go), a [Line] of plain text (lines.go),
//     prose (sentence.go). Each comes with its [Place]: the titles and keys above it
//     (place.go).
//   - Tables and records: which way they lie (orientation.go, side.go), what their
//     titles say (label.go, unitlabel.go, titleaxis.go, table.go), which device a row
//     or a column is of (naming.go, row.go, telling.go, keysapart.go), and then the
//     cells one by one (gridspec.go, value.go, cellnumber.go, several.go, aside.go).
//     What the cells of a column have in common is found once (common.go, form.go).
//   - Lines and prose: whose they are (owner.go, parent.go, introduction.go, siblings.go, scope.go,
//     between.go), their clauses (clause.go, sequel.go, ellipsis.go), whose a sentence says that
//     its numbers are (attribution.go, attributedclause.go, attributedword.go, modality.go,
//     subject.go), and what is asserted in them (verb.go, denial.go, comparison.go, struck.go).
//   - Unknown names: one judgement (entity.go), which rests on what is
//     measured of them (thing.go, siblingrecords.go, vague.go) and on words that tell that a
//     name is no thing's (nothing.go; the words are data of the lexicon).
//   - What a number is of: the attribute by title, unit and kind (measure.go,
//     settle.go, kinds.go, count.go, precision.go), and its conditions
//     (conditions.go, footnote.go, edition.go, product.go).
//   - What is doubtful is noted, never changed (plausible.go, operations.go).
package claim
