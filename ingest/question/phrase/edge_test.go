package phrase_test

import (
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest/question/phrase"
)

func TestTheWordsOfAQuestionAreToldFromWhatStandsAroundThem(t *testing.T) {
	t.Parallel()
	reader := newReader(t)
	const asked, said = "What is rye?", "Rye is a grass."
	offers := phrase.Edges{Offers: true}
	for line, want := range map[string]struct {
		own   string
		edges phrase.Edges
	}{
		"3. **What is rye?** [2 marks] (hard)":             {asked, phrase.Edges{Grade: quarry.Hard}},
		"(2 marks) What is rye?":                           {asked, phrase.Edges{}},
		"Task 2 (easy, 3 points): What is rye?":            {asked, phrase.Edges{Grade: quarry.Easy}},
		"Question 9 (bonus): What is rye?":                 {asked, phrase.Edges{}},
		"What is rye? [→ answer](#a1)":                     {asked, phrase.Edges{}},
		"What is rye? ([answer](#a1))":                     {asked, phrase.Edges{}},
		"What is rye? *(to be written)*":                   {asked, phrase.Edges{}},
		"What is rye? (select all that apply)":             {asked, phrase.Edges{}},
		"What is rye?\n\nSelect one:":                      {asked, phrase.Edges{}},
		"[What is rye?](rye.md)":                           {asked, phrase.Edges{}},
		"T/F – Rye is a grass. (T, it is)":                 {said, phrase.Edges{Offers: true, Verdict: "T, it is"}},
		"True or false? Rye is a grass.":                   {said, offers},
		"**State whether true or false:** Rye is a grass.": {said, offers},
		"Rye is a grass. ☐ true ☐ false":                   {said, offers},
		"Rye is a grass. ( ) True ( ) False":               {said, offers},
		"Rye is a grass. (T / F)":                          {said, offers},
		"Rye is a grass.      T    F":                      {said, offers},
		"La segale è un'erba.  ☐ V ☐ F":                    {"La segale è un'erba.", offers},
		"(adapted from a contest) What is rye?":            {asked, phrase.Edges{}},
		"What is rye? Select one:":                         {asked, phrase.Edges{}},
		"Find f(2).":                                       {"Find f(2).", phrase.Edges{}},
		"Rye is a grass. (true)":                           {said, phrase.Edges{Verdict: "true"}},
		"判断：黑麦是草。（对，它是草）":                                  {"黑麦是草。", phrase.Edges{Offers: true, Verdict: "对，它是草"}},
		"Roggen ist ein Gras. ☐ richtig ☐ falsch":          {"Roggen ist ein Gras.", offers},
		"True or false, and explain why: Rye is a grass.":  {"True or false, and explain why: Rye is a grass.", phrase.Edges{}},
		"Convert it to Fahrenheit (F).":                    {"Convert it to Fahrenheit (F).", phrase.Edges{}},
		"Set the flag (true) and explain.":                 {"Set the flag (true) and explain.", phrase.Edges{}},
		"What is [rye](#rye)":                              {"What is [rye](#rye)", phrase.Edges{}},
		"Who needs rye (the grass)?":                       {"Who needs rye (the grass)?", phrase.Edges{}},
		"★☆☆ warm-up, ★★☆ exam level":                      {"★☆☆ warm-up, ★★☆ exam level", phrase.Edges{}},
		"Is it true or false?":                             {"Is it true or false?", phrase.Edges{}},
		"The rye is (...)":                                 {"The rye is (...)", phrase.Edges{}},
	} {
		if own, edges := reader.Own(line); own != want.own || edges != want.edges {
			t.Errorf("Own(%q) = %q, %+v; want %q, %+v", line, own, edges, want.own, want.edges)
		}
	}
}
