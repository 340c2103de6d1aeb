package fold_test

import (
	"testing"

	"github.com/quarrykb/quarry/ingest/ingesttest"
	"github.com/quarrykb/quarry/ingest/question/fold"
)

func TestWhatOnlyHidesAnAnswerIsTakenOffIt(t *testing.T) {
	t.Parallel()
	finder := fold.New(ingesttest.Lexicon(t))
	const bread = "It rises\n\n- slowly"
	for name, tc := range map[string]struct{ answer, want string }{
		"details":             {"<details>\n<summary> Answer </summary>\n\nIt rises\n\n- slowly\n\n</details>\n", bread},
		"details on one line": {"<details><summary>Show answer</summary>It rises.</details>", "It rises."},
		"details in another":  {"<details><summary>Reveal</summary><details><summary>Antwort</summary>It rises.</details></details>", "It rises."},
		"details, title bold": {"<details open>\n<summary><b>Click to see the solution</b></summary>\nIt rises.\n</details>", "It rises."},
		"details, no title":   {"<details>\nIt rises.\n</details>", "It rises."},
		"details, unclosed":   {"<details>\n<summary>Solution 3</summary>\nIt rises.", "It rises."},
		"details, indented":   {"  <details>\n  <summary>Solution</summary>\n\n  It rises\n\n  - slowly\n  </details>", bread},
		"an admonition":       {"??? success \"Answer\"\n    It rises\n\n    - slowly\n", bread},
		"an admonition's tab": {"!!! tip \"Solution\"\n\tIt rises\n\n\t- slowly", bread},
		"a bare admonition":   {"??? answer\n    It rises.", "It rises."},
		"a container":         {":::tip Answer\nIt rises\n\n- slowly\n:::", bread},
		"a container's label": {"::: details[Réponse]\nIt rises.\n:::\n", "It rises."},
		"a callout":           {"> [!success]- Answer\n> It rises\n>\n> - slowly", bread},
		"an element":          {"<Answer>\n  It rises\n\n  - slowly\n</Answer>", bread},
		"bars":                {"||It rises.||", "It rises."},
		"a spoiler":           {">!It rises.!<", "It rises."},
		"words beside it":     {"Think first.\n\n<details><summary>Answer</summary>It rises.</details>\n\nMore below.", "Think first.\n\nIt rises.\n\nMore below."},
		"a title that says more": {
			"<details><summary>Paris</summary>Since 987.</details>", "<details><summary>Paris</summary>Since 987.</details>",
		},
		"a hint beside the answer": {
			"??? tip \"Hint\"\n    Yeast.\n\n??? success \"Answer\"\n    It rises.", "??? tip \"Hint\"\n    Yeast.\n\nIt rises.",
		},
		"a number":                {"<details><summary>1984</summary>By Orwell.</details>", "<details><summary>1984</summary>By Orwell.</details>"},
		"click to open it":        {"<details><summary>Click to expand</summary>It rises.</details>", "It rises."},
		"a table of bars":         {"|| a || b ||", "|| a || b ||"},
		"code":                    {"```\n<details><summary>Answer</summary>x</details>\n```", "```\n<details><summary>Answer</summary>x</details>\n```"},
		"an answer without marks": {"  It rises. ", "  It rises. "},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := finder.Unwrap(tc.answer); got != tc.want {
				t.Errorf("%q; want %q", got, tc.want)
			}
		})
	}
}
