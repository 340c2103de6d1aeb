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
	"github.com/blevesearch/bleve/v2/document"
	"github.com/blevesearch/bleve/v2/mapping"
	index "github.com/blevesearch/bleve_index_api"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/text"
	"github.com/quarrykb/quarry/search"
)

// layout numbers the meaning of the fields. An index of another layout cannot
// answer; one of the same layout with another mapping can, until it is rebuilt.
const layout = 4

// The fields of an indexed entry.
const (
	fieldTitle            = "title"
	fieldText             = "text"
	fieldHeading          = "heading" // of passages: the headings above their own
	fieldKind             = "kind"
	fieldTopic            = "topic"
	fieldDifficulty       = "difficulty"
	fieldDifficultySource = "difficulty_source"
	fieldStyle            = "style"
	fieldAnswered         = "answered" // questions only
	fieldDocument         = "document" // the document's id
	fieldPath             = "path"
	fieldCollection       = "collection"
	fieldElsewhere        = "elsewhere"   // the ids of further documents that it stands in
	fieldLines            = "lines"       // "first-last"
	fieldLengths          = "lengths"     // tokens in each scored field: "7-120-0"
	fieldWord             = "word"        // words as they are written, in lower case: what a repair may offer
	fieldTyped            = "typed"       // the words of titles as they are written: what completes them
	fieldDevice           = "device"      // the ids of the devices that it is about
	fieldClass            = "class"       // their classes
	fieldSmallTitle       = "small_title" // where small words stand in the title
	fieldSmallText        = "small_text"  // and in the text
	fieldToldTitle        = "told_title"  // which of them stand in the title, and which two side by side
	fieldToldText         = "told_text"   // and in the text
	fieldLanguage         = "language"    // that it is in, unless that is English
	fieldEntry            = "_id"         // bleve's own: the entry's id
)

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

// schema turns entries into documents of the index.
type schema struct {
	mapping     *mapping.IndexMappingImpl
	analyzer    analyzer
	lexicon     *lexicon.Lexicon // nil knows no devices, no units, no synonyms and no asking words
	version     string
	common      map[string]bool // stems of words that are no slips
	short       map[string]bool // the same of short ones
	asks        askingWords
	thesaurus   thesaurus // of the lexicon
	paraphrases paraphrases
	alike       map[string][]string // what the lexicon says means the same as a name, by its slug
	learnt      *learnt             // of the documents; nil knows nothing
}

func newSchema(lexicon *lexicon.Lexicon) (*schema, error) {
	m := newMapping()
	if err := m.Validate(); err != nil {
		return nil, fmt.Errorf("validate the mapping: %w", err)
	}
	encoded, err := json.Marshal(m)
	if err != nil {
		return nil, fmt.Errorf("encode the mapping: %w", err)
	}
	if lexicon != nil {
		encoded = append(encoded, lexicon.Fingerprint()...)
	}
	analyzer, err := newAnalyzer(lexicon)
	if err != nil {
		return nil, err
	}
	encoded = append(encoded, analyzer.small.version()...)
	sum := sha256.Sum256(encoded)
	return &schema{
		common:      analyzer.stemsOf(commonWords),
		short:       analyzer.stemsOf(commonShortWords),
		asks:        askingWordsOf(lexicon),
		thesaurus:   newThesaurus(analyzer, synonymsOf(lexicon)),
		paraphrases: newParaphrases(analyzer, lexicon),
		alike:       alikeIn(synonymsOf(lexicon)),
		mapping:     m,
		analyzer:    analyzer,
		lexicon:     lexicon,
		version:     strconv.Itoa(layout) + "/" + hex.EncodeToString(sum[:8]),
	}, nil
}

func synonymsOf(lexicon *lexicon.Lexicon) [][]string {
	if lexicon == nil {
		return nil
	}
	return lexicon.Synonyms()
}

// topics returns what knows topics, nil if nothing does.
func (s *schema) topics() search.TopicNames {
	if s.lexicon == nil {
		return nil
	}
	return s.lexicon
}

