package ingest

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/text"
)

// Weights of a keyword by where it stands, and how many topics an entry gets:
// further ones only when they are at least half as strong as the first.
const (
	titleWeight   = 3
	headingWeight = 2
	textWeight    = 1
	mostTopics    = 3
)

// fieldShare is how many entries of a document have one among them that is of the
// lexicon's field for sure, where the document is of that field.
const fieldShare = 4

// topicSubject is an entry as its topics are told from it, and where they go.
type topicSubject struct {
	title, text string
	heading     []string
	topics      *[]quarry.TopicID
}

// subjectsOf returns the entries of a document.
func subjectsOf(k quarry.Knowledge) []topicSubject {
	var all []topicSubject
	for i := range k.Questions {
		q := &k.Questions[i]
		all = append(all, topicSubject{q.Text, q.Answer, q.Source.Heading, &q.Topics})
	}
	for i := range k.Facts {
		f := &k.Facts[i]
		all = append(all, topicSubject{f.Subject, f.Statement, f.Source.Heading, &f.Topics})
	}
	for i := range k.Specs {
		s := &k.Specs[i]
		all = append(all, topicSubject{s.Device.Written + " " + s.Attribute.Name, s.Value.Text, s.Source.Heading, &s.Topics})
	}
	for i := range k.Passages {
		p := &k.Passages[i]
		all = append(all, topicSubject{strings.Join(p.Source.Heading, " "), p.Text, p.Source.Heading, &p.Topics})
	}
	return all
}

// topicIndex finds the topics whose keywords a text uses. A keyword counts
// once for each place, so that a long answer does not drown its title.
type topicIndex struct {
	lexicon  *lexicon.Lexicon
	language *text.Language
	byFirst  map[string][]topicKeyword // by the keyword's first word
	order    map[quarry.TopicID]int
}

type topicKeyword struct {
	topic    quarry.TopicID // "" speaks for none
	words    []string
	everyday bool     // other fields use it as well
	name     []string // its words where it is a name, which has no plural
}

func newTopicIndex(lexicon *lexicon.Lexicon) topicIndex {
	index := topicIndex{
		lexicon: lexicon, language: lexicon.Language("en"),
		byFirst: map[string][]topicKeyword{}, order: make(map[quarry.TopicID]int),
	}
	for _, word := range lexicon.FieldWords() {
		index.add(topicKeyword{words: index.tokens(word)})
	}
	for i, topic := range lexicon.Topics() {
		index.order[topic.ID] = i
		for _, keyword := range topic.Keywords {
			index.add(topicKeyword{topic: topic.ID, words: index.tokens(keyword)})
		}
		for _, keyword := range topic.Everyday {
			next := topicKeyword{topic: topic.ID, words: index.tokens(keyword), everyday: true}
			if isName(keyword) {
				next.name = wordsOf(keyword)
			}
			index.add(next)
		}
	}
	return index
}

func (x topicIndex) add(keyword topicKeyword) {
	if first := keyword.words[0]; first != "" {
		x.byFirst[first] = append(x.byFirst[first], keyword)
	}
}

// isName reports whether a keyword is written as names are.
func isName(keyword string) bool { return keyword != strings.ToLower(keyword) }

// topicScore is what speaks for topics.
type topicScore struct {
	keywords map[quarry.TopicID]int
	everyday map[quarry.TopicID]int // by words that other fields use as well
	ofField  bool                   // there are words that no other field uses
}

func (s *topicScore) add(keyword *topicKeyword, weight int) {
	s.ofField = s.ofField || !keyword.everyday
	to := &s.keywords
	if keyword.everyday {
		to = &s.everyday
	}
	if *to == nil {
		*to = make(map[quarry.TopicID]int)
	}
	if keyword.topic != "" {
		(*to)[keyword.topic] += weight * len(keyword.words)
	}
}

func (s *topicScore) plus(other topicScore) {
	s.keywords, s.everyday = sum(s.keywords, other.keywords), sum(s.everyday, other.everyday)
	s.ofField = s.ofField || other.ofField
}

// sum adds the second score to the first one.
func sum(score, other map[quarry.TopicID]int) map[quarry.TopicID]int {
	if score == nil && len(other) > 0 {
		score = make(map[quarry.TopicID]int, len(other))
	}
	for topic, weight := range other {
		score[topic] += weight
	}
	return score
}

