package storetest

import (
	"strings"
	"testing"

	"github.com/quarrykb/quarry"
)

func filterTests() tests {
	return tests{
		"every filter of questions and documents": questionFilters,
		"every filter of facts":                   factFilters,
		"a filter means the same for a draw":      drawFilters,
		"filters of another kind match nothing":   foreignFilters,
	}
}

// archive saves questions that differ in everything that can be filtered by.
// Their texts are single letters.
func archive(t *testing.T, store Store) quarry.DocumentID {
	t.Helper()
	graded := func(grade quarry.Grade, style quarry.Style, topics ...quarry.TopicID) func(*quarry.Question) {
		return func(q *quarry.Question) { q.Grade, q.Style, q.Topics = grade, style, topics }
	}
	guess := quarry.Grade{Difficulty: quarry.Hard, Source: quarry.DifficultyEstimated, Confidence: 0.5}
	first := NewDraft("a.md").
		Question("A", "yes", graded(quarry.StatedGrade(quarry.Easy), quarry.StyleOpen, "memory")).
		Question("B", "yes", graded(quarry.StatedGrade(quarry.Hard), quarry.StyleScenario, "memory", "precision")).
		Question("C", "", graded(guess, quarry.StyleOpen, "precision")).
		Knowledge()
	save(t, store, first)
	save(t, store, NewDraft("b.md").In("other").
		Question("D", "", graded(quarry.NoGrade(), quarry.StyleTrueFalse, "other")).
		Question("E", "yes", graded(quarry.NoGrade(), quarry.StyleOpen)).
		Knowledge())
	return first.Document.ID
}

// questionCases says which of the archive's questions a filter lets through.
func questionCases(first quarry.DocumentID) map[string]filterCase {
	return map[string]filterCase{
		"none":                   {quarry.Filter{}, "ABCDE"},
		"kind":                   {quarry.Filter{Kinds: []quarry.EntryKind{quarry.EntryFact, quarry.EntryQuestion}}, "ABCDE"},
		"another kind":           {quarry.Filter{Kinds: []quarry.EntryKind{quarry.EntryFact}}, ""},
		"topic":                  {quarry.Filter{Topics: []quarry.TopicID{"precision"}}, "BC"},
		"topics are or":          {quarry.Filter{Topics: []quarry.TopicID{"memory", "other"}}, "ABD"},
		"an unknown topic":       {quarry.Filter{Topics: []quarry.TopicID{"none"}}, ""},
		"difficulty":             {quarry.Filter{Difficulties: []quarry.Difficulty{quarry.Hard}}, "BC"},
		"difficulty never null":  {quarry.Filter{Difficulties: quarry.Difficulties()}, "ABC"},
		"the empty difficulty":   {quarry.Filter{Difficulties: []quarry.Difficulty{""}}, ""},
		"difficulty source":      {quarry.Filter{DifficultySources: []quarry.DifficultySource{quarry.DifficultyStated}}, "AB"},
		"no difficulty source":   {quarry.Filter{DifficultySources: []quarry.DifficultySource{quarry.DifficultyNone}}, "DE"},
		"sure of the difficulty": {quarry.Filter{MinGrade: 0.6}, "AB"},
		"half sure of it":        {quarry.Filter{MinGrade: 0.5, Difficulties: []quarry.Difficulty{quarry.Hard}}, "BC"},
		"style":                  {quarry.Filter{Styles: []quarry.Style{quarry.StyleScenario, quarry.StyleTrueFalse}}, "BD"},
		"document by id":         {quarry.Filter{Documents: []string{string(first)}}, "ABC"},
		"document by path":       {quarry.Filter{Documents: []string{"b.md"}}, "DE"},
		"documents either way":   {quarry.Filter{Documents: []string{"b.md", string(first)}}, "ABCDE"},
		"an unknown document":    {quarry.Filter{Documents: []string{"c.md"}}, ""},
		"collection":             {quarry.Filter{Collections: []string{"other"}}, "DE"},
		"answered":               {quarry.Filter{Answered: quarry.Yes}, "ABE"},
		"unanswered":             {quarry.Filter{Answered: quarry.No}, "CD"},
		"answer state":           {quarry.Filter{AnswerStates: []quarry.AnswerState{quarry.AnswerOwn}}, "ABE"},
		"gaps":                   {quarry.Filter{AnswerStates: []quarry.AnswerState{quarry.AnswerGap}}, "CD"},
		"likely answers":         {quarry.Filter{AnswerStates: []quarry.AnswerState{quarry.AnswerLikely}}, ""},
		"several fields are and": {quarry.Filter{Topics: []quarry.TopicID{"memory"}, Difficulties: []quarry.Difficulty{quarry.Hard}}, "B"},
		"a quote is no syntax":   {quarry.Filter{Documents: []string{`a.md' OR '1'='1`, `"`}}, ""},
	}
}