// newMapping describes the fields to bleve, whose queries ask it for analysers.
// It has no composite field: nothing searches all fields at once.
func newMapping() *mapping.IndexMappingImpl {
	m := bleve.NewIndexMapping()
	m.ScoringModel = index.BM25Scoring
	m.DefaultAnalyzer = keyword.Name
	m.IndexDynamic, m.StoreDynamic, m.DocValuesDynamic = false, false, false
	entry := bleve.NewDocumentStaticMapping()
	for _, name := range []string{fieldTitle, fieldText, fieldHeading} {
		field := bleve.NewTextFieldMapping()
		field.Store, field.DocValues, field.IncludeInAll = false, false, false
		entry.AddFieldMappingsAt(name, field)
	}
	for _, name := range []string{
		fieldKind, fieldTopic, fieldDifficulty, fieldDifficultySource, fieldStyle, fieldAnswered,
		fieldDocument, fieldPath, fieldCollection, fieldElsewhere, fieldLines, fieldLengths,
		fieldWord, fieldTyped, fieldDevice, fieldClass, fieldSmallTitle, fieldSmallText, fieldToldTitle, fieldToldText, fieldLanguage,
	} {
		field := bleve.NewKeywordFieldMapping()
		field.Store, field.IncludeInAll, field.IncludeTermVectors = false, false, false
		field.SkipFreqNorm = name != fieldTyped
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

// analysed hands terms that were made before to bleve.
type analysed analysis.TokenStream

// Analyze returns the terms, whatever the text.
func (a analysed) Analyze([]byte) analysis.TokenStream { return analysis.TokenStream(a) }

// document turns an entry into what bleve indexes. It analyses the texts
// itself, because the document's lengths have to stand in the document.
func (s *schema) document(e quarry.Entry) (*document.Document, lengths) {
	d := document.NewDocument(string(e.ID))
	size := lengths{Entries: 1}
	names, spelled := s.namesOnce(), spelling{}
	analyzer := s.analyzerOf(e)
	for i, text := range scoredTexts(e) {
		words := analyzer.words(text)
		spelled.add(words)
		if i == titleField {
			d.AddField(document.NewTextFieldCustom(fieldTyped, nil, nil, completable, analysed(asWritten(words))))
		}
		if i < phraseFields {
			s.addSmall(d, i, words)
		}
		terms := analyzer.entryTerms(words)
		meant := meaningText{text: text, names: names}
		if i == textField && s.lexicon != nil {
			meant.value = e.Value
		}
		terms = append(terms, s.meantTokens(meant, terms)...)
		size.Tokens[i] = int64(len(terms))
		d.AddField(document.NewTextFieldCustom(scoredNames()[i], nil, []byte(text), searchable, analysed(terms)))
	}
	d.AddField(document.NewTextFieldCustom(fieldWord, nil, nil, filterable, analysed(spelled.tokens())))
	d.AddField(document.NewTextFieldCustom(fieldLengths, nil, []byte(joined(size.Tokens[:]...)), readable, nil))
	if analyzer.code != english {
		d.AddField(document.NewTextFieldCustom(fieldLanguage, nil, []byte(analyzer.code), filterable, nil))
	}
	s.describe(d, e, names)
	return d, size
}

// addSmall adds where small words stand among the words of a field.
func (s *schema) addSmall(d *document.Document, field int, words analysis.TokenStream) {
	small := s.analyzer.small
	if code := small.encode(words); len(code) > 0 {
		d.AddField(document.NewTextFieldCustom(smallNames()[field], nil, code, index.StoreField, nil))
	}
	if told := small.told(words); len(told) > 0 {
		d.AddField(document.NewTextFieldCustom(toldNames()[field], nil, nil, filterable, analysed(told)))
	}
}

// describe adds what entries are filtered and counted by, and where they stand.
func (s *schema) describe(d *document.Document, e quarry.Entry, names search.DeviceNames) {
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
		add(fieldAnswered, strconv.FormatBool(e.Answered), countable)
	}
	add(fieldDocument, string(e.Source.DocumentID), countable)
	add(fieldPath, e.Source.Path, countable)
	add(fieldCollection, e.Source.Collection, countable)
	for i, place := range e.Elsewhere {
		further := []uint64{uint64(i) + 1}
		d.AddField(document.NewTextFieldCustom(fieldElsewhere, further, []byte(place.DocumentID), filterable, nil))
		d.AddField(document.NewTextFieldCustom(fieldPath, further, []byte(place.Path), countable, nil))
		d.AddField(document.NewTextFieldCustom(fieldCollection, further, []byte(place.Collection), countable, nil))
	}
	for i, id := range search.DevicesOf(names, e) {
		d.AddField(document.NewTextFieldCustom(fieldDevice, []uint64{uint64(i)}, []byte(id), filterable, nil))
		device, _ := s.lexicon.Device(id)
		d.AddField(document.NewTextFieldCustom(fieldClass, []uint64{uint64(i)}, []byte(device.Class), filterable, nil))
	}
	add(fieldLines, joined(int64(e.Source.LineStart), int64(e.Source.LineEnd)), countable)
}

// The fields whose terms count, by their place in arrays.
const (
	scoredFields = 3
	titleField   = 0
	textField    = 1
	headingField = 2
)

// scoredNames names them.
func scoredNames() [scoredFields]string {
	return [scoredFields]string{fieldTitle, fieldText, fieldHeading}
}

// scoredTexts returns what an entry has in the scored fields, as it is seen. Headings are a
// passage's only: a fact's title says them, and a question speaks for itself.
func scoredTexts(e quarry.Entry) [scoredFields]string {
	texts := [scoredFields]string{e.Title, e.Text}
	if above := len(e.Source.Heading) - 1; e.Kind == quarry.EntryPassage && above > 0 {
		for _, heading := range e.Source.Heading[:above] {
			texts[headingField] += heading + "\n"
		}
	}
	for i := range texts {
		texts[i] = text.Visible(texts[i])
	}
	return texts
}
