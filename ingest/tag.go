package ingest

import (
	"context"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/text"
)

// Tagged is a document that is ready to be saved.
type Tagged struct {
	Knowledge quarry.Knowledge
}

// tag gives every entry its topics, and a grade of its own where its source
// states none: until one is estimated, it is not known. Questions get the key of
// what they ask.
func (p *Pipeline) tag(ctx context.Context, n Normalised) (Tagged, error) {
	k := n.Knowledge
	for i := range k.Questions {
		if err := ctx.Err(); err != nil {
			return Tagged{}, err
		}
		q := &k.Questions[i]
		q.Grade, q.Asks = stated(q.Grade), p.keys.Key(*q)
	}
	for i := range k.Facts {
		k.Facts[i].Grade = stated(k.Facts[i].Grade)
	}
	for i := range k.Specs {
		k.Specs[i].Grade = stated(k.Specs[i].Grade)
	}
	for i := range k.Passages {
		k.Passages[i].Grade = stated(k.Passages[i].Grade)
	}
	p.topics.tag(k.Document.Title, subjectsOf(k))
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

func (s *topicScore) add(other topicScore) {
	addTo(&s.keywords, other.keywords)
	addTo(&s.everyday, other.everyday)
	s.ofField = s.ofField || other.ofField
}

func addTo(score *map[quarry.TopicID]int, other map[quarry.TopicID]int) {
	if *score == nil && len(other) > 0 {
		*score = make(map[quarry.TopicID]int, len(other))
	}
	for topic, weight := range other {
		(*score)[topic] += weight
	}
}

// tag gives the entries of a document their topics. An everyday word speaks for one
// only where the entry itself, its headings or the whole document are of the
// lexicon's field: "performance" is a matter of law, too.
func (x topicIndex) tag(title string, entries []topicSubject) {
	// What stands under a heading has it in common: it is looked at once.
	ofHeading := memo(func(heading string) topicScore { return x.count(heading, headingWeight) })
	namesDevice := memo(func(text string) bool { return len(x.lexicon.DevicesIn(text)) > 0 })
	scores, ofField := make([]topicScore, len(entries)), 0
	for i, entry := range entries {
		scores[i].add(x.count(entry.title, titleWeight))
		for _, heading := range entry.heading {
			scores[i].add(ofHeading(heading))
		}
		scores[i].add(x.count(entry.text, textWeight))
		if scores[i].ofField {
			ofField++
		}
	}
	all := x.count(title, titleWeight).ofField || fieldShare*ofField >= len(entries)
	for i, entry := range entries {
		score, ofField := scores[i], all || scores[i].ofField
		if !ofField && len(score.everyday) > 0 {
			ofField = slices.ContainsFunc(append(slices.Clone(entry.heading), entry.title, entry.text), namesDevice)
		}
		if ofField {
			addTo(&score.keywords, score.everyday)
		}
		*entry.topics = x.best(score.keywords)
	}
}

// memo returns a function that works everything out once.
func memo[V any](f func(string) V) func(string) V {
	known := map[string]V{}
	return func(of string) V {
		value, ok := known[of]
		if !ok {
			value = f(of)
			known[of] = value
		}
		return value
	}
}

// count returns what the words of a text speak for, each by a weight.
func (x topicIndex) count(text string, weight int) topicScore {
	var score topicScore
	words := wordsOf(text)
	singular := x.singulars(words)
	seen := map[*topicKeyword]bool{}
	for i, word := range singular {
		candidates := x.byFirst[word]
		for c := range candidates {
			keyword := &candidates[c]
			if seen[keyword] || !hasPrefix(singular[i:], keyword.words) || !hasPrefix(words[i:], keyword.name) {
				continue
			}
			seen[keyword] = true
			score.ofField = score.ofField || !keyword.everyday
			own := map[quarry.TopicID]int{keyword.topic: weight * len(keyword.words)} //nolint:exhaustive // those that are named
			switch {
			case keyword.topic == "":
			case keyword.everyday:
				addTo(&score.everyday, own)
			default:
				addTo(&score.keywords, own)
			}
		}
	}
	return score
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

// tokens returns a keyword's words in the singular, so that "tensor cores" is found by
// "tensor core".
func (x topicIndex) tokens(keyword string) []string {
	words := wordsOf(keyword)
	for i, word := range words {
		words[i] = x.language.Singular(word)
	}
	return words
}

// singulars returns words of a text in the singular. Several of what a code names are
// written with an "s", too ("H100s"), unless that is another code ("L40S").
func (x topicIndex) singulars(words []string) []string {
	all := make([]string, len(words))
	for i, word := range words {
		all[i] = x.language.Singular(word)
		base, many := strings.CutSuffix(word, "s")
		if many && base != "" && text.IsDigit(base[len(base)-1]) && x.byFirst[word] == nil {
			all[i] = base
		}
	}
	return all
}
