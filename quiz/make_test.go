package quiz_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/quiz"
)

func newMaker(t *testing.T) *quiz.Maker {
	t.Helper()
	l, err := lexicon.Load()
	if err != nil {
		t.Fatal(err)
	}
	return quiz.NewMaker(l)
}

func makeOf(t *testing.T, maker *quiz.Maker, from quiz.Material) []quarry.Question {
	t.Helper()
	made, err := maker.Make(t.Context(), from)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// card is a spec of a card's memory in GB; change alters it.
func card(name string, gigabytes float64, change ...func(*quarry.Spec)) quarry.Spec {
	const giga = 1e9
	base := gigabytes * giga
	s := quarry.Spec{
		ID: quarry.SpecID("s_" + strings.ReplaceAll(fmt.Sprint(name, gigabytes), " ", "")),
		Device: quarry.DeviceMention{
			Device: quarry.Device{ID: quarry.DeviceID(name), Name: name, Class: quarry.ClassGPU}, Written: name,
		},
		Attribute: quarry.AttributeMention{
			Attribute: quarry.Attribute{ID: "memory_capacity", Name: "Memory capacity", Kind: "data"}, Written: "Memory",
		},
		Conditions: quarry.NewConditions(),
		Value: quarry.Quantity{
			Bounds: quarry.Bounds{Min: &gigabytes, Max: &gigabytes, Unit: "GB"}, Text: fmt.Sprint(gigabytes, " GB"),
			Qualifier: quarry.Exact, Step: 1,
		},
		Normalized: quarry.Bounds{Min: &base, Max: &base, Unit: "B"}, Confidence: 1,
		Topics: []quarry.TopicID{"memory"}, Source: quarry.Source{DocumentID: "d_cards", Path: "cards.md", Collection: "main"},
	}
	for _, one := range change {
		one(&s)
	}
	return s
}

func cards() []quarry.Spec {
	return []quarry.Spec{
		card("Ash", 16), card("Birch", 24), card("Cedar", 32), card("Elm", 48), card("Fir", 80), card("Hazel", 96), card("Larch", 192),
	}
}

// about returns the prompts of questions whose answer, or the thing they ask for, is a card.
func about(made []quarry.Question, name string) []string {
	var prompts []string
	for _, q := range made {
		if strings.Contains(q.Text, name) || slices.Contains(q.Choices, name) {
			prompts = append(prompts, q.Text)
		}
	}
	return prompts
}

func TestFiguresAreAskedForInThreeWays(t *testing.T) {
	t.Parallel()
	made := makeOf(t, newMaker(t), quiz.Material{Specs: cards()})
	sizes := map[string]float64{}
	for _, s := range cards() {
		sizes[s.Device.Name] = *s.Value.Max
	}
	types := map[quarry.MadeType]int{}
	for _, q := range made {
		types[q.Made.Type]++
		wholeQuestion(t, q)
		for _, choice := range q.Choices {
			least := q.Text == "Which of these has the smallest memory capacity?" && sizes[choice] < sizes[q.Answer]
			most := q.Text == "Which of these has the largest memory capacity?" && sizes[choice] > sizes[q.Answer]
			if least || most {
				t.Errorf("%s %q is the answer, and %q has %v GB of its %v", q.Text, q.Answer, choice, sizes[choice], sizes[q.Answer])
			}
		}
	}
	for _, want := range []quarry.MadeType{quarry.MadeFigure, quarry.MadeHolder, quarry.MadeSuperlative} {
		if types[want] == 0 {
			t.Errorf("no question of type %s among %v", want, types)
		}
	}
	if got := about(made, "the Elm"); !slices.Contains(got, "What is the memory capacity of the Elm?") {
		t.Errorf("asked of the Elm: %q", got)
	}
	if diff := cmp.Diff(made, makeOf(t, newMaker(t), quiz.Material{Specs: cards()})); diff != "" {
		t.Errorf("the same specs made other questions:\n%s", diff)
	}
}

// wholeQuestion checks what holds of every generated question.
func wholeQuestion(t *testing.T, q quarry.Question) {
	t.Helper()
	seen := map[string]int{}
	for _, choice := range q.Choices {
		seen[strings.ToLower(choice)]++
	}
	if len(q.Choices) != 4 || len(seen) != 4 || seen[strings.ToLower(q.Answer)] != 1 {
		t.Errorf("%s: the choices %q with the answer %q", q.Text, q.Choices, q.Answer)
	}
	if quarry.EntryKindOf(quarry.EntryID(q.ID)) != quarry.EntryGenerated || q.Style != quarry.StyleChoice {
		t.Errorf("%s: id %s, style %s", q.Text, q.ID, q.Style)
	}
	var refuted []string
	for _, ground := range q.Made.Refutes {
		refuted = append(refuted, ground.Choice)
		if ground.ID == "" || ground.Source.DocumentID == "" || len(ground.Words) == 0 {
			t.Errorf("%s: nothing refutes %q", q.Text, ground.Choice)
		}
	}
	wrong := slices.DeleteFunc(slices.Clone(q.Choices), func(choice string) bool { return choice == q.Answer })
	if diff := cmp.Diff(wrong, refuted); diff != "" {
		t.Errorf("%s: choices that are refuted (-want +got):\n%s", q.Text, diff)
	}
	if q.Made.Proof.ID == "" || q.Made.Proof.Source.DocumentID != q.Source.DocumentID {
		t.Errorf("%s: its proof is %+v", q.Text, q.Made.Proof)
	}
}

func TestNothingIsAskedWhereClaimsMayDisagree(t *testing.T) {
	t.Parallel()
	state := func(axis quarry.Axis, value string) func(*quarry.Spec) {
		return func(s *quarry.Spec) { s.Conditions[axis] = value }
	}
	for name, doubt := range map[string][]quarry.Spec{
		"a conflict":                  {card("Yew", 64, func(s *quarry.Spec) { s.ConflictID = "c_yew" })},
		"another claim":               {card("Yew", 64), card("Yew", 72)},
		"one whose conditions may be": {card("Yew", 64), card("Yew", 72, state(quarry.AxisPer, "die"))},
		"a longer name of its own": {
			card("Yew", 64, func(s *quarry.Spec) { s.Device.Family = "Tree" }),
			card("Yew-40", 72, func(s *quarry.Spec) { s.Device.Family = "Tree" }),
		},
		"another name of what is meant": {card("Yew", 64, func(s *quarry.Spec) { s.Attribute.Written = "Storage" })},
		"one of the family's own kind":  {card("Yew", 64), card("Yew Max", 72, func(s *quarry.Spec) { s.Device.Family = "Yew" })},
		"a bound":                       {card("Yew", 64, func(s *quarry.Spec) { s.Value.Qualifier = quarry.UpTo })},
		"an unsure reading":             {card("Yew", 64, func(s *quarry.Spec) { s.Confidence = 0.6 })},
		"a note":                        {card("Yew", 64, func(s *quarry.Spec) { s.Notes = []string{"far from what is usual"} })},
		"a condition without words":     {card("Yew", 64, state("humidity", "50 %"))},
		"a part of its name unsaid":     {card("Yew", 64, func(s *quarry.Spec) { s.Device.Written = "Yew x16" })},
		"a unit that stands elsewhere":  {card("Yew", 64, func(s *quarry.Spec) { s.Value.Text = "64" })},
		"what is no name":               {card("Yew", 64, func(s *quarry.Spec) { s.Device.Name = "Yew – **all** of them" })},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			maker := newMaker(t)
			if len(about(makeOf(t, maker, quiz.Material{Specs: append(cards(), card("Yew", 64))}), "Yew")) == 0 {
				t.Fatal("nothing is asked of a card of which all is clear")
			}
			for _, prompt := range about(makeOf(t, maker, quiz.Material{Specs: append(cards(), doubt...)}), "Yew") {
				if !strings.Contains(prompt, "Yew Max") && !strings.Contains(prompt, "Yew-40") {
					t.Errorf("asked all the same: %s", prompt)
				}
			}
		})
	}
}

