package bleveindex

import (
	"bytes"
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/blevesearch/bleve/v2/analysis"

	"github.com/quarrykb/quarry/internal/text"
)

// compound is the type of a token that stands beside its own parts: an
// identifier ("loss.item", "GradScaler") or words that hyphens join
// ("finetuning" for "fine-tuning").
const compound analysis.TokenType = 100

// The bounds of what is read as one compound.
const (
	mostJoined    = 4   // words that hyphens join
	longestJoined = 64  // bytes
	longestName   = 256 // bytes of an identifier that is kept whole
	shortestCamel = 3   // letters of a part, so that "PyTorch" stays whole
	longestSigned = 3   // letters of a name that signs end: "g++"
)

// codeTokenizer splits a text into words, and the names of code into their
// parts as well. Whole and first part have one position, so that a phrase may
// name either.
type codeTokenizer struct {
	words analysis.Tokenizer
}

// Tokenize splits a text.
func (t codeTokenizer) Tokenize(text []byte) analysis.TokenStream {
	words := t.words.Tokenize(text)
	s := splitter{text: text, words: words, tokens: make(analysis.TokenStream, 0, len(words)+len(words)/8)}
	for i := range words {
		s.take(i)
	}
	return s.tokens
}

// splitter turns words into tokens.
type splitter struct {
	text   []byte
	words  analysis.TokenStream
	tokens analysis.TokenStream
	last   int // the position of the last token
	joined int // the words before this one were joined
}

func (s *splitter) take(i int) {
	word := s.words[i]
	if end := s.signs(word); end > word.End {
		s.last++
		s.tokens = append(s.tokens, &analysis.Token{
			Start: word.Start, End: end, Term: s.text[word.Start:end], Position: s.last, KeyWord: true,
		})
		return
	}
	if i >= s.joined {
		s.join(i)
	}
	cuts := cutsOf(word.Term)
	if len(cuts) == 0 {
		s.last++
		word.Position = s.last
		s.tokens = append(s.tokens, word)
		return
	}
	if len(word.Term) <= longestName {
		s.tokens = append(s.tokens, &analysis.Token{
			Start: word.Start, End: word.End, Term: word.Term, Position: s.last + 1, Type: compound,
		})
	}
	for _, cut := range cuts {
		s.last++
		s.tokens = append(s.tokens, &analysis.Token{
			Start: word.Start + cut[0], End: word.Start + cut[1],
			Term: word.Term[cut[0]:cut[1]], Position: s.last,
		})
	}
}

// signs returns where a name ends that has signs at its end, "C++" or "F#": its
// letters alone would be another name.
func (s *splitter) signs(word *analysis.Token) int {
	if len(word.Term) > longestSigned || bytes.ContainsFunc(word.Term, func(r rune) bool { return !unicode.IsLetter(r) }) {
		return word.End
	}
	for _, signs := range []string{"++", "#"} {
		if behind, ok := bytes.CutPrefix(s.text[word.End:], []byte(signs)); ok {
			if next, _ := utf8.DecodeRune(behind); !unicode.IsLetter(next) && !unicode.IsNumber(next) && next != '+' && next != '#' {
				return word.End + len(signs)
			}
		}
	}
	return word.End
}

// join adds the words that hyphens join behind one as one token. Numbers alone
// are not joined: a range is no number.
func (s *splitter) join(i int) {
	end := i + 1
	for end < len(s.words) && s.hyphenBefore(end) {
		end++
	}
	s.joined = end
	if end == i+1 || end > i+mostJoined {
		return
	}
	first, last := s.words[i], s.words[end-1]
	if last.End-first.Start > longestJoined || !startsWithLetter(first.Term) && !startsWithLetter(s.words[i+1].Term) {
		return
	}
	term := make([]byte, 0, last.End-first.Start)
	for _, word := range s.words[i:end] {
		term = append(term, word.Term...)
	}
	s.tokens = append(s.tokens, &analysis.Token{
		Start: first.Start, End: last.End, Term: term, Position: s.last + 1, Type: compound,
	})
}

func (s *splitter) hyphenBefore(i int) bool {
	switch string(s.text[s.words[i-1].End:s.words[i].Start]) {
	case "-", "\u2010", "\u2011":
		return true
	}
	return false
}

func startsWithLetter(term []byte) bool {
	first, _ := utf8.DecodeRune(term)
	return unicode.IsLetter(first)
}

// cutsOf returns the parts of an identifier, none where it is one word: "_" and
// "." part letters, and so does a capital behind a small letter.
func cutsOf(term []byte) [][2]int {
	var cuts [][2]int
	start := 0
	for i := range term {
		switch {
		case term[i] == '_', term[i] == '.' && partsLetters(term, i):
			cuts = appendCut(cuts, start, i)
			start = i + 1
		case isCamel(term, start, i):
			cuts = appendCut(cuts, start, i)
			start = i
		}
	}
	if len(cuts) == 0 && start == 0 {
		return nil
	}
	return appendCut(cuts, start, len(term))
}

func appendCut(cuts [][2]int, start, end int) [][2]int {
	if end <= start {
		return cuts
	}
	return append(cuts, [2]int{start, end})
}

func partsLetters(term []byte, at int) bool {
	before, _ := utf8.DecodeLastRune(term[:at])
	return unicode.IsLetter(before) && startsWithLetter(term[at+1:])
}

// isCamel reports whether a capital begins a new part, and both parts have
// enough letters.
func isCamel(term []byte, start, at int) bool {
	if at == 0 || !text.IsUpper(term[at]) || !text.IsLower(term[at-1]) || at-start < shortestCamel || at+shortestCamel > len(term) {
		return false
	}
	return !slices.ContainsFunc(term[at+1:at+shortestCamel], func(c byte) bool { return !text.IsLower(c) })
}
