package promptlist

import (
	"strings"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/question/phrase"
)

// rhythm is how the prompts of a list follow each other.
type rhythm struct {
	apart  bool // most have blank lines around them
	marked bool // most have a bullet or a number
}

// mostSampled is how many lines tell the rhythm.
const mostSampled = 500

// rhythmOf looks at the first lines that ask for sure.
func (p *Parser) rhythmOf(text *ingest.Text) rhythm {
	asking, apart, marked := 0, 0, 0
	for n := 1; n <= min(mostSampled, text.Lines()); n++ {
		line := text.Line(n)
		if text.Blank(n) || !p.phrases.IsQuestion(line) {
			continue
		}
		asking++
		if text.StandsApart(n) {
			apart++
		}
		if isMarked(line) {
			marked++
		}
	}
	return rhythm{apart: 2*apart > asking, marked: 2*marked > asking}
}

// fewestRequestWords is how many words a request has: "Describe your kitchen."
// A line of fewer that opens like one may as well be a title, "Design patterns".
const fewestRequestWords = 3

// requests reports whether a line asks for words without a question mark, "Tell
// me about …", and stands among the prompts as one of them: a line that stands
// apart where they do not, or without the mark that they have, is about the
// list.
func (r rhythm) requests(p *Parser, text *ingest.Text, n int) bool {
	line := text.Line(n)
	if p.phrases.Asking(line) != phrase.Weak || p.phrases.IsQuestion(line) || isMarked(line) != r.marked || r.apart != text.StandsApart(n) {
		return false
	}
	bare := p.phrases.Strip(line)
	return len(strings.Fields(bare)) >= fewestRequestWords && !strings.HasSuffix(bare, ":") && !strings.HasPrefix(line, "#")
}

// isMarked reports whether a bullet or a number stands before a line's words.
func isMarked(line string) bool {
	return phrase.IsBullet(line) || phrase.IsNumbered(line)
}
