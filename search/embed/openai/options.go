package openai

import (
	"fmt"
	"hash/fnv"
	"time"
)

// Options says where texts are embedded, and how. Zero fields mean their
// defaults.
type Options struct {
	URL   string // such as http://127.0.0.1:11434/v1
	Model string
	Key   string // sent as a bearer token; "" sends none

	QueryPrefix string // put before each query: some models want "query: "
	EntryPrefix string // put before each entry

	Batch       int           // texts a request; 64
	BatchBytes  int           // bytes of text a request, save that one text goes in any case; 128 KiB
	TextBytes   int           // bytes of a text that are sent; 8 KiB
	QueryWithin time.Duration // for the embedding of a query, tries and pauses included; 5 seconds
	Tries       int           // of a request for entries; 5
	Pause       time.Duration // before the second try, twice as long before each further one; half a second

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
