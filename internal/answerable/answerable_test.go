package answerable_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/answerable"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// read makes one judge of the built-in lexicon.
var read = sync.OnceValues(func() (*answerable.Judge, error) {
	words, err := lexicon.Load()
	if err != nil {
		return nil, err
	}
	return answerable.New(words)
})

func judge(tb testing.TB) *answerable.Judge {
	tb.Helper()
	j, err := read()
	if err != nil {
		tb.Fatal(err)
	}
	return j
}

// found returns hits that every engine found: an entry for each text, with its title before
// a bar. A question ends in a question mark, and is answered where text follows.
func found(texts ...string) quarry.Found {
	f := quarry.Found{Mode: quarry.ModeHybrid}
	for i, written := range texts {
		title, said, _ := strings.Cut(written, "|")
		e := quarry.Entry{EntryRef: quarry.EntryRef{Kind: quarry.EntryPassage, ID: quarry.EntryID(fmt.Sprint("p_", i))}, Title: title, Text: said}
		if strings.HasSuffix(title, "?") {
			e.Kind, e.Answered = quarry.EntryQuestion, said != ""
		}
		f.Hits = append(f.Hits, quarry.Hit{Entry: e, Score: 1, FoundBy: []string{"lexical", "vector"}})
	}
	return f
}

// features returns the numbers that describe the first part.
func features(t *testing.T, query string, f quarry.Found) map[string]float64 {
	t.Helper()
	return judge(t).Parts(query, f)[0].Features
}

func TestTheWeightsAreOfTheFeatures(t *testing.T) {
	t.Parallel()
	if !judge(t).Weighed() {
		t.Error("there is a feature without a weight, or a weight without a feature")
	}
}

func TestPartsOfAQueryAreReadApart(t *testing.T) {
	t.Parallel()
	for query, want := range map[string][]string{
		"What is a kiln?":                                {"What is a kiln: kiln"},
		"What is a kiln, and what is an oven?":           {"What is a kiln: kiln", "what is an oven: oven"},
		"What is a kiln? How is clay fired?":             {"What is a kiln: kiln", "How is clay fired: clay fired"},
		"What is a kiln, and when was it invented?":      {"What is a kiln: kiln", "when was it invented: invented kiln"},
		"How many SMs has an A100 and what's its TDP?":   {"How many SMs has an A100: sms a100", "what's its TDP: tdp sms a100"},
		"Explain slip casting and salt glazing.":         {"slip casting: slip casting", "salt glazing: salt glazing"},
		"Compare a kiln with an oven":                    {"kiln: kiln", "oven: oven"},
		"How does a kiln differ from the baker's oven?":  {"kiln: kiln", "baker's oven: baker oven"},
		"heat of the kiln versus the oven":               {"kiln: heat kiln", "oven: heat oven"},
		"Is salt or ash glazing hotter?":                 {"Is salt or ash glazing hotter: salt ash glazing hotter"},
		"What is a kiln, or what is an oven?":            {"What is a kiln: kiln", "what is an oven: oven"},
		"What can I do with clay?":                       {"What can I do with clay: clay"},
		"My kiln cracks. What can I do?":                 {"My kiln cracks. What can I do: kiln cracks"},
		"Hi there! Quick question: what is a kiln? Thx!": {"what is a kiln: kiln"},
		"good morning, ELI5 glazing pls":                 {"glazing: glazing"},
		"":                                               {":"},
		"?!":                                             {":"},
		"and or and":                                     {"and or and:"},
		"hello":                                          {":"},
		"Was ist der Unterschied zwischen einem Brennofen und einem Backofen?": {"Brennofen: brennofen", "Backofen: backofen"},
		"Hallo, kurze Frage: wie wird Ton gebrannt, und wer hat das erfunden?": {"wie wird Ton gebrannt: ton gebrannt", "wer hat das erfunden: erfunden"},
	} {
		if got := judge(t).Asks(query); !slices.Equal(got, want) {
			t.Errorf("%q asks for %q, want %q", query, got, want)
		}
	}
}

