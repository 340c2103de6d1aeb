package main

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"github.com/quarrykb/quarry/ingest/ingesttest/pdffile"

	"github.com/quarrykb/quarry/bench/generate"
)

// grown is a text that says one thing over and over between a beginning and an end,
// each time with another number in the place of "%".
type grown struct{ before, again, after string }

// text writes it about so long.
func (g grown) text(length int) []byte {
	var text bytes.Buffer
	text.WriteString(g.before)
	for n := 0; text.Len() < length; n++ {
		text.WriteString(strings.ReplaceAll(g.again, "%", strconv.Itoa(n)))
	}
	text.WriteString(g.after)
	return text.Bytes()
}

// format is one that Quarry reads: an ordinary text of it, and what is dear to read.
type format struct {
	name     string
	ordinary func(length int) []byte
	hostile  map[string]func(length int) []byte
}

// texts returns what writes some texts.
func texts(of map[string]grown) map[string]func(int) []byte {
	written := make(map[string]func(int) []byte, len(of))
	for name, one := range of {
		written[name] = one.text
	}
	return written
}

func hostileFormats() []format {
	return slices.Concat(proseFormats(), cardFormats(), moreCardFormats(), recordFormats())
}

// ordinaryMarkdown is as long as its documents need.
func ordinaryMarkdown(length int) []byte {
	var text bytes.Buffer
	for n := 0; text.Len() < length; n++ {
		text.Write(generate.Nth(seed, n).Text)
		text.WriteByte('\n')
	}
	return text.Bytes()
}

func proseFormats() []format {
	return []format{
		markdownFormat(), htmlFormat(), orgFormat(), asciidocFormat(), restructuredtextFormat(), notebookFormat(), pdfFormat(),
	}
}

func markdownFormat() format {
	return format{name: "markdown", ordinary: ordinaryMarkdown, hostile: texts(map[string]grown{
		"quotes in quotes":     {again: ">"},
		"lists in lists":       {again: "- "},
		"link openers":         {again: "[a]("},
		"brackets":             {again: "["},
		"closed brackets":      {again: "[a] "},
		"images":               {again: "![a]("},
		"emphasis runs":        {again: "*a _b "},
		"emphasis marks":       {again: "**a*"},
		"code marks":           {again: "`a ``b "},
		"code marks that grow": {again: "`%` ``%"},
		"angle brackets":       {again: "<a "},
		"references":           {before: "[a]: b\n\n", again: "[a][a]"},
		"definitions":          {again: "[a%]: b\n"},
		"footnotes":            {again: "a[^%]\n\n[^%]: b\n\n"},
		"table columns":        {before: "| a |\n| - |\n", again: "| b "},
		"table rows":           {before: "| a | b |\n| - | - |\n", again: "| c | d |\n"},
		"wide tables":          {again: "|a|b|c|\n|-|-|-|\n|1 V|2 V|3 V|\n\n"},
		"unclosed tags":        {again: "<div><p a='"},
		"unclosed comments":    {again: "<!-- a "},
		"unclosed details":     {again: "<details><summary>What?</summary>\n\n"},
		"headings":             {again: "# a?\n"},
		"the same headings":    {again: "# What is a valve?\n\nA tap.\n\n"},
		"one long line":        {again: "a"},
		"marks that ask":       {again: "Why? "},
		"sentences":            {again: "The X% valve has 5 V. "},
		"empty items":          {again: "-\n"},
		"items that ask":       {again: "1. What is it?\n"},
		"callouts":             {again: "> [!faq] Why?\n> a\n"},
		"admonitions":          {again: "??? question \"Why?\"\n    a\n"},
		"tagged cards":         {before: "#flashcards\n", again: "# a #card\nb\n"},
		"front matter":         {before: "---\n", again: "a: &b [*b, *b]\n", after: "---\n"},
		"formulas":             {again: "$a "},
		"blank lines":          {before: "a", again: "\n", after: "b"},
		"entities":             {again: "&amp;&"},
	})}
}

func htmlFormat() format {
	return format{name: "html", ordinary: grown{before: "<!doctype html><title>Valves</title><body>", again: "<h2>Valve %</h2><p>The valve % lets steam out of the boiler when its pressure is above 5 bar.</p><ul><li>closed by a spring</li><li>opened by hand</li></ul>\n"}.text, hostile: texts(map[string]grown{
		"tags that are not closed": {before: "<!doctype html><body>", again: "<p><font color=1>a"},
		"formatting in formatting": {before: "<!doctype html><body>", again: "<b><i>a<p>"},
		"tables in tables":         {before: "<!doctype html><body>", again: "<table><tr><td>a"},
		"text within tables":       {before: "<!doctype html><body><table>", again: "a<b>"},
		"links":                    {before: "<!doctype html><body>", again: "<h2>a?</h2><ul><li><a href=b>c?</a><li><a href=b>c?</a></ul>d"},
		"lists in lists":           {before: "<!doctype html><body>", again: "<ul><li>a"},
		"headings":                 {before: "<!doctype html><body>", again: "<h2>What?</h2><p>a"},
		"attributes":               {before: "<!doctype html><body><p ", again: "a%=b "},
		"scripts":                  {before: "<!doctype html><body>", again: "<script>a"},
		"details":                  {before: "<!doctype html><body>", again: "<details><summary>What?</summary>a"},
		"comments":                 {before: "<!doctype html><body>", again: "<!-- a -- "},
		"cells":                    {before: "<!doctype html><body><table><tr><td>a", again: "<td colspan=1000 rowspan=1000>b"},
	})}
}

