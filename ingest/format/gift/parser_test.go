package gift_test

import (
	"testing"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/format/gift"
	"github.com/quarrykb/quarry/ingest/ingesttest"
)

func TestQuestionBanksAreToldFromOtherTextsWithBraces(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		text string
		mine bool
	}{
		"options":          {"What is rye? {=grass ~tree}\n", true},
		"a named essay":    {"::Rye:: Write of rye. {}\n", true},
		"a number":         {"How many? {#3:1}\n", true},
		"colon cards":      {"Longest river :: the Volga\nRiver through Vienna :: the Danube\n", false},
		"code":             {"int main() {\n  return 0;\n}\n\nvoid f() {}\n", false},
		"a template":       {"Hello {name},\n\n{# a note #}\n\n{=x}\n\nBye.\n", false},
		"a style sheet":    {"a { color: red }\n\nb { }\n", false},
		"sets":             {"Let A = {1, 2}.\n\nLet B = {}.\n", false},
		"one in much text": {"Rye.\n\nOats.\n\nWhat? {=a ~b}\n\nWheat.\n", false},
		"LaTeX":            {"\\section{Rye}\n\n\\textbf{=x}\n\nMore.\n", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			sure := gift.New(ingesttest.Lexicon(t)).Recognise(ingest.NewText([]byte(tc.text)))
			if (sure > ingest.NotMine) != tc.mine {
				t.Errorf("sure to %v; want it taken: %t", sure, tc.mine)
			}
		})
	}
}

func TestTheCostOfHostileTextsIsLinear(t *testing.T) { //nolint:paralleltest // others would be counted too
	p := gift.New(ingesttest.Lexicon(t))
	ingesttest.Linear(t, ingesttest.Repeated("a {=b ~c}\n\nb {", map[string]string{
		"open braces": "{\n", "open braces apart": "a {\n\n", "closed braces": "}", "options": "~a", "escapes": "\\{", "comments": "//\n", "names": "::",
		"many": "a {=b ~c}\n", "feedback": "####", "categories": "$CATEGORY: a\n", "one line": "a",
	}), func(content []byte) {
		text := ingest.NewText(content)
		p.Recognise(text)
		if _, err := p.Parse(t.Context(), text); err != nil {
			t.Fatal(err)
		}
	})
}