func TestAQueryTellsWhatSortOfAnswerItWants(t *testing.T) {
	t.Parallel()
	for query, want := range map[string]string{
		"how many kilns are there": "wants_number", "who built the kiln": "wants_name", "when was the kiln built": "wants_date",
		"why did the kiln crack": "wants_reason", "how long does firing take": "wants_duration", "what does a kiln cost": "wants_money",
		"when is a kiln better than an oven": "", "when should I open the kiln": "", "wann wurde der Ofen gebaut": "wants_date", "wann ist der Ofen heiß": "",
		"wie viele Öfen gibt es hier": "wants_number", "wer hat den Ofen gebaut": "wants_name", "why is a kiln expensive": "wants_reason",
		"how does a kiln work": "", "memory bandwidth of the H100": "wants_number", "what is memory fragmentation": "",
	} {
		if got := judge(t).Wants(query); got != want {
			t.Errorf("%q wants %q, not %q", query, got, want)
		}
	}
}

func TestWhatIsWantedIsStatedBesideTheWordsOrItIsNot(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct{ query, with, without string }{
		"a number":              {"how many shelves has the kiln", "The kiln has 7 shelves.", "The kiln has shelves."},
		"a number in words":     {"how many shelves has the kiln", "The kiln has seven shelves.", "The kiln has good shelves."},
		"not that of the query": {"how many shelves has kiln 9", "Kiln 9 has 7 shelves.", "Kiln 9 has shelves."},
		"of the unit":           {"how many watts does the kiln draw", "The kiln draws 90 W.", "The kiln has 90 shelves."},
		"of the attribute":      {"memory bandwidth of the H100", "H100 memory bandwidth: 3.35 TB/s.", "H100 memory bandwidth: 3 links."},
		"an amount of money":    {"what does the kiln cost", "The kiln is 900 €, a high cost.", "The kiln is 900 kg, at some cost."},
		"a year":                {"when was the kiln built", "The kiln was built in 1931.", "The kiln was built in 31 days."},
		"a person":              {"who built the kiln", "The kiln was built by Ada Potter.", "The kiln was built by hand."},
		"a reason":              {"why did the kiln crack", "The kiln did crack because it was wet.", "The kiln did crack at night."},
		"a length of time":      {"how long is the kiln fired", "The kiln is fired for 9 hours.", "The kiln is fired at 900 °C."},
	} {
		with, without := features(t, tc.query, found("Kilns|"+tc.with))["stated"], features(t, tc.query, found("Kilns|"+tc.without))["stated"]
		if with <= without {
			t.Errorf("%s: %q is stated by %.2f in %q and by %.2f in %q", name, tc.query, with, tc.with, without, tc.without)
		}
	}
}

func TestWordsAreSaidInOtherFormsToo(t *testing.T) {
	t.Parallel()
	for said, want := range map[string]float64{
		"firing": 1, "fires": 1, "fire": 1, "fort": 0, "": 0,
	} {
		if got := features(t, "fired", found("x|"+said))["sentence"]; math.Abs(got-want) > 1e-9 {
			t.Errorf("%q says “fired” by %.2f, want %.2f", said, got, want)
		}
	}
	slip := found("x|The stoneware is white.")
	slip.Words = []quarry.QueryWord{{Text: "stonevare", Rarity: 1}}
	if got := features(t, "stonevare", slip); got["sentence"] < 0.5 || got["unknown"] != 1 {
		t.Errorf("a slip of the pen is said by %.2f, and unknown by %.2f", got["sentence"], got["unknown"])
	}
}

func TestAnUnknownEverydayWordIsSaidByWhatItMeans(t *testing.T) {
	t.Parallel()
	f := found("x|The weights are compressed.")
	for known, want := range map[bool]float64{false: 0.7, true: 0} {
		f.Words = []quarry.QueryWord{{Text: "squash", Rarity: 1, Known: known}}
		if got := features(t, "squash", f)["sentence"]; math.Abs(got-want) > 1e-9 {
			t.Errorf("“squash”, known: %v, is said by %.2f, want %.2f", known, got, want)
		}
	}
}

