package search_test

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry/search"
	"github.com/quarrykb/quarry/search/searchtest"
)

func TestAQueryIsWordsPhrasesAndExclusions(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]search.Expression{
		"memory bandwidth":                 {Words: "memory bandwidth"},
		`gpu "shared memory" tile`:         {Words: "gpu tile", Phrases: []string{"shared memory"}},
		`“bank conflict” cost`:             {Words: "cost", Phrases: []string{"bank conflict"}},
		"memory -cache":                    {Words: "memory", Excluded: []string{"cache"}},
		`memory -"shared memory" -tile`:    {Words: "memory", Excluded: []string{"shared memory", "tile"}},
		"on-chip, cache-line":              {Words: "on-chip, cache-line"},
		"a - b":                            {Words: "a b"},
		"--verbose output":                 {Words: "--verbose output"},
		`an open "quote`:                   {Words: "an open quote"},
		`7" and 8" screens`:                {Words: "7 and 8 screens"},
		`"" - -"" "..." !`:                 {},
		"tab\tand\x00null\u2028line":       {Words: "tab and null line"},
		"cafe\u0301":                       {Words: "café"},
		"nvcc -O3 -arch=sm_90 --fast":      {Words: "nvcc -O3 -arch=sm_90 --fast"},
		`cards -"L4" -T40 -o`:              {Words: "cards", Excluded: []string{"L4", "T40", "o"}},
		"a -=- b":                          {Words: "a -=- b"},
		"warp\u00ading H\u2060100\u200bon": {Words: "warping H100 on"},
		"\u202ewarp\u202c -\u200elane":     {Words: "warp", Excluded: []string{"lane"}},
		"C++ -C#":                          {Words: "C++", Excluded: []string{"C#"}},
	} {
		if diff := cmp.Diff(want, search.ParseExpression(text)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
}

func TestAQueryDemandsNoMoreThanThereIsRoomFor(t *testing.T) {
	t.Parallel()
	many := make([]string, 40)
	for n := range many {
		many[n] = "vat " + string(rune('a'+n%20)) + strings.Repeat("x", n/20)
	}
	quoted := `"` + strings.Join(many, `" "`) + `"`
	excluded := ` -"` + strings.Join(many, `" -"`) + `"`
	page := strings.TrimSpace(strings.Repeat("a loaf on a tray ", 30))
	for text, want := range map[string]search.Expression{
		"wine" + excluded:               {Words: "wine", Excluded: many[:32], PassedOver: many[32:]},
		quoted:                          {Words: strings.Join(many[32:], " "), Phrases: many[:32], PassedOver: many[32:]},
		`"` + page + `" "oven"`:         {Words: "oven", Phrases: []string{page}, PassedOver: []string{"oven"}},
		`"` + page + `" -oven`:          {Phrases: []string{page}, Excluded: []string{"oven"}},
		"a" + strings.Repeat(" -b", 90): {Words: "a", Excluded: slices.Repeat([]string{"b"}, 90)},
		"a -" + strings.Repeat("字", 63) + " -一二 -三": {
			Words: "a", Excluded: []string{strings.Repeat("字", 63), "三"}, PassedOver: []string{"一二"},
		},
		"a -" + strings.Repeat("PotKiln", 32) + " -oneTwo": {
			Words: "a", Excluded: []string{strings.Repeat("PotKiln", 32)}, PassedOver: []string{"oneTwo"},
		},
	} {
		if diff := cmp.Diff(want, search.ParseExpression(text)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
}

func TestPositiveLeavesExclusionsOut(t *testing.T) {
	t.Parallel()
	if got := search.ParseExpression(`warp -lane "bank conflict"`).Positive(); got != "warp bank conflict" {
		t.Errorf("positive = %q", got)
	}
}

func FuzzParseExpression(f *testing.F) {
	for _, text := range searchtest.OddTexts() {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		e := search.ParseExpression(text)
		for _, part := range append(append([]string{e.Words}, e.Phrases...), e.Excluded...) {
			if !utf8.ValidString(part) {
				t.Errorf("%q became invalid text %q", text, part)
			}
		}
		again := search.ParseExpression(e.Words)
		if len(again.Phrases) > 0 {
			t.Errorf("the words %q of %q hold the phrases %q", e.Words, text, again.Phrases)
		}
	})
}
