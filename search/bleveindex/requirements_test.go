package bleveindex_test

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search"
	"github.com/quarrykb/quarry/search/bleveindex"
	"github.com/quarrykb/quarry/search/searchtest"
)

func TestWhatAQueryDemandsIsReadOffAnEntry(t *testing.T) {
	t.Parallel()
	index := open(t, t.TempDir())
	entry := searchtest.Entry(quarry.EntryFact, "dough", "Kneading dough", "The gluten of the flour stretches into sheets.")
	for query, want := range map[string]bool{
		`"gluten of the flour"`:     true,
		`"gluten in a flour"`:       false,
		`"stretching sheet"`:        false,
		`"gluten flour"`:            false,
		`"kneading doughs"`:         true,
		`"dough gluten"`:            false,
		`bread -yeast`:              true,
		`bread -flour`:              false,
		`bread -"gluten sheets"`:    true,
		`bread -"kneading dough"`:   false,
		`"flour stretches" -yeast`:  true,
		`"flour stretches" "yeast"`: false,
		`"of the"`:                  true,
		`"the of"`:                  false,
		`"the" -for`:                true,
		`bread -of`:                 false,
	} {
		required := index.Requirements(query)
		if required == nil {
			t.Errorf("%s demands nothing", query)
		} else if got := required.MetBy(entry); got != want {
			t.Errorf("%s: holds = %t, want %t", query, got, want)
		}
	}
	for _, query := range []string{"", "gluten flour", `"!!!"`, `-`} {
		if index.Requirements(query) != nil {
			t.Errorf("%q demands something", query)
		}
	}
}

// quotable are texts with small words, names of code, hyphens and apostrophes.
func quotable() map[string]string {
	return map[string]string{
		"hamlet":  "To be, or not to be: that is the question.",
		"choice":  "Not to be late is the question, or to be early.",
		"counsel": "But for the breach, the loss would not have happened.",
		"but":     "All but one plea failed, for it was late.",
		"band":    "The Who",
		"code":    "Call loss.item() in place of a GradScaler; x_max is set by it.",
		"hyphen":  "An in-place update of the state-of-the-art fine-tuning.",
		"owner":   "The kernel's owner's the one who isn't there.",
		"print":   "The loaf isn’t the finish; it isnʼt the wine＇s or the cooks’ either.",
		"odd":     "C++ and F# of a kind; 3.35 TB/s to the cafe\u0301.",
		"far":     "Yeast" + strings.Repeat(" rises slowly", 200) + " and so it was.",
	}
}

func TestAPhraseOfSmallWordsIsFoundWhereItStands(t *testing.T) {
	t.Parallel()
	index := indexOf(t, quotable())
	for text, want := range map[string][]string{
		`"to be or not to be"`:         {"hamlet"},
		`"but for"`:                    {"counsel"},
		`"But for the"`:                {"counsel"},
		`"for but"`:                    {},
		`"the who"`:                    {"band"},
		`"who isn't there"`:            {"owner"},
		`"isn't the finish"`:           {"print"},
		`"isn’t the finish"`:           {"print"},
		`"who isn’t there"`:            {"owner"},
		`"it isn't the wine's"`:        {"print"},
		`"the wine or the cook"`:       {"print"},
		`"the kernel’s owner"`:         {"owner"},
		`loaf -isn't`:                  {},
		`"isn＇t"`:                      {"owner", "print"},
		`"is the question"`:            {"choice", "hamlet"},
		`question "to be"`:             {"choice", "hamlet"},
		`yeast "to be"`:                {"choice", "hamlet"},
		`question -"to be or"`:         {"choice"},
		`"question" -"not to be late"`: {"hamlet"},
		`"in place"`:                   {"code", "hyphen"},
		`"in-place"`:                   {"code", "hyphen"},
		`"state of the art"`:           {"hyphen"},
		`"state in the art"`:           {},
		`"and so it was"`:              {"far"},
		`"and so was"`:                 {},
		`"loss.item in place of a"`:    {"code"},
		`"item in place of"`:           {"code"},
		`"a GradScaler x_max"`:         {"code"},
		`"of a gradscaler"`:            {"code"},
		`"gradscaler x_max"`:           {},
		`"C++ and F#"`:                 {"odd"},
		`"to the café"`:                {"odd"},
		`update -of`:                   {},
		`question -is`:                 {},
	} {
		if diff := gocmp.Diff(want, found(t, index, text)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", text, diff)
		}
	}
}

