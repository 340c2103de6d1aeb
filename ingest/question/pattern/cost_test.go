package pattern_test

import (
	"testing"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/ingesttest"
	"github.com/quarrykb/quarry/ingest/question/pattern"
)

func TestTheCostOfHostileTextsIsLinear(t *testing.T) { //nolint:paralleltest // others would be counted too
	f := pattern.New(ingesttest.Lexicon(t))
	ingesttest.Linear(t, ingesttest.Repeated("# T\n\n", map[string]string{
		"codes": "K1A01 (C)\nWhy?\nA. a\nB. b\n", "codes alone": "K1A01\n", "verdicts": "Rye is a grass.\nTrue.\n", "offers": "True or false?\n\nTrue.\n\n",
		"quotes": "> Why?\n\nSo.\n\n", "one quote": "> Why?\n", "tickets": "Билет 1\n\n1. Rye.\n\n", "rounds": "Round 2\n\n1. Why?\n\n", "levels": "## Level 1\n\n",
		"names": "bronze is easy, gold is hard\n", "parts": "**Q1** (a) Why? [2 marks]\n\n", "keys": "## Answers\n\n1. Rye.\n\n", "solutions": "### Exercise 1\n\nRye.\n\n**Solution**\n\nRye.\n\n",
		"labels": "**Solution**\n", "tasks": "task 1: ", "questions in emphasis": "**Q1** ", "options": "Who?\n\na) a\nb) b\nc) c\n\n", "titles that ask": "# Why is rye?\n\n## Rye\n\n",
		"hints": "### Why?\n\n*Hint: rye*\n\n**Answer**\n\nSo.\n\n", "true": "1. Rye. True. ", "one letter": "a", "brackets": "(1) ", "marks in brackets": "Why? [1 mark] ", "columns": "Why?     5   ", "escapes": "1\\. Why? \\[1\\]\n\n", "missed numbers": "1. Why?\n2 Why?\n",
		"questions and keys": "### Q1 Why?\n\n## Answers\n\n1. So.\n\n", "arrows": "- Rye → grass\n", "commands": "\\documentclass{exam}\n\\question[1] Why?\n", "one command": "\\question{", "blank lines": "**Q1**\n\n\n\n\n\n",
		"lists below labels": "1. Why?\n2. Who?\n\n**Solution:**\n\n1. So.\n2. Rye.\n\n", "steps below labels": "**Answer:**\n\n1. Sow.\n2. Reap.\n\n",
		"parts and folds": "a) Why?\n\nb) Who?\n\n<details>\n<summary>Solution</summary>\n\na) So.\n\nb) Rye.\n\n</details>\n\n", "open folds": "<details>\n<summary>Answer</summary>\n\n1. So.\n",
		"parts of a sheet": "## Answers\n\nPart A: 1. So. 2. Rye.\n", "joined": "## Answers\n\n1c 2a 3b\n", "letters": "A1. So.\n", "lists that may ask": "a) Find rye.\nb) Rye.\n\n",
	}), func(content []byte) {
		f.Find(ingest.NewLines(ingest.NewText(content)))
	})
}
