// Package static embeds texts by a table of vectors, one for each token, and
// their mean: no server, and microseconds a text. It promises that whatever of a
// model it does not do is refused by name when the model is loaded, and never
// passed over.
//
// A directory holds model.safetensors and tokenizer.json (WordPiece or Unigram). The
// first has the tensor "embeddings" or "embedding.weight" in F64, F32, F16, BF16 or I8,
// and may have "mapping", the row of each token in I32 or I64, where several tokens
// share a vector, and "weights" of the tokens. Tokens that the vocabulary lacks count for
// nothing.
package static
