package gradedpage

import (
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/phrase"
)

// reader is the state of a walk over one page.
type reader struct {
	parser *Parser
	text   *ingest.Text
	found  ingest.Extraction

	section  string
	open     *quarry.Question // the question whose answer is being read
	asked    int              // its line
	answered int              // the last line of its answer so far; 0 while there is none
	prose    block            // paragraphs outside of any answer; first is 0 while there are none
}

func (r *reader) read(b block) {
	switch {
	case r.parser.isQuestion(r.text, b):
		r.closeQuestion()
		r.closePassage()
		q := r.parser.question(r.text, b, r.titles())
		r.open, r.asked, r.answered = &q, b.first, 0
	case phrase.Furniture(r.text.Line(b.first)) != "":
		r.furniture(b)
	case r.isTitle(b):
		r.title(b)
	case r.open != nil:
		r.answered = b.last
	default:
		r.addProse(b)
	}
}

// furniture marks the block's lines one by one: the page's foot may stand
// right below its last words.
func (r *reader) furniture(b block) {
	r.closeQuestion()
	for n := b.first; n <= b.last; n++ {
		if rule := phrase.Furniture(r.text.Line(n)); rule != "" {
			r.found.Marks = append(r.found.Marks, ingest.Furniture(n, n, rule))
			continue
		}
		r.addProse(block{n, n})
	}
}

// isTitle reports whether a block is a section's title. The first block behind
// a question is always its answer, however short.
func (r *reader) isTitle(b block) bool {
	if !b.single() || (r.open != nil && r.answered == 0) {
		return false
	}
	line := strings.TrimRight(r.text.Line(b.first), " \t")
	return phrase.IsTitle(strings.TrimSuffix(line, ".")) && r.atEdge(line)
}

// atEdge refuses lines that end like a sentence once the page's own title was
// seen: only that one carries a full stop.
func (r *reader) atEdge(line string) bool {
	return !strings.HasSuffix(line, ".") || r.found.Title == ""
}

func (r *reader) title(b block) {
	r.closeQuestion()
	r.closePassage()
	line := strings.TrimSpace(r.text.Line(b.first))
	r.found.Marks = append(r.found.Marks, ingest.Structure(b.first, b.last, "title"))
	if r.found.Title == "" {
		r.found.Title = strings.TrimSuffix(line, ".")
		return
	}
	r.section = line
}

func (r *reader) titles() []string {
	if r.section == "" {
		return nil
	}
	return []string{r.section}
}

func (r *reader) closeQuestion() {
	if r.open == nil {
		return
	}
	q := *r.open
	last := max(r.asked, r.answered)
	if r.answered > 0 {
		answer := r.text.Cut(r.text.LineSpan(r.asked+1, r.answered))
		if !phrase.IsPlaceholder(answer) {
			q.Answer = answer
		}
	}
	q.Source.Span = r.text.LineSpan(r.asked, last)
	r.found.Questions = append(r.found.Questions, q)
	r.open = nil
}

func (r *reader) addProse(b block) {
	if r.prose.first == 0 {
		r.prose.first = b.first
	}
	r.prose.last = b.last
}

func (r *reader) closePassage() {
	if r.prose.first == 0 {
		return
	}
	span := r.text.LineSpan(r.prose.first, r.prose.last)
	passage := quarry.Passage{Text: r.text.Cut(span)}
	passage.Source.Span, passage.Source.Heading = span, r.titles()
	r.found.Passages = append(r.found.Passages, passage)
	r.prose = block{}
}
