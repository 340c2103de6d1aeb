// Package pdf takes the text out of PDF files. It promises that the lines of a page come out in the
// order in which the file draws them, without what stands on every page, and that a file whose text
// cannot be read is refused with the reason rather than stored as rubbish.
//
// A PDF says where each letter goes and nothing of words, lines or paragraphs:
// those are put together from positions and sizes. That works for running text,
// lists and questions of one column. It works badly for
//
//   - columns: they come out in the order of the file, which is mostly theirs;
//     where a file draws line by line across columns, so does the text;
//   - tables: a row is a line, its cells parted by spaces, and no table;
//   - formulas: their signs come out in a row, indices and fractions flat;
//   - fonts that do not say which letters their signs are (without a ToUnicode
//     map): such text is left out, and a file of little else is refused;
//   - text of scanned pages, which is a picture: nothing here reads pictures.
//
// Objects are found by what each begins with, in one look at the whole file, so that a file with a
// damaged table of places, or with none, is read like any other. What is read is counted as work,
// and that ends on every file. The encodings of fonts are those of github.com/ledongthuc/pdf; it is
// not given the file, because what it does on a hostile one has no end.
package pdf
