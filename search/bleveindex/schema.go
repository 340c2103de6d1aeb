package bleveindex

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/analysis"
	"github.com/blevesearch/bleve/v2/analysis/analyzer/keyword"
	"github.com/blevesearch/bleve/v2/analysis/lang/en"
	"github.com/blevesearch/bleve/v2/document"
	"github.com/blevesearch/bleve/v2/mapping"
	index "github.com/blevesearch/bleve_index_api"
	"golang.org/x/text/unicode/norm"

	"github.com/quarrykb/quarry"
)

// layout numbers the meaning of the fields. An index of another layout cannot
// answer; one of the same layout with another mapping can, until it is rebuilt.
const layout = 1

// The fields of an indexed entry.
const (
	fieldTitle            = "title"
	fieldText             = "text"
	fieldKind             = "kind"
	fieldTopic            = "topic"
	fieldDifficulty       = "difficulty"
	fieldDifficultySource = "difficulty_source"
	fieldStyle            = "style"
	fieldAnswered         = "answered" // questions only
	fieldDocument         = "document" // the document's id
	fieldPath             = "path"
	fieldCollection       = "collection"
	fieldLines            = "lines"   // "first-last"
	fieldLengths          = "lengths" // tokens in the title and in the text: "7-120"
)

// How fields are kept. Nothing is stored: the store has the text, and shows it
// as it is now. Values that a search reads for many entries in no order are
// neither chunked nor compressed, which costs eight bytes a value in memory and
// halves the time of facets.
const (
	searchable = index.IndexField | index.IncludeTermVectors
	filterable = index.IndexField | index.SkipFreqNorm
	readable   = filterable | index.DocValues
	countable  = readable | index.SkipDVChunking | index.SkipDVCompression
)

// schema turns entries into documents of the index.
type schema struct {
	mapping  *mapping.IndexMappingImpl
	analyzer analysis.Analyzer
	version  string
}

func newSchema() (*schema, error) {
	m := newMapping()
	if err := m.Validate(); err != nil {
		return nil, fmt.Errorf("validate the mapping: %w", err)
	}
	encoded, err := json.Marshal(m)
	if err != nil {
		return nil, fmt.Errorf("encode the mapping: %w", err)
	}
	sum := sha256.Sum256(encoded)
	return &schema{
		mapping:  m,
		analyzer: m.AnalyzerNamed(en.AnalyzerName),
		version:  strconv.Itoa(layout) + "/" + hex.EncodeToString(sum[:8]),
	}, nil
}

// newMapping describes the fields to bleve, whose queries ask it for analysers.
// It has no composite field: nothing searches all fields at once.
func newMapping() *mapping.IndexMappingImpl {
	m := bleve.NewIndexMapping()
	m.ScoringModel = index.BM25Scoring
	m.DefaultAnalyzer = keyword.Name
	m.IndexDynamic, m.StoreDynamic, m.DocValuesDynamic = false, false, false
	entry := bleve.NewDocumentStaticMapping()
	for _, name := range []string{fieldTitle, fieldText} {
		field := bleve.NewTextFieldMapping()
		field.Analyzer = en.AnalyzerName
		field.Store, field.DocValues, field.IncludeInAll = false, false, false
		entry.AddFieldMappingsAt(name, field)
	}
	for _, name := range []string{
		fieldKind, fieldTopic, fieldDifficulty, fieldDifficultySource, fieldStyle, fieldAnswered,
		fieldDocument, fieldPath, fieldCollection, fieldLines, fieldLengths,
	} {
		field := bleve.NewKeywordFieldMapping()
		field.Store, field.IncludeInAll, field.IncludeTermVectors = false, false, false
		field.SkipFreqNorm = true
		entry.AddFieldMappingsAt(name, field)
	}
	m.DefaultMapping = entry
	return m
}

// canServe reports whether an index of this version can answer queries.
func (s *schema) canServe(version string) bool {
	number, _, _ := strings.Cut(version, "/")
	return number == strconv.Itoa(layout)
}

// lengths are the numbers of tokens in an entry's fields, or their sums.
type lengths struct {
	Title int64 `json:"title"`
	Text  int64 `json:"text"`
}

func (l lengths) plus(other lengths) lengths {
	return lengths{Title: l.Title + other.Title, Text: l.Text + other.Text}
}

func (l lengths) minus(other lengths) lengths {
	return lengths{Title: l.Title - other.Title, Text: l.Text - other.Text}
}

// analyse splits a text into terms. Both sides, entries and queries, come here
// in NFC, or a decomposed é would never be found.
func (s *schema) analyse(text string) analysis.TokenStream {
	return s.analyzer.Analyze([]byte(norm.NFC.String(text)))
}

// analysed hands terms that were made before to bleve.
type analysed analysis.TokenStream

// Analyze returns the terms, whatever the text.
func (a analysed) Analyze([]byte) analysis.TokenStream { return analysis.TokenStream(a) }

// document turns an entry into what bleve indexes. It analyses the texts
// itself, because the document's lengths have to stand in the document.
func (s *schema) document(e quarry.Entry) (*document.Document, lengths) {
	d := document.NewDocument(string(e.ID))
	title, text := s.analyse(e.Title), s.analyse(e.Text)
	size := lengths{Title: int64(len(title)), Text: int64(len(text))}
	d.AddField(document.NewTextFieldCustom(fieldTitle, nil, []byte(e.Title), searchable, analysed(title)))
	d.AddField(document.NewTextFieldCustom(fieldText, nil, []byte(e.Text), searchable, analysed(text)))
	add := func(name, value string, options index.FieldIndexingOptions) {
		if value != "" {
			d.AddField(document.NewTextFieldCustom(name, nil, []byte(value), options, nil))
		}
	}
	add(fieldKind, string(e.Kind), countable)
	for i, topic := range e.Topics {
		d.AddField(document.NewTextFieldCustom(fieldTopic, []uint64{uint64(i)}, []byte(topic), countable, nil))
	}
	add(fieldDifficulty, string(e.Grade.Difficulty), countable)
	add(fieldDifficultySource, string(e.Grade.Source), filterable)
	add(fieldStyle, string(e.Style), countable)
	if e.Kind == quarry.EntryQuestion {
		add(fieldAnswered, strconv.FormatBool(e.Answered), filterable)
	}
	add(fieldDocument, string(e.Source.DocumentID), countable)
	add(fieldPath, e.Source.Path, countable)
	add(fieldCollection, e.Source.Collection, countable)
	add(fieldLines, pair(int64(e.Source.LineStart), int64(e.Source.LineEnd)), countable)
	add(fieldLengths, pair(size.Title, size.Text), readable)
	return d, size
}

// pair writes two numbers into one value.
func pair(a, b int64) string {
	return strconv.FormatInt(a, 10) + "-" + strconv.FormatInt(b, 10)
}

// unpair reads what pair wrote; 0 where it did not.
func unpair(value string) (int64, int64) {
	first, second, _ := strings.Cut(value, "-")
	a, _ := strconv.ParseInt(first, 10, 64)
	b, _ := strconv.ParseInt(second, 10, 64)
	return a, b
}
