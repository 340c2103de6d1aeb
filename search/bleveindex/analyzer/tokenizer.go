package analyzer

import (
	"bytes"
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/blevesearch/bleve/v2/analysis"

	"github.com/quarrykb/quarry/internal/text"
)

// Compound is the type of a token that stands beside its own parts: an
// identifier ("loss.item", "GradScaler") or words that hyphens join
// ("finetuning" for "fine-tuning").
const Compound analysis.TokenType = 100

// The bounds of what is read as one Compound.
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
	cuts := PartsOf(word.Term)
	if len(cuts) == 0 {
		s.last++
		word.Position = s.last
		s.tokens = append(s.tokens, word)
		return
	}
	if len(word.Term) <= longestName {
		s.tokens = append(s.tokens, &analysis.Token{
			Start: word.Start, End: word.End, Term: word.Term, Position: s.last + 1, Type: Compound,
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
	if last.End-first.Start > longestJoined || !StartsWithLetter(first.Term) && !StartsWithLetter(s.words[i+1].Term) {
		return
	}
	term := make([]byte, 0, last.End-first.Start)
	for _, word := range s.words[i:end] {
		term = append(term, word.Term...)
	}
	s.tokens = append(s.tokens, &analysis.Token{
		Start: first.Start, End: last.End, Term: term, Position: s.last + 1, Type: Compound,
	})
}

func (s *splitter) hyphenBefore(i int) bool {
	switch string(s.text[s.words[i-1].End:s.words[i].Start]) {
	case "-", "\u2010", "\u2011":
		return true
	}
	return false
}

// StartsWithLetter reports whether a term begins with a letter.
func StartsWithLetter(term []byte) bool {
	first, _ := utf8.DecodeRune(term)
	return unicode.IsLetter(first)
}

// PartsOf returns the parts of an identifier, none where it is one word: "_" and
// "." part letters, and so does a capital behind a small letter.
func PartsOf(term []byte) [][2]int {
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
	return unicode.IsLetter(before) && StartsWithLetter(term[at+1:])
}

// isCamel reports whether a capital begins a new part, and both parts have
// enough letters.
func isCamel(term []byte, start, at int) bool {
	if at == 0 || !text.IsUpper(term[at]) || !text.IsLower(term[at-1]) || at-start < shortestCamel || at+shortestCamel > len(term) {
		return false
	}
	return !slices.ContainsFunc(term[at+1:at+shortestCamel], func(c byte) bool { return !text.IsLower(c) })
}

// bytesPerWord is how many bytes of a text a word takes at least, on average: room
// is made for so many.
const bytesPerWord = 6

// asciiTokenizer splits texts as another tokenizer does, which reads whatever is not
// ASCII: what stands between two gaps and has nothing but ASCII, as most does, is
// split without it. The rules are those of Unicode's annex 29, "Unicode Text
// Segmentation", for the few classes that ASCII has.
type asciiTokenizer struct {
	any analysis.Tokenizer
}

// Tokenize splits a text. One that is not valid is left to the other tokenizer.
func (p asciiTokenizer) Tokenize(text []byte) analysis.TokenStream {
	if !utf8.Valid(text) {
		return p.any.Tokenize(text)
	}
	s := asciiSplitter{any: p.any, text: text, tokens: make(analysis.TokenStream, 0, len(text)/bytesPerWord+1)}
	for at := 0; at < len(text); {
		if isGapByte(text[at]) {
			at++
			continue
		}
		end := chunkEnd(text, at)
		if isASCII(text[at:end]) {
			s.plain(at, end)
		} else {
			s.wide(at, end)
		}
		at = end
	}
	return s.tokens
}

// chunkEnd returns the next gap behind a place, or the text's end.
func chunkEnd[T string | []byte](text T, at int) int {
	for at < len(text) && !isGapByte(text[at]) {
		at++
	}
	return at
}

// asciiSplitter collects words.
type asciiSplitter struct {
	any    analysis.Tokenizer
	text   []byte
	tokens analysis.TokenStream
	room   []analysis.Token // for the next words: one piece of memory for many
}

// wide leaves a part of the text to the other tokenizer.
func (s *asciiSplitter) wide(from, to int) {
	for _, token := range s.any.Tokenize(s.text[from:to]) {
		token.Start, token.End = token.Start+from, token.End+from
		token.Position = len(s.tokens) + 1
		s.tokens = append(s.tokens, token)
	}
}

// plain takes the words of a part that is ASCII.
func (s *asciiSplitter) plain(from, to int) {
	for at := from; at < to; {
		if !isWordByte(s.text[at]) {
			at++
			continue
		}
		end := at + 1
		for end < to && (isWordByte(s.text[end]) || end+1 < to && joins(s.text[end-1:end+2])) {
			end++
		}
		s.take(at, end)
		at = end
	}
}

// take makes a word of a part of the text.
func (s *asciiSplitter) take(from, to int) {
	if len(s.room) == 0 {
		s.room = make([]analysis.Token, (len(s.text)-from)/bytesPerWord+1)
	}
	token := &s.room[0]
	s.room = s.room[1:]
	token.Start, token.End, token.Term, token.Position = from, to, s.text[from:to:to], len(s.tokens)+1
	if isNumber(token.Term) {
		token.Type = analysis.Numeric
	}
	s.tokens = append(s.tokens, token)
}

// joins reports whether the second of three characters joins the others: "e.g",
// "don't" and "a:b", and "1.5" and "1,000".
func joins(three []byte) bool {
	before, behind := three[0], three[2]
	switch three[1] {
	case '.', '\'':
		return text.IsLetter(before) && text.IsLetter(behind) || text.IsDigit(before) && text.IsDigit(behind)
	case ':':
		return text.IsLetter(before) && text.IsLetter(behind)
	case ',', ';':
		return text.IsDigit(before) && text.IsDigit(behind)
	}
	return false
}

// isNumber reports whether a word has a digit and no letter.
func isNumber(word []byte) bool {
	digits := false
	for _, c := range word {
		if text.IsLetter(c) {
			return false
		}
		digits = digits || text.IsDigit(c)
	}
	return digits
}

func isWordByte(c byte) bool { return text.IsLetter(c) || text.IsDigit(c) || c == '_' }
func isGapByte(c byte) bool  { return c == ' ' || '\t' <= c && c <= '\r' }

// isASCII reports whether a word is ASCII.
func isASCII(word []byte) bool {
	for _, c := range word {
		if c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
