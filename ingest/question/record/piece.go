package record

import (
	"iter"
	"strings"

	"github.com/quarrykb/quarry/internal/text"
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

func cutAt(s string) int {
	if len(s) <= PieceBytes {
		return len(s)
	}
	head := text.Clip(s, PieceBytes)
	for _, mark := range []string{"\n\n", "\n", ". ", "。", " "} {
		if at := strings.LastIndex(head, mark); at > PieceBytes/2 {
			return at + len(mark)
		}
	}
	return len(head)
}
