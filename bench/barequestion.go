package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/quarrykb/quarry/api/view"
)

// bareQuestions answers a question by its id with one prepared statement and
// nothing around it: no router, no limits, no tags, no metrics.
type bareQuestions struct {
	db  *sql.DB
	one *sql.Stmt
}

const selectBareQuestion = `SELECT e.id, d.id, d.collection, e.path, d.title, d.sha256,
	e.line_start, e.line_end, e.byte_start, e.byte_end, e.heading, e.context, e.topics,
	e.difficulty, e.difficulty_source, e.confidence, e.style, e.answered, e.text, e.answer
	FROM questions e JOIN documents d ON d.number = e.document WHERE e.id = ?`

func openBareQuestions(ctx context.Context, file string) (*bareQuestions, error) {
	db, err := sql.Open("sqlite3", "file:"+file+"?mode=ro&_query_only=1&_cache_size=-16000")
	if err != nil {
		return nil, err
	}
	one, err := db.PrepareContext(ctx, selectBareQuestion)
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return &bareQuestions{db: db, one: one}, nil
}

func (b *bareQuestions) close() error { return errors.Join(b.one.Close(), b.db.Close()) }

// ServeHTTP answers /v1/questions/{id}.
func (b *bareQuestions) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	shown, err := b.read(r.Context(), strings.TrimPrefix(r.URL.Path, "/v1/questions/"))
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(shown); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
	}
}

func (b *bareQuestions) read(ctx context.Context, id string) (view.Question, error) {
	shown := view.Question{
		Kind: "question", AnswerState: "gap", Choices: []string{}, Variants: []view.Variant{},
		BestAnswers: []view.BestAnswer{},
	}
	source := &shown.Source
	var heading, places, topics, answer string
	var confidence float64
	err := b.one.QueryRowContext(ctx, id).Scan(&shown.ID, &source.DocumentID, &source.Collection, &source.Path,
		&source.Title, &source.SHA256, &source.LineStart, &source.LineEnd, &source.ByteStart, &source.ByteEnd,
		&heading, &places, &topics, &shown.Difficulty, &shown.DifficultySource, &confidence,
		&shown.Style, &shown.Answered, &shown.Question, &answer)
	if err != nil {
		return shown, err
	}
	shown.CanonicalID = shown.ID
	if shown.Answered {
		shown.Answer, shown.AnswerState = &answer, "answered"
	}
	if shown.Difficulty != nil {
		shown.DifficultyConfidence = &confidence
	}
	source.Context = []view.Context{}
	if places != "[]" {
		return shown, fmt.Errorf("question %s has a context, which generated questions have not", id)
	}
	source.URL = fmt.Sprintf("/v1/documents/%s/content#L%d-L%d", source.DocumentID, source.LineStart,
		source.LineEnd)
	return shown, errors.Join(json.Unmarshal([]byte(heading), &source.Heading),
		json.Unmarshal([]byte(topics), &shown.Topics))
}
