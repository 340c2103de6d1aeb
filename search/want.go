package search

import (
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/quarrykb/quarry"
)

// How well entries answer questions, beside how much they have in common with
// them. Fitted to questions to a small library in several subjects.
const (
	answeredWeight = 1.3  // of a question that somebody answered
	mentionWeight  = 0.8  // of a fact: it may but mention what a passage explains
	absentWeight   = 0.5  // of what names none of the devices that are asked about
	topicWeight    = 0.4  // of all of the question's topics
	toThePoint     = 0.5  // of what says of the subject what is asked for
	leadingWeight  = 0.7  // of what only leads up to something
	belowWeight    = 0.95 // of that, as what it leads up to
)

// want is what an answer to a question should be like.
type want struct {
	words   []string
	subject []string // of a question that asks what something is; nil otherwise
	titles  []string // words of titles under which the wanted is told
	devices []quarry.DeviceID
	names   DeviceNames
	topics  map[quarry.TopicID]float64 // as shares of 1: the fewer hits have one, the more it tells
}

// newWant reads what a question asks for, where these were found for it.
func (s *Searcher) newWant(q quarry.Question, hits []quarry.Hit) want {
	w := want{words: wordsIn(q.Text), names: s.devices, topics: weighTopics(q.Topics, hits)}
	if s.devices != nil {
		w.devices = distinct(s.devices.DevicesIn(q.Text))
	}
	for _, a := range aspects() {
		if a.asked(w.words) {
			w.titles = append(w.titles, a.titles...)
		}
	}
	if len(w.titles) == 0 && asksWhatIs(w.words) {
		w.titles = []string{"introduction", "overview", "definition", "basics", "summary"}
		w.subject = subjectOf(w.words)
	}
	return w
}

// weigh returns what a hit scores as an answer.
func (w *want) weigh(h quarry.Hit) float64 {
	score := h.Score
	if h.Kind == quarry.EntryQuestion {
		score *= answeredWeight
	}
	if h.Kind == quarry.EntryFact {
		score *= mentionWeight
	}
	if len(w.devices) > 0 && !w.speaksOf(h.Entry) {
		score *= absentWeight
	}
	shared := 0.0
	for _, topic := range h.Topics {
		shared += w.topics[topic]
	}
	score *= 1 + topicWeight*shared
	if w.defines(h.Text) || w.tells(h.Entry) {
		score += toThePoint
	}
	return score
}

// handOn lets what only leads up to something hand its place on to that: to what
// stands below its title.
func handOn(hits []quarry.Hit) {
	scores := make([]float64, len(hits))
	for i, hit := range hits {
		scores[i] = hit.Score
	}
	for i := range hits {
		if !leadsUp(hits[i]) {
			continue
		}
		hits[i].Score *= leadingWeight
		for j := range hits {
			if below(hits[j], hits[i]) {
				hits[j].Score = max(hits[j].Score, belowWeight*scores[i])
			}
		}
	}
}

// leadsUp reports whether an entry ends where the matter begins.
func leadsUp(h quarry.Hit) bool {
	return h.Kind == quarry.EntryPassage && strings.HasSuffix(strings.TrimRight(h.Text, "*_ \n"), ":")
}

// below reports whether an entry stands below the title of another one.
func below(h, other quarry.Hit) bool {
	above := other.Source.Heading
	return h.Source.DocumentID == other.Source.DocumentID && len(above) > 0 && len(h.Source.Heading) > len(above) &&
		slices.Equal(h.Source.Heading[:len(above)], above)
}

// weighTopics returns how much each of a question's topics tells.
func weighTopics(topics []quarry.TopicID, hits []quarry.Hit) map[quarry.TopicID]float64 {
	weights, sum := make(map[quarry.TopicID]float64, len(topics)), 0.0
	for _, topic := range topics {
		if topic == quarry.TopicOther {
			continue
		}
		with := 0
		for _, hit := range hits {
			if slices.Contains(hit.Topics, topic) {
				with++
			}
		}
		weights[topic] = math.Log(float64(len(hits)+1) / (float64(with) + 0.5))
		sum += weights[topic]
	}
	for topic := range weights {
		weights[topic] /= sum
	}
	return weights
}

