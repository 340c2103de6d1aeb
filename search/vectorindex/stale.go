package vectorindex

import (
	"context"
	"fmt"
	"time"
)

// exactTraining is up to how many entries a model is always trained on exactly
// those that are there.
const exactTraining = 20_000

// Stale says why the vectors have to be made anew, or "".
func (i *Index) Stale(context.Context) string {
	v := i.shown.Load()
	i.mu.Lock()
	broken, pause := i.broken, i.options.Now().Sub(i.changed)
	i.mu.Unlock()
	switch {
	case v == nil:
		return broken
	case i.options.Embedder != nil && v.Embedder != i.options.Embedder.ID(), i.options.Embedder == nil && !v.learnt:
		return otherEmbedder
	case i.options.Embedder == nil && v.outgrown(pause, i.options.Settle):
		return fmt.Sprintf("%d texts have changed since %d were learnt from", v.Changed, v.Trained)
	}
	return ""
}

// isSmall reports whether a model is always trained on exactly the entries that are there.
func (v *view) isSmall() bool { return max(v.entries, v.Trained) <= exactTraining }

// outgrown reports whether a model has to be trained anew: of a small corpus once
// the changes have paused for long enough, or are so many that it cannot wait; of
// a large one when it is worth the time.
func (v *view) outgrown(pause, enough time.Duration) bool {
	const half, fifth = 2, 5
	switch {
	case v.Changed == 0:
		return false
	case v.isSmall():
		return pause >= enough || v.Changed*half > v.Trained
	}
	return v.Changed*fifth >= v.Trained
}
