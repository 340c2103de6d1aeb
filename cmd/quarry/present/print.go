package present

import (
	"encoding/json"
	"fmt"
	"html"
	"io"
	"strconv"
	"strings"
	"unicode"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/view"
	"github.com/quarrykb/quarry/internal/text"
)

// Printable keeps a document's text from steering the terminal: control
// characters and those that turn the writing direction fall away.
func Printable(text string) string {
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

// PlainSnippet turns a hit's HTML into text.
func PlainSnippet(snippet string) string {
	bare := strings.NewReplacer("<mark>", "", "</mark>", "").Replace(snippet)
	return Printable(html.UnescapeString(text.OneLine(bare)))
}

// Place names a source as people do: path and line, or lines.
func Place(s view.Source) string {
	if s.LineStart == s.LineEnd {
		return fmt.Sprintf("%s:%d", Printable(s.Path), s.LineStart)
	}
	return fmt.Sprintf("%s:%d-%d", Printable(s.Path), s.LineStart, s.LineEnd)
}

// Indent writes a text with every line set in.
func Indent(out io.Writer, text, by string) {
	for line := range strings.Lines(strings.TrimSpace(Printable(text)) + "\n") {
		_, _ = io.WriteString(out, by+line)
	}
}

// Choices writes what there is to choose from, each with a letter, or with
// a number where the letters do not suffice.
func Choices(out io.Writer, choices []string) {
	for i, choice := range choices {
		mark := strconv.Itoa(i + 1)
		if len(choices) <= 'Z'-'A'+1 {
			mark = string(rune('A' + i))
		}
		Indent(out, mark+") "+strings.ReplaceAll(strings.TrimSpace(choice), "\n", "\n   "), "  ")
	}
}

// BestAnswers writes what seems to answer a question elsewhere.
func BestAnswers(out io.Writer, q view.Question) {
	for _, b := range q.BestAnswers {
		_, _ = fmt.Fprintf(out, "  likely %.2f  %s  %s\n", b.Score, b.URL, Printable(text.OneLine(b.Title)))
		Indent(out, PlainSnippet(b.Snippet), "    ")
	}
}

// Raw writes an answer's own JSON.
func Raw(out io.Writer, body []byte) error {
	_, err := out.Write(append(body, '\n'))
	return err
}

// Notes writes what an answer says about itself.
func Notes(out io.Writer, notes []string) error {
	for _, note := range notes {
		if _, err := fmt.Fprintf(out, "note: %s\n", Printable(note)); err != nil {
			return err
		}
	}
	return nil
}

// JSON prints a value as one line of JSON.
func JSON(out io.Writer, value any) error {
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return fmt.Errorf("print: %w", err)
	}
	return nil
}

// Number counts something in words, of which there may be one.
func Number(n int, one, several string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, several)
}

// Megabytes writes a number of bytes.
func Megabytes(bytes int64) string { return fmt.Sprintf("%.1f MB", float64(bytes)/1e6) }

// Counts is how many entries there are of each kind, in JSON.
type Counts struct {
	Question int `json:"question"`
	Fact     int `json:"fact"`
	Spec     int `json:"spec"`
	Passage  int `json:"passage"`
}

// CountsOf counts entries by their kind.
func CountsOf(c quarry.Counts) Counts {
	return Counts{Question: c.Question, Fact: c.Fact, Spec: c.Spec, Passage: c.Passage}
}
