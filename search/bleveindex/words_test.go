package bleveindex_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search/bleveindex"
	"github.com/quarrykb/quarry/search/searchtest"
)

func TestNamesOfCodeAreFoundWholeAndByTheirParts(t *testing.T) {
	t.Parallel()
	checkFound(t, informedOf(t, map[string]string{
		"sync":   "Call torch.cuda.synchronize() before the clock is read.",
		"item":   "loss.item() waits for the device.",
		"config": "Set PYTORCH_CUDA_ALLOC_CONF before the start.",
		"scaler": "GradScaler keeps small gradients alive.",
		"apart":  "A scaler for gradients of grad students.",
		"plus":   "The C++ standard library.", "sharp": "Garbage collection in C#.", "vitamin": "Vitamin C is in lemons.",
	}), map[string][]string{
		"synchronize": {"sync"}, "torch.cuda.synchronize": {"config", "sync"}, `"torch.cuda.synchronize()"`: {"sync"},
		"loss.item()": {"item"}, "item": {"item"}, `"loss.item"`: {"item"}, `"loss item"`: {"item"},
		"PYTORCH_CUDA_ALLOC_CONF": {"config", "sync"}, "alloc": {"config"}, `"PYTORCH_CUDA_ALLOC_CONF"`: {"config"},
		"gradscaler": {"scaler"}, "scaler": {"apart", "scaler"},
		"C++": {"plus"}, "c#": {"sharp"}, "C": {"vitamin"}, "c++ -standard": {},
	})
}

func TestWordsThatHyphensJoinAreFoundApartAndJoined(t *testing.T) {
	t.Parallel()
	checkFound(t, informedOf(t, map[string]string{
		"hyphen": "Fine-tuning on a small set.", "joined": "Finetuning on a large set.", "apart": "Fine tuning of a piano.",
		"range": "Bake for 10-20 minutes.", "number": "The year 1020.",
	}), map[string][]string{
		"fine-tuning": {"apart", "hyphen", "joined"}, "finetuning": {"hyphen", "joined"},
		"fine tuning": {"apart", "hyphen", "joined"}, "1020": {"number"}, "10-20": {"range"},
	})
}

func TestASynonymIsFoundUnlessAPhraseIsAskedFor(t *testing.T) {
	t.Parallel()
	checkFound(t, informedOf(t, map[string]string{
		"long": "Gradient checkpointing saves memory.", "short": "Rematerialisation is old.",
		"half": "Recomputation of a table.", "kv": "The KV cache grows.", "key": "A key-value cache per layer.",
		"oom": "An OOM at night.", "sum": "Allreduce sums gradients up.", "less": "Reduce heat.",
	}), map[string][]string{
		"gradient checkpointing": {"long", "short", "sum"}, "rematerialisation": {"long", "short"},
		`"gradient checkpointing"`: {"long"}, "activation recomputation": {"half", "long", "short"},
		"kv cache": {"key", "kv"}, "key-value cache": {"key", "kv"}, "key value caches": {"key", "kv"},
		"out of memory": {"long", "oom"}, "OOM": {"oom"},
		"all-reduce": {"less", "sum"}, "allreduce": {"sum"},
	})
}

// glossary is what documents call things.
type glossary struct {
	groups [][]string
	number uint64
}

func (g *glossary) Names() ([][]string, uint64) { return g.groups, g.number }

func TestAnAbbreviationOfTheDocumentsIsFoundBothWaysAsSoonAsItIsKnown(t *testing.T) {
	t.Parallel()
	names := &glossary{}
	index := filled(t, bleveindex.Options{Names: names},
		searchtest.Entry(quarry.EntryFact, "long", "", "The Treaty of Rome founded the European Economic Community."),
		searchtest.Entry(quarry.EntryFact, "short", "", "The EEC grew in 1973."),
		searchtest.Entry(quarry.EntryFact, "other", "", "A community garden."))
	checkFound(t, index, map[string][]string{"EEC": {"short"}})
	names.groups, names.number = [][]string{{"EEC", "European Economic Community"}}, 1
	checkFound(t, index, map[string][]string{
		"EEC": {"long", "short"}, "european economic community": {"long", "other", "short"}, `"EEC"`: {"short"},
	})
	names.groups, names.number = nil, 2
	checkFound(t, index, map[string][]string{"EEC": {"short"}})
}

