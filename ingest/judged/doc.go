// Package judged holds the specs that were read of data sheets against what people judged
// of every number on them: a spec, none, or one on which careful readers differ. It
// promises that what it says depends on the sheets, the specs and the units alone, and that
// a spec on whose lines nothing was judged counts neither way.
//
// A file of judged sheets is read in sheet.go; what makes a served spec a judged one stands
// in match.go (together), value.go and unit.go (the number), and name.go (the device and the
// attribute); measure.go labels and counts.
package judged
