package fold_test

import (
	"strings"
	"testing"
	"time"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/fold"
	"github.com/quarrykb/quarry/ingest/ingesttest"
)

// Texts at which a reader of folds may work too long, repeated up to a size.
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

func TestTheCostOfHostileTextsIsLinear(t *testing.T) {
	t.Parallel()
	const size, most = 128 << 10, 15 * time.Second // far more than what it takes
	for name, piece := range hostile() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text := strings.Repeat(piece, size/len(piece))
			started := time.Now()
			fold.New(ingesttest.Lexicon(t)).Find(ingest.NewLines(ingest.NewText([]byte(text))))
			fold.Unwrap(text)
			if took := time.Since(started); took > most {
				t.Errorf("%v for %d bytes; want less than %v", took, len(text), most)
			}
		})
	}
}
