package answer_test

import (
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/answer"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/quantity"
)

// readWords reads the words of the built-in lexicon once.
var readWords = sync.OnceValues(func() (*lexicon.Lexicon, error) { return lexicon.Load() })

// judge knows a few units, devices and synonyms, and all words.
func judge(t *testing.T) *answer.Judge {
	t.Helper()
	words, err := readWords()
	if err != nil {
		t.Fatalf("words: %v", err)
	}
	lexicon, err := lexicon.New(lexicon.Data{
		Cues: words.Data().Cues, Numerals: words.Data().Numerals,
		Units: []quantity.Unit{
			{Symbol: "B", Kind: "data", Base: "B", Factor: 1, Aliases: []string{"bytes", "byte"}},
			{Symbol: "KB", Kind: "data", Base: "B", Factor: 1e3},
			{Symbol: "KiB", Kind: "data", Base: "B", Factor: 1024},
			{Symbol: "GB", Kind: "data", Base: "B", Factor: 1e9, Aliases: []string{"gigabytes"}},
			{Symbol: "bit", Kind: "bits", Base: "bit", Factor: 1, Aliases: []string{"bits", "-bit"}},
			{Symbol: "GB/s", Kind: "data_rate", Base: "B/s", Factor: 1e9},
			{Symbol: "TB/s", Kind: "data_rate", Base: "B/s", Factor: 1e12},
			{Symbol: "Gb/s", Kind: "bit_rate", Base: "bit/s", Factor: 1e9},
			{Symbol: "W", Kind: "power", Base: "W", Factor: 1},
			{Symbol: "kW", Kind: "power", Base: "W", Factor: 1e3},
			{Symbol: "K", Kind: "temperature", Base: "K", Factor: 1},
			{Symbol: "°C", Kind: "temperature", Base: "K", Factor: 1, Offset: 273.15},
			{Symbol: "%", Kind: "ratio", Base: "1", Factor: 0.01},
			{Symbol: "wt%", Kind: "mass_fraction", Base: "1", Factor: 0.01},
			{Symbol: "vol%", Kind: "volume_fraction", Base: "1", Factor: 0.01},
			{Symbol: "Tb/s", Kind: "bit_rate", Base: "bit/s", Factor: 1e12},
			{Symbol: "thread", Kind: "count", Base: "1", Factor: 1, Aliases: []string{"threads"}},
		},
		Devices:  []quarry.Device{{ID: "nvidia-b200", Name: "B200", Vendor: "NVIDIA"}, {ID: "nvidia-h100", Name: "H100", Vendor: "NVIDIA"}},
		Synonyms: [][]string{{"global memory", "device memory", "vram"}, {"key-value cache", "kv cache"}},
	})
	if err != nil {
		t.Fatalf("lexicon: %v", err)
	}
	j, err := answer.NewJudge(lexicon)
	if err != nil {
		t.Fatalf("judge: %v", err)
	}
	return j
}

func open(text, reference string) quarry.Question {
	return quarry.Question{Text: text, Answer: reference, Answered: reference != "", Style: quarry.StyleOpen}
}

// judged reports what is called otherwise than one of some verdicts.
func judged(t *testing.T, q quarry.Question, want map[string][]quarry.AnswerVerdict) {
	t.Helper()
	j := judge(t)
	for given, allowed := range want {
		if got := j.Judge(q, given); !slices.Contains(allowed, got.Verdict) {
			t.Errorf("%q to %q is %s (%s, %.2f: %s), want %v", given, q.Answer, got.Verdict, got.Reason, got.Coverage, got.Explanation, allowed)
		}
	}
}

// The verdicts that an answer may have. What is exact has one; where the fitted model
// judges, it may be careful, but never harmful.
func right() []quarry.AnswerVerdict { return []quarry.AnswerVerdict{quarry.VerdictCorrect} }
func part() []quarry.AnswerVerdict  { return []quarry.AnswerVerdict{quarry.VerdictPartly} }
func wrong() []quarry.AnswerVerdict { return []quarry.AnswerVerdict{quarry.VerdictIncorrect} }
func notRight() []quarry.AnswerVerdict {
	return []quarry.AnswerVerdict{quarry.VerdictIncorrect, quarry.VerdictPartly, quarry.VerdictUnsure}
}

func notWrong() []quarry.AnswerVerdict {
	return []quarry.AnswerVerdict{quarry.VerdictCorrect, quarry.VerdictPartly, quarry.VerdictUnsure}
}

