package pdffile

import (
	"fmt"
	"strings"
)

// Sizes of an ordinary page.
const (
	wordsPerLine = 12
	linesPerPage = 45
	linesPerPart = 6 // lines of a paragraph
	top          = 760.0
	leading      = 15.0
)

// Ordinary returns a file of so many words: paragraphs on pages, each in a packed
// stream of its own.
func Ordinary(words int) []byte { return ordinary(words).bytes() }

// Within returns the same with its objects in a stream of objects, as files are
// written since PDF 1.5.
func Within(words int) []byte {
	return ordinary(words).within(func(at int) int { return at })
}

func ordinary(words int) *file {
	f := newFile()
	var ids []int
	for from := 0; from == 0 || from < words; from += wordsPerLine * linesPerPage {
		var page strings.Builder
		y := top
		for line := range linesPerPage {
			first := from + line*wordsPerLine
			if first >= words {
				break
			}
			if line%linesPerPart == 0 {
				y -= leading
			}
			y -= leading
			page.WriteString(shown(y, Words(first, min(wordsPerLine, words-first))))
		}
		ids = append(ids, f.page(ref(f.add(packed(page.String(), "", 1))), ""))
	}
	return f.pages(ids...)
}

// shown draws a line.
func shown(y float64, text string) string {
	return fmt.Sprintf("BT /F 12 Tf 1 0 0 1 72 %.1f Tm (%s) Tj ET\n", y, text)
}

// Words returns so many words of a text without an end, from one of them on.
func Words(from, count int) string {
	var text strings.Builder
	for i := from; i < from+count; i++ {
		if i > from {
			text.WriteByte(' ')
		}
		for n := i*7919%15625 + 1; n > 0; n /= 25 {
			text.WriteString(syllable(n % 25))
		}
	}
	return text.String()
}

// syllable returns one of 25.
func syllable(n int) string { return "bdglm"[n/5:n/5+1] + "aeiou"[n%5:n%5+1] }
