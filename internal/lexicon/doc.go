// Package lexicon reads what Quarry knows of its field before it has read any
// document. It promises that what it loads is whole: every parent, family, class,
// kind and unit exists, no name belongs to two devices, and an error of what is
// written otherwise names the file and the line.
//
// The data is YAML, one file per noun (see data/; docs/lexicon.md says what each
// section holds); what is embedded is data/generated.json, which make generate writes
// from it. A user's file has the same shape and is laid over it: an entry with a known
// id extends the one that stands, its lists are added and its other fields take over;
// with "replace: true" it takes the other's place.
package lexicon