// Who asks by the short form means what everybody calls so, and no entry is
// better because it spells it out.
func TestAnAbbreviationThatIsSpelledOutCountsInItsPlaceOnly(t *testing.T) {
	t.Parallel()
	names := &glossary{groups: [][]string{{"EEC", "European Economic Community"}}, number: 1}
	index := filled(t, bleveindex.Options{Names: names},
		searchtest.Entry(quarry.EntryFact, "both", "", "The EEC, spelled European Economic Community, was founded in Rome by six states."),
		searchtest.Entry(quarry.EntryFact, "long", "", "The European Economic Community was founded in Rome."),
		searchtest.Entry(quarry.EntryFact, "short", "", "The EEC was founded in Rome."))
	if order, want := inOrder(t, index, "EEC"), []string{"short", "both", "long"}; !slices.Equal(order, want) {
		t.Errorf("order = %q, want %q", order, want)
	}
}

func TestASynonymRanksBehindTheWordsThatWereAskedFor(t *testing.T) {
	t.Parallel()
	index := informedOf(t, map[string]string{
		"asked": "It is rematerialisation here.", "other": "Gradient checkpointing here.", "x": "Nothing of it.",
	})
	ranking, err := index.Search(t.Context(), quarry.Query{Text: "rematerialisation", Limit: 3})
	if err != nil || len(ranking.Hits) != 2 || ranking.Hits[0].ID != "f_asked" {
		t.Errorf("ranking = %+v, %v, want the word that was asked for first", ranking.Hits, err)
	}
}

func TestAQuantityIsFoundByItsValueInAnyUnit(t *testing.T) {
	t.Parallel()
	bare := searchtest.Entry(quarry.EntrySpec, "bare", "Tape drive Bandwidth", "Bandwidth (GB/s): 400")
	value := 400e9
	bare.Value = quarry.Bounds{Min: &value, Max: &value, Unit: "B/s"}
	index := informed(t, bare,
		searchtest.Entry(quarry.EntryFact, "tera", "", "The memory reaches 3.35 TB/s at its peak."),
		searchtest.Entry(quarry.EntryFact, "giga", "", "Some 3350 GB/s were measured."),
		searchtest.Entry(quarry.EntryFact, "flour", "", "Take 0.5 kg of flour."))
	for text, want := range map[string][]string{
		"3.35 TB/s": {"f_tera", "f_giga"}, "3350 GB/s": {"f_giga", "f_tera"}, "3,350 gigabytes": nil,
		"500 g": {"f_flour"}, "0.4 TB/s": {"s_bare"}, "0.40 TB/s": {"s_bare"}, "700 g": nil,
	} {
		ranking, err := index.Search(t.Context(), quarry.Query{Text: text, Limit: len(want)})
		if err != nil || ranking.Total < len(want) || len(want) == 0 && ranking.Total > 0 {
			t.Fatalf("%s found %d, %v", text, ranking.Total, err)
		}
		for i, id := range want {
			if string(ranking.Hits[i].ID) != id {
				t.Errorf("%s: hit %d is %s, want %s", text, i, ranking.Hits[i].ID, id)
			}
		}
	}
}

func TestAnUnknownWordIsReadAsTheNearestThatIsKnown(t *testing.T) {
	t.Parallel()
	index := informedOf(t, map[string]string{
		"a": "Gradient checkpointing of gradients.", "b": "A gradient descends.", "c": "Gradual change of the still radiant sky.",
		"mig": "MIG splits a card; a migration moves it.", "h200": "The H200.", "cafe": "A café in Córdoba.", "eat": "The weight of a leather saddle.",
	})
	for text, want := range map[string]string{
		"gradiant checkpointing": "gradient checkpointing",
		"Gradiant":               "gradient",
		"checkpiontng, please":   "checkpointing, please",
		"gradeint -sky":          "gradient -sky",
		`gradiant "gradiant"`:    `gradient "gradiant"`,
		"gradient":               "",
		"gradients gradual":      "",
		"H100":                   "",
		"fp166":                  "",
		"mug":                    "",
		"cads and skis":          "",
		"splt":                   "",
		"sadle":                  "saddle",
		"stll":                   "still",
		"staill":                 "still",
		"stilt":                  "still",
		"skyt":                   "",
		"zzzzzzz":                "",
		"unchecpointing":         "",
		"spilling":               "",
		"descnding":              "descends",
		"eight sorts of weather": "",
		"crdoba":                 "córdoba",
		`"checkpiontng"`:         "",
		"gradual descending":     "",
	} {
		ranking, err := index.Search(t.Context(), quarry.Query{Text: text, Limit: 10})
		if err != nil || ranking.CorrectedQuery != want {
			t.Errorf("%q was read as %q, %v, want %q", text, ranking.CorrectedQuery, err, want)
		}
		if want != "" && !strings.Contains(text, `"`) && len(ranking.Hits) == 0 {
			t.Errorf("%q, read as %q, found nothing", text, want)
		}
		checkRepaired(t, index, text, want)
	}
}

