package openai

import (
	"fmt"
	"hash/fnv"
	"net/url"
	"strings"
	"time"
	"unicode"

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

// Bounds of what an endpoint may answer or ask for.
const (
	mostDim      = 1 << 16
	mostBytes    = 64 << 20
	longestPause = time.Minute
	longestName  = 256
)

func (o Options) withDefaults() Options {
	or(&o.Batch, 64)
	or(&o.BatchBytes, 128<<10)
	or(&o.TextBytes, 8<<10)
	or(&o.Timeout, time.Minute)
	or(&o.QueryWithin, 5*time.Second)
	or(&o.Tries, 5)
	or(&o.Pause, time.Second/2)
	or(&o.Again, 5*time.Second)
	if o.Now == nil {
		o.Now = time.Now
	}
	return o
}

func or[T int | time.Duration](field *T, standard T) {
	if *field <= 0 {
		*field = standard
	}
}

// endpoint returns the address that texts are sent to.
func (o Options) endpoint() (string, error) {
	address, err := url.Parse(o.URL)
	switch {
	case err != nil:
		return "", quarry.Errorf(quarry.KindInvalid, "the embedder's address is none") // err would show it, key and all
	case address.User != nil:
		return "", quarry.Errorf(quarry.KindInvalid, "the embedder's address must not hold a password: give it as the key")
	case address.Scheme != "http" && address.Scheme != "https", address.Host == "":
		return "", quarry.Errorf(quarry.KindInvalid, "the embedder's address must begin with http:// or https:// and a host")
	}
	address.Fragment = ""
	if !strings.HasSuffix(address.Path, "/embeddings") {
		address.Path = strings.TrimSuffix(address.Path, "/") + "/embeddings"
	}
	return address.String(), nil
}

// check refuses what no endpoint could take.
func (o Options) check() error {
	switch {
	case o.Model == "" || len(o.Model) > longestName:
		return quarry.Errorf(quarry.KindInvalid, "the embedder needs the name of a model, of up to %d bytes", longestName)
	case strings.ContainsFunc(o.Key, func(r rune) bool { return r > unicode.MaxASCII || unicode.IsControl(r) }):
		return quarry.Errorf(quarry.KindInvalid, "the embedder's key holds a character that no header may carry")
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