func TestAWordThatWasPutRightIsLessSureThanOneThatIsThere(t *testing.T) {
	t.Parallel()
	said := func(query string) (float64, string) {
		f := found("x|The robin nests beside the kiln.")
		f.CorrectedQuery = "where does a robin nest"
		f.Words = []quarry.QueryWord{{Text: "robin", Rarity: 1, Known: true}, {Text: "nest", Rarity: 0.2, Known: true}}
		_, _, reason := judge(t).Judge(query, f)
		return features(t, query, f)["sentence"], reason
	}
	for query, same := range map[string]bool{
		"where does a robni nest": true, "where does a robn nest": true, "where does a rubin nest": false, "where does a Rubin nest": false,
	} {
		if got, _ := said(query); (got == 1) != same {
			t.Errorf("of %q %.2f is said", query, got)
		}
	}
	f := found("x|The robin sleeps.")
	f.CorrectedQuery, f.Words = "how old is robin", []quarry.QueryWord{{Text: "robin", Rarity: 1, Known: true}, {Text: "old", Rarity: 1, Known: true}}
	if says, _, reason := judge(t).Judge("how old is Rubin", f); says != quarry.AnswerableNo || !strings.Contains(reason, "“Rubin”") {
		t.Errorf("%s because %q", says, reason)
	}
}

func TestAQueryInAnotherLanguageIsNotHeldAgainstItsSmallWords(t *testing.T) {
	t.Parallel()
	f := found("Kilns|A bench holds 32 bowls in the kiln.", "Benches|Benches are made of clay.")
	f.Words = []quarry.QueryWord{{Text: "kiln", Rarity: 0.4, Known: true}, {Text: "gebrannt", Rarity: 1}, {Text: "was", Rarity: 1}, {Text: "wird", Rarity: 1}}
	if got := features(t, "Was wird in einem Kiln gebrannt?", f)["rarity"]; math.Abs(got-(0.4+0.5)) > 1e-9 {
		t.Errorf("its words are as rare as %.2f together", got)
	}
	f.Words = []quarry.QueryWord{{Text: "bänke", Rarity: 1}}
	if got := features(t, "Was ist mit den Bänken der Bank?", found("x|The bank is long."))["sentence"]; got < 1 {
		t.Errorf("by the stems of its own language %.2f is said", got)
	}
	german := found("Öfen|Der Ofen ist gerissen, weil er nass war. Das ist die Ursache und nicht die Hitze.")
	if got := features(t, "Warum ist der Ofen gerissen?", german)["stated"]; got < 1 {
		t.Errorf("a reason in the language of the source states %.2f", got)
	}
}

func TestAQueryOfNothingButThanksNamesNothing(t *testing.T) {
	t.Parallel()
	for _, query := range []string{"thanks!", "hi", "vielen Dank, bis dann!"} {
		if says, likely, reason := judge(t).Judge(query, found("Kilns|A kiln is hot.")); says != quarry.AnswerableNo || likely != 0 || reason != "The query names nothing to look for." {
			t.Errorf("%q: %s (%.2f) because %q", query, says, likely, reason)
		}
	}
}

func TestAValueThatNoEntryHasIsNotAsRareAsAName(t *testing.T) {
	t.Parallel()
	rarity := func(word string) float64 {
		f := found("x|The kiln is hot.")
		f.Words = []quarry.QueryWord{{Text: word, Rarity: 1}}
		return features(t, word, f)["rarity"]
	}
	if value, name := rarity("4x"), rarity("kx4"); value >= name {
		t.Errorf("a value counts %.2f, and a name %.2f", value, name)
	}
}

func TestAReasonMayFollowOrBeAskedForAbove(t *testing.T) {
	t.Parallel()
	const query = "why did the kiln crack"
	without := features(t, query, found("Kilns|The kiln did crack. It was wet."))["stated"]
	for name, text := range map[string]string{
		"in the next sentence": "Kilns|The kiln did crack. It did so because it was wet.",
		"asked for above":      "Why did the kiln crack?|The kiln was wet.",
	} {
		if got := features(t, query, found(text))["stated"]; got <= without {
			t.Errorf("%s: stated by %.2f, and by %.2f without a reason", name, got, without)
		}
	}
}