func orgFormat() format {
	return format{name: "org", ordinary: grown{before: "#+TITLE: Valves\n\n", again: "* Valve %\nThe valve % lets steam out of the boiler when its pressure is above 5 bar.\n- closed by a spring\n- opened by hand\n\n"}.text, hostile: texts(map[string]grown{
		"cards":              {before: "#+TITLE: a\n", again: "* What? :drill:\n** Answer\nb\n"},
		"headings that sink": {before: "#+TITLE: a\n", again: "* a\n** b\n*** c\n"},
		"drawers":            {before: "#+TITLE: a\n", again: ":PROPERTIES:\n"},
		"blocks":             {before: "#+TITLE: a\n", again: "#+BEGIN_SRC\n"},
		"links":              {before: "#+TITLE: a\n\n* b\n", again: "[[a]["},
		"emphasis":           {before: "#+TITLE: a\n\n* b\n", again: "*a /b =c "},
		"tables":             {before: "#+TITLE: a\n\n* b\n", again: "| a |\n|-\n"},
	})}
}

func asciidocFormat() format {
	return format{name: "asciidoc", ordinary: grown{before: "= Valves\n\n", again: "== Valve %\n\nThe valve % lets steam out of the boiler when its pressure is above 5 bar.\n\n* closed by a spring\n* opened by hand\n\n"}.text, hostile: texts(map[string]grown{
		"terms":      {before: "= a\n\n", again: "a?::\n b\n"},
		"blocks":     {before: "= a\n\n", again: "====\n"},
		"tables":     {before: "= a\n\n", again: "|===\n|a |b\n"},
		"emphasis":   {before: "= a\n\n== b\n\n", again: "*a _b `c "},
		"macros":     {before: "= a\n\n== b\n\n", again: "link:a["},
		"attributes": {before: "= a\n", again: ":a%: b\n"},
		"lists":      {before: "= a\n\n", again: "* a\n** b\n*** c\n"},
	})}
}

func restructuredtextFormat() format {
	return format{name: "restructuredtext", ordinary: grown{before: "Valves\n======\n\n", again: "Valve %\n-----------\n\nThe valve % lets steam out of the boiler when its pressure is above 5 bar.\n\n* closed by a spring\n* opened by hand\n\n"}.text, hostile: texts(map[string]grown{
		"directives": {before: "a\n=\n\n", again: ".. note::\n  b\n"},
		"nested":     {before: "a\n=\n\n", again: ".. note::\n\n   .. note::\n\n      a\n\n"},
		"roles":      {before: "a\n=\n\n", again: ":a:`b "},
		"grids":      {before: "a\n=\n\n", again: "+--+--+\n|a |b |\n"},
		"rows":       {before: "a\n=\n\n=== ===\n", again: "a   b\n"},
		"references": {before: "a\n=\n\n", again: "`a <b>`_ |c| "},
		"headings":   {before: "a\n=\n\n", again: "a\n-\n"},
	})}
}

func notebookFormat() format {
	return format{name: "notebook", ordinary: grown{before: `{"nbformat":4,"cells":[`, again: `{"cell_type":"markdown","metadata":{},"source":["# Valve %\n","\n","The valve % lets steam out of the boiler when its pressure is above 5 bar.\n"]},` + "\n", after: `{"cell_type":"markdown","metadata":{},"source":["a"]}],"metadata":{}}`}.text, hostile: texts(map[string]grown{
		"depth":       {before: `{"nbformat":4,"cells":[{"cell_type":"markdown","source":"a","metadata":`, again: `{"a":[`},
		"empty cells": {before: `{"nbformat":4,"cells":[`, again: `{"cell_type":"markdown","source":[]},`, after: `{"cell_type":"markdown","source":["a"]}]}`},
		"lines":       {before: `{"nbformat":4,"cells":[{"cell_type":"markdown","source":[`, again: `"a",`, after: `"b"]}]}`},
		"outputs":     {before: `{"nbformat":4,"cells":[{"cell_type":"code","source":"a","outputs":[`, again: `{"output_type":"stream","text":["a"]},`, after: `{"output_type":"stream","text":["b"]}]}]}`},
		"escapes":     {before: `{"nbformat":4,"cells":[{"cell_type":"markdown","source":"`, again: `\u0041\n`, after: `"}]}`},
	})}
}

func pdfFormat() format {
	return format{name: "pdf", ordinary: func(length int) []byte { return pdffile.Ordinary(length / pdfWord) }, hostile: hostilePDFs()}
}

// pdfWord is about how many bytes of a PDF a word takes.
const pdfWord = 4

func hostilePDFs() map[string]func(int) []byte {
	written := map[string]func(int) []byte{}
	for name := range pdffile.Hostile(1) {
		written[name] = func(length int) []byte { return pdffile.Hostile(length)[name] }
	}
	return written
}
