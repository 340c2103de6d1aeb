package condition

import (
	"regexp"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/quantity"
)

// Words is what is written around a number.
type Words struct {
	Label  string   // the labels that name it, outermost first: "NVLink bandwidth (both directions)"
	Own    string   // what stands beside the number in its value or clause, without the number itself: "with sparsity"
	Notes  string   // what the footnotes say that the number or its label points at
	Around []string // captions, sections, headings that speak for it, nearest first
	Over   []string // titles before those that may stand above them, and say at most of which part a number is
}

// Claim is a number of which everything but its conditions is known.
type Claim struct {
	Device    quarry.DeviceMention
	Attribute quarry.AttributeMention
	Quantity  quarry.Quantity
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
	axisLimit    quarry.Axis = "limit" // the least, the usual or the most of what is measured
)

// The values of the axis limit.
const (
	least = "min"
	usual = "typ"
	most  = "max"
)

// Reader reads conditions with the help of a lexicon. It is an immutable value.
type Reader struct {
	lexicon  *lexicon.Lexicon
	cues     lexicon.Cues
	wordings map[string][]wording // by their first word, the longest first
	parts    []part
	signs    *strings.Replacer // puts words for signs
	emptied  *regexp.Regexp    // brackets in which no word is left
}

// New returns a reader.
func New(lexicon *lexicon.Lexicon) *Reader {
	r := &Reader{
		lexicon: lexicon, cues: lexicon.Cues(),
		signs:   strings.NewReplacer("@", " at ", "w/o", "without"),
		emptied: regexp.MustCompile(`[(\[][\s,;:/&–—-]*[)\]]`),
	}
	r.wordings, r.parts = r.readWordings(), r.readParts()
	return r
}

// Session reads the claims of one document and remembers what their words say. One
// goroutine at a time may use it.
type Session struct {
	reader *Reader
	style  quantity.NumberStyle
	said   map[string]*statement
}

// Session opens a session for a document whose numbers are written in a style.
func (r *Reader) Session(style quantity.NumberStyle) *Session {
	return &Session{reader: r, style: style, said: map[string]*statement{}}
}

// mostRemembered is how many different texts a session remembers before it begins
// anew.
const mostRemembered = 1 << 12

// statement returns what a text says.
func (s *Session) statement(written string) *statement {
	if said := s.said[written]; said != nil {
		return said
	}
	if len(s.said) >= mostRemembered {
		clear(s.said)
	}
	said := s.reader.statement(written, s.style)
	s.said[written] = said
	return said
}
