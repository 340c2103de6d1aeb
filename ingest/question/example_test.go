package question_test

import (
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/question/phrase"
)

// riddles finds questions that stand between the marks "[?]" and "[!]". It promises that
// a mark without the other one is never a question.
type riddles struct{ phrases *phrase.Reader }

// Format names the way to ask. Raise the version when the same text would come out
// differently: every document is then read again.
func (riddles) Format() ingest.Format { return ingest.Format{Name: "riddles", Version: 1} }

// fewestRiddles is how many a text has that has any: one alone may be something else.
const fewestRiddles = 2

// Find returns a question for every two free lines that have the marks.
func (r riddles) Find(lines *ingest.Lines) []ingest.Found {
	var found []ingest.Found
	for n := 1; n < lines.Lines(); n++ {
		asked, asks := strings.CutPrefix(lines.Line(n), "[?] ")
		answer, answers := strings.CutPrefix(lines.Line(n+1), "[!] ")
		q := r.phrases.Asked(asked)
		if !asks || !answers || q.Text == "" || !lines.Free(n) || !lines.Free(n+1) {
			continue
		}
		q.Answer = strings.TrimSpace(answer)
		q.Source.Span = lines.LineSpan(n, n+1)
		found = append(found, ingest.Found{Lines: quarry.LineRange{LineStart: n, LineEnd: n + 1}, Question: q})
	}
	if len(found) < fewestRiddles {
		return nil
	}
	return found
}