type filterCase struct {
	filter quarry.Filter
	want   string
}

func questionFilters(t *testing.T, store Store) {
	t.Helper()
	for name, c := range questionCases(archive(t, store)) {
		page, err := store.Questions(t.Context(), c.filter, everything())
		var got strings.Builder
		for _, q := range must(t, page, err).Items {
			got.WriteString(q.Text)
		}
		equal(t, name, got.String(), c.want)
		equal(t, name+": total", page.Total, len(c.want))
	}
	documents, err := store.Documents(t.Context(), quarry.Filter{Collections: []string{"other"}}, everything())
	equal(t, "documents of a collection", must(t, documents, err).Total, 1)
	documents, err = store.Documents(t.Context(), quarry.Filter{Documents: []string{"a.md"}}, everything())
	equal(t, "documents by path", must(t, documents, err).Total, 1)
}

func drawFilters(t *testing.T, store Store) {
	t.Helper()
	for name, c := range questionCases(archive(t, store)) {
		draw, err := store.DrawQuestions(t.Context(), quarry.DrawRequest{Filter: c.filter, Seed: 5, Count: 10})
		got := map[string]bool{}
		for _, q := range must(t, draw, err).Questions {
			got[q.Text] = true
		}
		want := map[string]bool{}
		for _, letter := range c.want {
			want[string(letter)] = true
		}
		equal(t, name, got, want)
	}
}

func factFilters(t *testing.T, store Store) {
	t.Helper()
	save(t, store, NewDraft("a.md").
		Fact("Tensor Core (4th)", "A").
		Fact("TENSOR memory", "B", func(f *quarry.Fact) { f.Topics = []quarry.TopicID{"other"} }).
		Fact("Übertakten 100%_", "C").
		Knowledge())
	for name, c := range map[string]filterCase{
		"subject in any case":     {quarry.Filter{Subjects: []string{"tensor"}}, "AB"},
		"subjects are or":         {quarry.Filter{Subjects: []string{"core", "memory"}}, "AB"},
		"letters beyond ASCII":    {quarry.Filter{Subjects: []string{"ÜBER"}}, "C"},
		"wild cards mean no more": {quarry.Filter{Subjects: []string{"%_"}}, "C"},
		"and the topic":           {quarry.Filter{Subjects: []string{"tensor"}, Topics: []quarry.TopicID{"other"}}, "B"},
		"an unknown subject":      {quarry.Filter{Subjects: []string{"loom"}}, ""},
	} {
		page, err := store.Facts(t.Context(), c.filter, everything())
		var got strings.Builder
		for _, f := range must(t, page, err).Items {
			got.WriteString(f.Statement)
		}
		equal(t, name, got.String(), c.want)
	}
}

// foreignFilters: a fact has no style, so it has none of the styles asked for.
func foreignFilters(t *testing.T, store Store) {
	t.Helper()
	save(t, store, Mixed("a.md"))
	style := quarry.Filter{Styles: quarry.Styles()}
	subject := quarry.Filter{Subjects: []string{""}}
	device := quarry.Filter{Devices: []quarry.DeviceID{"press-1"}}
	topic := quarry.Filter{Topics: []quarry.TopicID{"memory"}}
	facts, err := store.Facts(t.Context(), style, everything())
	equal(t, "facts of a style", must(t, facts, err).Total, 0)
	questions, err := store.Questions(t.Context(), subject, everything())
	equal(t, "questions with a subject", must(t, questions, err).Total, 0)
	passages, err := store.Passages(t.Context(), device, everything())
	equal(t, "passages of a device", must(t, passages, err).Total, 0)
	specs, err := store.Specs(t.Context(), style, everything())
	equal(t, "specs of a style", must(t, specs, err).Total, 0)
	documents, err := store.Documents(t.Context(), topic, everything())
	equal(t, "documents of a topic", must(t, documents, err).Total, 0)
}
