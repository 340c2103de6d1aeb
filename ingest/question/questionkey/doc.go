// Package questionkey tells what a question asks: a key that is equal for questions which ask the
// same, however they are put. It promises to be a pure function of a question's words, style and
// choices and of the lexicon, and to be careful: a wrong merge hides a question, a missed one shows
// it twice. Numbers with their units, devices, negation, the kind of asking and, but for what is
// the same either way round, the order of the words are part of the key.
package questionkey
