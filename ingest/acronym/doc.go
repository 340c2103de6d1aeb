// Package acronym finds short forms in entries and what the entries say that
// they stand for: "Key-Value (KV)", "HBM (High Bandwidth Memory)", "TF32, short
// for …". It promises to look at one entry alone and to take time in proportion
// to its length. Whether a pair is believed that is not spelled out by its letters
// is decided where all entries are known.
package acronym
