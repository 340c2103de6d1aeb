package bleveindex

import (
	"unicode/utf8"

	"github.com/blevesearch/bleve/v2/analysis"

	"github.com/quarrykb/quarry/internal/text"
)

// bytesPerWord is how many bytes of a text a word takes at least, on average: room
// is made for so many.
const bytesPerWord = 6

// plainWords splits texts as another tokenizer does, which reads whatever is not
// ASCII: what stands between two gaps and has nothing but ASCII, as most does, is
// split without it. The rules are those of Unicode's annex 29, "Unicode Text
// Segmentation", for the few classes that ASCII has.
type plainWords struct {
	any analysis.Tokenizer
}

// Tokenize splits a text. One that is not valid is left to the other tokenizer.
func (p plainWords) Tokenize(text []byte) analysis.TokenStream {
	if !utf8.Valid(text) {
		return p.any.Tokenize(text)
	}
	s := plainSplitter{any: p.any, text: text, tokens: make(analysis.TokenStream, 0, len(text)/bytesPerWord+1)}
	for at := 0; at < len(text); {
		if isGapByte(text[at]) {
			at++
			continue
		}
		end := chunkEnd(text, at)
		if isPlain(text[at:end]) {
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

// plainSplitter collects words.
type plainSplitter struct {
	any    analysis.Tokenizer
	text   []byte
	tokens analysis.TokenStream
	room   []analysis.Token // for the next words: one piece of memory for many
}

// wide leaves a part of the text to the other tokenizer.
func (s *plainSplitter) wide(from, to int) {
	for _, token := range s.any.Tokenize(s.text[from:to]) {
		token.Start, token.End = token.Start+from, token.End+from
		token.Position = len(s.tokens) + 1
		s.tokens = append(s.tokens, token)
	}
}

// plain takes the words of a part that is ASCII.
func (s *plainSplitter) plain(from, to int) {
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
func (s *plainSplitter) take(from, to int) {
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
