package qatable

import (
	"regexp"
	"slices"

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
}

// New returns a finder that reads rows as records with a lexicon.
func New(lexicon *lexicon.Lexicon) *Finder {
	return &Finder{records: record.NewReader(lexicon), phrases: phrase.New(lexicon), breaks: regexp.MustCompile(`(?i)\s*<br ?/?>\s*`)}
}

// Format names the layout.
func (*Finder) Format() ingest.Format { return ingest.Format{Name: "qatable", Version: 4} }

// Find returns a question for every row of the tables that ask, and of those of terms where
// the text tells its reader to test himself.
func (f *Finder) Find(lines *ingest.Lines) []ingest.Found {
	fences, asks := lines.Fences(), record.Schema.Told
	if slices.ContainsFunc(slices.Collect(lines.Each()), f.phrases.Invites) {
		asks = func(s record.Schema) bool { return s.Told() || s.Named() }
	}
	var all []ingest.Found
	for n := 1; n < lines.Lines(); n++ {
		if fences[n] || !lines.Free(n) || !lines.Free(n+1) {
			continue
		}
		if found, ok := f.tableAt(lines, n); ok {
			all, n = append(all, f.read(found, asks)...), found.last
		} else if found, ok := f.labelledAt(lines, n); ok {
			all, n = append(all, f.read(found, record.Schema.Named)...), found.last
		}
	}
	return all
}

// read returns the questions of a table, none where more than one in five of its rows asks nothing.
func (f *Finder) read(t table, ask func(record.Schema) bool) []ingest.Found {
	schema := f.records.Infer(t.rows)
	if !ask(schema) {
		return nil
	}
	var all []ingest.Found
	for i, one := range t.rows {
		var read ingest.Extraction
		f.records.Read(schema, one, &read)
		if len(read.Questions) != 1 { // a total, say
			continue
		}
		found := ingest.Found{Question: read.Questions[0]}
		found.Lines.LineStart, found.Lines.LineEnd = one.Span.LineStart, one.Span.LineEnd
		if one.Span.LineStart > t.first && i == 0 {
			found.Lines.LineStart = t.first
			found.Marks = append(found.Marks, ingest.Structure(t.first, t.first+1, "table header"))
		}
		all = append(all, found)
	}
	if 5*len(all) < 4*len(t.rows) {
		return nil
	}
	return all
}
