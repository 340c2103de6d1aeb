package judged

import (
	"cmp"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/text"
)

// Unit is a unit of a document as people judged it: a sentence, an item, a list, a row, a keyed line,
// a definition, a formula, a quote or a question. A file says what it is about.
type Unit struct {
	LineStart int    `json:"line_start"`
	LineEnd   int    `json:"line_end"`
	Text      string `json:"text"`           // its beginning, without marks
	List      bool   `json:"list,omitempty"` // it is all entries of a list, of which few make a card alone

	Card    bool     `json:"card"` // whether it makes a good flashcard
	Why     string   `json:"why"`  // "ok" for a card, else what it is
	Subject string   `json:"subject"`
	Fronts  []string `json:"fronts"` // what a second reader accepted as its subject of what was proposed, the best first; nil where nobody did

	Kind    quarry.EntryKind `json:"kind"`    // "" of any
	Topics  []string         `json:"topics"`  // under which a learner would look for it, the most specific first
	Fitting []string         `json:"fitting"` // or all of these
	Best    []string         `json:"best"`    // with the best of them
	Also    []string         `json:"also"`    // what a second reader accepted of what was proposed
}

// ReadStatements reads a file of judged units that says of each whether it is a card. What is none
// is quarry.KindInvalid.
func ReadStatements(from io.Reader) ([]Unit, error) {
	all, err := Lines(from, func(u *Unit) error {
		if u.LineStart < 1 || u.LineEnd < u.LineStart || u.Why == "" || u.Card != (u.Subject != "") {
			return errors.New("needs line_start, line_end, why, and a subject if it is a card")
		}
		return nil
	})
	if err == nil && len(all) == 0 {
		err = quarry.Errorf(quarry.KindInvalid, "holds no judged statements")
	}
	return all, err
}

// Statements tells which of the judged statements of a document something is made of.
type Statements struct {
	all   []Unit
	words [][]string
}

// NewStatements returns what finds the judged statements of one document.
func NewStatements(all []Unit) *Statements {
	s := &Statements{all: all}
	for _, one := range all {
		s.words = append(s.words, beginning(one.Text))
	}
	return s
}

// shownOfStatement is how many characters of a statement a file holds.
const shownOfStatement = 80

// beginning returns the words of a statement's beginning, without one that may be cut.
func beginning(written string) []string {
	words := text.WordsPlain(written)
	if n := len(words); n > 1 && len([]rune(written)) >= shownOfStatement {
		return words[:n-1]
	}
	return words
}

// Of returns which statements, by their places, stand on some lines with these words, the best
// first: the one that has most of its words there, in their order; of these, of which the lines
// differ least; and of these the longest. A list stands for its entries, and a few words that stand
// among others for nothing.
func (s *Statements) Of(lines quarry.LineRange, written string) []int {
	const fewest = 0.8 // of its words
	words := text.WordsPlain(written)
	var all []int
	share := map[int]float64{}
	for i, one := range s.all {
		if one.LineEnd < lines.LineStart || one.LineStart > lines.LineEnd || len(s.words[i]) == 0 {
			continue
		}
		if of := float64(inOrder(s.words[i], words)) / float64(len(s.words[i])); of > fewest {
			all, share[i] = append(all, i), of
		}
	}
	differ := func(i int) int {
		return distance(s.all[i].LineStart, lines.LineStart) + distance(s.all[i].LineEnd, lines.LineEnd)
	}
	slices.SortStableFunc(all, func(a, b int) int {
		return cmp.Or(cmp.Compare(share[b], share[a]), differ(a)-differ(b), len(s.words[b])-len(s.words[a]))
	})
	if len(all) == 0 || s.all[all[0]].List {
		return all[:min(1, len(all))]
	}
	const few = 3
	return append(all[:1], slices.DeleteFunc(all[1:], func(i int) bool { return len(s.words[i]) <= few })...)
}

func distance(a, b int) int { return max(a-b, b-a) }

// inOrder returns how many of some words stand among others in their order.
func inOrder(words, among []string) int {
	count := 0
	for _, word := range words {
		if at := slices.Index(among, word); at >= 0 {
			count, among = count+1, among[at+1:]
		}
	}
	return count
}

// SameSubject returns how much of the words of two subjects are the same, from 0 to 1: those
// of both in those of either, in the singular.
func SameSubject(language *text.Language, a, b string) float64 {
	words := func(subject string) []string {
		all := text.WordsPlain(strings.TrimSpace(subject))
		for i, word := range all {
			all[i] = language.Singular(word)
		}
		slices.Sort(all)
		return slices.Compact(all)
	}
	of, other := words(a), words(b)
	both := 0
	for _, word := range of {
		if slices.Contains(other, word) {
			both++
		}
	}
	return float64(both) / float64(max(1, len(of)+len(other)-both))
}

