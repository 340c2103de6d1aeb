package markup

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Mark is how words within a line are marked. Neither a letter nor a digit stands right before or
// right behind them, nor one more of the mark, and no space right within the marks.
type Mark struct {
	Open, Close string
	// Without are the characters that do not stand between the marks.
	Without string
	// Write returns the words as Markdown has them, "" where they are not marked after all.
	Write func(inside string) string
}

// longestMarked is the most bytes of a link, or of words between other marks.
const longestMarked = 512

// Inline returns a line with the marks within it written over.
func (w *Writer) Inline(line string) string {
	var present []Mark
	for _, mark := range w.marks {
		if at := strings.Index(line, mark.Open); at >= 0 && strings.Contains(line[at+len(mark.Open):], mark.Close) {
			present = append(present, mark)
		}
	}
	if len(present) == 0 {
		return line
	}
	var out strings.Builder
	for at := 0; at < len(line); {
		said, length := marked(present, line, at)
		if length == 0 {
			said, length = line[at:at+1], 1
		}
		out.WriteString(said)
		at += length
	}
	return out.String()
}

// marked returns what is written for the marked words that begin at a place, and
// their length; 0 where none do.
func marked(marks []Mark, line string, at int) (string, int) {
	for _, mark := range marks {
		inside, opens := strings.CutPrefix(line[at:min(len(line), at+longestMarked)], mark.Open)
		if !opens || touches(mark.Open[0], line[:at], utf8.DecodeLastRuneInString) {
			continue
		}
		if end := strings.IndexAny(inside, mark.Without); end >= 0 {
			inside = inside[:min(len(inside), end+len(mark.Close))]
		}
		for end := 1; end < len(inside) && inside[0] != ' '; end++ {
			next := strings.Index(inside[end:], mark.Close)
			if next < 0 {
				break
			}
			end += next
			length := len(mark.Open) + end + len(mark.Close)
			if inside[end-1] == ' ' || touches(mark.Close[len(mark.Close)-1], line[at+length:], utf8.DecodeRuneInString) {
				continue
			}
			if said := mark.Write(inside[:end]); said != "" {
				return said, length
			}
		}
	}
	return "", 0
}

// touches reports whether the character beside a mark belongs to a word or to the
// mark, or takes the mark its meaning.
func touches(mark byte, beside string, nearest func(string) (rune, int)) bool {
	r, _ := nearest(beside)
	return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '\\' || r == rune(mark)
}

// Between returns what writes words between two other marks.
func Between(open, shut string) func(string) string {
	return func(inside string) string { return open + inside + shut }
}
