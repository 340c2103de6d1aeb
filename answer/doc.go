// Package answer judges free answers by the reference answer of their question. It
// promises to be a pure function of the question, the answer and the lexicon,
// linear in the answer's length, and to be careful: where words tell too little
// either way it is unsure, and a wrong number or a negated answer is never correct.
//
// A reference answer is read into key points ([quarry.KeyPoint]): its sentences,
// list items and the sides of its contrasts. What the question asks for decides
// which of them are required and which only explain. Each point has terms, which
// match by stem, synonym, acronym or device, numbers, which match in any unit, and a
// polarity. What an answer says is held against the points that it speaks of.
package answer