// checkAllRead holds how texts are read, and how they are repaired.
func checkAllRead(t *testing.T, index *bleveindex.Index, wanted map[string]string) {
	t.Helper()
	for text, want := range wanted {
		checkRead(t, index, text, want)
		checkRepaired(t, index, text, want)
	}
}

// checkRepaired fails where a text is not repaired as it is searched for.
func checkRepaired(t *testing.T, index *bleveindex.Index, text, want string) {
	t.Helper()
	if want == "" {
		want = text
	}
	if better, err := index.Repaired(t.Context(), text); err != nil || better != want {
		t.Errorf("%q is repaired to %q, %v, want %q", text, better, err, want)
	}
}

func TestWhoAsksForADeviceIsNotAnsweredWithAnother(t *testing.T) {
	t.Parallel()
	checkFound(t, informedOf(t, map[string]string{
		"h100": "The H100 has a bandwidth of 3.35 TB/s.", "h200": "The H200 has more bandwidth.",
		"both": "H100 and H200 share a bandwidth story.", "pcie": "The NVIDIA H100 PCIe has less bandwidth.",
		"none": "Bandwidth is what counts.", "bf16": "BF16 halves the bandwidth.",
	}), map[string][]string{
		"H100 bandwidth":                 {"bf16", "both", "h100", "none", "pcie"},
		"bandwidth of the NVIDIA H200":   {"bf16", "both", "h200", "none"},
		"H100 or H200 bandwidth":         {"bf16", "both", "h100", "h200", "none", "pcie"},
		"bandwidth":                      {"bf16", "both", "h100", "h200", "none", "pcie"},
		"FP16 bandwidth":                 {"bf16", "both", "h100", "h200", "none", "pcie"},
		"NVIDIA H100 PCIe's bandwidth":   {"bf16", "both", "h100", "none", "pcie"},
		`"bandwidth" -h100 H200 -"BF16"`: {"h200", "none"},
	})
}

func TestADeviceIsKnownByTheHeadingItStandsUnder(t *testing.T) {
	t.Parallel()
	under := func(id, heading string) quarry.Entry {
		e := searchtest.Entry(quarry.EntryPassage, id, "Memory", "Its bandwidth is 4.8 TB/s.")
		e.Source.Heading = []string{"Cards", heading, "Memory"}
		return e
	}
	checkFound(t, informed(t, under("new", "NVIDIA H200"), under("old", "NVIDIA H100"), under("any", "Others")), map[string][]string{
		"H100 memory bandwidth": {"p_any", "p_old"}, "H200 memory bandwidth": {"p_any", "p_new"},
		"memory bandwidth": {"p_any", "p_new", "p_old"},
	})
}

func TestADeviceIsFoundByAnyOfItsNames(t *testing.T) {
	t.Parallel()
	checkFound(t, informedOf(t, map[string]string{
		"alias": "The H100 is a card.", "pcie": "An NVIDIA H100 PCIe fits a slot.", "h200": "The H200 is newer.",
		"hopper": "It is called Hopper-100 by some.",
	}), map[string][]string{
		"hopper-100": {"alias", "hopper", "pcie"}, "H100": {"alias", "hopper", "pcie"}, `"H100"`: {"alias", "pcie"},
		"H200": {"h200"}, "100": {"hopper"},
	})
}

func TestAnEntryOfNothingButCommonWordsIsFoundByThem(t *testing.T) {
	t.Parallel()
	index := informed(t,
		searchtest.Entry(quarry.EntryQuestion, "band", "The Who", "A band."),
		searchtest.Entry(quarry.EntryFact, "play", "", "To be or not to be"),
		searchtest.Entry(quarry.EntryFact, "other", "", "It is to be seen who wins."))
	checkFound(t, index, map[string][]string{
		"the who": {"q_band"}, "to be or not to be": {"play"}, "who wins": {"other"}, "the": {"q_band"},
	})
}

