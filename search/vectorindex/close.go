package vectorindex

import "io"

// Close ends what the embedder does in the background. The index must not be
// asked afterwards.
func (i *Index) Close() error {
	if embedder, ok := i.options.Embedder.(io.Closer); ok {
		return embedder.Close()
	}
	return nil
}
