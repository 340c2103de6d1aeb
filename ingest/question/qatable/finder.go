package qatable

import (
	"regexp"
	"slices"
	"strings"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/question/phrase"
	"github.com/quarrykb/quarry/ingest/question/record"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// Finder finds the tables whose rows ask.
type Finder struct {
	records *record.Reader
	phrases *phrase.Reader
	breaks  *regexp.Regexp // tags that stand for line breaks
	label   *regexp.Regexp
}

// New returns a finder that reads rows as records with a lexicon.
func New(lexicon *lexicon.Lexicon) *Finder {
	phrases := phrase.New(lexicon)
	return &Finder{
		records: record.NewReader(lexicon, phrases), phrases: phrases,
		breaks: regexp.MustCompile(`(?i)\s*<br ?/?>\s*`), label: regexp.MustCompile(labelPattern),
	}
}

// Format names the layout.
func (*Finder) Format() ingest.Format { return ingest.Format{Name: "qatable", Version: 7} }

// Find returns a question for every row of the tables that ask, and of those of terms where
// the text tells its reader to test himself.
func (f *Finder) Find(lines *ingest.Lines) []ingest.Found {
	fences := lines.Fences()
	invites := slices.ContainsFunc(slices.Collect(lines.Each()), f.phrases.Invites)
	var all []ingest.Found
	for n := 1; n < lines.Lines(); n++ {
		if fences[n] || !lines.Free(n) {
			continue
		}
		rows, isTable := f.tableAt(lines, n), true
		if len(rows) == 0 {
			rows, isTable = f.labelledAt(lines, n), false
		}
		if len(rows) == 0 {
			continue
		}
		schema := f.records.Infer(rows)
		if isTable && schema.Told || (!isTable || invites) && schema.Named {
			all = append(all, f.read(lines, schema, rows)...)
		}
		n = rows[len(rows)-1].Span.LineEnd
	}
	return all
}

// read returns the questions of rows, none where more than one in five of them asks nothing, or
// most lead on, as a table of contents does: what it asks is asked once more in the text.
func (f *Finder) read(lines *ingest.Lines, schema record.Schema, rows []record.Record) []ingest.Found {
	var all []ingest.Found
	linked := 0
	for i, one := range rows {
		linked += min(1, strings.Count(lines.Cut(one.Span), "](#"))
		var read ingest.Extraction
		f.records.Read(schema, one, &read)
		if len(read.Questions) != 1 { // a total, say
			continue
		}
		found := ingest.Found{Question: read.Questions[0]}
		found.Lines.LineStart, found.Lines.LineEnd = one.Span.LineStart, one.Span.LineEnd
		if i == 0 && len(one.Context) > 0 {
			header := one.Context[0].Span.LineStart
			found.Lines.LineStart = header
			found.Marks = append(found.Marks, ingest.Structure(header, header+1, "table header"))
		}
		all = append(all, found)
	}
	if 5*len(all) < 4*len(rows) || 2*linked > len(rows) {
		return nil
	}
	return all
}
