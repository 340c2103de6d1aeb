package static

import (
	"encoding/json"
	"math"
	"strings"
	"unicode/utf8"
)

// longestPiece is how many bytes a piece of a vocabulary may have; the cost of a
// text grows with it.
const longestPiece = 128

// wordPieces is a vocabulary whose pieces have a mark in front of them where they
// do not begin a word.
type wordPieces struct {
	Prefix string           `json:"continuing_subword_prefix"`
	Most   int              `json:"max_input_chars_per_word"`
	Unk    string           `json:"unk_token"`
	Vocab  map[string]int32 `json:"vocab"`
}

func wordPiece(s step, rows int) (func(string, []int32) []int32, error) {
	const most = 4 * longestPiece
	read := &wordPieces{Prefix: "##", Most: 100}
	if err := json.Unmarshal(s.raw, read); err != nil || len(read.Vocab) == 0 || read.Most > most || len(read.Prefix) > longestPiece {
		return nil, refuse("tokenizer.json: the WordPiece model cannot be read")
	}
	for piece, id := range read.Vocab {
		if id < 0 || int(id) >= rows {
			return nil, refuse("tokenizer.json: the token %.60q is number %d of %d vectors", piece, id, rows)
		}
	}
	delete(read.Vocab, read.Unk)
	return read.encode, nil
}

// encode cuts a word into the longest pieces that the vocabulary has, from its
// beginning on. A word that cannot be cut so gives nothing.
func (w *wordPieces) encode(word string, to []int32) []int32 {
	if utf8.RuneCountInString(word) > w.Most {
		return to
	}
	before, prefix := len(to), ""
	for word != "" {
		id, size := longest(w.Vocab, prefix, word)
		if size == 0 {
			return to[:before]
		}
		to, word, prefix = append(to, id), word[size:], w.Prefix
	}
	return to
}

// longest returns the longest piece that a text begins with, and its size.
func longest(vocabulary map[string]int32, prefix, text string) (int32, int) {
	for size := min(len(text), longestPiece); size > 0; size-- {
		if size < len(text) && !utf8.RuneStart(text[size]) {
			continue
		}
		if id, ok := vocabulary[prefix+text[:size]]; ok {
			return id, size
		}
	}
	return 0, 0
}

// pieces is the vocabulary of a Unigram model.
type pieces struct {
	known   map[string]piece
	longest int     // of the pieces, in bytes
	unknown float64 // the score of a character that no piece has
}

type piece struct {
	id    int32
	score float64
}

// unigram cuts a word so that the sum of the pieces' scores is the greatest. What
// no piece has gives nothing.
func unigram(s step, rows int) (func(string, []int32) []int32, error) {
	var read struct {
		Unk   *int                 `json:"unk_id"`
		Bytes bool                 `json:"byte_fallback"`
		Vocab [][2]json.RawMessage `json:"vocab"`
	}
	if err := json.Unmarshal(s.raw, &read); err != nil || len(read.Vocab) == 0 || len(read.Vocab) > rows {
		return nil, refuse("tokenizer.json: the Unigram model cannot be read, or has more tokens than there are vectors")
	}
	if read.Bytes {
		return nil, refuse("tokenizer.json: byte_fallback is not supported")
	}
	all := &pieces{known: make(map[string]piece, len(read.Vocab))}
	least := math.Inf(1)
	for i, pair := range read.Vocab {
		var text string
		var score float64
		if json.Unmarshal(pair[0], &text) != nil || json.Unmarshal(pair[1], &score) != nil {
			return nil, refuse("tokenizer.json: the token %d of the Unigram model cannot be read", i)
		}
		least = min(least, score)
		if (read.Unk != nil && *read.Unk == i) || text == "" || len(text) > longestPiece {
			continue
		}
		all.known[text] = piece{id: int32(i), score: score}
		all.longest = max(all.longest, len(text))
	}
	const worse = 10 // than the worst piece, as the reference has it
	all.unknown = least - worse
	return all.encode, nil
}

// way is the best way to cut a text up to a place.
type way struct {
	score float64
	from  int
	id    int32 // -1 where it is a character that no piece has
}

func (p *pieces) encode(word string, to []int32) []int32 {
	ways := p.ways(word)
	before := len(to)
	for at := len(word); at > 0; at = ways[at].from {
		if ways[at].id >= 0 {
			to = append(to, ways[at].id)
		}
	}
	for i, j := before, len(to)-1; i < j; i, j = i+1, j-1 {
		to[i], to[j] = to[j], to[i]
	}
	return to
}

func (p *pieces) ways(word string) []way {
	ways := make([]way, len(word)+1)
	for i := range ways[1:] {
		ways[i+1].score = math.Inf(-1)
	}
	for at := 0; at < len(word); {
		_, width := utf8.DecodeRuneInString(word[at:])
		single := false
		for size := 1; size <= min(p.longest, len(word)-at); size++ {
			if known, ok := p.known[word[at:at+size]]; ok {
				single = single || size == width
				improve(ways, at+size, way{score: ways[at].score + known.score, from: at, id: known.id})
			}
		}
		if !single {
			improve(ways, at+width, way{score: ways[at].score + p.unknown, from: at, id: -1})
		}
		at += width
	}
	return ways
}

func improve(ways []way, at int, next way) {
	if next.score > ways[at].score {
		ways[at] = next
	}
}

// valid makes a text UTF-8.
func valid(text string) string { return strings.ToValidUTF8(text, "") }
