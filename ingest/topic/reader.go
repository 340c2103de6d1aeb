package topic

import (
	"fmt"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/fit"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/noun"
	"github.com/quarrykb/quarry/internal/quantity"
	"github.com/quarrykb/quarry/internal/text"
)

// Entry is what topics are told from.
type Entry struct {
	Kind      quarry.EntryKind
	Title     string // what asks, or what it is about
	Text      string
	Heading   []string
	Attribute quarry.AttributeID // of a spec
}

// Reader tells topics. It is never changed, and may be used by several goroutines.
type Reader struct {
	lexicon     *lexicon.Lexicon
	language    *text.Language
	stems       *text.Stemmer // of one document
	nouns       *noun.Reader
	rarity      text.Rarity
	subjects    []subject
	keywords    index
	begins      map[string]bool // the words that keywords begin with
	ofAttribute map[quarry.AttributeID][]int
	stops       map[string]bool
	stock       map[string]bool // titles that documents of any kind have
	asking      map[string]bool // words of titles that promise questions
	clauses     map[string]bool // words of headings that are clauses
	vague       map[string]bool // words that name nothing by themselves
	numerals    quantity.Numerals
	joins       map[string]bool // words that join parts of a heading
	says        func(c Case) float64
	first       float64
	others      float64
}

// New returns a reader of a lexicon's topics.
func New(lexicon *lexicon.Lexicon) *Reader {
	cues, english := lexicon.Cues(), lexicon.CuesIn("en")
	known, brought := fit.Embedded(knownData), fit.Embedded(broughtData)
	r := &Reader{
		lexicon: lexicon, language: lexicon.Language("en"), nouns: noun.New(lexicon), keywords: index{}, begins: map[string]bool{},
		ofAttribute: map[quarry.AttributeID][]int{}, stock: text.SetOf(cues["stock_titles"].List()),
		asking: text.SetOf(cues["question_title_words"].List()), joins: text.SetOf(cues["joins_parts"].List()), stops: stopsOf(english),
		clauses: text.SetOf(english["words_of_clauses"].List()), vague: vagueOf(english), numerals: lexicon.Numerals("en"),
		rarity: text.NewRarity(), first: FirstFits, others: OthersFit,
	}
	r.says = func(c Case) float64 {
		if c.Known {
			return known.Probability(c.Features)
		}
		return brought.Probability(c.Features)
	}
	r.readTopics(lexicon)
	return r
}

// of returns a reader for one document of some entries, by the small words of its language.
func (r *Reader) of(entries []Entry) *Reader {
	own := *r
	own.stems = r.language.Stemmer(nil) // one for each goroutine
	var shown strings.Builder
	for i := range entries {
		if shown.Len() < text.LanguageShown {
			shown.WriteString(entries[i].Title + " " + entries[i].Text + "\n")
		}
	}
	if code := r.lexicon.LanguageOf(shown.String()); code != "en" {
		cues := r.lexicon.CuesIn(code)
		own.stops, own.vague, own.clauses = stopsOf(cues), vagueOf(cues), text.SetOf(cues["words_of_clauses"].List())
	}
	return &own
}

// Case is what the model is told of a candidate for an entry.
type Case struct {
	Entry    int // its place
	Topic    quarry.Topic
	Known    bool // it is the lexicon's
	Features []float64
}

// Cases returns the candidates of a document's entries.
func (r *Reader) Cases(title string, entries []Entry) []Case {
	p := r.look(title, entries)
	var all []Case
	for i := range p.entries {
		for _, c := range p.candidates(i) {
			all = append(all, p.caseOf(i, c))
		}
	}
	return all
}

func (p *paper) caseOf(i int, c candidate) Case {
	return Case{Entry: i, Topic: p.subjects[c.at].Topic, Known: p.subjects[c.at].known, Features: c.features}
}

// CaseKey names a case among those of its document.
func CaseKey(c Case) string { return fmt.Sprint(c.Entry, " ", c.Topic.ID) }

// With returns a reader that asks another than the model, and chooses by other thresholds.
func (r *Reader) With(says func(c Case) float64, first, others float64) *Reader {
	other := *r
	other.says, other.first, other.others = says, first, others
	return &other
}
