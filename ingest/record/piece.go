package record

import (
	"iter"
	"strings"
	"unicode/utf8"
)

// PieceBytes is the length from which a text is cut into passages.
const PieceBytes = 1800

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
	if len(text) <= PieceBytes {
		return len(text)
	}
	head := text[:PieceBytes]
	for _, mark := range []string{"\n\n", "\n", ". ", "。", " "} {
		if at := strings.LastIndex(head, mark); at > PieceBytes/2 {
			return at + len(mark)
		}
	}
	end := PieceBytes
	for !utf8.RuneStart(text[end]) {
		end--
	}
	return end
}