func TestAnArticleIsAsItIsSpoken(t *testing.T) {
	t.Parallel()
	maker := newMaker(t)
	for name, want := range map[string]string{
		"NVLink bandwidth": "an NVLink bandwidth", "L2 cache": "an L2 cache", "Infinity Cache": "an Infinity Cache",
		"TDP": "a TDP", "Memory capacity": "a memory capacity", "GPU cores": "",
	} {
		specs := cards()
		for i := range specs {
			specs[i].Attribute.Name, specs[i].Attribute.Written = name, name
		}
		asked := makeOf(t, maker, quiz.Material{Specs: specs})
		says := func(q quarry.Question) bool { return strings.HasPrefix(q.Text, "Which of these has "+want+" of 48 GB") }
		if want != "" && !slices.ContainsFunc(asked, says) {
			t.Errorf("%s is never asked for as %q", name, want)
		}
		if want == "" && !slices.ContainsFunc(about(asked, "Elm"), func(text string) bool { return strings.HasPrefix(text, "How many GPU cores") }) {
			t.Errorf("asked %q, want how many there are", about(asked, "Elm"))
		}
	}
}

func TestNothingIsAskedOfANameThatIsBlankOrHasSpacesAroundIt(t *testing.T) {
	t.Parallel()
	maker := newMaker(t)
	for _, name := range []string{" flow", " ", " per core", "\u00a0", "", "flow "} {
		specs := cards()
		for i := range specs {
			specs[i].Attribute.Name, specs[i].Attribute.Written = name, name
			specs[i].Attribute.Discovered = true
		}
		if made := makeOf(t, maker, quiz.Material{Specs: specs}); len(made) > 0 {
			t.Errorf("asked %q of what is named %q", made[0].Text, name)
		}
	}
}

