package ingest

import (
	"cmp"
	"context"
	"slices"
	"sort"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest/spec"
	"github.com/quarrykb/quarry/internal/text"
)

// Detected is a text together with the parser that is surest of it.
type Detected struct {
	Raw    Raw
	Parser Parser
}

// longText is how many bytes of a text may take long to recognise: who looks at them is told.
const longText = 64 << 10

// surest returns which of some readers is surest of what it is asked about, the earlier of
// two that are equally sure; false where none knows it.
func surest[T any](readers []T, of func(T) Confidence) (T, bool) {
	var best T
	most := NotMine
	for _, one := range readers {
		if sure := of(one); sure > most {
			most, best = sure, one
		}
	}
	return best, most > NotMine
}

// detect asks every parser and takes the surest. A file with a longer line than
// MaxLineBytes is for those alone that read lines of any length.
func (p *Pipeline) detect(ctx context.Context, raw Raw) (Detected, error) {
	best, known := surest(p.config.Parsers, func(parser Parser) Confidence {
		if _, ok := parser.(LineParser); ctx.Err() != nil || raw.longLine != nil && !ok {
			return NotMine
		}
		if len(raw.Text.Bytes) > longText {
			noteFormat(ctx, parser.Format())
		}
		return parser.Recognise(raw.Text)
	})
	switch {
	case ctx.Err() != nil:
		return Detected{}, ctx.Err()
	case !known && raw.longLine != nil:
		return Detected{}, raw.longLine
	case !known:
		return Detected{}, quarry.Errorf(quarry.KindUnsupported, "no parser knows this layout")
	}
	return Detected{Raw: raw, Parser: best}, nil
}

// Parsed is a text together with what its parser found.
type Parsed struct {
	Raw        Raw
	Format     Format
	Extraction Extraction
}

func parse(ctx context.Context, d Detected) (Parsed, error) {
	noteFormat(ctx, d.Parser.Format())
	found, err := d.Parser.Parse(ctx, d.Raw.Text)
	if err := cmp.Or(ctx.Err(), err); err != nil {
		return Parsed{}, err
	}
	if found.size() > MaxEntries {
		return Parsed{}, TooManyEntries()
	}
	return Parsed{Raw: d.Raw, Format: d.Parser.Format(), Extraction: found}, nil
}

// TooManyEntries is the error of a document that yields more than MaxEntries. A parser
// that counts records before it reads them returns it at once.
func TooManyEntries() error {
	return quarry.Errorf(quarry.KindTooLarge, "more than %d entries, the most that is taken from one document: split it", MaxEntries)
}

// Specified is a text with what its parser found, and the specs that its tree states.
type Specified struct {
	Parsed Parsed
	Specs  []quarry.Spec
}

// specify reads the specs off the document's tree. Those that a parser has found, which
// only knowledge bases' own files hold, stay as they are.
func (p *Pipeline) specify(ctx context.Context, parsed Parsed) (Specified, error) {
	read := p.specs.Read(p.Unspecified(parsed))
	if parsed.Extraction.size()+len(read) > MaxEntries {
		return Specified{}, TooManyEntries()
	}
	parsed.Extraction.dropSpecified(read)
	return Specified{Parsed: parsed, Specs: slices.Concat(parsed.Extraction.Specs, read)}, ctx.Err()
}

// dropSpecified takes out the facts that say nothing but what specs say already. One that no
// passage holds becomes one.
func (e *Extraction) dropSpecified(specs []quarry.Spec) {
	specs = slices.SortedStableFunc(slices.Values(specs), func(a, b quarry.Spec) int { return a.Source.ByteStart - b.Source.ByteStart })
	var said []quarry.Fact
	e.Facts = slices.DeleteFunc(e.Facts, func(f quarry.Fact) bool {
		words := map[string]bool{}
		first := sort.Search(len(specs), func(i int) bool { return specs[i].Source.ByteStart >= f.Source.ByteStart })
		for _, s := range specs[first:] {
			if s.Source.ByteStart >= f.Source.ByteEnd {
				break
			}
			for _, word := range text.WordsPlain(strings.Join([]string{s.Device.Name, s.Device.Written, s.Attribute.Name, s.Attribute.Written, s.Value.Text, s.Value.Unit}, " ")) {
				words[word] = true
			}
			for _, condition := range s.Conditions {
				for _, word := range text.WordsPlain(condition) {
					words[word] = true
				}
			}
		}
		if len(words) == 0 || !isSaid(f.Statement, words) {
			return false
		}
		said = append(said, f)
		return true
	})
	e.passOn(said)
}

// passOn makes passages of facts that no passage holds.
func (e *Extraction) passOn(facts []quarry.Fact) {
	slices.SortStableFunc(facts, func(a, b quarry.Fact) int { return outerFirst(a.Source.Span, b.Source.Span) })
	spans, held := make([]quarry.Span, len(facts)), make([]quarry.Span, len(e.Passages))
	for i, f := range facts {
		spans[i] = f.Source.Span
	}
	for i, p := range e.Passages {
		held[i] = p.Source.Span
	}
	for _, i := range unheld(spans, held, outerFirst) {
		f := facts[i]
		e.Passages = append(e.Passages, quarry.Passage{Text: f.Subject + ": " + f.Statement, Source: f.Source})
	}
}

// outerFirst orders spans by where they begin, one before those that it holds.
func outerFirst(a, b quarry.Span) int {
	return cmp.Or(cmp.Compare(a.ByteStart, b.ByteStart), cmp.Compare(b.ByteEnd, a.ByteEnd))
}

// unheld returns which of some spans, outer ones first, neither one before them holds nor any
// of the others. It walks along both once.
func unheld(spans, by []quarry.Span, order func(a, b quarry.Span) int) []int {
	slices.SortFunc(by, order)
	var alone []int
	reach := 0
	for i, span := range spans {
		for len(by) > 0 && order(by[0], span) <= 0 {
			reach, by = max(reach, by[0].ByteEnd), by[1:]
		}
		if reach < span.ByteEnd {
			reach, alone = span.ByteEnd, append(alone, i)
		}
	}
	return alone
}

// isSaid reports whether nearly all words of a statement are among some.
func isSaid(statement string, words map[string]bool) bool {
	const most = 0.2 // of its words that are not
	others, all := 0, text.WordsPlain(statement)
	for _, word := range all {
		if !words[word] {
			others++
		}
	}
	return float64(others) <= most*float64(len(all))
}

// Unspecified returns what the specs of a parsed text are read off, for who measures or
// fits the reader.
func (p *Pipeline) Unspecified(parsed Parsed) spec.Document {
	return spec.Document{
		Tree: parsed.Extraction.Tree, Path: parsed.Raw.Source.Path, Questions: parsed.Extraction.Questions,
		Text: parsed.Raw.Text.Bytes,
	}
}
