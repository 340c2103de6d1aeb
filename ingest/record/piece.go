package record

import (
	"iter"
	"strings"
	"unicode/utf8"
)

// pieceBytes is the length from which a text is cut into passages.
const pieceBytes = 1800

// pieces cuts a text into passages: between paragraphs, or else lines,
// sentences or words.
func pieces(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for rest := strings.TrimSpace(text); rest != ""; {
			end := cutAt(rest)
			if !yield(strings.TrimSpace(rest[:end])) {
				return
			}
			rest = strings.TrimSpace(rest[end:])
		}
	}
}

func cutAt(text string) int {
	if len(text) <= pieceBytes {
		return len(text)
	}
	head := text[:pieceBytes]
	for _, mark := range []string{"\n\n", "\n", ". ", "。", " "} {
		if at := strings.LastIndex(head, mark); at > pieceBytes/2 {
			return at + len(mark)
		}
	}
	end := pieceBytes
	for !utf8.RuneStart(text[end]) {
		end--
	}
	return end
}

// lastPiece returns the passage that a text ends with.
func lastPiece(text string) string {
	last := ""
	for piece := range pieces(text) {
		last = piece
	}
	return last
}
