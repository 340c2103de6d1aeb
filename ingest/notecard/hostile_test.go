package notecard_test

import (
	"strings"
	"testing"
	"time"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/ingesttest"
	"github.com/quarrykb/quarry/ingest/notecard"
)

func TestTheCostOfHostileTextsIsLinear(t *testing.T) {
	t.Parallel()
	const size, most = 128 << 10, 15 * time.Second // far more than what it takes
	for name, piece := range map[string]string{
		"separators":       "?\n",
		"cards":            "What?\n?\nx\n\n",
		"a long front":     "x y\n",
		"colons":           "a :: b\n",
		"colons on a line": "a :: b ",
		"tags":             "#card ",
		"tagged":           "- a #card\n",
		"tagged headings":  "# a #card\n\n",
		"nested":           "#flashcards\n  - a #card\n    - b #card\n      - c #card\n",
		"clozes":           "#flashcards\n{{c1::a}} b\n",
		"open clozes":      "{{c1::",
		"highlights":       "#flashcards a ==b",
		"schedules":        "a::b <!--SR:!1-->\n<!--SR:!1-->\n",
		"labels":           "Q:: a\n",
		"backticks":        "`::",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text := strings.Repeat(piece, size/len(piece))
			started := time.Now()
			notecard.New(ingesttest.Lexicon(t)).Find(ingest.NewLines(ingest.NewText([]byte(text))))
			if took := time.Since(started); took > most {
				t.Errorf("%v for %d bytes; want less than %v", took, len(text), most)
			}
		})
	}
}