func TestAThingThatIsUnknownIsAskedAboutByItsDocument(t *testing.T) {
	t.Parallel()
	specs := cards()
	for i := range specs {
		specs[i].Device.Class, specs[i].Source.Title = quarry.ClassUnknown, "Stepper motors"
	}
	made := makeOf(t, newMaker(t), quiz.Material{Specs: specs})
	if len(made) == 0 {
		t.Fatal("nothing is asked")
	}
	for _, q := range made {
		if !strings.HasPrefix(q.Text, "According to “Stepper motors”, wh") {
			t.Errorf("asked %q, which does not say what the thing is of", q.Text)
		}
		if q.Made.Type == quarry.MadeHolder {
			t.Errorf("asked %q, which only that document can tell", q.Text)
		}
	}
	for i := range specs {
		specs[i].Source.Title = specs[i].Source.Path
	}
	if made := makeOf(t, newMaker(t), quiz.Material{Specs: specs}); len(made) > 0 {
		t.Errorf("asked %q of a document without a title", made[0].Text)
	}
}

func TestASmallCountTellsNoHolder(t *testing.T) {
	t.Parallel()
	specs := cards() // 16 to 192
	for i := range specs {
		specs[i].Attribute.Name, specs[i].Value.Unit, specs[i].Normalized = "Registers", "", quarry.Bounds{}
		specs[i].Attribute.Written = "Registers"
	}
	holders := 0
	for _, q := range makeOf(t, newMaker(t), quiz.Material{Specs: specs}) {
		if q.Made.Type == quarry.MadeHolder {
			holders++
			if q.Text != "Which of these has 192 registers?" {
				t.Errorf("asked %q, which many things have", q.Text)
			}
		}
	}
	if holders == 0 {
		t.Error("no holder is asked for of a large count")
	}
}

func TestFiguresOfOtherUnitsAreNotCompared(t *testing.T) {
	t.Parallel()
	const binary = 64 << 30
	base := float64(binary)
	yew := card("Yew", 64, func(s *quarry.Spec) {
		s.Value.Unit, s.Value.Text = "GiB", "64 GiB"
		s.Normalized.Min, s.Normalized.Max = &base, &base
	})
	if got := about(makeOf(t, newMaker(t), quiz.Material{Specs: append(cards(), yew)}), "Yew"); len(got) > 0 {
		t.Errorf("asked %q among figures in GB", got)
	}
	inMegabytes := card("Yew", 64, func(s *quarry.Spec) {
		thousand := *s.Value.Max * 1000
		s.Value.Unit, s.Value.Text, s.Value.Min, s.Value.Max = "MB", "64000 MB", &thousand, &thousand
	})
	if got := about(makeOf(t, newMaker(t), quiz.Material{Specs: append(cards(), inMegabytes)}), "Yew"); len(got) == 0 {
		t.Error("nothing is asked of a figure in MB among those in GB")
	}
}

