package ingest

import (
	"context"
	"iter"
	"sync"
)

// crew does work on a few goroutines and hands its results on in the order of
// what they were made of.
type crew[In, Out any] struct {
	workers int
	do      func(context.Context, In) Out
	drop    func(Out) // of a result that is not taken any more
}

// work yields one result for each input, in order. No more of them are under
// way than there are workers, and as many wait to be taken: the inputs are not
// read ahead any further. Once the loop over the results has ended, however it
// did, every goroutine has ended too. A context that ends leaves results out.
func (c crew[In, Out]) work(ctx context.Context, inputs iter.Seq[In]) iter.Seq[Out] {
	return func(yield func(Out) bool) {
		ctx, stop := context.WithCancel(ctx)
		queue := make(chan chan Out, c.workers)
		var group sync.WaitGroup
		group.Go(func() {
			defer close(queue)
			c.start(ctx, &group, inputs, queue)
		})
		for next := range queue {
			if !yield(<-next) {
				break
			}
		}
		stop()
		for next := range queue {
			c.drop(<-next)
		}
		group.Wait()
	}
}

// start puts every input to work, in its turn.
func (c crew[In, Out]) start(ctx context.Context, group *sync.WaitGroup, inputs iter.Seq[In], queue chan<- chan Out) {
	slots := make(chan struct{}, c.workers)
	for input := range inputs {
		result := make(chan Out, 1)
		select {
		case queue <- result:
		case <-ctx.Done():
			return
		}
		slots <- struct{}{}
		group.Go(func() {
			defer func() { <-slots }()
			result <- c.do(ctx, input)
		})
	}
}
