package asciidoc_test

import (
	"testing"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/ingesttest"
)

func TestAsciiDocIsToldFromOtherTexts(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		text string
		mine bool
	}{
		"titles and attributes":   {"= Salt\n:toc:\n\n== Uses\n\nMany.\n", true},
		"a title and code":        {"= Salt\n\n[source,c]\n----\nx\n----\n", true},
		"titles alone":            {"== Salt\n\nOld.\n\n=== Uses\n\nMany.\n", true},
		"questions and answers":   {"[qanda]\nWhy?:: So.\nHow?:: Thus.\n", true},
		"underlined headings":     {"Salt\n====\n\nUses\n----\n\nMany.\n", false},
		"headings of marks":       {"# Salt\n\n[a](b)\n\n== x\n", false},
		"a wiki's page":           {"== Salt ==\n\nOld.\n\n=== Uses ===\n\nMany.\n", false},
		"highlighted words":       {"== this is == marked\n\n==and== this\n", false},
		"conditions":              {"a\n== b\n", false},
		"cards":                   {"Salt:: NaCl\nWater:: H2O\n", false},
		"reStructuredText":        {"Salt\n~~~~\n\n.. note:: Dry.\n\nSo::\n\n    x\n", false},
		"Markdown with a check":   {"# Salt\n\n- [x] a\n- [ ] b\n\n[note]\n\n.hidden\n", false},
		"a list of references":    {"[a]: b\n[c]: d\n", false},
		"front matter and titles": {"---\ntitle: Salt\n---\n\n# Uses\n\n:::tip\n\nMany.\n\n:::\n", false},
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
	ingesttest.Linear(t, ingesttest.Repeated("= T\n\n", map[string]string{
		"titles": "== a\n", "examples": "====\n", "open blocks": "--\n", "code": "----\n", "blocks of two kinds": "====\n****\n", "terms": "a:: b\n",
		"questions": "a?::\n b\n", "tables": "|===\n|a\n|===\n", "cells": "|a", "styles": "[a]\nb\n", "captions": ".a\n====\n", "bold": "*a", "links": "https://a[",
		"references": "<<a", "lists": "* a\n+\nb\n", "attributes": ":a: b\n", "comments": "////\n", "one mark": "=", "marks of lists": "****** a\n",
	}), func(content []byte) {
		text := ingest.NewText(content)
		p.Recognise(text)
		if _, err := p.Parse(t.Context(), text); err != nil {
			t.Fatal(err)
		}
	})
}
