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
package lsa