func TestASectionComesBeforeAStatementThatRepeatsItsWords(t *testing.T) {
	t.Parallel()
	section := searchtest.Entry(quarry.EntryPassage, "section", "Sourdough",
		"A starter of flour and water ferments for days; wild yeast raises the dough and acids flavour the bread.")
	entries := []quarry.Entry{section}
	for i, text := range []string{"Wild yeast raises dough", "Acids flavour bread", "Flour and water"} {
		entries = append(entries, searchtest.Entry(quarry.EntryFact, string(rune('a'+i)), "Bread – Sourdough", text))
	}
	for i, text := range []string{"Salt", "Ovens", "Knives and boards for the kitchen"} {
		entries = append(entries, searchtest.Entry(quarry.EntryPassage, string(rune('x'+i)), text, strings.Repeat(text+" are used. ", 6)))
	}
	ranking, err := informed(t, entries...).Search(t.Context(), quarry.Query{Text: "how does wild yeast raise dough", Limit: 2})
	if err != nil || len(ranking.Hits) != 2 || ranking.Hits[0].ID != section.ID {
		t.Errorf("ranking = %+v, %v, want the section first", ranking.Hits, err)
	}
}

func TestAPassageIsFoundByTheHeadingsAboveIt(t *testing.T) {
	t.Parallel()
	treaty := searchtest.Entry(quarry.EntryPassage, "treaty", "Terms", "The borders were drawn anew.")
	treaty.Source.Heading = []string{"Congress of Vienna", "Terms"}
	lease := searchtest.Entry(quarry.EntryPassage, "lease", "Terms", "The rent is due monthly.")
	index := informed(t, treaty, lease)
	checkFound(t, index, map[string][]string{"vienna terms borders": {"p_lease", "p_treaty"}, "congress": {"p_treaty"}})
	ranking, err := index.Search(t.Context(), quarry.Query{Text: "vienna terms", Limit: 2})
	if err != nil || ranking.Hits[0].ID != treaty.ID {
		t.Errorf("ranking = %+v, %v, want the passage below the heading first", ranking.Hits, err)
	}
}

func TestWhatIsMarkedLiesInATextThatIsNoNormalForm(t *testing.T) {
	t.Parallel()
	const text = "\u0344 warp"
	for _, r := range informedOf(t, nil).Matches("warp")(text) {
		if text[r.Start:r.End] != "warp" {
			t.Errorf("%+v is marked, want the word", r)
		}
	}
}

func TestInvisibleCharactersTellNoWordsApart(t *testing.T) {
	t.Parallel()
	index := informedOf(t, map[string]string{
		"soft": "Sour\u00addough rises at 3.\u206035 TB/s.", "mark": "\u202eSourdough\u202c is baked on an H\u200d100.",
		"apart": "Sour\u200bdough falls.",
	})
	checkFound(t, index, map[string][]string{
		"sourdough": {"mark", "soft"}, "sour\u00addough\u200e": {"mark", "soft"}, "sour dough": {"apart", "mark", "soft"},
		"\"h\u2060100\"": {"mark"}, "3350 GB/s": {"soft"},
	})
	const text = "Bake a sour\u00addough, café sourdough\u200band rest."
	var got []string
	for _, r := range index.Matches("sourdough")(text) {
		got = append(got, text[r.Start:r.End])
	}
	if want := []string{"sour\u00addough", "sourdough"}; !slices.Equal(got, want) {
		t.Errorf("marked %q, want %q", got, want)
	}
}

func TestANameOfCodeIsMarkedOnce(t *testing.T) {
	t.Parallel()
	const text = "Call loss.item() or read the GradScaler of fine-tuning."
	index := informedOf(t, nil)
	for query, want := range map[string][]string{
		"loss.item": {"loss.item"}, "item": {"item"}, "gradscaler": {"GradScaler"}, "scaler": {"Scaler"},
		"finetuning": {"fine-tuning"}, "tuning": {"tuning"},
	} {
		var got []string
		for _, r := range index.Matches(query)(text) {
			got = append(got, text[r.Start:r.End])
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q marks %q, want %q", query, got, want)
		}
	}
}