func TestANameThatHasItsFigureIsNotAskedAbout(t *testing.T) {
	t.Parallel()
	specs := append(cards(), card("Yew-42B", 4.2), card("Yew-51B", 4.2*8))
	for _, q := range makeOf(t, newMaker(t), quiz.Material{Specs: specs}) {
		if slices.Contains(q.Choices, "Yew-42B") || strings.Contains(q.Text, "Yew-42B") {
			t.Errorf("%q %q: 4.2 GB can be read off Yew-42B", q.Text, q.Choices)
		}
	}
}

func TestClaimsThatStateOtherConditionsDoNotDisagree(t *testing.T) {
	t.Parallel()
	dense := func(s *quarry.Spec) { s.Conditions[quarry.AxisSparsity] = "dense" }
	sparse := func(s *quarry.Spec) { s.Conditions[quarry.AxisSparsity] = "sparse" }
	var specs []quarry.Spec
	for i, s := range cards() {
		twice := 2 * *s.Value.Max
		specs = append(specs, card(s.Device.Name, *s.Value.Max, dense), card(s.Device.Name, twice, sparse))
		if i == 0 {
			specs = append(specs, card("Silent", *s.Value.Max))
		}
	}
	made := makeOf(t, newMaker(t), quiz.Material{Specs: specs})
	if got := about(made, "the Elm"); !slices.Contains(got, "What is the dense memory capacity of the Elm?") {
		t.Errorf("asked of the Elm: %q", got)
	}
	if got := about(made, "Silent"); len(got) > 0 {
		t.Errorf("a card is asked about that is silent where the others state a condition: %q", got)
	}
	for _, q := range made {
		if q.Text == "What is the dense memory capacity of the Elm?" && slices.Contains(q.Choices, "96 GB") {
			t.Errorf("the figure under another condition is among the choices: %q", q.Choices)
		}
	}
}

func term(short string, expansions ...string) quarry.GlossaryTerm {
	term := quarry.GlossaryTerm{Term: short}
	for _, long := range expansions {
		term.Expansions = append(term.Expansions, quarry.Expansion{
			Text: long, Count: 1, Spelled: true, Entries: []quarry.EntryRef{{Kind: quarry.EntryFact, ID: quarry.EntryID("f_" + short)}},
			Sources: []quarry.Source{{DocumentID: "d_short", Path: "short.md"}},
		})
	}
	return term
}

func TestShortFormsAreAskedForAmongWordsThatBeginLikeTheirs(t *testing.T) {
	t.Parallel()
	made := makeOf(t, newMaker(t), quiz.Material{Terms: []quarry.GlossaryTerm{
		term("HBM", "High Bandwidth Memory", "high-bandwidth memory"), term("SM", "Streaming Multiprocessor", "Shared Memory"),
		term("TLB", "translation lookaside buffer"), term("NIC", "network interface card"), term("DMA", "direct memory access"),
		term("DMB", "Data Motion Bridge"), term("TIA", "Total Inverse Average"), term("LIC", "Long Index Code"),
		term("ECTS", "European Credit Transfer"), term("PLS", "position latérale de sécurité"), term("XBM", "high bandwidth memory"),
		term("DILB", "Direct Inverse Long Bridges"),
	}})
	asked := map[string][]string{}
	for _, q := range made {
		wholeQuestion(t, q)
		asked[q.Text] = q.Choices
		for _, choice := range q.Choices {
			if got, want := initials(choice), initials(q.Answer); got != want {
				t.Errorf("%s %q: the letters are %s, not %s", q.Text, choice, got, want)
			}
			for word := range strings.FieldsSeq(choice) {
				if among := strings.Count(strings.Join(q.Choices, " "), word); among%2 != 0 {
					t.Errorf("%s %q: %s is in %d choices, which tells", q.Text, q.Choices, word, among)
				}
			}
		}
	}
	got := slices.Sorted(maps.Keys(asked))
	want := []string{"What does DMA stand for?", "What does DMB stand for?", "What does LIC stand for?", "What does TIA stand for?", "What does TLB stand for?"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("asked (-want +got):\n%s", diff)
	}
}

