package bleveindex_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search"
	"github.com/quarrykb/quarry/search/searchtest"
)

func TestATitleIsCompletedWordByWord(t *testing.T) {
	t.Parallel()
	index := informed(t,
		searchtest.Entry(quarry.EntryQuestion, "proof", "Why is dough proofed twice?", "It rises better."),
		searchtest.Entry(quarry.EntryQuestion, "doughnut", "What is a doughnut made of?", "Sweet dough."),
		searchtest.Entry(quarry.EntryPassage, "dough", "Dough", "Flour and water."),
		searchtest.Entry(quarry.EntryFact, "rise", "Dough – Rising", "Yeast makes it rise."),
		searchtest.Entry(quarry.EntrySpec, "h100", "NVIDIA H100 Memory bandwidth", "3.35 TB/s"),
		searchtest.Entry(quarry.EntryFact, "cafe", "Café culture", "Vienna has many."),
		searchtest.Entry(quarry.EntryFact, "code", "torch.cuda.synchronize", "It waits."))
	for text, want := range map[string][]string{
		"dou":                    {"q_proof", "q_doughnut", "p_dough", "f_rise"},
		"Dough":                  {"q_proof", "q_doughnut", "p_dough", "f_rise"},
		"dough ":                 {"q_proof", "p_dough", "f_rise"},
		"dough r":                {"f_rise"},
		"why is d":               {"q_proof"},
		"rising dou":             {"f_rise"},
		"h1":                     {"s_h100"},
		"caf":                    {"f_cafe"},
		"torch.cuda.sync":        {"f_code"},
		"sync":                   {"f_code"},
		"flour":                  nil,
		"zeppelin d":             nil,
		"":                       nil,
		"?!":                     nil,
		"what is a doughnut mad": {"q_doughnut"},
	} {
		ranked, err := index.Complete(t.Context(), text, 10)
		if err != nil {
			t.Fatalf("complete %q: %v", text, err)
		}
		got := idsOf(ranked)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
}

func TestCompletionsDoNotDependOnHowEntriesCame(t *testing.T) {
	t.Parallel()
	entries := searchtest.Generate(300)
	whole, parts := informed(t, entries...), informed(t)
	for i := 0; i < len(entries); i += 50 {
		if err := parts.Apply(t.Context(), search.Batch{Puts: entries[len(entries)-i-50 : len(entries)-i], Cursor: quarry.Sequence(i + 2)}); err != nil {
			t.Fatalf("apply: %v", err)
		}
	}
	for _, text := range []string{"b", "ma", entries[7].Title[:8], entries[7].Title[:15]} {
		want, err := whole.Complete(t.Context(), text, 20)
		if err != nil || len(want.Hits) == 0 {
			t.Fatalf("complete %q: %d, %v", text, len(want.Hits), err)
		}
		got, err := parts.Complete(t.Context(), text, 20)
		if err != nil || !slices.Equal(got.Hits, want.Hits) {
			t.Errorf("%q: %v, %v, want %v", text, got.Hits, err, want.Hits)
		}
	}
}

func TestASlipIsPutRightWhereNothingCompletesIt(t *testing.T) {
	t.Parallel()
	index := informed(t,
		searchtest.Entry(quarry.EntryQuestion, "checkpoint", "What does gradient checkpointing save?", "Memory, with recomputation."),
		searchtest.Entry(quarry.EntryQuestion, "statute", "When does a statute of limitations begin?", "With the deed."),
		searchtest.Entry(quarry.EntryPassage, "state", "Statement of claim", "Statutory interest."),
		searchtest.Entry(quarry.EntrySpec, "h100", "NVIDIA H100 Memory bandwidth", "3.35 TB/s"))
	for text, want := range map[string]struct {
		ids       []string
		corrected string
	}{
		"gradient check":       {[]string{"q_checkpoint"}, ""},
		"gradeint":             {[]string{"q_checkpoint"}, "gradient"},
		"Gradeint chekp":       {[]string{"q_checkpoint"}, "gradient checkp"},
		"gradient chekpointin": {[]string{"q_checkpoint"}, "gradient checkpointin"},
		"limitatons of ":       {[]string{"q_statute"}, "limitations of "},
		"statu":                {[]string{"q_statute"}, ""},
		"limitatoin":           {[]string{"q_statute"}, "limitation"},
		"h200":                 {nil, ""},
		"H1000 memory":         {nil, ""},
		"recomputation":        {nil, ""},
		"zeppelin":             {nil, ""},
		"radient":              {[]string{"q_checkpoint"}, "gradient"},
		"xyzzyq gradeint":      {nil, ""},
		"eight":                {nil, ""},
	} {
		ranked, err := index.Complete(t.Context(), text, 10)
		if err != nil {
			t.Fatalf("complete %q: %v", text, err)
		}
		got := idsOf(ranked)
		if diff := cmp.Diff(want.ids, got); diff != "" || ranked.CorrectedQuery != want.corrected {
			t.Errorf("%q was taken for %q, want %q (-want +got):\n%s", text, ranked.CorrectedQuery, want.corrected, diff)
		}
	}
}
