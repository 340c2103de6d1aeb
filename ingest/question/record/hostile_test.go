package record_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/ingesttest"
	"github.com/quarrykb/quarry/ingest/question/record"
)

func TestTheCostOfHostileRecordsIsLinear(t *testing.T) { //nolint:paralleltest // others would be counted too
	reader := newReader(t)
	ingesttest.Linear(t, ingesttest.Repeated("", map[string]string{
		"questions": "What is rye? | A grass\n", "fields": "x | ", "numbers": "1 | ", "long cells": "rye ",
	}), func(text []byte) {
		var found ingest.Extraction
		var records []record.Record
		for i, line := range strings.Split(string(text), "\n") {
			records = append(records, row(i+1, strings.Repeat("question | ", strings.Count(line, " | "))+"answer", line))
		}
		reader.Extract(t.Context(), records, &found)
	})
	ingesttest.Linear(t, ingesttest.Repeated("", map[string]string{"a field of its own each": "What is rye?\n"}), func(text []byte) {
		var found ingest.Extraction
		var records []record.Record
		for i, line := range strings.Split(string(text), "\n") {
			records = append(records, row(i+1, "question "+strconv.Itoa(i), line))
		}
		reader.Extract(t.Context(), records, &found)
	})
}
