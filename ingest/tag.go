package ingest

import (
	"context"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
)

// Tagged is a document that is ready to be saved.
type Tagged struct {
	Knowledge quarry.Knowledge
}

// tag gives every entry its topics, and a grade of its own where its source
// states none: until one is estimated, nobody knows it. Questions get the key of
// what they ask.
func (p *Pipeline) tag(_ context.Context, n Normalised) (Tagged, error) {
	k := n.Knowledge
	topics := tagger{index: p.topics, headings: make(map[string]map[quarry.TopicID]int)}
	for i := range k.Questions {
		q := &k.Questions[i]
		q.Topics = topics.of(q.Text, q.Answer, q.Source)
		q.Grade, q.Asks = stated(q.Grade), p.asks.Key(*q)
	}
	for i := range k.Facts {
		f := &k.Facts[i]
		f.Topics = topics.of(f.Subject, f.Statement, f.Source)
		f.Grade = stated(f.Grade)
	}
	for i := range k.Specs {
		s := &k.Specs[i]
		s.Topics = topics.of(s.Device.Written+" "+s.Attribute.Name, s.Value.Text, s.Source)
		s.Grade = stated(s.Grade)
	}
	for i := range k.Passages {
		passage := &k.Passages[i]
		passage.Topics = topics.of(strings.Join(passage.Source.Heading, " "), passage.Text, passage.Source)
		passage.Grade = stated(passage.Grade)
	}
	return Tagged{Knowledge: k}, nil
}

func stated(grade quarry.Grade) quarry.Grade {
	if grade.Source == quarry.DifficultyStated {
		return grade
	}
	return quarry.NoGrade()
}

// Weights of a keyword by where it stands, and how many topics an entry gets:
// further ones only when they are at least half as strong as the first.
const (
	titleWeight   = 3
	headingWeight = 2
	textWeight    = 1
	mostTopics    = 3
)

// topicIndex finds the topics whose keywords a text uses. A keyword counts
// once for each place, so that a long answer does not drown its title.
type topicIndex struct {
	byFirst map[string][]topicKeyword // by the keyword's first word
	order   map[quarry.TopicID]int
}

type topicKeyword struct {
	topic quarry.TopicID
	words []string
}

func newTopicIndex(lexicon *quarry.Lexicon) topicIndex {
	index := topicIndex{byFirst: map[string][]topicKeyword{}, order: make(map[quarry.TopicID]int)}
	for i, topic := range lexicon.Topics() {
		index.order[topic.ID] = i
		for _, keyword := range topic.Keywords {
			words := tokens(keyword)
			if len(words) > 0 {
				index.byFirst[words[0]] = append(index.byFirst[words[0]], topicKeyword{topic.ID, words})
			}
		}
	}
	return index
}

// tagger finds the topics of one document's entries. What a heading speaks for
// is found out once for all that stands under it.
type tagger struct {
	index    topicIndex
	headings map[string]map[quarry.TopicID]int
}

func (t tagger) of(title, text string, source quarry.Source) []quarry.TopicID {
	score := make(map[quarry.TopicID]int)
	t.index.count(score, title, titleWeight)
	for _, heading := range source.Heading {
		for topic, weight := range t.heading(heading) {
			score[topic] += weight
		}
	}
	t.index.count(score, text, textWeight)
	return t.index.best(score)
}

func (t tagger) heading(heading string) map[quarry.TopicID]int {
	score, known := t.headings[heading]
	if !known {
		score = make(map[quarry.TopicID]int)
		t.index.count(score, heading, headingWeight)
		t.headings[heading] = score
	}
	return score
}

func (x topicIndex) count(score map[quarry.TopicID]int, text string, weight int) {
	words := tokens(text)
	seen := map[*topicKeyword]bool{}
	for i, word := range words {
		candidates := x.byFirst[word]
		for c := range candidates {
			keyword := &candidates[c]
			if !seen[keyword] && hasPrefix(words[i:], keyword.words) {
				seen[keyword] = true
				score[keyword.topic] += weight * len(keyword.words)
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

// tokens splits a text into lower-case words; a plural "s" falls away, so that
// "tensor cores" is found by "tensor core".
func tokens(text string) []string {
	words := strings.Split(quarry.Slug(text), "-")
	for i, word := range words {
		if len(word) > 3 && strings.HasSuffix(word, "s") && !strings.HasSuffix(word, "ss") {
			words[i] = word[:len(word)-1]
		}
	}
	return words
}
