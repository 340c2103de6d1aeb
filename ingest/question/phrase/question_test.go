package phrase_test

import (
	"testing"

	"github.com/quarrykb/quarry"
)

func TestALineAsksByItsMarkItsWordsOrItsLabel(t *testing.T) {
	t.Parallel()
	reader := newReader(t)
	for line, want := range map[string]bool{
		"What is rye?":                           true,
		"  12. **What is rye?**  ":               true,
		"- \"Who drafts a statute?\"":            true,
		"Rye – a grass?":                         true,
		"Describe the windowpane test.":          true,
		"Compare a lien with a pledge":           true,
		"Question: the age of the universe":      true,
		"Q7. the age of the universe":            true,
		"True or False, and Explain Why: it is.": true,
		"Rye rises (true/false)":                 true,
		"":                                       false,
		"   ":                                    false,
		"What":                                   false,
		"Whatever rye is":                        false,
		"Rye is a grass.":                        false,
		"Listing of statutes":                    false,
		"The question is: what now":              false,
		"A question of law":                      false,
		"In truth or falsehood":                  false,
		"---":                                    false,
		"Somebody asked \"why?\" and left the hall": false,

		"ما هي القاعدة؟\u200f": true,

		"なぜですか？": true,
	} {
		if got := reader.IsQuestion(line); got != want {
			t.Errorf("IsQuestion(%q) = %t, want %t", line, got, want)
		}
	}
}

func TestAQuestionIsPutInTheStyleOfItsWordsAndTitles(t *testing.T) {
	t.Parallel()
	reader := newReader(t)
	for name, tc := range map[string]struct {
		question string
		titles   []string
		want     quarry.Style
	}{
		"open":                          {"What is rye?", []string{"Grains"}, quarry.StyleOpen},
		"true or false":                 {"True or False, and Explain Why: rye rises.", nil, quarry.StyleTrueFalse},
		"true or false at the end":      {"Rye rises: true or false?", nil, quarry.StyleTrueFalse},
		"T/F":                           {"T/F: rye rises", nil, quarry.StyleTrueFalse},
		"under scenarios":               {"The loaf is flat. What now?", []string{"Baking", "Scenario-based questions"}, quarry.StyleScenario},
		"T/F in brackets":               {"(T/F) rye rises", nil, quarry.StyleTrueFalse},
		"T/F in brackets at the end":    {"Rye rises. [True/False]", nil, quarry.StyleTrueFalse},
		"German true or false":          {"Richtig oder falsch: Roggen geht auf.", nil, quarry.StyleTrueFalse},
		"true and false in prose":       {"Why is a true or false test easy?", nil, quarry.StyleOpen},
		"a label of scenarios":          {"Scenario 2: the loaf is flat. What now?", nil, quarry.StyleScenario},
		"a label in emphasis":           {"**Scenario:** the loaf is flat.", nil, quarry.StyleScenario},
		"under case studies":            {"What now?", []string{"Case studies"}, quarry.StyleScenario},
		"prose that sets a scene":       {"You are given a flat loaf. What now?", nil, quarry.StyleOpen},
		"a case in prose":               {"In which case: rye or wheat?", nil, quarry.StyleOpen},
		"true or false under scenarios": {"True/false: it is flat", []string{"Scenarios"}, quarry.StyleTrueFalse},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := reader.StyleOf(tc.question, "", tc.titles...); got != tc.want {
				t.Errorf("StyleOf(%q, %q) = %q, want %q", tc.question, tc.titles, got, tc.want)
			}
		})
	}
}

func TestWhatStandsBeforeAQuestionIsTakenAway(t *testing.T) {
	t.Parallel()
	reader := newReader(t)
	for line, want := range map[string]string{
		"What is rye?":                      "What is rye?",
		"### 12. What is rye?":              "What is rye?",
		"- [x] What is rye?":                "[x] What is rye?",
		"> * 3) **What is rye?**":           "What is rye?",
		"**Q1. What is rye?**":              "What is rye?",
		"**Question:** What is rye?":        "What is rye?",
		"__What is rye?__":                  "What is rye?",
		"**What** is **rye?**":              "**What** is **rye?**",
		"3.35 TB/s is fast?":                "3.35 TB/s is fast?",
		"(3) What is rye?":                  "What is rye?",
		"3、黑麦是什么？":                          "黑麦是什么？",
		"2024. What happened?":              "What happened?",
		"12345. What happened?":             "12345. What happened?",
		"#hashtag?":                         "#hashtag?",
		"-5 degrees?":                       "-5 degrees?",
		"":                                  "",
		"***":                               "***",
		"Quarter: what does a miller take?": "Quarter: what does a miller take?",
	} {
		if got := reader.Strip(line); got != want {
			t.Errorf("Strip(%q) = %q, want %q", line, got, want)
		}
	}
}

func TestAnAnswerMayOnlyKeepItsPlace(t *testing.T) {
	t.Parallel()
	reader := newReader(t)
	for answer, want := range map[string]bool{
		"": true, " \n": true, "TODO": true, "*Answer here*": true, "(to be written)": true, "...": true, "[ ]": true,
		"—": true, "N/A": true, "_TBD_.": true, "Answer:": true, "**Answer:** TODO": true, "_____": true, "???": true,
		"[your answer]": true, "<answer>": true, "Answer coming soon": true, "*No answer yet.*": true, "Not answered yet": true,
		"<!-- TODO -->": true, "[Your answer here]": true, "____\n____": true, "Folgt.": true, "待补充": true,
		"Rye.": false, "TODO lists help": false, "0": false, "None": false, "A": false,
		"See below": false, "Answer: yes": false, "Answering machine": false, "Answers are 4 and 5": false, "?x": false, "$?$": false,
		"Missing values": false, "-1": false, "#": false, "/": false, "```\n```": true,
		"（待补）": true, "(to be written after the lab)": true, "```python\n# your code here\n```": true,
		"(none of them)": false, "```python\n# prints\nprint(1)\n```": false, "```\nmake install\n```": false,
	} {
		if got := reader.IsPlaceholder(answer); got != want {
			t.Errorf("IsPlaceholder(%q) = %t, want %t", answer, got, want)
		}
	}
}

func TestWhoSpeaksOfHimselfIsToldFromWhatIsCounted(t *testing.T) {
	t.Parallel()
	reader := newReader(t)
	for words, want := range map[string]bool{
		"I bake rye.": true, "This is my oven.": true, "Das ist mein Ofen.": true, "我烤面包。": true,
		"(i) Define rye.": false, "for i in range(3)": false, "The oven is hot.": false,
	} {
		if got := reader.TellsOfOneself(words); got != want {
			t.Errorf("TellsOfOneself(%q) = %t, want %t", words, got, want)
		}
	}
}
