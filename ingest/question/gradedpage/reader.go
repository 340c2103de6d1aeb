package gradedpage

import (
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/question/phrase"
)

// reader is the state of a walk over one page.
type reader struct {
	parser *Parser
	text   *ingest.Text
	page   *ingest.Page

	atStart, atEnd bool // the block is the first, the last

	open     *quarry.Question // the question whose answer is being read
	asked    int              // its line
	answered int              // the last line of its answer so far; 0 while there is none
}

func (r *reader) read(b block) {
	line := r.text.Line(b.first)
	switch {
	case r.parser.isQuestion(r.text, b):
		r.closeQuestion()
		q := r.parser.phrases.Asked(line, r.page.Titles()...)
		r.open, r.asked, r.answered = &q, b.first, 0
	case r.parser.phrases.Furniture(line) != "":
		r.furniture(b)
	case r.isTitle(b):
		r.title(b)
	case r.open != nil:
		r.answered = b.last
	default:
		r.page.Prose(b.first, b.last)
	}
}

// furniture marks the block's lines one by one: the page's foot may stand
// right below its last words.
func (r *reader) furniture(b block) {
	r.closeQuestion()
	for n := b.first; n <= b.last; n++ {
		if rule := r.parser.phrases.Furniture(r.text.Line(n)); rule != "" {
			r.page.Furniture(n, rule)
			continue
		}
		r.page.Prose(n, n)
	}
}

// isTitle reports whether a block is a section's title. The first block behind
// a question is always its answer, however short, and the last block of a page
// has nothing to be the title of.
func (r *reader) isTitle(b block) bool {
	if !b.single() || r.atEnd || (r.open != nil && r.answered == 0) {
		return false
	}
	line := strings.TrimRight(r.text.Line(b.first), " \t")
	if r.atStart { // a page's own title may carry a full stop, no other does
		line = strings.TrimSuffix(line, ".")
	}
	return phrase.IsTitle(line)
}

func (r *reader) title(b block) {
	r.closeQuestion()
	line := strings.TrimSpace(r.text.Line(b.first))
	if !r.page.Named() {
		r.page.Name(b.first, strings.TrimSuffix(line, "."))
		return
	}
	r.page.Title(b.first, line)
}

func (r *reader) closeQuestion() {
	if r.open == nil {
		return
	}
	q := *r.open
	if r.answered > 0 {
		answer := r.text.Cut(r.text.LineSpan(r.asked+1, r.answered))
		if !r.parser.phrases.IsPlaceholder(answer) {
			q.Answer = answer
		}
	}
	r.page.Question(r.asked, max(r.asked, r.answered), q)
	r.open = nil
}
