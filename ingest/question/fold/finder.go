package fold

import (
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/question/phrase"
	"github.com/quarrykb/quarry/internal/evidence"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// Finder finds the folds whose title asks.
type Finder struct {
	lexicon *lexicon.Lexicon
	cues    lexicon.Cues
	phrases *phrase.Reader
}

// New returns a finder that knows the lexicon's grade words.
func New(lexicon *lexicon.Lexicon) *Finder {
	return &Finder{lexicon: lexicon, cues: lexicon.Cues(), phrases: phrase.New(lexicon)}
}

// Format names the layout.
func (*Finder) Format() ingest.Format { return ingest.Format{Name: "fold", Version: 1} }

// Find returns the folds that ask. Those inside of one that was found belong to
// its answer.
func (f *Finder) Find(lines *ingest.Lines) []ingest.Found {
	all := f.foldsOf(lines.Text)
	if len(all) == 0 {
		return nil
	}
	s := &search{
		finder: f, lines: lines, folds: all, labels: f.phrases.LabelsOf(lines.Each()),
		text:  lines.Cut(spanOf(0, len(lines.Bytes))),
		proof: evidence.NewVerifier(lines.Bytes, ingest.Hash(lines.Bytes)),
	}
	s.headings = headingsOf(lines.Text, lines.Fences())
	s.weigh()
	for i := range all {
		if one, ok := s.find(i); ok {
			s.keep(one)
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
	labels   phrase.Labels
	families map[string]*family
	found    []ingest.Found
	headings []int              // offsets
	proof    *evidence.Verifier // tags that cross each other can make a title of what stands elsewhere
	behind   int                // where the last one that was found ends
}

// find makes a question of a fold that asks.
func (s *search) find(i int) (ingest.Found, bool) {
	one := s.folds[i]
	if one.start < s.behind {
		return ingest.Found{}, false
	}
	asked, answer := "", one.body
	switch s.judge(i) {
	case asksInTitle:
		asked = one.title
	case asksInBody:
		asked, answer = s.problem(one.body)
	case asksNothing:
	}
	if asked == "" || !s.isFree(s.lines.Span(one.start, one.end)) || s.isGroup(i) || s.isAside(i) {
		return ingest.Found{}, false
	}
	end := one.end
	if strings.TrimSpace(answer) == "" {
		if next := s.follower(i); next >= 0 {
			answer, end = s.folds[next].body, s.folds[next].end
		}
	}
	span := s.lines.Span(one.start, end)
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

// keep adds what was found, together with the tags around it that group folds.
func (s *search) keep(found ingest.Found) {
	span := found.Question.Source.Span
	after := 0
	if n := len(s.found); n > 0 {
		after = s.found[n-1].Lines.LineEnd
	}
	for _, n := range s.around(span.LineStart, -1, after) {
		found.Lines.LineStart = n
		found.Marks = append(found.Marks, ingest.Structure(n, n, "markup"))
	}
	for _, n := range s.around(span.LineEnd, 1, s.lines.Lines()+1) {
		found.Lines.LineEnd = n
		found.Marks = append(found.Marks, ingest.Structure(n, n, "markup"))
	}
	s.found = append(s.found, found)
	s.behind = s.lines.LineEnd(found.Lines.LineEnd)
}

// mostGroups is how many lines of tags are taken before a fold, or behind it.
const mostGroups = 4

// around returns the lines next to one, before a limit, that hold nothing but
// the tags that open a group, or that close one.
func (s *search) around(line, step, limit int) []int {
	var groups []int
	for n := line + step; n != limit && s.lines.Free(n) && len(groups) < mostGroups; n += step {
		switch {
		case s.lines.Blank(n):
		case isGrouping(strings.TrimSpace(s.lines.Line(n)), step > 0):
			groups = append(groups, n)
		default:
			return groups
		}
	}
	return groups
}

// isGrouping reports whether a line is nothing but tags that open elements, or
// that close them.
func isGrouping(line string, closing bool) bool { //nolint:revive // the two are one thing, seen from its two ends
	for line != "" {
		if len(line) > longestCode || line[0] != '<' {
			return false
		}
		t, length := readTag(line)
		if t.name == "" || t.closing != closing || t.alone || t.is("img") || t.is("br") || t.is("hr") || t.is("details") {
			return false
		}
		line = strings.TrimSpace(line[length:])
	}
	return true
}

// isFree reports whether all lines of a span are free.
func (s *search) isFree(span quarry.Span) bool {
	for n := span.LineStart; n <= span.LineEnd; n++ {
		if !s.lines.Free(n) {
			return false
		}
	}
	return true
}

// standsFree reports whether all lines of a fold are free and nothing else
// stands on them.
func (s *search) standsFree(span quarry.Span) bool {
	before := s.text[s.lines.LineStart(span.LineStart):span.ByteStart]
	behind := s.text[span.ByteEnd:s.lines.LineEnd(span.LineEnd)]
	if !s.isFree(span) || len(before)+len(behind) > longestCode {
		return false
	}
	return strings.Trim(withoutTags(before), " \t-*+>0123456789.)\ufeff") == "" && isOnlyTags(behind)
}

// answer returns a body without what hides it, without its label, and empty
// where it only keeps the place of one.
func (s *search) answer(body string) string {
	answer, _ := s.labels.CutAnswer(s.finder.Unwrap(body))
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
	contentsTitles     lexicon.Cue = "contents_titles"
	titleElements      lexicon.Cue = "title_elements"
	bodyElements       lexicon.Cue = "body_elements"
	questionElements   lexicon.Cue = "question_elements"
	questionAttributes lexicon.Cue = "question_attributes"
	titleAttributes    lexicon.Cue = "title_attributes"
	answerAttributes   lexicon.Cue = "answer_attributes"
	gradeFields        lexicon.Cue = "grade_keys"
)
