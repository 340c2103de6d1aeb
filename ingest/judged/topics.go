package judged

import (
	"io"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/text"
)

// ReadTopics reads a file of judged units that says under which topics they belong. Those without are
// left out: nobody said which fit. What is none is quarry.KindInvalid.
func ReadTopics(from io.Reader) ([]Unit, error) {
	all, err := Lines(from, func(u *Unit) error {
		if len(u.Fitting) == 0 {
			u.Fitting, u.Best = u.Topics, u.Topics[:min(1, len(u.Topics))]
		}
		u.Fitting = append(u.Fitting, u.Also...)
		return nil
	})
	return slices.DeleteFunc(all, func(u Unit) bool { return len(u.Fitting) == 0 }), err
}

// TopicEntry is an entry as it is held against judged units.
type TopicEntry struct {
	Kind      quarry.EntryKind
	LineStart int
	LineEnd   int
	Words     string // all that it says
	Value     string // of a spec
	Topics    []quarry.TopicID
}

// TopicEntries returns the questions, facts and specs of a document, in this order: passages
// say once more what these do.
func TopicEntries(k quarry.Knowledge) []TopicEntry {
	var all []TopicEntry
	add := func(kind quarry.EntryKind, s quarry.Source, words, value string, topics []quarry.TopicID) {
		all = append(all, TopicEntry{kind, s.LineStart, s.LineEnd, words, value, topics})
	}
	for _, q := range k.Questions {
		add(quarry.EntryQuestion, q.Source, q.Text+" "+q.Answer, "", q.Topics)
	}
	for _, f := range k.Facts {
		add(quarry.EntryFact, f.Source, f.Subject+" "+f.Statement, "", f.Topics)
	}
	for _, s := range k.Specs {
		add(quarry.EntrySpec, s.Source, "", s.Value.Text, s.Topics)
	}
	return all
}

// TopicJudge tells whether topics fit.
type TopicJudge struct {
	lexicon *lexicon.Lexicon
	names   map[quarry.TopicID]quarry.Topic // that the document brought
}

// NewTopicJudge returns a judge of the topics of one document.
func NewTopicJudge(lexicon *lexicon.Lexicon, brought []quarry.Topic) *TopicJudge {
	j := &TopicJudge{lexicon: lexicon, names: map[quarry.TopicID]quarry.Topic{}}
	for _, topic := range brought {
		j.names[topic.ID] = topic
	}
	return j
}

// Of returns the judge of another document.
func (j *TopicJudge) Of(brought []quarry.Topic) *TopicJudge { return NewTopicJudge(j.lexicon, brought) }

// sharedWords is the share of a unit's words that an entry has which says it.
const sharedWords = 0.6

// Unit returns what was judged of an entry: all units that it says together.
func (j *TopicJudge) Unit(e TopicEntry, units []Unit) (Unit, bool) {
	var said []Unit
	has := text.SetOf(text.WordsPlain(e.Words))
	for _, u := range units {
		if u.LineEnd < e.LineStart || u.LineStart > max(e.LineStart, e.LineEnd) || u.Kind != "" && u.Kind != e.Kind {
			continue
		}
		words := text.WordsPlain(u.Text)
		shared := 0
		for _, word := range words {
			if has[word] {
				shared++
			}
		}
		if e.Kind == quarry.EntrySpec || float64(shared) >= sharedWords*float64(len(words)) {
			said = append(said, u)
		}
	}
	if e.Kind == quarry.EntrySpec && len(said) > 1 { // several sentences on a line: the one that has the number
		said = slices.DeleteFunc(said, func(u Unit) bool { return !strings.Contains(u.Text, e.Value) })
	}
	if len(said) == 0 {
		return Unit{}, false
	}
	all := Unit{Kind: e.Kind, Text: said[0].Text, LineStart: said[0].LineStart, LineEnd: said[len(said)-1].LineEnd}
	for _, u := range said {
		all.Fitting, all.Best = append(all.Fitting, u.Fitting...), append(all.Best, u.Best...)
	}
	return all, true
}

// Fits reports whether a topic is one of some names. A topic of the lexicon is told by its
// id, and stands above those that are its children; of any other the words are those of a name,
// or one's are among the other's.
func (j *TopicJudge) Fits(id quarry.TopicID, names []string) bool {
	own := string(id)
	if topic, brought := j.names[id]; brought {
		own = topic.Name
	}
	return slices.ContainsFunc(names, func(name string) bool {
		judged, known := j.lexicon.Topic(quarry.TopicID(name))
		if known && (judged.ID == id || judged.Parent == id) {
			return true
		}
		if topic, known := j.lexicon.Topic(id); known {
			own = topic.Name
		}
		a, b := j.words(own), j.words(name)
		return within(a, b) || within(b, a)
	})
}

func (j *TopicJudge) words(name string) []string {
	words := text.WordsPlain(name)
	for i, word := range words {
		words[i] = j.lexicon.Language("en").Singular(word)
	}
	return words
}

func within(part, all []string) bool {
	for _, word := range part {
		if !slices.Contains(all, word) {
			return false
		}
	}
	return len(part) > 0
}

// TopicFigures counts what became of the topics of judged entries.
type TopicFigures struct {
	Entries   int      `json:"entries"` // that were judged
	Assigned  int      `json:"assigned"`
	Fitting   int      `json:"fitting"` // of the assigned
	Helped    int      `json:"helped"`  // entries with one that fits
	BestFound int      `json:"best_found"`
	Precision *float64 `json:"precision"` // share of the assigned that fit; nil where none is
	Coverage  *float64 `json:"coverage"`  // share of the entries with one that fits; nil where none was judged
	BestHit   *float64 `json:"best_hit"`  // share of the entries that have the best
	Mean      *float64 `json:"mean"`      // topics of an entry
}

// Count adds a judged entry.
func (f *TopicFigures) Count(j *TopicJudge, topics []quarry.TopicID, unit Unit) {
	f.Entries++
	helped, best := false, false
	for _, id := range topics {
		f.Assigned++
		if j.Fits(id, unit.Fitting) {
			f.Fitting++
			helped = true
		}
		best = best || j.Fits(id, unit.Best)
	}
	if helped {
		f.Helped++
	}
	if best {
		f.BestFound++
	}
	f.settle()
}

// Add adds the figures of another document.
func (f *TopicFigures) Add(other TopicFigures) {
	f.Entries, f.Assigned, f.Fitting = f.Entries+other.Entries, f.Assigned+other.Assigned, f.Fitting+other.Fitting
	f.Helped, f.BestFound = f.Helped+other.Helped, f.BestFound+other.BestFound
	f.settle()
}

func (f *TopicFigures) settle() {
	f.Precision, f.Coverage = share(f.Fitting, f.Assigned), share(f.Helped, f.Entries)
	f.BestHit, f.Mean = share(f.BestFound, f.Entries), share(f.Assigned, f.Entries)
}
