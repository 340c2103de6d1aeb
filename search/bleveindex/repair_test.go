package bleveindex_test

import (
	"slices"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search/bleveindex"
)

// checkRead fails where a text is not searched for as it is meant; "" is as it is.
func checkRead(t *testing.T, index *bleveindex.Index, text, want string) {
	t.Helper()
	ranking, err := index.Search(t.Context(), quarry.Query{Text: text, Limit: 10})
	if err != nil || ranking.CorrectedQuery != want {
		t.Errorf("%q was read as %q, %v, want %q", text, ranking.CorrectedQuery, err, want)
	}
}

func TestAnUnknownWordIsReadByTheCompanyItKeeps(t *testing.T) {
	t.Parallel()
	index := informedOf(t, map[string]string{
		"loaf": "Yeast raises the loaf.", "rye": "Wild yeast lives on rye.", "past": "In the years of hunger bread was dear.",
		"war": "Years of war and dear bread.", "law": "The remedies where a contract was breached.", "paid": "Bread was paid for in the lean years.",
		"memo": "The processor and its memory.", "run": "A process is a running program.", "two": "Every process has a memory of its own.",
	})
	checkAllRead(t, index, map[string]string{
		"how does yeas raise a loaf": "how does yeast raise a loaf",
		"hunger and yeas":            "hunger and years",
		"remedies for breah":         "remedies for breached",
		"breah":                      "bread",
		"hunger and breah":           "hunger and bread",
		"the processo":               "the processor",
		"breaached":                  "breached",
		"lofa":                       "loaf",
		"laof":                       "loaf",
		"loap":                       "",
		"our loaf":                   "",
	})
}

func TestANameIsNoOtherWord(t *testing.T) {
	t.Parallel()
	index := informedOf(t, map[string]string{"robin": "The robin is fast.", "hopper": "Hopper has a hopper of grain."})
	checkAllRead(t, index, map[string]string{
		"how old is Rubin":    "",
		"how old is rubin":    "how old is robin",
		"how old is Hoper":    "how old is hopper",
		"what does Faust say": "",
	})
}

func TestACommonWordThatNoEntryHasIsNoSlip(t *testing.T) {
	t.Parallel()
	index := informedOf(t, map[string]string{
		"flour": "Flour of four sorts could be mixed, said the train driver.", "bits": "The weights of a scale.",
		"pay": "Labourers asked for higher pay after the plague, at the centre of which they lived.",
	})
	checkAllRead(t, index, map[string]string{
		"cold trains":         "",
		"rain":                "",
		"eight bits":          "",
		"wild flowers":        "",
		"pay of the laborers": "pay of the labourers",
		"center of a plague":  "",
	})
}

func TestACommonWordThatNoEntryHasMayHaveLostALetter(t *testing.T) {
	t.Parallel()
	index := informedOf(t, map[string]string{
		"minor": "A contract with a person under age.", "lamp": "A lamp for a person.", "many": "Small kernel launches take time.",
	})
	for text, want := range map[string][]string{
		"contacts with a person":   {"lamp", "minor"},
		"contacts with children":   {"minor"}, // of which nothing is known
		"contacts of small lamps":  {"lamp", "many"},
		"lunches of small kernels": {"many"},
	} {
		if got := found(t, index, text); !slices.Equal(got, want) {
			t.Errorf("%q finds %q, want %q", text, got, want)
		}
		checkRead(t, index, text, "")
	}
	ranking, err := index.Search(t.Context(), quarry.Query{Text: "contacts with a person", Limit: 2})
	if err != nil || ranking.Hits[0].ID != "f_minor" || ranking.Hits[0].Share > 0.9 {
		t.Errorf("ranking = %+v, %v, want the contract first, and not as if it had every word", ranking.Hits, err)
	}
}

// Two letters away, most words are other words.
func TestOnlyLongWordsHaveTwoSlipsAndOnlyInCompanyThatExpectsThem(t *testing.T) {
	t.Parallel()
	index := informedOf(t, map[string]string{
		"vat": "The fermenter holds two hundred litres of must.", "lid": "Close the lid of the fermenter and wait.",
		"tax": "A landlord pays the property tax of a house.", "rent": "The landlord collects rent of a house.",
		"own": "Proprietors of a house answer for its roof.", "roof": "The roof of a house leaks.",
	})
	checkAllRead(t, index, map[string]string{
		"what does a landlody pay":             "", // eight letters
		"close the lid of a fermanteur":        "close the lid of a fermenter",
		"what proprieters of a house must pay": "what proprietors of a house must pay",
		"must a fermantors rent":               "",
		"the landlord and the proprietates":    "",
	})
}

func TestANameOfCodeMayHaveOneSlip(t *testing.T) {
	t.Parallel()
	index := informedOf(t, map[string]string{
		"shuffle": "`__ballot_sync` and `__match_any_sync` vote within a warp.", "files": "`openFileReader` reads, `shutil.copyTree` copies.",
		"send": "`queue.put` waits. A sync comes later, or async.", "rows": "`utf8_decode_rows` reads rows.",
	})
	checkAllRead(t, index, map[string]string{
		"what does __balot_sync return":  "what does __ballot_sync return",
		"openFileRaeder, please":         "openFileReader, please",
		"use shutil.copyTre.":            "use shutil.copyTree.",
		"__BALOT_SYNC":                   "__BALLOT_SYNC",
		`what is "__balot_sync"`:         "",
		"__ballot_async":                 "", // both of its parts are known
		"queue.aput":                     "", // no part begins otherwise
		"utf8_decode_row":                "",
		"utf9_decode_rows":               "",
		"what does __ballot_sync return": "",
	})
}
