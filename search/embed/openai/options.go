package openai

import (
	"fmt"
	"hash/fnv"
	"time"

	"github.com/quarrykb/quarry"
)

// Options says where texts are embedded, and how. Zero fields mean their
// defaults.
type Options struct {
	URL   string // such as http://127.0.0.1:11434/v1
	Model string
	Key   string // sent as a bearer token; "" sends none

	QueryPrefix string // put before each query: some models want "query: "
	EntryPrefix string // put before each entry

	Dim         int           // of the vectors, where it is known; otherwise the first answer tells
	Batch       int           // texts a request; 64
	BatchBytes  int           // bytes of text a request, save that one text goes in any case; 128 KiB
	TextBytes   int           // bytes of a text that are sent; 8 KiB
	Timeout     time.Duration // of a request; 60 seconds
	QueryWithin time.Duration // for the embedding of a query, tries and pauses included; 5 seconds
	Tries       int           // of a request for entries; 5
	Pause       time.Duration // before the second try, twice as long before each further one; half a second
	Again       time.Duration // between two probes of an endpoint that answers no queries; 5 seconds

	Now func() time.Time // nil reads the system's clock
}

// mostDim is how many numbers a vector may have.
const mostDim = 1 << 16

func (o Options) withDefaults() Options {
	or(&o.Batch, 64)
	or(&o.BatchBytes, 128<<10)
	or(&o.TextBytes, 8<<10)
	or(&o.QueryWithin, 5*time.Second)
	or(&o.Tries, 5)
	or(&o.Pause, time.Second/2)
	return o
}

func or[T int | time.Duration](field *T, standard T) {
	if *field <= 0 {
		*field = standard
	}
}

// check refuses what no endpoint could take.
func (o Options) check() error {
	switch {
	case o.Model == "":
		return quarry.Errorf(quarry.KindInvalid, "the embedder needs the name of a model: --embedder-model")
	case o.Dim < 0 || o.Dim > mostDim:
		return quarry.Errorf(quarry.KindInvalid, "vectors have 1 to %d numbers, not %d", mostDim, o.Dim)
	}
	return nil
}

// family is what the id says besides the dimension. Where the endpoint is does
// not matter to the vectors; what is put before the texts does.
func (o Options) family() string {
	if o.QueryPrefix == "" && o.EntryPrefix == "" {
		return "openai/" + o.Model
	}
	sum := fnv.New64a()
	_, _ = fmt.Fprintf(sum, "%q%q", o.QueryPrefix, o.EntryPrefix)
	return fmt.Sprintf("openai/%s/%x", o.Model, sum.Sum64())
}
