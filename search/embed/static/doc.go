// Package static embeds texts by a table of vectors, one for each token, and
// their mean: no server, and microseconds a text. It promises that whatever of a
// model it does not do is refused by name when the model is loaded, and never
// passed over.
//
// A directory holds model.safetensors (the tensor "embeddings" or
// "embedding.weight" in F32, F16 or BF16, with "weights" of the tokens or
// without) and tokenizer.json (WordPiece or Unigram). Tokens that the vocabulary
// lacks count for nothing.
package static