func TestAShortEntryWithAPhraseOfSmallWordsComesBeforeALongOne(t *testing.T) {
	t.Parallel()
	index := indexOf(t, map[string]string{
		"a-long": "Yeast" + strings.Repeat(" rises slowly", 200) + " and so it was.",
		"short":  "A loaf, and so it rose.", "other": "So it and a loaf.",
	})
	ranking, err := index.Search(t.Context(), quarry.Query{Text: `"and so it"`, Limit: 9})
	if err != nil || len(ranking.Hits) != 2 || ranking.Hits[0].ID != "f_short" || ranking.Total != 2 {
		t.Errorf("ranking = %+v, %v, want the short one before the long one", ranking, err)
	}
}

// One who quotes a page is answered by its first words: what a phrase costs has an
// end.
func TestTheFirstWordsOfALongPhraseCount(t *testing.T) {
	t.Parallel()
	page := strings.Repeat("the cat sat on a mat and ", 20)
	index := indexOf(t, map[string]string{"page": page, "word": "A cat sat on the mat."})
	for text, want := range map[string][]string{
		`"` + page + `"`:                  {"page"},
		`"` + page[:400] + ` zeppelin"`:   {"page"},
		`"` + page[:200] + ` zeppelin"`:   {},
		`cat -"` + page + `"`:             {"word"},
		strings.Repeat(`"on a" `, 60):     {"page"},
		`zeppelin -"but for"`:             {},
		`"cat" -"but for" -yet -yourself`: {"page", "word"},
	} {
		if diff := gocmp.Diff(want, found(t, index, text)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", text, diff)
		}
	}
}

// Where no entry has a small word the index has no such field.
func TestPhrasesAreLookedUpWhereNothingHasSmallWords(t *testing.T) {
	t.Parallel()
	index := indexOf(t, map[string]string{"kiln": "Kilns fire stoneware."})
	for text, want := range map[string][]string{
		`kiln "but for"`: {}, `kiln -"but for"`: {"kiln"}, `kiln -the`: {"kiln"}, `"fire the stoneware"`: {}, `"fire stoneware"`: {"kiln"},
	} {
		if diff := gocmp.Diff(want, found(t, index, text)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", text, diff)
		}
	}
	kiln := quarry.EntryRef{Kind: quarry.EntryFact, ID: "f_kiln"}
	if met, _, err := index.Requirements(`"fire stoneware" -"but for"`).Among(t.Context(), []quarry.EntryRef{kiln}); err != nil || !met[kiln] {
		t.Errorf("met = %v, %v, want the kiln", met, err)
	}
}

// What the index says of phrases and what a text itself says is the same.
func TestTheIndexAndTheTextAgreeOnWhatIsDemanded(t *testing.T) {
	t.Parallel()
	var entries []quarry.Entry
	for name, text := range quotable() {
		entries = append(entries, searchtest.Entry(quarry.EntryFact, name, "On the "+name, text))
	}
	entries = append(entries, searchtest.Library()...)
	index := informed(t, entries...)
	var refs []quarry.EntryRef
	for _, entry := range entries {
		refs = append(refs, entry.EntryRef)
	}
	rapid.Check(t, func(t *rapid.T) {
		var phrases []string
		for range rapid.IntRange(1, 3).Draw(t, "phrases") {
			minus := rapid.SampledFrom([]string{"", "-"}).Draw(t, "minus")
			phrases = append(phrases, minus+`"`+quotedOf(t, entries)+`"`)
		}
		agreeOn(t, index, strings.Join(phrases, " "), entries, refs)
	})
}

// quotedOf draws words that stand side by side in an entry, now and then with
// another one among them.
func quotedOf(t *rapid.T, entries []quarry.Entry) string {
	words := strings.Fields(textOf(rapid.SampledFrom(entries).Draw(t, "entry")))
	start := rapid.IntRange(0, len(words)-1).Draw(t, "start")
	quoted := slices.Clone(words[start:min(len(words), start+rapid.IntRange(1, 5).Draw(t, "words"))])
	if rapid.IntRange(0, 3).Draw(t, "spoil") == 0 {
		quoted[len(quoted)/2] = rapid.SampledFrom([]string{"of", "zeppelin", "memory", "is"}).Draw(t, "other")
	}
	return strings.ReplaceAll(strings.Join(quoted, " "), `"`, "")
}

// textOf returns an entry's text, or its title where it has none.
func textOf(e quarry.Entry) string { return cmp.Or(e.Text, e.Title) }

