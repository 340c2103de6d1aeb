package fold_test

import (
	"testing"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/ingesttest"
	"github.com/quarrykb/quarry/ingest/question/fold"
)

// Texts at which a reader of folds may work too long.
func hostile() map[string]string {
	return map[string]string{
		"opened tags":       "<A",
		"opened braces":     "<A b={",
		"opened quotes":     "<A b='",
		"comments":          "<!--",
		"nested details":    "<details><summary>Why is it so?</summary>",
		"nested components": "<A title='Why is it so?'>",
		"closing tags":      "<A title='a'></B></details>",
		"containers":        "::: question Why is it so?\n",
		"admonitions":       "??? question \"Why is it so?\"\n",
		"callouts":          "> [!faq] Why is it so?\n",
		"quote marks":       ">",
		"nested callouts":   "> > > > > > [!faq] Why?\n> a\n",
		"backticks":         "` `` ``` ",
		"labels":            "??? question\n    x\n",
		"folds on one line": "<details><summary>Why is it so?</summary>x</details>",
		"folds":             "<details>\n<summary>Why is it so?</summary>\nx\n</details>\n",
		"groups":            "<A>\n",
		"statements":        "<details><summary>It is</summary>\n",
	}
}

func TestTheCostOfHostileTextsIsLinear(t *testing.T) { //nolint:paralleltest // others would be counted too
	finder := fold.New(ingesttest.Lexicon(t))
	ingesttest.Linear(t, ingesttest.Repeated("", hostile()), func(text []byte) {
		finder.Find(ingest.NewLines(ingest.NewText(text)))
		finder.Unwrap(string(text))
	})
}
