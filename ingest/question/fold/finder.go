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
	lexicon  *lexicon.Lexicon
	cues     lexicon.Cues
	phrases  *phrase.Reader
	grammar  grammar
	syntaxes []syntax
}

// New returns a finder that knows the lexicon's grade words.
func New(lexicon *lexicon.Lexicon) *Finder {
	return &Finder{
		lexicon: lexicon, cues: lexicon.Cues(), phrases: phrase.New(lexicon),
		grammar: newGrammar(), syntaxes: syntaxes(),
	}
}

// Format names the layout.
func (*Finder) Format() ingest.Format { return ingest.Format{Name: "fold", Version: 4} }

// Find returns the folds that ask. Those inside of one that was found belong to
// its answer.
func (f *Finder) Find(lines *ingest.Lines) []ingest.Found {
	all := f.foldsOf(lines.Text)
	if len(all) == 0 {
		return nil
	}
	s := &search{
		finder: f, lines: lines, folds: all,
		text:  lines.Cut(spanOf(0, len(lines.Bytes))),
		proof: evidence.NewVerifier(lines.Bytes, ingest.Hash(lines.Bytes)),
	}
	s.families = f.families(all)
	for i := range all {
		if one, ok := s.find(i); ok {
			s.found, s.behind = append(s.found, one), one.Lines.LineEnd
		}
	}
	return s.found
}

// search is the state of finding questions in one text.
type search struct {
	finder   *Finder
	lines    *ingest.Lines
	text     string
	folds    []fold
	families map[string]family
	found    []ingest.Found
	proof    *evidence.Verifier // tags that cross each other can make a title of what stands elsewhere
	behind   int                // the line on which the last one that was found ends
}

// find makes a question of a fold that asks.
func (s *search) find(i int) (ingest.Found, bool) {
	one := s.folds[i]
	if s.lines.LineOf(one.start) <= s.behind {
		return ingest.Found{}, false
	}
	asked, answer := s.asked(i)
	if asked == "" {
		return ingest.Found{}, false
	}
	span := s.lines.Span(one.start, one.end)
	if !s.standsFree(span) {
		return ingest.Found{}, false
	}
	q := s.finder.phrases.Asked(asked)
	q.Source.Span, q.Answer = span, s.answer(answer)
	if grade, ok := s.finder.lexicon.GradeOf(one.grade); ok {
		q.Grade = quarry.StatedGrade(grade)
	}
	found := ingest.Found{Question: q, Lines: quarry.LineRange{LineStart: span.LineStart, LineEnd: span.LineEnd}}
	return found, q.Text != "" && s.proof.Verify(q.Source, q.Claims()...).Verified
}

// longestCode is the longest line of tags beside a fold, in bytes.
const longestCode = 1 << 10

// standsFree reports whether all lines of a fold are free and no other words
// stand on them.
func (s *search) standsFree(span quarry.Span) bool {
	for n := span.LineStart; n <= span.LineEnd; n++ {
		if !s.lines.Free(n) {
			return false
		}
	}
	before := s.text[s.lines.LineStart(span.LineStart):span.ByteStart]
	behind := s.text[span.ByteEnd:s.lines.LineEnd(span.LineEnd)]
	return len(before)+len(behind) <= longestCode && !strings.ContainsFunc(text.WithoutTags(before+behind), unicode.IsLetter)
}

// answer returns a body without what hides it, without its label, and empty
// where it only keeps the place of one.
func (s *search) answer(body string) string {
	answer, _ := s.finder.phrases.CutAnswer(s.finder.Unwrap(body), false)
	if s.finder.phrases.IsPlaceholder(answer) {
		return ""
	}
	return answer
}

// Cues of folds: words of their titles, and of the names of elements and attributes.
const (
	answerNames        lexicon.Cue = "answer_names"
	aroundAnswers      lexicon.Cue = "around_answers"
	hintLabels         lexicon.Cue = "hint_labels"
	questionNames      lexicon.Cue = "question_names"
	rhetoricalOpenings lexicon.Cue = "rhetorical_openings"
	questionElements   lexicon.Cue = "question_elements"
	titleAttributes    lexicon.Cue = "title_attributes"
	answerAttributes   lexicon.Cue = "answer_attributes"
	gradeFields        lexicon.Cue = "grade_keys"
)
