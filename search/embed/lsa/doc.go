// Package lsa embeds texts by latent semantic analysis (Deerwester and others,
// "Indexing by Latent Semantic Analysis", 1990): a truncated singular value
// decomposition of the corpus's own matrix of weighted terms. It needs no
// network and no model but what the corpus itself teaches: terms that occur in
// the same company come to lie close together. It promises that the same texts
// in the same order give the same model to the last bit, on any number of
// processors.
//
// A [Trainer] counts the terms of texts and makes a [Model], which embeds these
// texts and others alike: the sum of a text's weighted terms, each as the
// direction that the decomposition gave it. The singular values weigh the
// directions by that, since A·V = U·Σ.
//
// A term weighs n / (n + 5) · ln(1 + texts / texts that have it), where n is how often
// it stands in the text. The first line of an entry is its title, which is weighed apart
// from the rest: of two titles of five words that an entry of twenty and one of
// five hundred have, each says as much about its entry. What a text without
// known terms is about, and anything under fifty texts, is not guessed: there is
// no vector.
//
// The decomposition is of what the terms were when it was made. In a corpus of
// fewer texts than directions it is the plain comparison of weighted terms, and
// finds what shares words; in a larger one also what shares none. What the
// directions leave of the words stands beside them, folded into a few more numbers, and
// counts a twentieth of them: without it, who asks many subjects at once for a rare word
// finds its company and not the word.
package lsa
