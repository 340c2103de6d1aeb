package phrase_test

import (
	"testing"

	"github.com/quarrykb/quarry/ingest/question/phrase"
)

func TestATitleComplainsWhereItSaysWhatGoesWrong(t *testing.T) {
	t.Parallel()
	reader := newReader(t)
	for title, want := range map[string]bool{
		"I get `E07`": true, "The kiln doesn't fire": true, "My lease is lost": true, "The lid won’t close": true,
		"**The pump hangs**": true, "Firing": false, "Don't open the lid": false, "Opening hours": false, "": false, "Fails": false,
		"III. Index": false,
	} {
		if got := reader.Complains(title); got != want {
			t.Errorf("Complains(%q) = %v", title, got)
		}
	}
}

func TestAQuestionAsksWhereANoteBehindItSaysHowManyToChoose(t *testing.T) {
	t.Parallel()
	reader := newReader(t)
	for line, want := range map[string]bool{
		"Which metals rust? (Choose two.)": true, "Which metals rust? [Select all that apply]": true, "Which rust? **(Pick 3)**": true,
		"Which metals rust (choose two)": false, "Is it iron? (Ask a smith.)": false, "(Choose two.)": false, "Choose?)": true, ")": false,
	} {
		if got := reader.EndsAsking(line); got != want {
			t.Errorf("EndsAsking(%q) = %v", line, got)
		}
	}
}

func TestALabelsNumberMayHaveLevels(t *testing.T) {
	t.Parallel()
	reader := newReader(t)
	for line, want := range map[string]string{
		"Exercise 3.1. Show that it holds.": "Show that it holds.",
		"**Problem 2.4.1:** Prove it.":      "Prove it.",
		"Q5.3 litres are left":              "Q5.3 litres are left",
		"Question 1.2) Why?":                "Why?",
	} {
		if got := reader.Strip(line); got != want {
			t.Errorf("Strip(%q) = %q; want %q", line, got, want)
		}
	}
}

func TestATextThatIsOneLinkIsTheWordsOfTheLink(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"[What is rye?](rye.md)": "What is rye?", "What is [rye](rye.md)?": "What is [rye](rye.md)?",
		"[a](b) and [c](d)": "[a](b) and [c](d)", "[](rye.md)": "[](rye.md)", "[x](a(b))": "[x](a(b))", "": "",
	} {
		if got := phrase.Unlinked(text); got != want {
			t.Errorf("Unlinked(%q) = %q", text, got)
		}
	}
}