func TestAnAnswerIsWhatItSaysOfWhatWasAsked(t *testing.T) {
	t.Parallel()
	j := judge(t)
	warp := open("How many threads has a warp?", "32. They run in lockstep.")
	rate := open("What is the memory bandwidth of the H100?", "3.35 TB/s, from HBM3.")
	power := open("Which draws more power, the H100 or the B200?", "The B200: 1,000 W against 700 W.")
	oral := quarry.Question{Text: "True or false: an oral contract is never binding.", Answer: "False. Most oral contracts are binding.", Answered: true, Style: quarry.StyleTrueFalse}
	leavener := quarry.Question{Text: "Which leavener needs an acid?", Choices: []string{"Baking soda", "Yeast", "Steam"}, Answer: "A) Baking soda", Answered: true, Style: quarry.StyleChoice}
	vitamin := quarry.Question{Text: "Which prevents scurvy?", Choices: []string{"Vitamin A", "Vitamin C", "Vitamin D"}, Answer: "Vitamin C", Answered: true, Style: quarry.StyleChoice}
	gaps := quarry.Question{Text: "First ____, then ____ the page.", Answer: "read; write", Answered: true, Style: quarry.StyleCloze}
	gap := quarry.Question{Text: "Threads of a block share ____ memory.", Answer: "shared", Answered: true, Style: quarry.StyleCloze}
	for name, tc := range map[string]struct {
		question quarry.Question
		given    string
		verdict  quarry.AnswerVerdict
		reason   quarry.AnswerReason
	}{
		"the number is enough":               {warp, "32", quarry.VerdictCorrect, quarry.ReasonCovered},
		"a number in words is a number":      {warp, "thirty-two threads", quarry.VerdictCorrect, quarry.ReasonCovered},
		"another number is wrong":            {warp, "64, in lockstep", quarry.VerdictIncorrect, quarry.ReasonNumber},
		"a denied number is wrong":           {warp, "A warp has not 32 threads", quarry.VerdictIncorrect, quarry.ReasonContradicts},
		"two numbers are no answer":          {warp, "32 or 64", quarry.VerdictUnsure, quarry.ReasonSeveral},
		"no number is no answer":             {warp, "a lot of them", quarry.VerdictIncorrect, quarry.ReasonMissing},
		"nothing is no answer":               {warp, " \n", quarry.VerdictIncorrect, quarry.ReasonEmpty},
		"who does not know says so":          {warp, "I don't know.", quarry.VerdictIncorrect, quarry.ReasonEmpty},
		"who is sorry for it as well":        {warp, "No idea, sorry!", quarry.VerdictIncorrect, quarry.ReasonEmpty},
		"the question is no answer":          {warp, "how many threads a warp has", quarry.VerdictIncorrect, quarry.ReasonRepeats},
		"another unit is the same number":    {rate, "3350 GB/s", quarry.VerdictCorrect, quarry.ReasonCovered},
		"fewer digits are the same number":   {rate, "about 3.4 TB/s", quarry.VerdictCorrect, quarry.ReasonCovered},
		"the digits in another unit are not": {rate, "3.35 GB/s", quarry.VerdictIncorrect, quarry.ReasonNumber},
		"what is offered may be chosen":      {power, "the B200", quarry.VerdictCorrect, quarry.ReasonCovered},
		"both verdicts are none":             {oral, "True or false: an oral contract is never binding.", quarry.VerdictIncorrect, quarry.ReasonRepeats},
		"a verdict is enough":                {oral, "f", quarry.VerdictCorrect, quarry.ReasonCovered},
		"the other verdict is wrong":         {oral, "True. They must be written.", quarry.VerdictIncorrect, quarry.ReasonVerdict},
		"an option has a letter":             {leavener, "(a)", quarry.VerdictCorrect, quarry.ReasonCovered},
		"an option has a text":               {leavener, "it is baking soda", quarry.VerdictCorrect, quarry.ReasonCovered},
		"another option is wrong":            {leavener, "B", quarry.VerdictIncorrect, quarry.ReasonOption},
		"letter and text may disagree":       {leavener, "A, yeast", quarry.VerdictUnsure, quarry.ReasonSeveral},
		"a text may end in a letter":         {vitamin, "vitamin c", quarry.VerdictCorrect, quarry.ReasonCovered},
		"which is no option's":               {vitamin, "It is vitamin D.", quarry.VerdictIncorrect, quarry.ReasonOption},
		"a letter alone is":                  {vitamin, "b", quarry.VerdictCorrect, quarry.ReasonCovered},
		"two options are too many":           {leavener, "A or B", quarry.VerdictIncorrect, quarry.ReasonSeveral},
		"a gap takes its word":               {gap, "shared memory", quarry.VerdictCorrect, quarry.ReasonCovered},
		"a gap takes a slip":                 {gap, "sharred", quarry.VerdictCorrect, quarry.ReasonCovered},
		"a gap takes no denied word":         {gap, "not shared", quarry.VerdictIncorrect, quarry.ReasonMissing},
		"gaps have an order":                 {gaps, "write, read", quarry.VerdictIncorrect, quarry.ReasonMissing},
		"in which they are filled":           {gaps, "read; write", quarry.VerdictCorrect, quarry.ReasonCovered},
		"a gap takes no other word":          {gap, "global", quarry.VerdictIncorrect, quarry.ReasonMissing},
		"a placeholder judges nothing":       {open("What is a shard?", "TODO"), "A part of a table.", quarry.VerdictUnsure, quarry.ReasonNoReference},
		"no answer judges nothing":           {open("What is a shard?", ""), "A part of a table.", quarry.VerdictUnsure, quarry.ReasonNoReference},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := j.Judge(tc.question, tc.given)
			if got.Verdict != tc.verdict || got.Reason != tc.reason {
				t.Errorf("%q to %q is %s (%s, %.2f), want %s (%s)", tc.given, tc.question.Text, got.Verdict, got.Reason, got.Coverage, tc.verdict, tc.reason)
			}
			if got.Explanation == "" {
				t.Error("nothing is explained")
			}
		})
	}
}

