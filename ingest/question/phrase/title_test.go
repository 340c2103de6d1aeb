package phrase_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest/question/phrase"
)

func TestAShortLineWithoutAMarkAtItsEndReadsLikeATitle(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]bool{
		"Flour and water": true, "Scenario-based": true, "Part 2": true, "Acids (weak)": true, "Über Teig": true, "כימיה": true,
		"": false, "  ": false, "It rises.": false, "What is rye?": false, "Note:": false, "- a bullet": false, "(aside)": false,
		"one two three four five six seven eight nine ten": false, strings.Repeat("x", 73): false,
	} {
		if got := phrase.IsTitle(line); got != want {
			t.Errorf("IsTitle(%q) = %t, want %t", line, got, want)
		}
	}
}

func TestATitleStatesAGradeOnlyAsAPartOfItsOwn(t *testing.T) {
	t.Parallel()
	reader := newReader(t)
	for title, want := range map[string]quarry.Difficulty{
		"Easy": quarry.Easy, "Hard questions": quarry.Hard, "Level: Advanced": quarry.Hard, "Easy — fundamentals": quarry.Easy,
		"Part 2 (intermediate)": quarry.Medium, "Doughs - beginner": quarry.Easy, "MEDIUM": quarry.Medium, "Doughs | Hard": quarry.Hard,
		"Why rye is hard": "", "Hard rolls and soft rolls": "", "Questions": "", "": "", "Hardness of water": "",
	} {
		got, ok := reader.TitleGrade(title)
		if got != want || ok != (want != "") {
			t.Errorf("TitleGrade(%q) = %q, %t; want %q", title, got, ok, want)
		}
	}
}

func TestATitleOfAKeyMayHaveMoreAroundItsWord(t *testing.T) {
	t.Parallel()
	reader := newReader(t)
	for title, want := range map[string]bool{
		"## Answers": true, "--- KEY – do not copy ---": true, "*Answers (fold before copying)*": true, "Answers to the checks": true,
		"【解答】": true, "## Lösungen zu den Aufgaben 1–4": true,
		"Answers in prose about locks": false, "Key terms": false, "Answers": true, "Answer": false, "": false, "Mark the answers to these": false,
	} {
		if got := reader.IsKeyTitle(title); got != want {
			t.Errorf("IsKeyTitle(%q) = %t, want %t", title, got, want)
		}
	}
}

func TestALongTitleIsCutBehindAWord(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("kneading ", 40)
	if got := phrase.Short(long); len(got) > 200 || !strings.HasPrefix(long, got+" ") {
		t.Errorf("Short gave %d bytes, %q", len(got), got)
	}
	rapid.Check(t, func(t *rapid.T) {
		title := rapid.String().Draw(t, "title") + rapid.StringOfN(rapid.Rune(), 0, 300, -1).Draw(t, "tail")
		got := phrase.Short(title)
		if len(got) > 200 || !strings.Contains(title, got) || (utf8.ValidString(title) && !utf8.ValidString(got)) {
			t.Fatalf("Short(%q) = %q", title, got)
		}
		if trimmed := strings.TrimSpace(title); len(trimmed) <= 200 && got != trimmed {
			t.Fatalf("Short(%q) = %q, want it whole", title, got)
		}
	})
}

func TestWhatBelongsToThePageIsFurniture(t *testing.T) {
	t.Parallel()
	reader := newReader(t)
	for line, want := range map[string]string{
		"← Previous":                     "navigation",
		"Next chapter →":                 "navigation",
		"« Back":                         "navigation",
		"© 2031 The guild":               "copyright",
		"(c) 2031 the guild":             "copyright",
		"(c) the guild":                  "", // an option with a letter
		"Copyright the guild":            "copyright",
		"Home · Recipes · About":         "breadcrumb",
		"Docs › Guides › Bread":          "breadcrumb",
		"[↑ back to top](#top)":          "navigation",
		"Back to top":                    "navigation",
		"Share":                          "",
		"":                               "",
		"Bread rises.":                   "",
		"Flour · water":                  "",
		"A → B → C.":                     "",
		"Copyright protects the author.": "",
		strings.Repeat("a · ", 60):       "",
	} {
		if got := reader.Furniture(line); got != want {
			t.Errorf("Furniture(%q) = %q, want %q", line, got, want)
		}
	}
}

func TestAListMarkMakesABullet(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]bool{
		"- a": true, "  * a": true, "+ a": true, "• a": true, "◦ a": true, "– a": true,
		"-a": false, "a - b": false, "1. a": false, "": false, "**a**": false,
	} {
		if got := phrase.IsBullet(line); got != want {
			t.Errorf("IsBullet(%q) = %t, want %t", line, got, want)
		}
	}
}
