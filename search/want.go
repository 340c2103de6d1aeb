package search

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/text"
)

// How well entries answer questions, beside how much they have in common with
// them. Fitted to questions to a small library in several subjects.
const (
	answeredWeight = 1.3 // of a question with an answer
	mentionWeight  = 0.8 // of a fact: it may but mention what a passage explains
	absentWeight   = 0.5 // of what names none of the devices that are asked about
	toThePoint     = 0.5 // of what says of the subject what is asked for
)

// mostSubject is of how many words the name of a thing is.
const mostSubject = 4

// want is what an answer to a question should be like.
type want struct {
	words   []string
	subject []string // of a question that asks what something is; nil otherwise
	titles  []string // words of titles under which the wanted is told
	devices []quarry.DeviceID
	fillers map[string]bool
	names   DeviceNames
}

// newWant reads what a question asks for.
func (s *Searcher) newWant(q quarry.Question) want {
	w := want{words: text.Words(q.Text), fillers: s.asking.fillers, names: s.setup.Devices}
	if s.setup.Devices != nil {
		w.devices = distinct(s.setup.Devices.DevicesIn(q.Text))
	}
	for _, aspect := range s.asking.aspects {
		if len(aspect.In(w.words)) > 0 {
			w.titles = append(w.titles, aspect.Titles...)
		}
	}
	if len(w.titles) == 0 && s.asking.asksWhatIs(w.words) {
		w.titles, w.subject = s.asking.explaining, slices.DeleteFunc(slices.Clone(w.words), func(word string) bool {
			return s.asking.fillers[word] || s.asking.instructions[word]
		})
		if len(w.subject) > mostSubject {
			w.subject = nil
		}
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
	if w.defines(h.Entry) || w.tells(h.Entry) {
		score += toThePoint
	}
	return score
}

// mostNamed is how much of a text is looked at for names.
const mostNamed = 4096

// speaksOf reports whether an entry, or a title above it, names one of the devices
// that are asked about.
func (w *want) speaksOf(e quarry.Entry) bool {
	named := strings.Join(append([]string{e.Title}, e.Source.Heading...), ". ") + ". " + text.Clip(e.Text, mostNamed)
	return slices.ContainsFunc(w.names.DevicesIn(named), func(m quarry.DeviceMention) bool { return slices.Contains(w.devices, m.ID) })
}

// defines reports whether an entry begins with what the question asks about: all of
// its words, or some where a title above has the others.
func (w *want) defines(e quarry.Entry) bool {
	const reach = 200
	said := slices.DeleteFunc(text.Words(text.Clip(e.Text, reach)), func(word string) bool { return w.fillers[word] })
	said = said[:min(len(w.subject)+1, len(said))]
	rest := slices.DeleteFunc(slices.Clone(w.subject), func(word string) bool { return holds(said, word) })
	if len(rest) == len(w.subject) {
		return false
	}
	titles := text.Words(strings.Join(append([]string{e.Title}, e.Source.Heading...), " "))
	return !slices.ContainsFunc(rest, func(word string) bool { return !holds(titles, word) })
}

// holds reports whether words have one of them, in the singular or the plural.
func holds(words []string, word string) bool {
	return slices.ContainsFunc(words, func(other string) bool { return strings.TrimSuffix(other, "s") == strings.TrimSuffix(word, "s") })
}

// tells reports whether an entry stands under a title that is of the sort that is
// wanted, in a section whose own title the question names.
func (w *want) tells(e quarry.Entry) bool {
	wanted := func(word string) bool { return slices.Contains(w.titles, word) }
	if !slices.ContainsFunc(text.Words(e.Title), wanted) {
		return false
	}
	return slices.ContainsFunc(TitlesAbove(e), func(heading string) bool {
		heading, _, _ = strings.Cut(heading, ":")
		named := text.Words(heading)
		return len(named) > 0 && contains(w.words, named)
	})
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

// Asking knows the words by which people ask, in lower case.
type Asking interface {
	Asking() lexicon.AskingWords
	Aspects() []lexicon.Aspect
}

// askingWords are words by which people ask, for look-ups.
type askingWords struct {
	instructions map[string]bool // what tells the reader what to do, and what stands before a subject
	fillers      map[string]bool
	definitions  [][]string // beginnings of questions that ask what something is
	explaining   []string   // words of titles under which that is told
	aspects      []lexicon.Aspect
}

// newAskingWords reads what a lexicon knows; nil knows nothing.
func newAskingWords(known Asking) askingWords {
	if known == nil {
		return askingWords{}
	}
	words := known.Asking()
	read := askingWords{
		instructions: text.SetOf(words.Instructions, words.Placeholders), fillers: text.SetOf(words.Fillers),
		explaining: words.Explaining, aspects: known.Aspects(),
	}
	for _, beginning := range words.Definitions {
		read.definitions = append(read.definitions, text.Words(beginning))
	}
	return read
}

// asksWhatIs reports whether a question asks what something is.
func (a askingWords) asksWhatIs(words []string) bool {
	return slices.ContainsFunc(a.definitions, func(beginning []string) bool {
		return len(words) >= len(beginning) && slices.Equal(words[:len(beginning)], beginning)
	})
}