func initials(s string) string {
	var letters strings.Builder
	for word := range strings.FieldsSeq(s) {
		letters.WriteString(strings.ToUpper(word[:1]))
	}
	return letters.String()
}

func fact(subject, statement string) quarry.Fact {
	return quarry.Fact{
		ID: quarry.FactID("f_" + subject), Subject: subject, Statement: statement,
		Source: quarry.Source{DocumentID: "d_terms", Path: "terms.md"},
	}
}

func TestDefinitionsAskForTheirTerm(t *testing.T) {
	t.Parallel()
	made := makeOf(t, newMaker(t), quiz.Material{Facts: []quarry.Fact{
		fact("a warp", "A warp is a group of 32 lanes that one scheduler issues together."),
		fact("Replay", "**Replay** is the repeating of a launch until all wanted counters have been read."),
		fact("perplexity", "Perplexity is the exponential of the mean loss for each predicted word."),
		fact("a straggler", "A straggler is a rank slower than its peers, for which everybody has to wait."),
		fact("wavefront", "A wavefront is what AMD calls its group of 64 lanes that a scheduler issues together."),
		fact("lane", "A lane is the part of a vector unit that works on one element of its operands."),
		fact("NVSwitch", "An NVSwitch is a chip that connects the NVLinks of several accelerators at full rate."),
		fact("MESI", "MESI is a protocol whose states are modified, exclusive, shared and invalid for each line."),
		fact("Load", "Load is the highest arrival rate at which the percentiles of both latencies still hold."),
		fact("Latency", "Latency hides well behind arithmetic if enough warps are ready to be issued."),
		fact("Memory", "Size: 80 GB; Type: HBM3; Bus: 5,120 bits; Rate: 3.35 TB/s for all of the card."),
		fact("StableHLO", "StableHLO is the format of such graphs that frameworks hand to compilers."),
		fact("Underfitting", "Underfitting is a fit that is poor on the very examples of the training."),
		fact("MTBF", "MTBF is the mean time between failures of one machine in a large cluster."),
		fact("Recall@k", "Recall@k is the share of the relevant passages that are among the first k."),
		fact("Prefill", "Prefill is the pass that reads the whole prompt at once and fills the store."),
		fact("Offer", "An offer is an expression of willingness to be bound – our paraphrase of the case."),
		fact("Cache", "A cache is a small memory that keeps copies of what a larger cache or memory holds."),
	}})
	asked := map[string][]string{}
	for _, q := range made {
		wholeQuestion(t, q)
		asked[q.Text] = q.Choices
	}
	const ofWarp = "A(n) ____ is a group of 32 lanes that one scheduler issues together."
	if slices.Contains(asked[ofWarp], "Wavefront") || !slices.Contains(asked[ofWarp], "Warp") {
		t.Errorf("%s %q: want the warp, and no term of which nearly the same is said", ofWarp, asked[ofWarp])
	}
	if len(asked) < 4 {
		t.Errorf("asked %q: want all four that define", asked)
	}
	for prompt, choices := range asked {
		if strings.HasPrefix(prompt, "A(n) ") == slices.Contains(choices, "Perplexity") {
			t.Errorf("%s %q: the article tells", prompt, choices)
		}
	}
	for prompt := range asked {
		if strings.Contains(prompt, "hides") || strings.Contains(prompt, "Size") || strings.Contains(prompt, "copies") || strings.Contains(prompt, "such graphs") ||
			strings.Contains(prompt, "fit that") || strings.Contains(prompt, "failures") || strings.Contains(prompt, "paraphrase") ||
			strings.Contains(prompt, "first k") || strings.Contains(prompt, "fills") ||
			strings.Contains(prompt, "NVLinks") || strings.Contains(prompt, "exclusive") || strings.Contains(prompt, "both") {
			t.Errorf("asked %q, which defines nothing, names its term or rests on what stands before", prompt)
		}
	}
}

