package qatable

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/doc"
	"github.com/quarrykb/quarry/ingest/question/record"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// Finder finds the tables whose rows ask.
type Finder struct {
	records *record.Reader
	breaks  *regexp.Regexp // tags that stand for line breaks
}

// New returns a finder that reads rows as records with a lexicon.
func New(lexicon *lexicon.Lexicon) *Finder {
	return &Finder{records: record.NewReader(lexicon), breaks: regexp.MustCompile(`(?i)\s*<br ?/?>\s*`)}
}

// Format names the layout.
func (*Finder) Format() ingest.Format { return ingest.Format{Name: "qatable", Version: 4} }

// Find returns a question for every row of the tables that ask.
func (f *Finder) Find(lines *ingest.Lines) []ingest.Found {
	fences := lines.Fences()
	var all []ingest.Found
	for n := 1; n < lines.Lines(); n++ {
		if fences[n] || !lines.Free(n) || !lines.Free(n+1) || !strings.Contains(lines.Line(n), "|") {
			continue
		}
		found, ok := f.tableAt(lines, n)
		if ok {
			all, n = append(all, f.read(found)...), found.last
		}
	}
	return all
}

// read returns the questions of a table, none where its rows do not all ask.
func (f *Finder) read(t table) []ingest.Found {
	schema := f.records.Infer(t.rows)
	if !asks(schema, t.rows) {
		return nil
	}
	var all []ingest.Found
	for i, one := range t.rows {
		var read ingest.Extraction
		f.records.Read(schema, one, &read)
		if len(read.Questions) != 1 {
			return nil
		}
		found := ingest.Found{Question: read.Questions[0]}
		found.Lines.LineStart, found.Lines.LineEnd = one.Span.LineStart, one.Span.LineEnd
		if i == 0 {
			found.Lines.LineStart = t.first
			found.Marks = append(found.Marks, ingest.Structure(t.first, t.first+1, "table header"))
		}
		all = append(all, found)
	}
	return all
}

// fewestRows is how many rows show what a column holds.
const fewestRows = 2

// asks reports whether rows are questions: by the names of their columns, or
// because most of one column asks and another answers in words, or nothing does:
// what else stands beside it is a number, a topic or a grade then.
func asks(schema record.Schema, records []record.Record) bool {
	switch {
	case !schema.Asks() || schema.Told():
		return schema.Asks()
	case !schema.Asking() || len(records) < fewestRows:
		return false
	case schema.Answer() == "":
		return !mostly(records, schema.Question(), isLocalLink)
	}
	return mostly(records, schema.Answer(), inWords)
}

// mostly reports whether most cells of a column are so.
func mostly(records []record.Record, column string, so func(string) bool) bool {
	count := 0
	for _, one := range records {
		if slices.ContainsFunc(one.Fields, func(field doc.Field) bool { return field.Name == column && so(field.Value.Text) }) {
			count++
		}
	}
	return 2*count > len(records)
}

// isLocalLink reports whether a cell leads to a heading of the same text, below
// which it is asked once more.
func isLocalLink(cell string) bool {
	return strings.HasPrefix(cell, "[") && strings.Contains(cell, "](#")
}

// inWords reports whether a cell begins in words: a table that asks how many is
// one of figures.
func inWords(cell string) bool {
	word, _, _ := strings.Cut(cell, " ")
	return strings.ContainsFunc(word, unicode.IsLetter)
}
