package sqlite_test

import (
	"crypto/rand"
	"database/sql"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/store/sqlite"
	"github.com/quarrykb/quarry/store/storetest"
)

// filled opens a store with so many questions, a hundred a document.
func filled(b *testing.B, questions int) (*sqlite.Store, string) {
	b.Helper()
	path := filepath.Join(b.TempDir(), "quarry.db")
	store, err := sqlite.Open(b.Context(), path, options())
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = store.Close() })
	const each = 100
	answer := strings.Repeat("An answer has a few sentences of ordinary length. ", 8)
	for first := 0; first < questions; first += each {
		draft := storetest.NewDraft(fmt.Sprintf("notes/%06d.md", first))
		for i := first; i < first+each; i++ {
			draft.Question(fmt.Sprintf("What is the answer to question number %d?", i), answer, func(q *quarry.Question) {
				q.Topics = []quarry.TopicID{"memory", quarry.TopicID(fmt.Sprintf("topic-%d", i%1000))}
				q.Source.Heading, q.Source.Context = []string{"Interview questions", "Memory"}, nil
			})
		}
		if _, err := store.SaveDocument(b.Context(), draft.Knowledge()); err != nil {
			b.Fatal(err)
		}
	}
	return store, path
}

func BenchmarkDrawQuestions(b *testing.B) {
	for _, questions := range []int{1_000, 100_000} {
		b.Run(strconv.Itoa(questions), func(b *testing.B) {
			store, _ := filled(b, questions)
			seed := uint64(0)
			for b.Loop() {
				seed++
				draw, err := store.DrawQuestions(b.Context(), quarry.DrawRequest{Seed: seed, Count: 10})
				if err != nil || len(draw.Questions) != 10 {
					b.Fatalf("%d questions: %v", len(draw.Questions), err)
				}
			}
		})
	}
}

// BenchmarkFirstDraw is a draw after a change, when nothing is remembered.
func BenchmarkFirstDraw(b *testing.B) {
	store, _ := filled(b, 100_000)
	for i := 0; b.Loop(); i++ {
		b.StopTimer()
		k := storetest.NewDraft("change.md").Passage(strconv.Itoa(i)).Knowledge()
		if _, err := store.SaveDocument(b.Context(), k); err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
		if _, err := store.DrawQuestions(b.Context(), quarry.DrawRequest{Count: 10}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkQuestions(b *testing.B) {
	store, _ := filled(b, 100_000)
	for name, filter := range map[string]quarry.Filter{
		"all":           {},
		"common topic":  {Topics: []quarry.TopicID{"memory"}},
		"rare topic":    {Topics: []quarry.TopicID{"topic-999"}},
		"missing topic": {Topics: []quarry.TopicID{"none"}},
		"document":      {Documents: []string{"notes/050000.md"}},
		"collection":    {Collections: []string{quarry.DefaultCollection}},
		"difficulty":    {Difficulties: quarry.Difficulties()},
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := store.Questions(b.Context(), filter, quarry.PageRequest{Limit: 20}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkQuestionByID(b *testing.B) {
	store, path := filled(b, 10_000)
	page, err := store.Questions(b.Context(), quarry.Filter{}, quarry.PageRequest{Limit: 1000})
	if err != nil {
		b.Fatal(err)
	}
	b.Run("store", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			q, _, err := store.Question(b.Context(), page.Items[i%1000].ID)
			write(b, q, err)
		}
	})
	b.Run("bare", func(b *testing.B) {
		one := bareStatement(b, path)
		defer func() { _ = one.Close() }()
		for i := 0; b.Loop(); i++ {
			q := page.Items[i%1000]
			var heading, context, topics string
			s := &q.Source
			err := one.QueryRowContext(b.Context(), string(q.ID)).Scan(&q.ID, &q.Text, &q.Answer, &heading, &context,
				&topics, &s.Path, &q.Grade.Source, &q.Style, &s.LineStart, &s.LineEnd, &s.ByteStart, &s.ByteEnd)
			write(b, q, err)
		}
	})
}

// write is what a handler does with a question.
func write(b *testing.B, q quarry.Question, err error) {
	b.Helper()
	if err != nil {
		b.Fatal(err)
	}
	if _, err := json.Marshal(q); err != nil {
		b.Fatal(err)
	}
}

// BenchmarkAddJob is what it costs to accept a job, beside a transaction that a power cut
// may take back.
func BenchmarkAddJob(b *testing.B) {
	store, _ := filled(b, 100)
	b.Run("job", func(b *testing.B) {
		for b.Loop() {
			job := quarry.Job{ID: quarry.JobID("j_" + rand.Text()), State: quarry.JobQueued, Order: quarry.JobOrder{Kind: quarry.JobIngest}}
			if _, err := store.AddJob(b.Context(), job, quarry.JobKey{}, time.Time{}); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("note", func(b *testing.B) {
		for b.Loop() {
			if err := store.MarkDone(b.Context(), rand.Text()); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func bareStatement(b *testing.B, path string) *sql.Stmt {
	b.Helper()
	db, err := sql.Open("sqlite3", "file:"+path+"?mode=ro")
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = db.Close() })
	one, err := db.PrepareContext(b.Context(), `SELECT id, text, answer, heading, context, topics, path,
		difficulty_source, style, line_start, line_end, byte_start, byte_end FROM questions WHERE id = ?`)
	if err != nil {
		b.Fatal(err)
	}
	return one
}

// sample is a document of ten entries.
func sample(i int) quarry.Knowledge {
	draft := storetest.NewDraft(fmt.Sprintf("notes/%09d.md", i))
	text := strings.Repeat("A sentence of ordinary length stands here. ", 5)
	for n := range 3 {
		draft.Question(fmt.Sprintf("Question %d of document %d?", n, i), text)
		draft.Fact(fmt.Sprintf("Subject %d", n), fmt.Sprintf("%s %d %d", text, n, i))
		draft.Passage(fmt.Sprintf("%s %d %d", text, n, i))
	}
	return draft.Spec("press-1", "power", float64(i), "W").Knowledge()
}

func BenchmarkSaveDocument(b *testing.B) {
	b.Run("store", func(b *testing.B) {
		store, _ := filled(b, 0)
		for i := 0; b.Loop(); i++ {
			saveOne(b, store, sample(i))
		}
	})
	b.Run("unchanged", func(b *testing.B) {
		store, _ := filled(b, 0)
		for b.Loop() {
			saveOne(b, store, sample(0))
		}
	})
	b.Run("fixture alone", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			sample(i)
		}
	})
}

func saveOne(b *testing.B, store *sqlite.Store, k quarry.Knowledge) {
	b.Helper()
	if _, err := store.SaveDocument(b.Context(), k); err != nil {
		b.Fatal(err)
	}
}
