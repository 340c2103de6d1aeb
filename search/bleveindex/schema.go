package bleveindex

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/analysis"
	"github.com/blevesearch/bleve/v2/analysis/analyzer/keyword"
	"github.com/blevesearch/bleve/v2/document"
	"github.com/blevesearch/bleve/v2/mapping"
	index "github.com/blevesearch/bleve_index_api"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/text"
	"github.com/quarrykb/quarry/search"
	"github.com/quarrykb/quarry/search/bleveindex/analyzer"
	"github.com/quarrykb/quarry/search/bleveindex/postings"
	"github.com/quarrykb/quarry/search/bleveindex/query"
	"github.com/quarrykb/quarry/search/bleveindex/score"
	"github.com/quarrykb/quarry/search/bleveindex/spelling"
)

// layout numbers the meaning of the fields. An index of another layout cannot
// answer; one of the same layout with another mapping can, until it is rebuilt.
const layout = 4

// How fields are kept. No text is stored: the store has it, and shows it
// as it is now. Values that a search reads for many entries in no order are
// neither chunked nor compressed, which costs eight bytes a value in memory and
// halves the time of facets.
const (
	searchable  = index.IndexField | index.IncludeTermVectors
	completable = index.IndexField
	filterable  = index.IndexField | index.SkipFreqNorm
	readable    = filterable | index.DocValues
	countable   = readable | index.SkipDVChunking | index.SkipDVCompression
)

// schema turns entries into documents of the index, and reads queries to them.
type schema struct {
	mapping  *mapping.IndexMappingImpl
	version  string
	lexicon  *lexicon.Lexicon // nil knows no devices, no units, no synonyms and no asking words
	analyzer analyzer.Analyzer
	queries  *query.Reader
	speller  *spelling.Speller
}

