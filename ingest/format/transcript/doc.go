// Package transcript holds a text written over with the marks of Markdown, and
// brings what is found in it back to where it stands in the text itself. It
// promises that a place comes back exactly where its line was kept or only given
// other marks at its ends, and as whole lines anywhere else.
package transcript