func TestANumberBelongsToTheNameBeforeIt(t *testing.T) {
	t.Parallel()
	same, other := features(t, "what can Ember-4 do", found("x|Ember 4 burns.")), features(t, "what can Ember-4 do", found("x|Ember 3 burns 4 logs."))
	if same["absent"] >= other["absent"] && same["stated"] <= other["stated"] {
		t.Errorf("of the same number %.2f is stated, of another one %.2f", same["stated"], other["stated"])
	}
}

func TestANumberBelongsToTheNameAboveItsRow(t *testing.T) {
	t.Parallel()
	const query = "what does Ember 79 mean"
	for said, want := range map[string]float64{
		"Ember codes|| 13 | a crack |\n| 79 | a fire |": 1, "Ember codes|- *79*: a fire": 1,
		"Other codes|| 79 | a fire |": 0.5, "Ember codes|It burns 79 logs.": 0.5,
	} {
		if got := 1 - features(t, query, found(said))["absent"]; math.Abs(got-want) > 1e-9 {
			t.Errorf("%q holds %.2f of %q, want %.2f", said, got, query, want)
		}
	}
	if _, _, reason := judge(t).Judge(query, found("Ember codes|| 13 | a crack |", "Logs|79 logs burn.")); !strings.HasSuffix(reason, "does not mention “Ember 79”.") {
		t.Errorf("it is missing because %q", reason)
	}
}

func TestASpecSaysAnAttributeHoweverItIsAskedFor(t *testing.T) {
	t.Parallel()
	for query, said := range map[string]string{"H100 memory size": "H100 SXM, Memory capacity: 80 GB", "power consumption of the H100": "H100 SXM, TDP: 700 W"} {
		spec, also, prose := found("H100|"+said), found("H100|"+said), found("H100|"+said)
		spec.Hits[0].Kind = quarry.EntrySpec
		also.Hits[0].Also = []quarry.AlsoHit{{EntryRef: quarry.EntryRef{Kind: quarry.EntrySpec}}}
		for name, f := range map[string]quarry.Found{"a spec": spec, "what a spec is from": also} {
			if got := features(t, query, f); got["absent"] != 0 || got["stated"] < 1 {
				t.Errorf("%s: of %q %.2f is absent, %.2f stated", name, query, got["absent"], got["stated"])
			}
		}
		if got := features(t, query, prose); got["absent"] == 0 {
			t.Errorf("%q is all said by what is no spec", query)
		}
	}
}

func TestAnIndexTellsHowRareWordsAreByTheirParts(t *testing.T) {
	t.Parallel()
	f := found("x|The kilnflow burns.")
	f.Words = []quarry.QueryWord{{Text: "kiln", Rarity: 0.2, Known: true}, {Text: "flow", Rarity: 0.7, Known: true}, {Text: "brix_vorl", Rarity: 0.9}}
	if got := features(t, "KilnFlow brix_vorl please", f)["rarity"]; math.Abs(got-(0.7+0.9+0.9)) > 1e-9 {
		t.Errorf("all words together are as rare as %.2f", got)
	}
}

func TestAQuestionWithoutAnAnswerAnswersNothing(t *testing.T) {
	t.Parallel()
	const query = "Why does a glaze crawl?"
	j := judge(t)
	open := found("Why does a glaze crawl?|")
	if says, likely, reason := j.Judge(query, open); says != quarry.AnswerableNo || likely > 0.5 || reason != "Only questions without an answer were found." {
		t.Errorf("alone: %s (%.2f) because %q", says, likely, reason)
	}
	_, answered, _ := j.Judge(query, found("Why does a glaze crawl?|Because of dust: a glaze does crawl."))
	if _, beside, reason := j.Judge(query, found("Why does a glaze crawl?|", "Glaze|A glaze can crawl.")); beside >= answered {
		t.Errorf("open: likely by %.2f (%s), answered by %.2f", beside, reason, answered)
	}
}

