// Package markup reads languages of light markup, such as AsciiDoc, by writing
// them over as Markdown. A language says how its lines and its marks are told;
// what they become is the same for all of them, and stands here. It promises that
// what is found stands where the text itself has it: exactly where a line was kept
// or only given other marks at its ends, and as whole lines anywhere else.
package markup
