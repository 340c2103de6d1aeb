package separated_test

import (
	"testing"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/format/separated"
	"github.com/quarrykb/quarry/ingest/ingesttest"
)

func TestWhatMarksDoNotPartIntoCardsIsLeftAlone(t *testing.T) {
	t.Parallel()
	parser := separated.New(ingesttest.Lexicon(t))
	for name, text := range map[string]string{
		"songs":          "Mozart - Requiem\nBach - Saint John Passion\nHaydn - The Creation\nVerdi - Requiem Mass\nOrff - Carmina Burana\n",
		"years":          "1848 - people rise in Paris\n1871 - people rise again\n1914 - war begins\n1945 - war ends at last\n",
		"a log":          "10:01 INFO --- started the oven\n10:02 INFO --- opened the door\n10:03 WARN --- lost some heat\n",
		"options":        "mix --slow\nknead --long\nbake --hot\nserve --cold\n",
		"a list":         "- rye - a grain\n- spelt - an older grain\n- oats - a grain for horses\n- barley - a grain for beer\n",
		"sentences":      "He came - nobody knew why.\nShe left, of course - it was late.\nThen, at last - the end.\nIt was, so to say - enough.\n",
		"speakers":       "Anna - are you coming to the market?\nBen - not before noon\nClara - we could meet at the bridge\nDavid - the bridge is closed today\n",
		"a plan":         "Monday - soup with bread\nTuesday - rice and beans\nWednesday - a pie of leeks\nThursday - pasta with oil\n",
		"sums":           "a := b == c\nd := e == f\ng := h == i\nj := k == l\n",
		"headings":       "What is rye?\n---\nA grain.\n\nWhat is spelt?\n---\nAnother.\n\nWhat is oat?\n---\nA third.\n",
		"two cards":      "What is rye? ||| a grain\nWhat is spelt? ||| a grain\n",
		"markup":         "# Grains\n\nrye ||| a grain\nspelt ||| a grain\noats ||| a grain\n",
		"the same again": "note --- one\nnote --- two\nnote --- three\nnote --- four\n",
		"nothing":        "",
	} {
		if got := parser.Recognise(ingest.NewText([]byte(text))); got != ingest.NotMine {
			t.Errorf("%s: the parser is sure to %v of\n%s", name, got, text)
		}
	}
}

func TestTheCostOfHostileMarksIsLinear(t *testing.T) { //nolint:paralleltest // others would be counted too
	parser := separated.New(ingesttest.Lexicon(t))
	pieces := map[string]string{
		"marks": "--- ", "pairs": "a --- b;;", "tabs": "\t", "one sign": "-", "lines": "a ||| b\n", "dashes": "a - b\n\n", "kinds": "a -- b == c ;; d && e\n",
	}
	ingesttest.Linear(t, ingesttest.Repeated("", pieces), func(text []byte) {
		parsed := ingest.NewText(text)
		if parser.Recognise(parsed) == ingest.NotMine {
			return
		}
		if _, err := parser.Parse(t.Context(), parsed); err != nil {
			t.Error(err)
		}
	})
}