func TestGreetingsAndHasteChangeNothing(t *testing.T) {
	t.Parallel()
	f := found("Kilns|A kiln is an oven in which clay is fired.", "Clay|Clay is dug.")
	_, alone, _ := judge(t).Judge("what is a kiln", f)
	for _, query := range []string{
		"Hi! What is a kiln?", "good evening, what is a kiln please", "quick question: what is a kiln??", "ok thanks! what is a kiln",
		"exam tomorrow, what is a kiln", "what is a kiln lol",
	} {
		if _, got, _ := judge(t).Judge(query, f); math.Abs(got-alone) > 1e-9 {
			t.Errorf("%q is likely by %.3f, without what stands beside the matter by %.3f", query, got, alone)
		}
	}
}

func TestOfSeveralPartsTheOneThatIsMissingIsNamed(t *testing.T) {
	t.Parallel()
	f := found("What is a kiln?|A kiln is an oven in which clay is fired.", "Kilns|A kiln is built of brick.")
	f.Words = []quarry.QueryWord{{Text: "kiln", Rarity: 0.6, Known: true}, {Text: "pyroscope", Rarity: 1}}
	says, _, reason := judge(t).Judge("What is a kiln, and what is a pyroscope?", f)
	if want := "Nothing that was found seems to answer “what is a pyroscope”."; says != quarry.AnswerablePartly || reason != want {
		t.Errorf("%s because %q, want partly because %q", says, reason, want)
	}
	if says, likely, reason := judge(t).Judge("What is a kiln?", quarry.Found{}); says != quarry.AnswerableNo || likely != 0 || reason != "Nothing was found." {
		t.Errorf("nothing: %s (%.2f) because %q", says, likely, reason)
	}
}

func TestMoreThatIsMissingIsNeverLikelier(t *testing.T) {
	t.Parallel()
	f := found("Kilns|A kiln is an oven in which clay is fired at a thousand degrees.")
	last := 1.0
	for _, query := range []string{"fired clay", "fired clay xylophone", "fired clay xylophone Zanzibar"} {
		f.Words = nil
		for i, word := range strings.Fields(query) {
			f.Words = append(f.Words, quarry.QueryWord{Text: strings.ToLower(word), Rarity: 1, Known: i < 2})
		}
		_, got, reason := judge(t).Judge(query, f)
		if got > last {
			t.Errorf("%q is likely by %.3f because %q, with less by %.3f", query, got, reason, last)
		}
		last = got
	}
}

func BenchmarkJudge(b *testing.B) {
	j := judge(b)
	var texts []string
	for i := range 10 {
		texts = append(texts, "Kilns and ovens|"+strings.Repeat(fmt.Sprintf("Clay of the %dth sort is fired in a kiln, at a heat of its own. ", i), 30))
	}
	f := found(texts...)
	for b.Loop() {
		j.Judge("How hot is a kiln when porcelain is fired, and who built the first one?", f)
	}
}

func TestFormsWithOtherUmlautsAreOfOneWord(t *testing.T) {
	t.Parallel()
	const walls = "Die Wände sind nicht heiß, und der Ofen ist es auch nicht."
	if got := features(t, "Wie heiß ist die Wand?", found("Öfen|"+walls))["sentence"]; got < 1 {
		t.Errorf("one sentence has %.2f of the words, want all", got)
	}
}

func TestTheHitsBehindTheBestChangeNoReason(t *testing.T) {
	t.Parallel()
	var open []string
	for range 10 {
		open = append(open, "Why does a glaze crawl?|")
	}
	_, _, few := judge(t).Judge("Why does a glaze crawl?", found(open...))
	_, _, more := judge(t).Judge("Why does a glaze crawl?", found(append(open, "Kilns|A kiln is hot.")...))
	if few != more {
		t.Errorf("with one hit more: %q, before: %q", more, few)
	}
}