// tag gives the entries of a document their topics. An everyday word speaks for one
// only where the entry itself, its headings or the whole document are of the
// lexicon's field: "performance" is a matter of law, too.
func (x topicIndex) tag(title string, entries []topicSubject) {
	known, scores, ofField := newHeadingScores(x), make([]topicScore, len(entries)), 0
	for i, entry := range entries {
		scores[i] = x.score(entry, known)
		if scores[i].ofField {
			ofField++
		}
	}
	var ofTitle topicScore
	x.count(&ofTitle, title, titleWeight)
	all := ofTitle.ofField || fieldShare*ofField >= len(entries)
	for i, entry := range entries {
		score := scores[i]
		if all || score.ofField || len(score.everyday) > 0 && x.namesDevice(entry, known) {
			score.keywords = sum(score.keywords, score.everyday)
		}
		*entry.topics = x.best(score.keywords)
	}
}

// headingScores is what the headings of a document speak for, and whether they name
// devices. That is found out once for all that stands under them.
type headingScores struct {
	index   topicIndex
	scores  map[string]topicScore
	devices map[string]bool
}

func newHeadingScores(x topicIndex) headingScores {
	return headingScores{index: x, scores: map[string]topicScore{}, devices: map[string]bool{}}
}

func (h headingScores) of(heading string) topicScore {
	score, known := h.scores[heading]
	if !known {
		h.index.count(&score, heading, headingWeight)
		h.scores[heading] = score
	}
	return score
}

func (h headingScores) namesDevice(heading string) bool {
	named, known := h.devices[heading]
	if !known {
		named = h.index.hasDevice(heading)
		h.devices[heading] = named
	}
	return named
}

// score returns what an entry's words and its headings speak for.
func (x topicIndex) score(entry topicSubject, headings headingScores) topicScore {
	var score topicScore
	x.count(&score, entry.title, titleWeight)
	for _, heading := range entry.heading {
		score.plus(headings.of(heading))
	}
	x.count(&score, entry.text, textWeight)
	return score
}

// namesDevice reports whether an entry or one of its headings names a device.
func (x topicIndex) namesDevice(entry topicSubject, headings headingScores) bool {
	return slices.ContainsFunc(entry.heading, headings.namesDevice) || x.hasDevice(entry.title) || x.hasDevice(entry.text)
}

func (x topicIndex) hasDevice(text string) bool { return len(x.lexicon.DevicesIn(text)) > 0 }

func (x topicIndex) count(score *topicScore, text string, weight int) {
	words := wordsOf(text)
	singular := x.singulars(words)
	seen := map[*topicKeyword]bool{}
	for i, word := range singular {
		candidates := x.byFirst[word]
		for c := range candidates {
			keyword := &candidates[c]
			if !seen[keyword] && hasPrefix(singular[i:], keyword.words) && hasPrefix(words[i:], keyword.name) {
				seen[keyword] = true
				score.add(keyword, weight)
			}
		}
	}
}

func (x topicIndex) best(score map[quarry.TopicID]int) []quarry.TopicID {
	ranked := make([]quarry.TopicID, 0, len(score))
	for topic := range score {
		ranked = append(ranked, topic)
	}
	slices.SortFunc(ranked, func(a, b quarry.TopicID) int {
		if score[a] != score[b] {
			return score[b] - score[a]
		}
		return x.order[a] - x.order[b]
	})
	if len(ranked) == 0 {
		return []quarry.TopicID{quarry.TopicOther}
	}
	most := 1
	for most < min(len(ranked), mostTopics) && 2*score[ranked[most]] >= score[ranked[0]] {
		most++
	}
	return ranked[:most]
}

func hasPrefix(words, prefix []string) bool {
	return len(words) >= len(prefix) && slices.Equal(words[:len(prefix)], prefix)
}

// wordsOf splits a text into lower-case words.
func wordsOf(written string) []string { return strings.Split(text.Slug(written), "-") }

// tokens returns a text's words in the singular, so that "tensor cores" is found by
// "tensor core".
func (x topicIndex) tokens(written string) []string { return x.singulars(wordsOf(written)) }

func (x topicIndex) singulars(words []string) []string {
	all := make([]string, len(words))
	for i, word := range words {
		all[i] = x.language.Singular(word)
	}
	return all
}
