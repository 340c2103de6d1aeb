package entries

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/store/sqlite/db"
)

// Questions lists the questions that a filter lets through, by path, line and
// id, with their exact number. Of those that ask the same it lists the one that
// leads, with the others as its variants; a document and a collection let it
// through when any of them stands there.
func (s *Store) Questions(
	ctx context.Context, f quarry.Filter, r quarry.PageRequest,
) (quarry.Page[quarry.Question], error) {
	return list(ctx, s, Questions(), f, r)
}

// Question returns one question and the revision it was read at, or
// KindNotFound. The id of a variant names the question that stands for it.
func (s *Store) Question(ctx context.Context, id quarry.QuestionID) (quarry.Question, quarry.Sequence, error) {
	return one(ctx, s, Questions, string(id))
}

const (
	// IsLeader holds for a question e that leads those that ask the same.
	IsLeader = "e.leads = 1"
	// canonicalID selects the id of the question that leads.
	canonicalID = `CASE WHEN e.leads THEN e.id ELSE (SELECT l.id FROM questions l
		WHERE l.asks = e.asks AND l.asks <> '' AND l.leads = 1) END`
	// LeaderOf holds for the question e that stands for an id.
	LeaderOf = `e.number = (SELECT CASE WHEN m.leads THEN m.number ELSE (SELECT l.number FROM questions l
		WHERE l.asks = m.asks AND l.asks <> '' AND l.leads = 1) END FROM questions m WHERE m.id = ?)`
)

// Questions are those that lead, each with its variants.
func Questions() Kind[quarry.Question] {
	k := questionKind(gradeOf(quarry.EntryQuestion), "e.id", variantsOf())
	k.live, k.named = IsLeader, LeaderOf
	k.Where = WhereQuestion
	return k
}

// barely are the questions that lead, with no more of their variants than where
// they stand, and without what else answers them: what an index keeps of them.
func barely() Kind[bareQuestion] {
	k := entryKind[bareQuestion](quarry.EntryQuestion, gradeOf(quarry.EntryQuestion), questionDetails("e.id", placesOf, noAnswers))
	k.live = IsLeader
	k.Where = WhereQuestion
	k.Read = func(scan db.ScanFunc) (bareQuestion, error) {
		q, err := readQuestion(scan)
		return bareQuestion{q}, err
	}
	return k
}

// bareQuestion is a question of whose variants little was read.
type bareQuestion struct{ quarry.Question }

// occurrences are all questions, as each stands in its document.
func occurrences() Kind[quarry.Question] {
	k := questionKind(ownGrade(), canonicalID, "'[]'")
	k.Where = whereOccurrence
	return k
}

func questionKind(graded grading, canonical, variants string) Kind[quarry.Question] {
	k := entryKind[quarry.Question](quarry.EntryQuestion, graded, questionDetails(canonical, variants, bestAnswersOf(canonical)))
	k.Read = readQuestion
	return k
}

func questionDetails(canonical, variants, answers string) string {
	return canonical + ", e.style, e.answered, e.text, e.answer, e.choices, e.asks, " + variants + ", " + answers
}

func readQuestion(scan db.ScanFunc) (quarry.Question, error) {
	var e shared
	var q quarry.Question
	var choices, variants, answers string
	err := e.scan(scan, &q.CanonicalID, &q.Style, &q.Answered, &q.Text, &q.Answer, &choices,
		&q.Asks, &variants, &answers)
	if err != nil {
		return q, err
	}
	q.ID, q.Topics, q.Grade, q.Source, q.Corrected = quarry.QuestionID(e.id), e.topics, e.grade, e.source, e.corrected
	if q.Variants, err = readVariants(variants); err != nil {
		return q, err
	}
	if q.BestAnswers, err = readBestAnswers(answers); err != nil {
		return q, err
	}
	q.AnswerState = stateOf(q)
	q.Choices, err = db.ListOf[string](choices)
	return q, err
}

// stateOf says what answerState does.
func stateOf(q quarry.Question) quarry.AnswerState {
	switch {
	case q.Answered:
		return quarry.AnswerOwn
	case len(q.BestAnswers) > 0:
		return quarry.AnswerLikely
	}
	return quarry.AnswerGap
}

const questionColumns = entryColumns + ", style, answered, text, answer, choices, asks, leads, place"

func questionRow(q quarry.Question) Row {
	ref := quarry.EntryRef{Kind: quarry.EntryQuestion, ID: quarry.EntryID(q.ID)}
	return Row{EntryRef: ref, Claim: q.Asks, Values: append(
		entryValues(ref.ID, q.Grade, q.Topics, q.Source),
		string(q.Style), q.Answered, q.Text, q.Answer, laterList(q.Choices), made(q.Asks),
	), Line: q.Source.LineStart, Answered: q.Answered, Stated: q.Grade.Source == quarry.DifficultyStated}
}

// variantsOf selects the other questions that ask what e asks, as JSON: a reader
// of one statement sees all of them at one moment.
func variantsOf() string {
	return `CASE WHEN e.asks = '' THEN '[]' ELSE (SELECT json_group_array(json_object(
	'id', v.id, 'document', vd.id, 'collection', vd.collection, 'path', v.path, 'title', vd.title, 'sha256', vd.sha256,
	'span', json_array(v.byte_start, v.byte_end, v.line_start, v.line_end), 'heading', v.heading, 'context', v.context,
	'difficulty', v.difficulty, 'graded', v.difficulty_source, 'confidence', v.confidence,
	'style', v.style, 'answered', v.answered, 'text', v.text, 'answer', v.answer, 'choices', v.choices,
	'corrected', ` + correctedOf("v.id") + `))
	FROM questions v CROSS JOIN documents vd ON vd.number = v.document
	WHERE v.asks = e.asks AND v.asks <> '' AND v.leads = 0) END`
}

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
	Corrected  []quarry.Correction     `json:"corrected"`
}

// readVariants returns variants by path, line and id.
func readVariants(text string) ([]quarry.Variant, error) {
	stored, err := db.Listed[storedVariant](text)
	if err != nil {
		return nil, fmt.Errorf("read variants: %w", err)
	}
	var variants []quarry.Variant
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
			Span: spanOf(v.Span),
		},
		Corrected: inOrder(v.Corrected),
	}
	var err error
	if variant.Source.Heading, err = db.ListOf[string](v.Heading); err != nil {
		return variant, err
	}
	if variant.Source.Context, err = contextOf(v.Context); err != nil {
		return variant, err
	}
	variant.Choices, err = db.ListOf[string](v.Choices)
	return variant, err
}
