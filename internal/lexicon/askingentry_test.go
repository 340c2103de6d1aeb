package lexicon_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/quarrykb/quarry/internal/lexicon"
)

// aspectOf returns one aspect.
func aspectOf(t *testing.T, built *lexicon.Lexicon, id string) lexicon.Aspect {
	t.Helper()
	at := slices.IndexFunc(built.Aspects(), func(a lexicon.Aspect) bool { return a.ID == id })
	if at < 0 {
		t.Fatalf("there is no aspect %q", id)
	}
	return built.Aspects()[at]
}

func TestWordsOfAFileAskToo(t *testing.T) {
	t.Parallel()
	built := mustParse(t, `
asking:
  instructions: [Erkläre, explain]
  definitions: [was ist]
aspects:
  - {id: limitations, asked: [shortcomings]}
  - {id: care, asked: [clean], titles: [cleaning], behind: [how]}
  - {id: handling, asked: [handle], told_under: [care, limitations]}
`)
	standard, own := load(t).Asking(), built.Asking()
	if want := append(slices.Clone(standard.Instructions), "erkläre"); !slices.Equal(own.Instructions, want) {
		t.Errorf("instructions = %q, want %q", own.Instructions, want)
	}
	if want := append(slices.Clone(standard.Definitions), "was ist"); !slices.Equal(own.Definitions, want) {
		t.Errorf("definitions = %q, want %q", own.Definitions, want)
	}
	if !slices.Equal(own.Fillers, standard.Fillers) || !slices.Equal(own.Courtesies, standard.Courtesies) {
		t.Errorf("words changed that were not added to: %+v", own)
	}
	bad := aspectOf(t, built, "limitations")
	for _, word := range []string{"drawbacks", "shortcomings"} {
		if !slices.Contains(bad.Asked, word) || !slices.Contains(bad.Titles, word) {
			t.Errorf("limitations = %+v, want %q to ask for them and to be a title", bad, word)
		}
	}
	handling := aspectOf(t, built, "handling")
	if !slices.Equal(handling.Asked, []string{"handle"}) || !slices.Equal(handling.Titles, append([]string{"cleaning"}, bad.Titles...)) {
		t.Errorf("handling = %+v, want the titles of care and of limitations", handling)
	}
	both := aspectOf(t, built, "trade-offs")
	if !slices.Contains(both.Titles, "shortcomings") || !slices.Contains(both.Titles, "advantages") || slices.Contains(both.Titles, "trade") {
		t.Errorf("trade-offs = %+v, want the titles of what is good and bad", both)
	}
}

func TestAnAspectThatReplacesDropsTheOneThatStands(t *testing.T) {
	t.Parallel()
	built := mustParse(t, "aspects:\n  - {id: workings, asked: [tick], replace: true}\n")
	if got := aspectOf(t, built, "workings"); !slices.Equal(got.Titles, []string{"tick"}) || len(got.Behind) > 0 {
		t.Errorf("workings = %+v, want nothing of the old one", got)
	}
}

func TestWhatCannotAskIsRefused(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct{ yaml, want string }{
		"no letter":           {"asking:\n  fillers: [\"--\"]\n", "mine.yaml:2"},
		"an unlisted sort":    {"asking:\n  greetings: [hello]\n", "mine.yaml:2"},
		"two words":           {"asking:\n  courtesies: [merci, thank you]\n", `mine.yaml:2: asking word "thank you" is more than one word`},
		"a hyphen in a title": {"asking:\n  explaining: [how-to]\n", `"how-to" is more than one word`},
		"an aspect of two":    {"aspects:\n  - {id: care, asked: [clean], titles: [oven care]}\n", `word of an aspect "oven care" is more`},
		"a beginning of none": {"asking:\n  definitions: [\"?\"]\n", "beginning of a question"},
		"nothing asks for it": {"aspects:\n  - {id: care}\n", "no words that ask"},
		"told under nothing":  {"aspects:\n  - {id: care, asked: [clean], told_under: [soap]}\n", `no aspect "soap"`},
		"a bad id":            {"aspects:\n  - {id: Care!, asked: [clean]}\n", "aspect id"},
		"a field word of -":   {"field_words: [\"-\"]\n", "field word"},
		"an everyday word":    {"topics:\n  - {id: memory, everyday: [\"?\"]}\n", "everyday word"},
		"twice":               {"aspects:\n  - {id: care, asked: [a]}\n  - {id: care, asked: [b]}\n", "stands at"},
	} {
		if _, err := parse(tc.yaml); err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s: error = %v, want one that says %q", name, err, tc.want)
		}
	}
}

func TestNoAskingWordIsToldTwice(t *testing.T) {
	t.Parallel()
	words := load(t).Asking()
	seen := map[string]bool{}
	for _, word := range slices.Concat(words.Instructions, words.Courtesies, words.Placeholders, words.Fillers) {
		if seen[word] {
			t.Errorf("%q stands twice", word)
		}
		seen[word] = true
	}
}
