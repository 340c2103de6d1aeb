package qatable_test

import (
	"testing"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/ingesttest"
	"github.com/quarrykb/quarry/ingest/question/qatable"
)

func TestTheCostOfHostileTextsIsLinear(t *testing.T) { //nolint:paralleltest // others would be counted too
	finder := qatable.New(ingesttest.Lexicon(t))
	ingesttest.Linear(t, ingesttest.Repeated("# Flashcards\n\n", map[string]string{
		"pipes": "|", "headers": "| a | b |\n|---|---|\n", "rows": "| question | answer |\n|---|---|\n| Why? | So |\n\n",
		"ticks": "| a | T | F |\n|---|---|---|\n| Rye is a grass. | x | |\n\n", "breaks": "<br>", "escapes": `\|`,
		"labels": "Term: rye\n", "records": "Term: rye\nMeaning: a grass\n\n", "labels on a line": "Term: ",
		"pairs": "rye = a grass\n", "pairs apart": "rye = a grass\n\n\n\n", "dashes": "rye – ", "blank lines": "\n",
	}), func(text []byte) { finder.Find(ingest.NewLines(ingest.NewText(text))) })
}
