package org_test

import (
	"flag"
	"testing"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/format/markdown"
	"github.com/quarrykb/quarry/ingest/format/org"
	"github.com/quarrykb/quarry/ingest/ingesttest"
	"github.com/quarrykb/quarry/ingest/question/notecard"
	"github.com/quarrykb/quarry/ingest/question/pattern"
	"github.com/quarrykb/quarry/internal/lexicon"
)

var update = flag.Bool("update", false, "write the golden files anew")

func parser(l *lexicon.Lexicon) ingest.Parser {
	return org.New(l, markdown.New(l, notecard.New(l), pattern.New(l)))
}

func layout() ingesttest.Layout { return ingesttest.Layout{New: parser, Update: *update} }

func TestGolden(t *testing.T) {
	t.Parallel()
	layout().Golden(t)
}

func FuzzParse(f *testing.F) { layout().Fuzz(f) }
