package judged

import (
	"bytes"
	"slices"
	"strings"
	"unicode"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/text"
)

// InFile returns the specs of a document at the lines of its file. Where the stored text was
// taken out of the file, as of a web page, specs stand at lines of that text, and sheets are
// judged by the lines of the file. Lines of a file that is no text, or is very long, cannot be
// told: there specs stay where they are.
func InFile(k quarry.Knowledge) []quarry.Spec {
	if k.Document.TextOf != quarry.TextOfExtract || bytes.IndexByte(k.Content.Original, 0) >= 0 {
		return k.Specs
	}
	file := strings.ToValidUTF8(string(k.Content.Original), "?")
	lines := align(wordsByLine(string(k.Content.Text)), wordsByLine(withoutMarkup(file)))
	specs := slices.Clone(k.Specs)
	for i := range specs {
		at := &specs[i].Source
		first, last := lines.of(at.LineStart), lines.of(max(at.LineStart, at.LineEnd))
		at.LineStart, at.LineEnd = first.from, max(first.to, last.to)
	}
	return specs
}

// withoutMarkup returns what is seen of a file of markup, on the lines on which it stands: the
// ends of lines within tags stay.
func withoutMarkup(file string) string {
	inTag, last := false, ' '
	seen := strings.Map(func(r rune) rune {
		opens := last == '<' && (unicode.IsLetter(r) || r == '/' || r == '!')
		inTag = r != '>' && (inTag || opens)
		last = r
		if r != '\n' && (inTag || r == '<' || r == '>') {
			return ' '
		}
		return r
	}, file)
	return text.Resolved(seen)
}

// lineWord is a word, and the line on which it stands, from 1.
type lineWord struct {
	word string
	line int
}

func wordsByLine(s string) []lineWord {
	var all []lineWord
	line := 0
	for written := range strings.Lines(s) {
		line++
		for _, word := range text.Words(written) {
			all = append(all, lineWord{word, line})
		}
	}
	return all
}

// stretch is some lines of a file.
type stretch struct{ from, to int }

// aligned is where the lines of a text, from 1, stand in the file that it was taken out of.
type aligned []stretch

func (a aligned) of(line int) stretch {
	if len(a) == 0 {
		return stretch{line, line}
	}
	return a[max(0, min(line, len(a)-1))]
}

// mostCells bounds the work of an alignment: that many pairs of words are looked at.
const mostCells = 64 << 20

// align tells where the lines of a text stand in a file: where most of their words do, by the
// longest common subsequence of the words of both. A line without such words stands where the
// one before it does.
func align(extract, file []lineWord) aligned {
	const fair = 0.25
	if len(extract) == 0 || len(file) == 0 || len(extract) > mostCells/len(file) {
		return nil
	}
	counts := make([]map[int]int, extract[len(extract)-1].line+1) // by line of the text: words by line of the file
	for i := range counts {
		counts[i] = map[int]int{}
	}
	for i, j := range commonWords(extract, file) {
		if j >= 0 {
			counts[extract[i].line][file[j].line]++
		}
	}
	lines := make(aligned, len(counts))
	lines[0] = stretch{1, 1}
	for i := 1; i < len(lines); i++ {
		most := 0
		for _, count := range counts[i] {
			most = max(most, count)
		}
		var fairly []int // lines that hold a fair share: a word alone may be found on a line of which it is not
		for line, count := range counts[i] {
			if float64(count) >= fair*float64(most) {
				fairly = append(fairly, line)
			}
		}
		lines[i] = lines[i-1]
		if len(fairly) > 0 {
			lines[i] = stretch{slices.Min(fairly), slices.Max(fairly)}
		}
	}
	return lines
}

// commonWords returns for each word of a text which word of the file it is, -1 for none, so
// that as many as can be are some in the same order.
func commonWords(extract, file []lineWord) []int {
	const both, ofExtract, ofFile = 0, 1, 2        // what is left behind on the best way on from a pair of words
	steps := make([]uint8, len(extract)*len(file)) // extract by file
	longest := make([]int32, len(file)+1)          // what is common to the rest of the text and that of the file
	for i, e := range slices.Backward(extract) {
		var diagonal int32 // to what follows both words
		for j := len(file) - 1; j >= 0; j-- {
			cell, below := i*len(file)+j, longest[j]
			switch {
			case e.word == file[j].word:
				longest[j] = diagonal + 1
			case below >= longest[j+1]:
				steps[cell] = ofExtract
			default:
				steps[cell], longest[j] = ofFile, longest[j+1]
			}
			diagonal = below
		}
	}
	found := slices.Repeat([]int{-1}, len(extract))
	for i, j := 0, 0; i < len(extract) && j < len(file); {
		switch steps[i*len(file)+j] {
		case both:
			found[i] = j
			i, j = i+1, j+1
		case ofExtract:
			i++
		case ofFile:
			j++
		}
	}
	return found
}
