// Package charset tells which encoding a text is in that is not UTF-8, and brings it into
// UTF-8. Encodings are named as the WHATWG's Encoding Standard names them.
//
// What a page or an XML file declares counts before any guess ([Declared]). A guess
// ([Guess]) is what a detector finds likely, as long as the text that it makes looks like
// one, and no other guess that is about as likely makes another text: a letter that was
// guessed wrong would be served as the source's own. The same bytes give the same answer.
package charset