func newSchema(known *lexicon.Lexicon, names query.Expander) (*schema, error) {
	m := newMapping()
	if err := m.Validate(); err != nil {
		return nil, fmt.Errorf("validate the mapping: %w", err)
	}
	encoded, err := json.Marshal(m)
	if err != nil {
		return nil, fmt.Errorf("encode the mapping: %w", err)
	}
	if known != nil {
		encoded = append(encoded, known.Fingerprint()...)
	}
	a, err := analyzer.New(known)
	if err != nil {
		return nil, err
	}
	encoded = append(encoded, a.StopWords.Version()...)
	sum := sha256.Sum256(encoded)
	return &schema{
		mapping: m, version: strconv.Itoa(layout) + "/" + hex.EncodeToString(sum[:8]), lexicon: known,
		analyzer: a, queries: query.NewReader(a, known, names), speller: spelling.New(a, known),
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
	for _, name := range postings.Scored() {
		field := bleve.NewTextFieldMapping()
		field.Store, field.DocValues, field.IncludeInAll = false, false, false
		entry.AddFieldMappingsAt(name, field)
	}
	for _, name := range postings.Keywords() {
		field := bleve.NewKeywordFieldMapping()
		field.Store, field.IncludeInAll, field.IncludeTermVectors = false, false, false
		field.SkipFreqNorm = name != postings.FieldTyped
		entry.AddFieldMappingsAt(name, field)
	}
	m.DefaultMapping = entry
	return m
}

// canServe reports whether an index with this record can answer queries.
func (s *schema) canServe(known record) bool {
	number, _, _ := strings.Cut(known.Mapping, "/")
	return number == strconv.Itoa(layout) && known.StopWords == s.analyzer.StopWords.Version()
}

// analysed hands terms that were made before to bleve.
type analysed analysis.TokenStream

// Analyze returns the terms, whatever the text.
func (a analysed) Analyze([]byte) analysis.TokenStream { return analysis.TokenStream(a) }

// document turns an entry into what bleve indexes. It analyses the texts
// itself, because the document's lengths have to stand in the document.
func (s *schema) document(e quarry.Entry) (*document.Document, score.Lengths) {
	d := fields{document.NewDocument(string(e.ID))}
	size := score.Lengths{Entries: 1}
	var spelled analyzer.Spelling
	var names search.DeviceNames
	var value quarry.Bounds // of a spec, in its text
	if s.lexicon != nil {
		names, value = namesOnce{s.lexicon, map[string][]quarry.DeviceMention{}}, e.Value
	}
	a := s.analyzerOf(e)
	for i, text := range scoredTexts(e) {
		words := a.Words(text)
		spelled.Add(words)
		if i == postings.Title {
			d.addTerms(postings.FieldTyped, "", completable, analyzer.AsWritten(words))
		}
		if i < postings.PhraseFields {
			if code := a.StopWords.Encode(words); len(code) > 0 {
				d.AddField(document.NewTextFieldCustom(postings.StopPlaces()[i], nil, code, index.StoreField, nil))
			}
			if terms := a.StopWords.Terms(words); len(terms) > 0 {
				d.addTerms(postings.StopTerms()[i], "", filterable, terms)
			}
		}
		terms := a.EntryTerms(words)
		stated := quarry.Bounds{}
		if i == postings.Text {
			stated = value
		}
		terms = append(terms, s.queries.MeaningTokens(text, names, stated, terms)...)
		size.Tokens[i] = int64(len(terms))
		d.addTerms(postings.Scored()[i], text, searchable, terms)
	}
	d.addTerms(postings.FieldWord, "", filterable, spelled.Tokens())
	d.add(postings.FieldLengths, postings.JoinNumbers(size.Tokens[:]...), readable)
	if a.Language() != analyzer.English {
		d.add(postings.FieldLanguage, a.Language(), filterable)
	}
	s.describe(d, e, names)
	return d.Document, size
}

// fields adds fields to a document.
type fields struct{ *document.Document }

// addTerms adds a text of which these are the terms.
func (f fields) addTerms(name, text string, options index.FieldIndexingOptions, terms analysis.TokenStream) {
	f.AddField(document.NewTextFieldCustom(name, nil, []byte(text), options, analysed(terms)))
}

// add adds a value that is a term as it is; "" is none.
func (f fields) add(name, value string, options index.FieldIndexingOptions) {
	if value != "" {
		f.AddField(document.NewTextFieldCustom(name, nil, []byte(value), options, nil))
	}
}

// addTo adds the i-th value of a field that has several.
func (f fields) addTo(name string, i int, value string, options index.FieldIndexingOptions) {
	f.AddField(document.NewTextFieldCustom(name, []uint64{uint64(i)}, []byte(value), options, nil)) //nolint:gosec // i counts from 0
}

// analyzerOf returns the analyzer of an entry's texts.
func (s *schema) analyzerOf(e quarry.Entry) analyzer.Analyzer {
	texts := scoredTexts(e)
	return s.analyzer.For(strings.Join(texts[:], "\n"))
}

// scoredTexts returns what an entry has in the scored fields, as it is seen. Headings are a
// passage's only: a fact's title says them, and a question speaks for itself.
func scoredTexts(e quarry.Entry) [postings.ScoredFields]string {
	texts := [postings.ScoredFields]string{e.Title, e.Text}
	if above := len(e.Source.Heading) - 1; e.Kind == quarry.EntryPassage && above > 0 {
		for _, heading := range e.Source.Heading[:above] {
			texts[postings.Heading] += heading + "\n"
		}
	}
	for i := range texts {
		texts[i] = text.Visible(texts[i])
	}
	return texts
}

// describe adds what entries are filtered and counted by, and where they stand.
func (s *schema) describe(d fields, e quarry.Entry, names search.DeviceNames) {
	d.add(postings.FieldKind, string(e.Kind), countable)
	for i, topic := range e.Topics {
		d.addTo(postings.FieldTopic, i, string(topic), countable)
	}
	d.add(postings.FieldDifficulty, string(e.Grade.Difficulty), countable)
	d.add(postings.FieldDifficultySource, string(e.Grade.Source), filterable)
	d.add(postings.FieldStyle, string(e.Style), countable)
	if e.Kind == quarry.EntryQuestion {
		d.add(postings.FieldAnswered, strconv.FormatBool(e.Answered), countable)
	}
	d.add(postings.FieldDocument, string(e.Source.DocumentID), countable)
	d.add(postings.FieldPath, e.Source.Path, countable)
	d.add(postings.FieldCollection, e.Source.Collection, countable)
	for i, place := range e.Elsewhere {
		d.addTo(postings.FieldElsewhere, i+1, string(place.DocumentID), filterable)
		d.addTo(postings.FieldPath, i+1, place.Path, countable)
		d.addTo(postings.FieldCollection, i+1, place.Collection, countable)
	}
	for i, id := range search.DevicesOf(names, e) {
		d.addTo(postings.FieldDevice, i, string(id), filterable)
		device, _ := s.lexicon.Device(id)
		d.addTo(postings.FieldClass, i, string(device.Class), filterable)
	}
	d.add(postings.FieldLines, postings.JoinNumbers(int64(e.Source.LineStart), int64(e.Source.LineEnd)), countable)
}

// namesOnce knows what devices are called, and looks into each text of an entry once,
// however often it is asked for.
type namesOnce struct {
	*lexicon.Lexicon

	found map[string][]quarry.DeviceMention
}

// DevicesIn returns the devices that a text names.
func (n namesOnce) DevicesIn(text string) []quarry.DeviceMention {
	found, known := n.found[text]
	if !known {
		found = slices.Clip(n.Lexicon.DevicesIn(text))
		n.found[text] = found
	}
	return found
}
