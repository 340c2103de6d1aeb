package main

import (
	"encoding/json"
	"fmt"
	"html"
	"io"
	"strconv"
	"strings"
	"unicode"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api"
	"github.com/quarrykb/quarry/internal/text"
)

// printable keeps a document's text from steering the terminal: control
// characters and those that turn the writing direction fall away.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' {
			return r
		}
		if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) {
			return -1
		}
		return r
	}, text)
}

// plainSnippet turns a hit's HTML into text.
func plainSnippet(snippet string) string {
	bare := strings.NewReplacer("<mark>", "", "</mark>", "").Replace(snippet)
	return printable(html.UnescapeString(text.OneLine(bare)))
}

// place names a source as people do: path and line, or lines.
func place(s api.SourceView) string {
	if s.LineStart == s.LineEnd {
		return fmt.Sprintf("%s:%d", printable(s.Path), s.LineStart)
	}
	return fmt.Sprintf("%s:%d-%d", printable(s.Path), s.LineStart, s.LineEnd)
}

// indent writes a text with every line set in.
func indent(out io.Writer, text, by string) {
	for line := range strings.Lines(strings.TrimSpace(printable(text)) + "\n") {
		_, _ = io.WriteString(out, by+line)
	}
}

// printChoices writes what there is to choose from, each with a letter, or with
// a number where the letters do not suffice.
func printChoices(out io.Writer, choices []string) {
	for i, choice := range choices {
		mark := strconv.Itoa(i + 1)
		if len(choices) <= 'Z'-'A'+1 {
			mark = string(rune('A' + i))
		}
		indent(out, mark+") "+strings.ReplaceAll(strings.TrimSpace(choice), "\n", "\n   "), "  ")
	}
}

// printBestAnswers writes what seems to answer a question elsewhere.
func printBestAnswers(out io.Writer, q api.QuestionView) {
	for _, b := range q.BestAnswers {
		_, _ = fmt.Fprintf(out, "  likely %.2f  %s  %s\n", b.Score, b.URL, printable(text.OneLine(b.Title)))
		indent(out, plainSnippet(b.Snippet), "    ")
	}
}

// printRaw writes an answer's own JSON.
func printRaw(out io.Writer, body []byte) error {
	_, err := out.Write(append(body, '\n'))
	return err
}

// printNotes writes what an answer says about itself.
func printNotes(out io.Writer, notes []string) error {
	for _, note := range notes {
		if _, err := fmt.Fprintf(out, "note: %s\n", printable(note)); err != nil {
			return err
		}
	}
	return nil
}

func orUngraded(difficulty *string) string {
	if difficulty == nil {
		return "ungraded"
	}
	return *difficulty
}

// printJSON prints a value as one line of JSON.
func printJSON(out io.Writer, value any) error {
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return fmt.Errorf("print: %w", err)
	}
	return nil
}

// megabytes writes a number of bytes.
func megabytes(bytes int64) string { return fmt.Sprintf("%.1f MB", float64(bytes)/1e6) }

// countsReport is how many entries there are of each kind, in JSON.
type countsReport struct {
	Question int `json:"question"`
	Fact     int `json:"fact"`
	Spec     int `json:"spec"`
	Passage  int `json:"passage"`
}

func counts(c quarry.Counts) countsReport {
	return countsReport{Question: c.Question, Fact: c.Fact, Spec: c.Spec, Passage: c.Passage}
}
