package fold

import (
	"strings"
	"unicode"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/question/phrase"
	"github.com/quarrykb/quarry/internal/evidence"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/text"
)

// Finder finds the folds whose title asks.
type Finder struct {
	cues     lexicon.Cues
	phrases  *phrase.Reader
	grammar  grammar
	syntaxes []syntax
}

// New returns a finder that knows the lexicon's words.
func New(lexicon *lexicon.Lexicon) *Finder {
	return &Finder{cues: lexicon.Cues(), phrases: phrase.New(lexicon), grammar: newGrammar(), syntaxes: syntaxes()}
}

// Format names the layout.
func (*Finder) Format() ingest.Format { return ingest.Format{Name: "fold", Version: 6} }

// Find returns the folds that ask. Those inside of one that was found belong to its answer.
func (f *Finder) Find(lines *ingest.Lines) []ingest.Found {
	folds := f.foldsOf(lines.Text)
	if len(folds) == 0 {
		return nil
	}
	var found []ingest.Found
	regular := f.regularKinds(folds)
	// tags that cross each other can make a title of what stands elsewhere
	proof := evidence.NewVerifier(lines.Bytes, ingest.Hash(lines.Bytes))
	behind := 0 // the line on which the last one ends
	for _, one := range folds {
		span := lines.Span(one.start, one.end)
		if f.senseOf(one.title) == ofNothing && f.cues["question_elements"].HasAny(strings.Fields(one.kind)...) { // "Exercise 3"
			one.title, one.body, _ = strings.Cut(one.body, "\n")
		}
		if span.LineStart <= behind || f.senseOf(one.title) != ofItself || !standsFree(lines, span) {
			continue
		}
		q := f.phrases.Asked(one.title)
		bare, _, _ := strings.Cut(one.title, " (")
		if !f.phrases.EndsAsking(q.Text) && (one.body == "" || !regular[one.kind] || f.phrases.IsStockTitle(bare)) {
			continue // where others of its kind ask, a title may state what is asked
		}
		q.Source.Span = span
		if answer, _ := f.phrases.CutAnswer(f.Unwrap(one.body), false); !f.phrases.IsPlaceholder(answer) {
			q.Answer = answer
		}
		if q.Text != "" && proof.Verify(q.Source, q.Claims()...).Verified {
			behind = span.LineEnd
			found = append(found, ingest.Found{Question: q, Lines: quarry.LineRange{LineStart: span.LineStart, LineEnd: behind}})
		}
	}
	return found
}

// longestCode is the longest line of tags beside a fold, in bytes.
const longestCode = 1 << 10

// standsFree reports whether all lines of a fold are free and no other words stand on them.
func standsFree(lines *ingest.Lines, span quarry.Span) bool {
	for n := span.LineStart; n <= span.LineEnd; n++ {
		if !lines.Free(n) {
			return false
		}
	}
	before := lines.Bytes[lines.LineStart(span.LineStart):span.ByteStart]
	behind := lines.Bytes[span.ByteEnd:lines.LineEnd(span.LineEnd)]
	if len(before)+len(behind) > longestCode {
		return false
	}
	return !strings.ContainsFunc(text.WithoutTags(string(before)+string(behind)), unicode.IsLetter)
}

// What makes the folds of a kind regular, so that a title in one asks which only states something.
const (
	fewestAsking = 2
	shareAsking  = 0.6
)

// regularKinds returns the kinds of folds whose titles mostly ask, by their mark or their words.
func (f *Finder) regularKinds(folds []fold) map[string]bool {
	titles, asking := map[string]float64{}, map[string]float64{}
	for _, one := range folds {
		sense := f.senseOf(one.title)
		if sense == ofItself || sense == rhetorical {
			titles[one.kind]++
		}
		if sense == ofItself && f.phrases.IsQuestion(one.title) {
			asking[one.kind]++
		}
	}
	regular := map[string]bool{}
	for kind, count := range asking {
		regular[kind] = count >= fewestAsking && count >= shareAsking*titles[kind]
	}
	return regular
}

// Hiding returns the lines that open a fold which only hides an answer, and the last line of each:
// details with a summary like "Show the answer", or an admonition, a container or a callout with
// such a title.
func (f *Finder) Hiding(lines *ingest.Text) map[int]int {
	hiding := map[int]int{}
	for _, one := range f.foldsOf(lines) {
		if n := lines.LineOf(one.start); f.hides(one) && one.start == lines.LineStart(n) {
			hiding[n] = lines.LineOf(one.end - 1)
		}
	}
	return hiding
}
