package condition

import (
	"bytes"
	"regexp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/quantity"
	"github.com/quarrykb/quarry/internal/text"
)

// Words is what is written around a number.
type Words struct {
	Label  string   // the labels that name it, outermost first: "NVLink bandwidth (both directions)"
	Own    string   // what stands beside the number in its value or clause, without the number itself: "with sparsity"
	Notes  string   // what the footnotes say that the number or its label points at
	Around []string // captions, sections, headings that speak for it, nearest first
}

// Claim is a number of which everything but its conditions is known.
type Claim struct {
	Device    quarry.DeviceMention
	Attribute quarry.AttributeMention
	Quantity  quarry.Quantity
	Style     quantity.NumberStyle
	Words     Words
}

// The axes that the code itself knows, beside those of the root.
const (
	axisAccess   quarry.Axis = "access"
	axisAsOf     quarry.Axis = "as_of"
	axisBatch    quarry.Axis = "batch"
	axisClock    quarry.Axis = "clock"
	axisCount    quarry.Axis = "count"
	axisCurrency quarry.Axis = "currency"
	axisEngine   quarry.Axis = "engine"
	axisLimit    quarry.Axis = "limit" // the least, the usual or the most of what is measured
)

// The values of the axis limit.
const (
	least = "min"
	usual = "typ"
	most  = "max"
)

// peak is the basis of what is reckoned on paper.
const peak = "peak"

// Reader reads conditions with the help of a lexicon. It is an immutable value.
type Reader struct {
	lexicon  *lexicon.Lexicon
	cues     lexicon.Cues
	numerals quantity.Numerals
	wordings map[string][]wording // by their first word, the longest first
	things   map[string]bool      // words for what numbers are said to be of each of
	emptied  *regexp.Regexp       // brackets in which no word is left
}

// New returns a reader.
func New(lexicon *lexicon.Lexicon) *Reader {
	cues := lexicon.Cues()
	return &Reader{
		lexicon: lexicon, cues: cues, numerals: lexicon.Numerals(),
		wordings: wordings(lexicon.ConditionTerms(), cues), things: things(lexicon.ConditionTerms()),
		emptied: regexp.MustCompile(`[(\[][\s,;:/&–—-]*[)\]]`),
	}
}

// Read returns the conditions of a claim: one set for each number format that it
// is stated for alike ("FP16/BF16: 1,979 TFLOPS" has two), at least one. Who reads
// many claims of one document opens a [Session].
func (r *Reader) Read(c Claim) []quarry.Conditions { return r.Session().Read(c) }

// Session reads the claims of one document and remembers what their words say. One
// goroutine at a time may use it.
type Session struct {
	reader *Reader
	said   map[source]*statement
	read   map[string][]quarry.Conditions
	key    []byte // of the claim that is read
}

// Session opens a session.
func (r *Reader) Session() *Session {
	return &Session{reader: r, said: map[source]*statement{}, read: map[string][]quarry.Conditions{}}
}

// mostRemembered is how many different texts, and how many claims, a session
// remembers before it begins anew.
const mostRemembered = 1 << 12

// longestText is how much of a text, in bytes, is read for conditions.
const longestText = 1000

// mostAround is how many titles, the nearest, are.
const mostAround = 8

// source is what a statement is read from.
type source struct {
	text  string
	style quantity.NumberStyle
}

// Read is [Reader.Read] with a memory. Claims of the same words share what is
// returned: who changes it clones it first.
func (s *Session) Read(c Claim) []quarry.Conditions {
	c.Words.Around = c.Words.Around[:min(len(c.Words.Around), mostAround)]
	s.setKey(&c)
	if answer, known := s.read[string(s.key)]; known {
		return answer
	}
	if len(s.read) >= mostRemembered {
		clear(s.read)
	}
	kept := c // the others stay off the heap
	answer := s.conditions(&kept)
	s.read[string(s.key)] = answer
	return answer
}

// setKey sets the key to all that the conditions of a claim depend on: its device's
// name and its number only where the words repeat them.
func (s *Session) setKey(c *Claim) {
	s.key = append(s.key[:0], byte(c.Style))
	add := func(part string) { s.key = append(append(s.key, text.Clip(part, longestText)...), 0) }
	for _, part := range []string{c.Attribute.Written, c.Attribute.Name, c.Words.Own, c.Words.Notes, c.Words.Label} {
		add(part)
	}
	for _, part := range c.Words.Around {
		add(part)
	}
	for _, part := range []string{c.Device.Written, c.Quantity.Text} {
		s.key = append(s.key, 1) // where the titles end
		if bytes.Contains(s.key, []byte(part)) {
			add(part)
		}
	}
	add(string(c.Attribute.ID))
	add(string(c.Device.Class))
	add(c.Quantity.Unit)
	add(string(c.Quantity.Qualifier))
}

// statement returns what a text says, but for the device's own name.
func (s *Session) statement(c *Claim, written string) *statement {
	from := source{withoutDevice(written, &c.Device), c.Style}
	if said := s.said[from]; said != nil {
		return said
	}
	if len(s.said) >= mostRemembered {
		clear(s.said)
	}
	said := s.reader.statement(from.text, from.style)
	s.said[from] = said
	return said
}
