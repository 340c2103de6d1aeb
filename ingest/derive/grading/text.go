package grading

import (
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
)

// reading is what a model reads of an entry.
type reading struct {
	title  []string // its words, and its pairs of words
	answer []string // words
	marks  []string // what is or is not
	sizes  [sizes]float64
}

// The sizes of a reading. Counts are logarithms: the tenth number says less than
// the first.
const (
	sizeTitle     = iota // words of the title
	sizeAnswer           // words of the text
	sizeSentences        // sentences of the text
	sizeLines            // lines of the text
	sizeLetters          // letters of a mean word of the title
	sizeLong             // share of the title's words that are long
	sizeParts            // commas and the like in the title
	sizeNames            // words of the title with a capital inside a sentence, or a digit among letters
	sizeNumbers          // numbers, of both
	sizeCode             // signs of code, of both
	sizeFormulas         // signs of formulas, of both
	sizes
)

// mostWords is how many words of a title, and of a text, count.
const mostWords = 400

func read(entry quarry.Entry) reading {
	title, answer := wordsOf(entry.Title), wordsOf(entry.Text)
	r := reading{title: title, answer: answer}
	for i := 1; i < len(title); i++ {
		r.title = append(r.title, title[i-1]+" "+title[i])
	}
	r.marks = []string{"kind " + string(entry.Kind), "style " + string(entry.Style)}
	if len(title) > 0 {
		r.marks = append(r.marks, "begins "+title[0])
	}
	if len(title) > 1 {
		r.marks = append(r.marks, "begins "+title[0]+" "+title[1])
	}
	if entry.Kind == quarry.EntryQuestion && !entry.Answered {
		r.marks = append(r.marks, "unanswered")
	}
	r.sizes = sizesOf(entry, title, answer)
	return r
}

func sizesOf(entry quarry.Entry, title, answer []string) [sizes]float64 {
	both := entry.Title + "\n" + entry.Text
	letters, long := 0, 0
	const longWord = 9
	for _, word := range title {
		n := utf8.RuneCountInString(word)
		letters += n
		if n >= longWord {
			long++
		}
	}
	words := float64(max(1, len(title)))
	return [sizes]float64{
		sizeTitle:     math.Log1p(float64(len(title))),
		sizeAnswer:    math.Log1p(float64(len(answer))),
		sizeSentences: math.Log1p(float64(strings.Count(entry.Text, ". ") + strings.Count(entry.Text, ".\n"))),
		sizeLines:     math.Log1p(float64(strings.Count(entry.Text, "\n"))),
		sizeLetters:   float64(letters) / words,
		sizeLong:      float64(long) / words,
		sizeParts:     math.Log1p(count(entry.Title, ",;:()–—")),
		sizeNames:     math.Log1p(names(entry.Title)),
		sizeNumbers:   math.Log1p(numbers(both)),
		sizeCode:      math.Log1p(count(both, "`_{}") + float64(strings.Count(both, "()"))),
		sizeFormulas:  math.Log1p(count(both, "$\\^=≤≥∑√×·")),
	}
}

func count(text, of string) float64 {
	n := 0
	for _, r := range text {
		if strings.ContainsRune(of, r) {
			n++
		}
	}
	return float64(n)
}

// numbers counts the runs of digits.
func numbers(text string) float64 {
	n, within := 0, false
	for _, r := range text {
		digit := unicode.IsDigit(r)
		if digit && !within {
			n++
		}
		within = digit
	}
	return float64(n)
}

// names counts the words that look like a name. The first one has a capital in
// any case.
func names(title string) float64 {
	n := 0
	for i, word := range strings.Fields(title) {
		for at, r := range word {
			if unicode.IsUpper(r) && (i > 0 || at > 0) || unicode.IsDigit(r) && at > 0 {
				n++
				break
			}
		}
	}
	return float64(n)
}

// wordsOf returns the words of a text in small letters. What has a digit and no
// letter stands for any number.
func wordsOf(text string) []string {
	var words []string
	fields := strings.FieldsFuncSeq(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) && r != '_'
	})
	for word := range fields {
		if !strings.ContainsFunc(word, unicode.IsLetter) {
			word = "0"
		}
		words = append(words, word)
		if len(words) == mostWords {
			break
		}
	}
	return words
}