// IsAbout reports whether a subject is the judged one of a card: of which half of the words are the same, or
// where a second reader chose among some, exactly that or one of those.
func (u *Unit) IsAbout(language *text.Language, subject string) bool {
	const same = 0.5
	if u.Fronts == nil {
		return SameSubject(language, u.Subject, subject) >= same
	}
	is := func(front string) bool { return SameSubject(language, front, subject) == 1 }
	return is(u.Subject) || slices.ContainsFunc(u.Fronts, is)
}

// StatementFigures count what was served of judged statements.
type StatementFigures struct {
	Statements int            `json:"statements"`
	Cards      int            `json:"cards"` // of them, that are worth one
	Served     int            `json:"served"`
	Right      int            `json:"right"`    // of these, that are made of a card
	Unjudged   int            `json:"unjudged"` // of these, that are of no judged statement
	Found      int            `json:"found"`    // cards that something was made of
	Subject    int            `json:"subject"`  // of the right ones, that are about the same
	Wrong      map[string]int `json:"wrong"`    // by what they are
}

// Add counts another document.
func (f *StatementFigures) Add(other StatementFigures) {
	f.Statements, f.Cards, f.Served = f.Statements+other.Statements, f.Cards+other.Cards, f.Served+other.Served
	f.Right, f.Unjudged, f.Found = f.Right+other.Right, f.Unjudged+other.Unjudged, f.Found+other.Found
	f.Subject += other.Subject
	if f.Wrong == nil {
		f.Wrong = map[string]int{}
	}
	for why, count := range other.Wrong {
		f.Wrong[why] += count
	}
}

// Precision is the share of what was served and judged that is worth a card; 0 of nothing.
func (f *StatementFigures) Precision() float64 { return shareOf(f.Right, f.Served-f.Unjudged) }

// Recall is the share of the cards that something was made of.
func (f *StatementFigures) Recall() float64 { return shareOf(f.Found, f.Cards) }

// SubjectShare is the share of the right ones that are about what was judged.
func (f *StatementFigures) SubjectShare() float64 { return shareOf(f.Subject, f.Right) }

func shareOf(part, whole int) float64 { return float64(part) / float64(max(1, whole)) }

// StatedFact is a served fact with the judged statement that it is made of.
type StatedFact struct {
	Fact        quarry.Fact
	Statement   *Unit // nil for none
	of          []int // all that it says
	SameSubject bool
}

// Measure holds the facts that were read of a document against its judged statements.
func (s *Statements) Measure(language *text.Language, content []byte, facts []quarry.Fact) (StatementFigures, []StatedFact) {
	figures := StatementFigures{Statements: len(s.all), Served: len(facts), Wrong: map[string]int{}}
	found := make([]bool, len(s.all))
	stated := make([]StatedFact, len(facts))
	for i, one := range facts {
		stated[i].Fact = one
		of := s.Of(quarry.LineRange{LineStart: one.Source.LineStart, LineEnd: one.Source.LineEnd}, string(content[one.Source.ByteStart:one.Source.ByteEnd]))
		if len(of) == 0 {
			figures.Unjudged++
			continue
		}
		stated[i].Statement, stated[i].of = s.Card(of), of
		if !stated[i].Statement.Card {
			figures.Wrong[stated[i].Statement.Why]++
			continue
		}
		figures.Right++
		for _, at := range of {
			found[at] = true
		}
		if stated[i].SameSubject = stated[i].Statement.IsAbout(language, one.Subject); stated[i].SameSubject {
			figures.Subject++
		}
	}
	for i, one := range s.all {
		if one.Card {
			figures.Cards++
			if found[i] {
				figures.Found++
			}
		}
	}
	return figures, stated
}

// Card returns the first card of some statements that are said together, or else the first of them.
func (s *Statements) Card(of []int) *Unit {
	return &s.all[of[max(0, slices.IndexFunc(of, func(i int) bool { return s.all[i].Card }))]]
}

// Missed returns the cards that none of some facts is made of.
func (s *Statements) Missed(stated []StatedFact) []Unit {
	var missed []Unit
	for i := range s.all {
		of := func(one StatedFact) bool { return slices.Contains(one.of, i) }
		if s.all[i].Card && !slices.ContainsFunc(stated, of) {
			missed = append(missed, s.all[i])
		}
	}
	return missed
}
