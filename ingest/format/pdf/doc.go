// Package pdf takes the text out of PDF files. It promises that the lines of a
// page come out in the order in which the file draws them, without what stands
// on every page, and that a file whose text cannot be read is refused with the
// reason rather than stored as rubbish.
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
// The structure of the file and the encodings of its fonts are read by
// github.com/ledongthuc/pdf; what is drawn on a page is read here, because the
// library neither knows sizes and gaps nor ends on every broken page.
package pdf
