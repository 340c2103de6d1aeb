package sqlite

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/quarrykb/quarry"
)

// variantsOf selects the other questions that ask what e asks, as JSON: a reader
// of one statement sees all of them at one moment.
const variantsOf = `CASE WHEN e.asks = '' THEN '[]' ELSE (SELECT json_group_array(json_object(
	'id', v.id, 'document', vd.id, 'collection', vd.collection, 'path', v.path, 'title', vd.title, 'sha256', vd.sha256,
	'span', json_array(v.byte_start, v.byte_end, v.line_start, v.line_end), 'heading', v.heading, 'context', v.context,
	'difficulty', v.difficulty, 'graded', v.difficulty_source, 'confidence', v.confidence,
	'style', v.style, 'answered', v.answered, 'text', v.text, 'answer', v.answer, 'choices', v.choices))
	FROM questions v CROSS JOIN documents vd ON vd.number = v.document
	WHERE v.asks = e.asks AND v.asks <> '' AND v.leads = 0) END`

// placesOf selects as much of the variants as tells in which other documents they
// stand: of each document one, the first by path.
const placesOf = `CASE WHEN e.asks = '' THEN '[]' ELSE (SELECT json_group_array(json_object(
	'document', p.id, 'collection', p.collection, 'path', p.path, 'heading', '[]', 'context', '[]', 'choices', '[]'))
	FROM (SELECT vd.id, vd.collection, vd.path FROM documents vd WHERE vd.number <> e.document AND vd.number IN (
		SELECT v.document FROM questions v WHERE v.asks = e.asks AND v.asks <> '' AND v.leads = 0)
		ORDER BY vd.path, vd.id LIMIT 1000) p) END`

// storedVariant is a variant as variantsOf selects it.
type storedVariant struct {
	ID         quarry.QuestionID       `json:"id"`
	Document   quarry.DocumentID       `json:"document"`
	Collection string                  `json:"collection"`
	Path       string                  `json:"path"`
	Title      string                  `json:"title"`
	SHA256     string                  `json:"sha256"`
	Span       [4]int                  `json:"span"`
	Heading    string                  `json:"heading"`
	Context    string                  `json:"context"`
	Difficulty quarry.Difficulty       `json:"difficulty"`
	Graded     quarry.DifficultySource `json:"graded"`
	Confidence float64                 `json:"confidence"`
	Style      quarry.Style            `json:"style"`
	Answered   int                     `json:"answered"`
	Text       string                  `json:"text"`
	Answer     string                  `json:"answer"`
	Choices    string                  `json:"choices"`
}

// readVariants returns variants by path, line and id.
func readVariants(text string) ([]quarry.Variant, error) {
	if text == emptyList {
		return nil, nil
	}
	var stored []storedVariant
	if err := json.Unmarshal([]byte(text), &stored); err != nil {
		return nil, fmt.Errorf("read variants: %w", err)
	}
	variants := make([]quarry.Variant, 0, len(stored))
	for _, v := range stored {
		variant, err := v.variant()
		if err != nil {
			return nil, fmt.Errorf("read variant %q: %w", v.ID, err)
		}
		variants = append(variants, variant)
	}
	slices.SortFunc(variants, func(a, b quarry.Variant) int {
		return cmp.Or(cmp.Compare(a.Source.Path, b.Source.Path),
			cmp.Compare(a.Source.LineStart, b.Source.LineStart), cmp.Compare(a.ID, b.ID))
	})
	return variants, nil
}

func (v storedVariant) variant() (quarry.Variant, error) {
	variant := quarry.Variant{
		ID: v.ID, Text: v.Text, Answer: v.Answer, Answered: v.Answered != 0, Style: v.Style,
		Grade: quarry.Grade{Difficulty: v.Difficulty, Source: v.Graded, Confidence: v.Confidence},
		Source: quarry.Source{
			DocumentID: v.Document, Collection: v.Collection, Path: v.Path, Title: v.Title, SHA256: v.SHA256,
			Span: quarry.Span{ByteStart: v.Span[0], ByteEnd: v.Span[1], LineStart: v.Span[2], LineEnd: v.Span[3]},
		},
	}
	var err error
	if variant.Source.Heading, err = listOf[string](v.Heading); err != nil {
		return variant, err
	}
	if variant.Source.Context, err = contextOf(v.Context); err != nil {
		return variant, err
	}
	variant.Choices, err = listOf[string](v.Choices)
	return variant, err
}