func agreeOn(t *rapid.T, index *bleveindex.Index, query string, entries []quarry.Entry, refs []quarry.EntryRef) {
	required := index.Requirements(query)
	if required == nil {
		return
	}
	told, _, err := required.Among(context.Background(), refs)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	ranking, err := index.Search(context.Background(), quarry.Query{Text: query, Limit: 1000})
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	found := map[quarry.EntryRef]bool{}
	for _, hit := range ranking.Hits {
		found[hit.EntryRef] = true
	}
	hasPhrases := len(search.ParseExpression(query).Phrases) > 0
	for _, entry := range entries {
		want := required.MetBy(entry)
		if told[entry.EntryRef] != want || hasPhrases && found[entry.EntryRef] != want {
			t.Fatalf("%s: %s holds %t, the index says %t and finds %t", query, entry.ID, want, told[entry.EntryRef], found[entry.EntryRef])
		}
	}
}

func TestTheIndexTellsWhatIsDemandedOfWhatIsAlive(t *testing.T) {
	t.Parallel()
	index := openBuilt(t, t.TempDir())
	var refs []quarry.EntryRef
	for n := range 12 {
		entry := searchtest.Entry(quarry.EntryFact, strconv.Itoa(n), "", "A kiln for the glaze.")
		refs = append(refs, entry.EntryRef)
		if err := index.Apply(t.Context(), search.Batch{Puts: []quarry.Entry{entry}, Cursor: quarry.Sequence(n + 1)}); err != nil {
			t.Fatal(err)
		}
	}
	changed := searchtest.Entry(quarry.EntryFact, "3", "", "A kiln with a glaze.")
	last := search.Batch{Puts: []quarry.Entry{changed}, Deletes: refs[7:8], Cursor: 40}
	if err := index.Apply(t.Context(), last); err != nil {
		t.Fatal(err)
	}
	met, read, err := index.Requirements(`"for the" "kiln"`).Among(t.Context(), refs)
	if err != nil || read != 40 || len(met) != 10 || met[refs[3]] || met[refs[7]] {
		t.Errorf("met = %v at %d, %v, want the ten that are as they were, at 40", met, read, err)
	}
}

func TestAnIndexThatIsNotThereTellsNothing(t *testing.T) {
	t.Parallel()
	required := open(t, t.TempDir()).Requirements(`"but for"`)
	if _, _, err := required.Among(t.Context(), nil); !quarry.IsKind(err, quarry.KindUnavailable) {
		t.Errorf("error = %v, want that it is unavailable", err)
	}
}

func TestPhrasesAreLookedForUntilTheCallerStopsWaiting(t *testing.T) {
	t.Parallel()
	index := indexOf(t, quotable())
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	refs := []quarry.EntryRef{{Kind: quarry.EntryFact, ID: "f_hamlet"}}
	if _, _, err := index.Requirements(`"to be or"`).Among(ctx, refs); !errors.Is(err, context.Canceled) {
		t.Errorf("error = %v, want that it was cancelled", err)
	}
	if _, err := index.Search(ctx, quarry.Query{Text: `"to be or"`, Limit: 3}); !errors.Is(err, context.Canceled) {
		t.Errorf("error = %v, want that it was cancelled", err)
	}
}

func TestAPhraseOfSmallWordsIsShownWhereItStands(t *testing.T) {
	t.Parallel()
	index := open(t, t.TempDir())
	for _, tc := range []struct{ query, text, want string }{
		{`"to be"`, "To be, or not to be: that is it.", "[To be], or not [to be]: that is it."},
		{`question "to be"`, "To be early is the question, not to be late.", "[To be] early is the [question], not [to be] late."},
		{`"the who"`, "The Who", "[The Who]"},
		{`the who`, "The Who", "[The] [Who]"},
		{`"but for" -breach`, "All but one, for a breach.", "All but one, for a breach."},
		{`"no no" no`, "No no no, not for the café.", "[No no] no, not for the café."},
		{`"isn't the" wine's`, "It isn’t the wine’s fault.", "It [isn’t the] [wine’s] fault."},
		{`"for the" café`, "No\u200b no, not for\u200d the cafe.", "No\u200b no, not [for\u200d the] cafe."},
	} {
		got, last := strings.Builder{}, 0
		for _, r := range index.Matches(tc.query)(tc.text) {
			got.WriteString(tc.text[last:r.Start] + "[" + tc.text[r.Start:r.End] + "]")
			last = r.End
		}
		got.WriteString(tc.text[last:])
		if got.String() != tc.want {
			t.Errorf("%s: %s, want %s", tc.query, got.String(), tc.want)
		}
	}
}