func TestTheReferenceAnswerIsCorrect(t *testing.T) {
	t.Parallel()
	j := judge(t)
	for _, q := range []quarry.Question{
		open("What is pinned memory?", "Pages that are locked and cannot be swapped out, so that devices copy them without a staging copy."),
		open("Why is bread kneaded?", "- It builds gluten.\n- It spreads the yeast.\n- It traps air."),
		open("How do they differ?", "One is fast, but small; the other is slow, but large."),
		open("Is a spoken contract void?", "No. Most of them bind."),
		open("Welche Einheit hat die Leistung?", "Watt, also Joule durch Sekunde."),
		open("水的沸点是多少？", "水在海平面的沸点是一百度。"),
	} {
		if got := j.Judge(q, q.Answer); got.Verdict != quarry.VerdictCorrect {
			t.Errorf("%q: its own answer is %s (%s: %s)", q.Text, got.Verdict, got.Reason, got.Explanation)
		}
	}
}

func TestANumberIsComparedWithItsUnit(t *testing.T) {
	t.Parallel()
	j := judge(t)
	for name, tc := range map[string]struct {
		expected, given string
		agrees          bool
	}{
		"the same":                              {"80 GB", "80 GB", true},
		"a count is exact":                      {"1024", "1000", false},
		"a year is exact":                       {"1648", "1649", false},
		"about a count is near it":              {"about 300", "310", true},
		"a rounded number":                      {"1,979 W", "2 kW", true},
		"too much rounded":                      {"1,979 W", "1.8 kW", false},
		"two digits are not rounded":            {"99 W", "100 W", false},
		"a kilobyte may have 1024 bytes":        {"64 KB", "65,536 bytes", true},
		"a byte has eight bits":                 {"2 bytes", "16 bits", true},
		"a bit is no byte":                      {"900 GB/s", "900 Gb/s", false},
		"a rate may be told in bits":            {"3352 GB/s", "26.8 Tb/s", true},
		"degrees have an offset":                {"85 °C", "358.15 K", true},
		"a unit that is left out":               {"80 GB", "80", true},
		"another thing is measured":             {"80 GB", "80 W", false},
		"a half is fifty per cent":              {"50 %", "half", true},
		"between two bounds":                    {"between 60 and 80 W", "70 W", true},
		"outside of them":                       {"between 60 and 80 W", "90 W", false},
		"the last digit says how exact it is":   {"3.35 TB/s", "3.354 TB/s", true},
		"and what is not that exact is another": {"3.35 TB/s", "3.9 TB/s", false},
		"who says about may be a little off":    {"700 W", "about 690 W", true},
		"and not much":                          {"700 W", "about 600 W", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := j.Judge(open("How much is it?", tc.expected), tc.given)
			if len(got.Numbers) != 1 || got.Numbers[0].Given == nil {
				t.Fatalf("numbers = %+v, want one that was given", got.Numbers)
			}
			if got.Numbers[0].Agrees != tc.agrees {
				t.Errorf("%q for %q agrees = %t, tolerance %v", tc.given, tc.expected, got.Numbers[0].Agrees, got.Numbers[0].Tolerance)
			}
			if (got.Verdict == quarry.VerdictCorrect) != tc.agrees {
				t.Errorf("%q for %q is %s", tc.given, tc.expected, got.Verdict)
			}
		})
	}
}