// mostNamed is how much of a text is looked at for names.
const mostNamed = 4096

// speaksOf reports whether an entry, or a title above it, names one of the devices
// that are asked about.
func (w *want) speaksOf(e quarry.Entry) bool {
	text := strings.Join(append([]string{e.Title}, e.Source.Heading...), ". ") + ". " + e.Text[:backToRune(e.Text, min(len(e.Text), mostNamed))]
	return slices.ContainsFunc(w.names.DevicesIn(text), func(m quarry.DeviceMention) bool { return slices.Contains(w.devices, m.ID) })
}

// defines reports whether a text begins with what the question asks about.
func (w *want) defines(text string) bool {
	const reach, first = 200, 2
	words := slices.DeleteFunc(wordsIn(text[:backToRune(text, min(len(text), reach))]), isSmall)
	return slices.ContainsFunc(words[:min(first, len(words))], func(word string) bool { return slices.Contains(w.subject, word) })
}

// tells reports whether an entry stands under a title that is of the sort that is
// wanted, in a section whose own title the question names.
func (w *want) tells(e quarry.Entry) bool {
	wanted := func(word string) bool { return slices.Contains(w.titles, word) }
	if !slices.ContainsFunc(wordsIn(e.Title), wanted) {
		return false
	}
	above := e.Source.Heading
	if n := len(above); n > 0 && above[n-1] == e.Title {
		above = above[:n-1]
	}
	return slices.ContainsFunc(above, func(heading string) bool {
		heading, _, _ = strings.Cut(heading, ":")
		named := wordsIn(heading)
		return len(named) > 0 && contains(w.words, named)
	})
}

// aspect is something that questions ask of a subject.
type aspect struct {
	words  []string // of a question that asks for it
	titles []string
}

func aspects() []aspect {
	good := []string{"benefit", "benefits", "advantage", "advantages", "pros", "strengths"}
	bad := []string{"limitation", "limitations", "drawback", "drawbacks", "disadvantage", "disadvantages", "cons", "weaknesses"}
	return []aspect{
		{good, good},
		{bad, bad},
		{[]string{"tradeoffs", "trade"}, slices.Concat(good, bad)},
		{[]string{"work", "works"}, []string{"works", "mechanism", "principle"}},
	}
}

func (a aspect) asked(words []string) bool {
	return slices.ContainsFunc(words, func(word string) bool { return slices.Contains(a.words, word) })
}

// asksWhatIs reports whether a question asks what something is.
func asksWhatIs(words []string) bool {
	for _, beginning := range [][]string{{"what", "is"}, {"what", "are"}, {"explain", "what"}, {"define"}, {"explain", "the", "concept"}} {
		if len(words) >= len(beginning) && slices.Equal(words[:len(beginning)], beginning) {
			return true
		}
	}
	return false
}

// mostSubject is of how many words the name of a thing is.
const mostSubject = 4

// subjectOf returns the words of what a question asks about, nil where that is more
// than the name of one thing.
func subjectOf(words []string) []string {
	subject := slices.DeleteFunc(slices.Clone(words), func(word string) bool {
		return isSmall(word) || slices.Contains(instructions(), word)
	})
	if len(subject) > mostSubject {
		return nil
	}
	return subject
}

func isSmall(word string) bool {
	switch word {
	case "a", "an", "the", "what", "is", "are", "of", "in", "and", "or", "to", "for":
		return true
	}
	return false
}

// wordsIn returns a text's words in lower case.
func wordsIn(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) })
}

// contains reports whether words hold others in a row.
func contains(words, row []string) bool {
	for i := range len(words) - len(row) + 1 {
		if slices.Equal(words[i:i+len(row)], row) {
			return true
		}
	}
	return false
}
