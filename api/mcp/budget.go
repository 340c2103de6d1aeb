package mcp

import (
	"encoding/json"
	"strings"
	"unicode/utf8"
)

// Budget bounds the JSON of one answer, in bytes: about 6,000 tokens. A host gets
// it twice, as structured content and as text, and most show a model one of them.
const Budget = 24_000

// How much of the budget single things may take, in bytes of JSON.
const (
	longestTitle   = 600
	longestPath    = 900
	longestSnippet = 900
	longestRefusal = 4_000
	longestNote    = 600
	mostNotes      = 8
)

// cost returns how many bytes a character takes within JSON as encoding/json writes
// it, of which the longest way is counted: other writers may leave more as it is.
func cost(r rune, size int) int {
	switch {
	case r == '"' || r == '\\' || r == '\n' || r == '\r' || r == '\t':
		return 2
	case r < ' ' || r == '<' || r == '>' || r == '&' || r == '\u2028' || r == '\u2029',
		r == utf8.RuneError:
		return 6
	}
	return size
}

// width returns how many bytes a text takes within JSON, without its quotes.
func width(text string) int {
	sum := 0
	for at := 0; at < len(text); {
		r, size := utf8.DecodeRuneInString(text[at:])
		sum += cost(r, size)
		at += size
	}
	return sum
}

// cut returns a text that takes at most so many bytes within JSON: as it is, or its
// beginning with a mark behind. It ends between lines or words where it can.
func cut(text string, most int, mark string) string {
	if len(text) <= most && width(text) <= most {
		return text
	}
	return cutBefore(text, most-width(mark)) + mark
}

// cutBefore returns as much of the beginning of a text as takes so many bytes.
func cutBefore(text string, most int) string {
	end, sum := 0, 0
	for end < len(text) {
		r, size := utf8.DecodeRuneInString(text[end:])
		if sum += cost(r, size); sum > most {
			break
		}
		end += size
	}
	if end == len(text) {
		return text
	}
	kept := text[:end]
	for _, boundary := range []string{"\n", " "} {
		if at := strings.LastIndex(kept, boundary); at > end*3/4 {
			return kept[:at]
		}
	}
	return kept
}

// size returns how many bytes something takes as JSON.
func size(of any) int {
	written, err := json.Marshal(of)
	if err != nil {
		return Budget + 1 // offer refuses it and says why
	}
	return len(written)
}

// fitting returns as many of the first items as take so many bytes as JSON.
func fitting[T any](items []T, most int) []T {
	for i, item := range items {
		most -= size(item) + len(",")
		if most < 0 {
			return items[:i]
		}
	}
	return items
}

// notesOf shortens what an answer notes.
func notesOf(notes []string) []string {
	var kept []string
	for _, note := range notes[:min(len(notes), mostNotes)] {
		kept = append(kept, cut(note, longestNote, "…"))
	}
	return kept
}