func TestATermMayBeginWithALetterOutsideOfASCII(t *testing.T) {
	t.Parallel()
	asked := map[string]string{}
	for _, q := range makeOf(t, newMaker(t), quiz.Material{Facts: []quarry.Fact{
		fact("Übertrag", "Übertrag is the digit that an addition hands on to the column on its left."),
		fact("ÄOL", "ÄOL is the sum of ähnlich opened lanes behind a gate of the harbour."),
		fact("Replay", "Replay is the repeating of a launch until all wanted counters have been read."),
		fact("Perplexity", "Perplexity is the exponential of the mean loss for each predicted word."),
		fact("Prefill", "Prefill is the pass that reads a whole prompt at once before any token follows."),
		fact("Ökotop", "Ökotop is the smallest area of land whose soil and climate are the same."),
	}}) {
		asked[q.Answer] = q.Text
	}
	if asked["Übertrag"] == "" || asked["Ökotop"] == "" {
		t.Errorf("asked %q: want the terms that begin with Ü and Ö", asked)
	}
	if text, ok := asked["ÄOL"]; ok {
		t.Errorf("asked %q, which spells out its term", text)
	}
}

func TestStoredQuestionsGetChoicesOfTheirSiblings(t *testing.T) {
	t.Parallel()
	ask := func(text, answer string) quarry.Question {
		return quarry.Question{
			ID: quarry.QuestionID("q_" + text), Text: text, Answer: answer, Answered: true, Style: quarry.StyleOpen,
			Source: quarry.Source{DocumentID: "d_deck", Path: "deck.md", Title: "Warps and rivers"},
		}
	}
	made := makeOf(t, newMaker(t), quiz.Material{Questions: []quarry.Question{
		ask("Which river crosses the old town?", "The Danube"), ask("Which river ends in a lake?", "The Volga"),
		ask("Which rivers meet at Koblenz?", "Mosel and Rhine"), ask("Which river of the EU is the longest?", "Nile."),
		ask("Which river has the widest mouth?", "Amazon"), ask("Why does a river meander?", "Erosion"),
		ask("How many threads has a warp in CUDA?", "32"), ask("How many lanes has a wavefront?", "64"),
		ask("How many banks has shared memory?", "33"), ask("How many bits has a byte of it?", "8 or 9"),
		ask("Easy How many bits has an IPv4 address?", "40"), ask("What is the size of =rwx= here?", "36"),
		ask("How many slices has the cache?", "48"), ask("How many links has an HBM3 card?", "18"),
		ask("Has a warp in CUDA how many threads?", "32"),
		ask("In what year of the decade did CUDA appear?", "70"), ask("In what year did the bridge open?", "60"),
		ask("In what year did the mill burn down?", "50"), ask("In what year was the dam built?", "40"),
	}})
	asked := map[string][]string{}
	for _, q := range made {
		wholeQuestion(t, q)
		asked[q.Text] = q.Choices
	}
	if got := asked["How many threads has a warp in CUDA?"]; slices.Contains(got, "33") || slices.Contains(got, "60") || len(got) != 4 {
		t.Errorf("choices for 32 are %q: want other counts, no year, and none that is nearly the same", got)
	}
	if got := asked["In what year of the decade did CUDA appear?"]; !slices.Contains(got, "60") || slices.Contains(got, "64") {
		t.Errorf("choices for the year are %q: want other years", got)
	}
	if got := asked["Which river of the EU is the longest?"]; !slices.Contains(got, "Nile") {
		t.Errorf("choices for the longest river are %q", got)
	}
	for _, not := range []string{
		"Why does a river meander?", "Easy How many bits has an IPv4 address?", "What is the size of =rwx= here?",
		"Has a warp in CUDA how many threads?", "How many lanes has a wavefront?", "Which river ends in a lake?",
	} {
		if got, ok := asked[not]; ok {
			t.Errorf("%s has the choices %q, and asks for no thing, names none, has what is no word of it, or was asked before", not, got)
		}
	}
}

func TestQuestionsAreBounded(t *testing.T) {
	t.Parallel()
	var specs []quarry.Spec
	const many = 3 * quiz.MostMade / 2
	for i := range many {
		specs = append(specs, card(fmt.Sprint("Card ", i), float64(1000+100*(i%40)), func(s *quarry.Spec) {
			s.Attribute.ID = quarry.AttributeID(fmt.Sprint("memory", i/40))
		}))
	}
	made := makeOf(t, newMaker(t), quiz.Material{Specs: specs})
	if len(made) > quiz.MostMade || len(made) < quiz.MostMade/4 {
		t.Errorf("%d questions of %d specs, want at most %d and not few", len(made), many, quiz.MostMade)
	}
}
