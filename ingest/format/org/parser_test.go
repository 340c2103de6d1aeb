package org_test

import (
	"testing"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/ingesttest"
)

func TestAnOutlineIsToldFromOtherTextsWithStars(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		text string
		mine bool
	}{
		"keywords and stars":   {"#+TITLE: Salt\n\n* Uses\nMany.\n", true},
		"drawers":              {"* Uses\n:PROPERTIES:\n:ID: a\n:END:\nMany.\n", true},
		"levels with text":     {"* Salt\nOld.\n** Uses\nMany.\n** Price\nLow.\n", true},
		"Markdown's bullets":   {"# Salt\n\n* Uses\n* Price\n\nMany.\n", false},
		"bullets alone":        {"* Uses\n* Price\n* Taste\n", false},
		"bullets of two kinds": {"* Uses\n** many\n** more\n* Price\n** low\n", false},
		"bold words":           {"**Uses** are many.\n\n** Price ** is low.\n", false},
		"a keyword in code":    {"# Salt\n\n```org\n#+TITLE: x\n* a\n```\n", false},
		"words":                {"Nothing at all.\n", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			sure := parser(ingesttest.Lexicon(t)).Recognise(ingest.NewText([]byte(tc.text)))
			if (sure > ingest.NotMine) != tc.mine {
				t.Errorf("sure to %v; want it taken: %t", sure, tc.mine)
			}
		})
	}
}

func TestTheCostOfHostileTextsIsLinear(t *testing.T) { //nolint:paralleltest // others would be counted too
	p := parser(ingesttest.Lexicon(t))
	ingesttest.Linear(t, ingesttest.Repeated("", map[string]string{
		":PROPERTIES:\n":       ":PROPERTIES:\n",
		"* a\n":                "* a\n",
		"* a :drill:\n":        "* a :drill:\n",
		"* a?\n** Answer\nb\n": "* a?\n** Answer\nb\n",
		"[[":                   "[[",
		"~a":                   "~a",
		"[[a][b]":              "[[a][b]",
		"#+BEGIN_SRC\n":        "#+BEGIN_SRC\n",
		"|-+-|\n":              "|-+-|\n",
	}), func(content []byte) {
		text := ingest.NewText(content)
		p.Recognise(text)
		if _, err := p.Parse(t.Context(), text); err != nil {
			t.Fatal(err)
		}
	})
}
