package topic

import (
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/text"
)

// subject is a topic that entries may have.
type subject struct {
	quarry.Topic

	words []string // of its name
	known bool     // it is the lexicon's
	whole bool     // a heading says it, and nothing else
	rare  float64  // how rare its words are where this field is not spoken of, from 0 to 1
}

// keyword is what speaks for a topic where it stands.
type keyword struct {
	topic    int // its place among the subjects; -1 speaks for none
	words    []string
	name     []string // its words where it is a name, which has no plural
	everyday bool     // other fields use it as well
}

// index finds keywords by their first words.
type index map[string][]keyword

func (x index) add(k keyword) {
	if len(k.words) > 0 && k.words[0] != "" {
		x[k.words[0]] = append(x[k.words[0]], k)
	}
}

// readTopics indexes the topics of the lexicon.
func (r *Reader) readTopics(lexicon *lexicon.Lexicon) {
	words := func(written string) []string {
		words := text.WordsPlain(written)
		r.begins[strings.Join(words[:min(1, len(words))], "")] = true
		return words
	}
	at := map[quarry.TopicID]int{}
	for _, topic := range lexicon.Topics() {
		at[topic.ID] = len(r.subjects)
		r.subjects = append(r.subjects, subject{Topic: quarry.Topic{ID: topic.ID, Name: topic.Name, Parent: topic.Parent}, words: r.phrase(topic.Name).words, known: true})
		for _, attribute := range topic.Attributes {
			r.ofAttribute[attribute] = append(r.ofAttribute[attribute], at[topic.ID])
		}
	}
	var all []keyword
	for _, word := range lexicon.FieldWords() {
		all = append(all, keyword{topic: -1, words: words(word)})
	}
	for _, topic := range lexicon.Topics() {
		for _, word := range topic.Keywords {
			all = append(all, keyword{topic: at[topic.ID], words: words(word)})
		}
		for _, word := range topic.Everyday {
			next := keyword{topic: at[topic.ID], words: words(word), everyday: true}
			if word != strings.ToLower(word) {
				next.name = text.WordsPlain(word)
			}
			all = append(all, next)
		}
	}
	for _, k := range all {
		for i, word := range k.words {
			k.words[i] = r.singular(word)
		}
		r.keywords.add(k)
	}
}

// hit is what stands for a topic in one text.
type hit struct {
	distinct int // keywords

	covered int  // words of the text
	first   int  // where the first stands, in words from 0
	sure    bool // one is of no other field
}

// keywords is how many keywords there are; none in nothing.
func (h *hit) keywords() int {
	if h == nil {
		return 0
	}
	return h.distinct
}

func (h *hit) isSure() bool { return h != nil && h.sure }

// hits are what one text says of topics, by their places.
type hits struct {
	of    map[int]*hit
	field bool // there are words that no other field uses
}

// find looks through a text. A keyword within a longer one of the same topic counts for the
// longer.
func (x index) find(p phrase) hits {
	var found hits
	seen := map[*keyword]bool{}
	for i, word := range p.words {
		candidates := x[word]
		for c := range candidates {
			k := &candidates[c]
			if !hasPrefix(p.words[i:], k.words) || !hasPrefix(p.plain[i:], k.name) {
				continue
			}
			found.field = found.field || !k.everyday
			if k.topic >= 0 {
				found.add(k, i, seen[k])
			}
			seen[k] = true
		}
	}
	return found
}

func (h *hits) add(k *keyword, at int, again bool) { //nolint:revive // a word that was found before counts for less
	if h.of == nil {
		h.of = map[int]*hit{}
	}
	one := h.of[k.topic]
	if one == nil {
		one = &hit{first: at}
		h.of[k.topic] = one
	}

	if !again {
		one.distinct++
		one.covered += len(k.words)
	}
	one.sure = one.sure || !k.everyday
}
