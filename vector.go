package quarry

// Vector is what an embedder made of one entry.
type Vector struct {
	EntryRef
	Values []float32 // of length 1; none where the embedder abstained
	About  []byte    // what an index of vectors has to know of the entry besides; its own writing
}

// Embedding is one generation of vectors: all of one embedder.
type Embedding struct {
	Number   int64  // given by the store
	Embedder string // the embedder's id; "" for one that abstains from everything
	Dim      int    // numbers of each vector
	Model    []byte // what a trained embedder has learnt; none where nothing has to be kept
	Trained  int    // entries that the model was trained on
	Changed  int    // texts that came, went or became others since then
	Cursor   Sequence
	Session  string // of the store, in which it was read
	Serving  bool   // it is whole, and the one that answers
}
