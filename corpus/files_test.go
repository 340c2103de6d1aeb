package corpus_test

import (
	"io/fs"
	"path"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/quarrykb/quarry/corpus"
)

const (
	programming = "questions/gpu-programming.md"
	serving     = "questions/training-and-serving.md"
	hardware    = "questions/performance-and-hardware.txt"
	cards       = "cards/systems-and-learning.txt"
	reference   = "reference/accelerators.md"
)

func TestTheStarterCorpusHoldsItsDocumentsAndNothingElse(t *testing.T) {
	t.Parallel()
	var got []string
	err := fs.WalkDir(corpus.Files(), ".", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			got = append(got, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{cards, programming, hardware, serving, reference}
	if !slices.Equal(got, want) {
		t.Errorf("documents: got %q, want %q", got, want)
	}
}

func TestEveryDocumentIsCleanText(t *testing.T) {
	t.Parallel()
	for _, name := range []string{programming, serving, hardware, cards, reference} {
		text := read(t, name)
		if !utf8.ValidString(text) {
			t.Errorf("%s is not UTF-8", name)
		}
		if len(text) < 1000 || !strings.HasSuffix(text, "\n") {
			t.Errorf("%s: got %d bytes, want a document of 1000 or more that ends with a line end", name, len(text))
		}
		for i, line := range strings.Split(text, "\n") {
			if line != strings.TrimRight(line, " \t\r") {
				t.Errorf("%s:%d ends in white space: %q", name, i+1, line)
			}
		}
	}
}

func TestEveryMarkdownDocumentSaysWhatItIs(t *testing.T) {
	t.Parallel()
	for _, name := range []string{programming, serving, reference} {
		head, _, ok := strings.Cut(strings.TrimPrefix(read(t, name), "---\n"), "\n---\n")
		if !ok {
			t.Errorf("%s has no front matter", name)
		}
		for _, want := range []string{"title: ", "language: en", "licence: Apache-2.0"} {
			if !strings.Contains(head, want) {
				t.Errorf("%s: front matter is %q, want %q in it", name, head, want)
			}
		}
	}
}

func TestFortyQuestionsAreGradedInEqualShares(t *testing.T) {
	t.Parallel()
	got := map[string]int{}
	for _, q := range graded(t) {
		got[q.grade]++
	}
	want := map[string]int{"easy": 13, "medium": 14, "hard": 13}
	for grade := range want {
		if got[grade] != want[grade] {
			t.Errorf("%s: got %d questions, want %d", grade, got[grade], want[grade])
		}
	}
	if len(got) != len(want) {
		t.Errorf("grades: got %v, want %v", got, want)
	}
}

func TestEveryAnswerSaysMoreThanItsQuestion(t *testing.T) {
	t.Parallel()
	seen := map[string]string{}
	for _, q := range append(graded(t), flashcards(t)...) {
		if other, twice := seen[q.text]; twice {
			t.Errorf("%q stands in %s and in %s", q.text, other, q.document)
		}
		seen[q.text] = q.document
		if least := max(200, len(q.text)); len(q.answer) < least {
			t.Errorf("%s: the answer to %q has %d bytes, want %d or more", q.document, q.text, len(q.answer), least)
		}
	}
	if len(seen) != 52 {
		t.Errorf("questions: got %d, want 52", len(seen))
	}
}

func TestTrueOrFalseCardsGiveAVerdictFirst(t *testing.T) {
	t.Parallel()
	found := 0
	for _, q := range flashcards(t) {
		if !strings.HasPrefix(q.text, "True or False, and Explain Why: ") {
			continue
		}
		found++
		if !strings.HasPrefix(q.answer, "True. ") && !strings.HasPrefix(q.answer, "False. ") {
			t.Errorf("the answer to %q begins with %q, want a verdict", q.text, q.answer[:20])
		}
	}
	if found != 3 {
		t.Errorf("true or false: got %d cards, want 3", found)
	}
}

func TestTheReferenceTableStatesEveryCellOfSevenAccelerators(t *testing.T) {
	t.Parallel()
	text := read(t, reference)
	_, table, ok := strings.Cut(text, "| Accelerator |")
	if !ok {
		t.Fatal("there is no table of accelerators")
	}
	table, _, _ = strings.Cut(table, "\n\n")
	header, rows, _ := strings.Cut(table, "\n")
	if !strings.Contains(header, "Dense") {
		t.Errorf("header is %q, want it to say that rates are dense", header)
	}
	devices := strings.Split(rows, "\n")[1:]
	for _, row := range devices {
		cells := strings.Split(strings.Trim(row, "| "), " | ")
		if len(cells) != 6 || slices.ContainsFunc(cells, func(cell string) bool { return strings.Trim(cell, " -?") == "" }) {
			t.Errorf("row %q: got %d cells, want 6 that are filled", row, len(cells))
		}
	}
	if len(devices) != 7 {
		t.Errorf("rows: got %d, want 7", len(devices))
	}
	if !strings.Contains(text, "\n## Sources\n") {
		t.Error("the reference names no sources")
	}
}

// question is one question as a reader would find it, without Quarry's parsers.
type question struct {
	document, text, grade, answer string
}

func graded(t *testing.T) []question {
	t.Helper()
	found := gradedMarkdown(t, programming)
	found = append(found, gradedMarkdown(t, serving)...)
	return append(found, gradedPage(t, hardware)...)
}

// gradedMarkdown reads "## Grade" over "### n. Question?" over "**Answer:**".
func gradedMarkdown(t *testing.T, name string) []question {
	t.Helper()
	var found []question
	for _, section := range strings.Split(read(t, name), "\n## ")[1:] {
		grade, rest, _ := strings.Cut(section, "\n")
		for _, entry := range strings.Split(rest, "\n### ")[1:] {
			heading, body, _ := strings.Cut(entry, "\n")
			_, text, numbered := strings.Cut(heading, ". ")
			_, answer, answered := strings.Cut(body, "**Answer:**\n")
			if !numbered || !answered {
				t.Errorf("%s: %q has no number or no answer", name, heading)
			}
			found = append(found, question{name, text, strings.ToLower(grade), strings.TrimSpace(answer)})
		}
	}
	return found
}

// gradedPage reads lines that end in a grade word, each with what follows it.
func gradedPage(t *testing.T, name string) []question {
	t.Helper()
	var found []question
	for line := range strings.Lines(read(t, name)) {
		cut := strings.LastIndex(line, "? ")
		grade := strings.TrimSpace(line[cut+1:])
		switch {
		case cut > 0 && slices.Contains([]string{"easy", "medium", "hard"}, grade):
			found = append(found, question{document: name, text: line[:cut+1], grade: grade})
		case len(found) > 0:
			found[len(found)-1].answer += line
		}
	}
	return found
}

// flashcards reads a question line and an answer line in turn.
func flashcards(t *testing.T) []question {
	t.Helper()
	lines := strings.Split(strings.TrimSuffix(read(t, cards), "\n"), "\n")
	if len(lines)%2 != 0 {
		t.Fatalf("%s: got %d lines, want pairs", cards, len(lines))
	}
	var found []question
	for pair := range slices.Chunk(lines, 2) {
		text := strings.TrimPrefix(pair[0], "Question: ")
		found = append(found, question{document: cards, text: text, answer: pair[1]})
	}
	return found
}

func read(t *testing.T, name string) string {
	t.Helper()
	data, err := fs.ReadFile(corpus.Files(), path.Clean(name))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
