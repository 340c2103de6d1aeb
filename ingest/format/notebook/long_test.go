package notebook_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/quarrykb/quarry/ingest/format/notebook"
)

func TestOutputsThatAreNotShownMayBeAsLongAsTheFile(t *testing.T) {
	t.Parallel()
	const values = 1_000_000
	content := `{"cells": [{"cell_type": "code", "source": "plot(madder)", "outputs": [{"data": {
		"application/vnd.plotly.v1+json": {"x": [` + strings.Repeat("1,", values) + `1]}, "text/plain": "a red curve"}}]}], "nbformat": 4}`
	extract, err := notebook.New().Extract(t.Context(), []byte(content))
	if err != nil || !bytes.Contains(extract.Text, []byte("plot(madder)")) || !bytes.Contains(extract.Text, []byte("a red curve")) {
		t.Errorf("text %q, error %v", extract.Text, err)
	}
}

func TestWhatIsWrongInAnOutputThatIsNotShownIsSaid(t *testing.T) {
	t.Parallel()
	const content = "{\"cells\": [{\"cell_type\": \"code\", \"source\": \"\",\n\"outputs\": [{\"data\": {\"image/png\": \"\\q\"}}]}], \"nbformat\": 4}"
	if _, err := notebook.New().Extract(t.Context(), []byte(content)); err == nil || !strings.Contains(err.Error(), "string escape code") {
		t.Errorf("error = %v, want what is wrong", err)
	}
}