func TestAJudgeIsUsedByManyAndSaysTheSame(t *testing.T) {
	t.Parallel()
	j := judge(t)
	q := open("What does each stage shard?", "Stage 1 shards the optimizer states, stage 2 also the gradients, stage 3 also the parameters.")
	given := "1: parameters; 2: gradients; 3: optimizer states, and nothing else is never sharded"
	want := j.Judge(q, given)
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			if diff := cmp.Diff(want, j.Judge(q, given)); diff != "" {
				t.Errorf("judged otherwise:\n%s", diff)
			}
		})
	}
	group.Wait()
}

// hostile are answers that are meant to take long.
func hostile() map[string]string {
	return map[string]string{
		"one word":           "warp ",
		"one letter":         "a",
		"numbers":            "32 ",
		"numbers with units": "3.35 TB/s, ",
		"numbers in words":   "thirty-two ",
		"negations":          "not ",
		"denied words":       "never warp ",
		"stops":              ". ",
		"commas":             "warp,",
		"brackets":           "(warp",
		"links":              "[a](",
		"tags":               "<a",
		"fences":             "```\n",
		"items":              "- warp\n",
		"acronyms":           "GIL ",
		"ors":                "32 or ",
		"ideographs":         "线程",
		"different words":    "",
		"broken bytes":       "\xff\xfe ",
		"formulas":           "f(x) ",
		"bullets":            "1. 2. ",
		"code":               "`a` ",
		"open code":          "`a ``b ```c ",
		"formulas in marks":  "$a$ ",
		"prices":             "$5 ",
		"open links":         "[",
		"ratios":             "a per b ",
		"divisions":          "mass divided by volume; ",
		"shares":             "20 KB per KB of it ",
		"names and numbers":  "BF16 has 8, ",
		"products":           "n 2 * ",
		"nested brackets":    "2 * (",
		"relations":          "a < b ",
		"signs":              "+",
		"minuses":            "minus ",
	}
}

// A machine that is busy makes everything slow: what is held is how the time grows.
func TestAHostileAnswerTakesNoLongerThanItsLength(t *testing.T) {
	t.Parallel()
	j := judge(t)
	for name, piece := range hostile() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			const length, growth, slack = answer.MostAnswer, 3, 300 * time.Millisecond
			var half, whole time.Duration
			for range 3 { // one quiet moment is enough
				half, whole = judgedIn(t, j, repeated(piece, length/2)), judgedIn(t, j, repeated(piece, length))
				if whole <= growth*half+slack {
					return
				}
			}
			t.Errorf("judgements took %v, and %v of half the length", whole, half)
		})
	}
}

// judgedIn is how long it takes to judge an answer to questions of every sort.
func judgedIn(t *testing.T, j *answer.Judge, text string) time.Duration {
	t.Helper()
	reference := strings.Repeat("A warp has 32 threads that never run apart, and 3.35 TB/s pass by; the GIL (global interpreter lock) is not slower. ", 100)
	start := time.Now()
	for _, q := range []quarry.Question{
		open("What is a warp?", reference),
		open("How many threads has a warp?", "32"),
		{Text: "True or false: a warp has 32 threads.", Answer: "True. " + reference, Answered: true, Style: quarry.StyleTrueFalse},
		open("How many bytes does a warp take?", "$2 \\cdot n \\cdot b$ for $n$ warps: 32 threads"),
		{Text: "A warp has ____ threads.", Answer: "32", Answered: true, Style: quarry.StyleCloze},
		{Text: "Which?", Choices: []string{"warp", "block"}, Answer: "A", Answered: true, Style: quarry.StyleChoice},
		open("What is a warp?", text),
	} {
		if got := j.Judge(q, text); got.Verdict == "" || got.Explanation == "" {
			t.Errorf("%s: no verdict", q.Text)
		}
	}
	return time.Since(start)
}

func repeated(piece string, length int) string {
	if piece != "" {
		return strings.Repeat(piece, length/len(piece))
	}
	var text strings.Builder
	for i := 0; text.Len() < length; i++ {
		for n := i; n > 0; n /= 26 {
			text.WriteByte(byte('a' + n%26))
		}
		text.WriteByte(' ')
	}
	return text.String()
}

func FuzzJudge(f *testing.F) {
	f.Add("How many threads has a warp?", "32. They run in lockstep.", "thirty-two, not 64")
	f.Add("True or false: TF32 has 32 bits.", "False. It has 19.", "F - it isn't O(log n)")
	f.Add("Which, A or B?", "A) one\nB) two", "(b)")
	f.Fuzz(func(t *testing.T, text, answer, given string) {
		j := judge(t)
		for _, style := range quarry.Styles() {
			q := quarry.Question{Text: text, Answer: answer, Answered: true, Style: style, Choices: []string{"one", "two", answer}}
			hold(t, q, j.Judge(q, given))
		}
	})
}

// hold reports what no judgement may be.
func hold(t *testing.T, q quarry.Question, got quarry.AnswerCheck) {
	t.Helper()
	if got.Verdict == "" || got.Explanation == "" {
		t.Errorf("%s: %+v", q.Style, got)
	}
	if got.JudgedBy == quarry.JudgedByRules && got.Confidence != 1 {
		t.Errorf("%s: a rule is not certain: %+v", q.Style, got)
	}
	for _, share := range []float64{got.Coverage, got.Score, got.Confidence} {
		if !(share >= 0 && share <= 1) { // nor NaN
			t.Errorf("%s: %+v", q.Style, got)
		}
	}
	holdPoints(t, q, got)
}

// holdPoints reports what no key points may be.
func holdPoints(t *testing.T, q quarry.Question, got quarry.AnswerCheck) {
	t.Helper()
	length := len(strings.ToValidUTF8(q.Answer, " "))
	for _, p := range got.Missing {
		if p.Required && got.Verdict == quarry.VerdictCorrect {
			t.Errorf("%s: correct without %+v, which is required", q.Style, p)
		}
	}
	for _, p := range append(got.Covered, got.Missing...) {
		if p.ByteStart < 0 || p.ByteEnd > length || p.ByteStart > p.ByteEnd {
			t.Errorf("%s: %+v lies outside of the answer", q.Style, p)
		}
	}
}

func TestWhatIsOddIsJudgedInTime(t *testing.T) {
	t.Parallel()
	words := strings.Repeat("shared memory of a block ", 700)
	for name, tc := range map[string]struct {
		q     quarry.Question
		given string
		want  quarry.AnswerVerdict
	}{
		"a range around nothing":    {open("What is the power?", "3.14159 W"), "-1 to 1.000000001 W", quarry.VerdictIncorrect},
		"a number beyond numbers":   {open("What is the power?", "9e307 kW"), "9e307 kW or so", quarry.VerdictIncorrect},
		"a statement without words": {quarry.Question{Text: "?", Answer: "True. It is.", Answered: true, Style: quarry.StyleTrueFalse}, "it is the", quarry.VerdictIncorrect},
		"thousands of gaps":         {quarry.Question{Text: "____", Answer: strings.Repeat("ab; ", 4000), Answered: true, Style: quarry.StyleCloze}, words, quarry.VerdictIncorrect},
	} {
		got := judge(t).Judge(tc.q, tc.given)
		if got.Verdict != tc.want {
			t.Errorf("%s: %s (%s), want %s", name, got.Verdict, got.Reason, tc.want)
		}
		if _, err := json.Marshal(got); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestTheApostropheOfBooksIsThatOfKeyboards(t *testing.T) {
	t.Parallel()
	q := quarry.Question{Text: "True or false: whales are fish.", Answer: "False. They breathe air.", Answered: true, Style: quarry.StyleTrueFalse}
	for _, given := range []string{"that isn't true", "that isn’t true"} {
		if got := judge(t).Judge(q, given); got.Verdict != quarry.VerdictCorrect {
			t.Errorf("%q is %s (%s), want correct", given, got.Verdict, got.Reason)
		}
	}
}

func TestSignsAreNeitherPlaceholdersNorTags(t *testing.T) {
	t.Parallel()
	for _, sign := range []string{"*", "!", "->", "()"} {
		if got := judge(t).Judge(open("Which sign is it?", sign), sign); got.Verdict != quarry.VerdictCorrect {
			t.Errorf("%q for %q is %s (%s), want correct", sign, sign, got.Verdict, got.Reason)
		}
	}
	loop := open("How many times does the loop run?", "5 times")
	if got := judge(t).Judge(loop, "As i <n the loop runs 5 times while j> 2"); got.Verdict != quarry.VerdictCorrect {
		t.Errorf("a comparison is read as a tag: %s (%s)", got.Verdict, got.Reason)
	}
}
