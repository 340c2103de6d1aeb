package pattern

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarrykb/quarry/ingest/question/phrase"
)

// Limits of statements that a verdict stands below.
const (
	fewestWords  = 3 // of a statement
	fewestJudged = 4 // statements, where no title offers true and false

	longestOfferLine = 120 // bytes of a line that offers true and false to all that is listed below it
)

// verdicts is what is known of the statements of a text that a verdict stands below.
type verdicts struct {
	first     map[int]bool // by their first lines
	counts    map[bool]int // of those that are true, and false
	sentences int          // that end in a full stop
}

// readJudged notes the statements that a line of their own calls true or false:
// "False, because …". They are what is asked where several are, not all of them
// one of both, or where a title offers both.
func (t *reader) readJudged() {
	found := verdicts{first: map[int]bool{}, counts: map[bool]int{}}
	offered := false
	for n, l := range t.lines {
		switch right, ok := t.words.opensVerdict(l.words); {
		case l.kind == code, l.kind == taken:
		case t.words.IsOffer(l.words):
			offered = true
		case ok && l.kind == text:
			first, last := t.statementAbove(n)
			if first == 0 {
				continue
			}
			found.first[first] = true
			found.counts[right]++
			if strings.HasSuffix(strings.TrimRight(t.lines[last].words, " *_"), ".") {
				found.sentences++
			}
		}
	}
	if found.sentences >= fewestJudged && len(found.counts) > 1 || offered && len(found.first) > 1 {
		t.judged = found.first
	}
	for n := range t.lines {
		l := &t.lines[n]
		if (l.kind == text || l.kind == heading) && len(l.words) <= longestOfferLine && t.words.OffersTrueFalse(l.words) {
			t.readOffered(n)
		}
	}
}

// readOffered notes the statements in the list below a line that offers true and false, where
// it is one of statements and of nothing else.
func (t *reader) readOffered(offer int) {
	var statements []int
	for n := offer + 1; n < len(t.lines) && (len(statements) > 0 || n <= offer+longestOffer); n++ {
		l := &t.lines[n]
		if l.kind == heading || l.kind == taken || l.form.label == "q" || l.kind == text && l.form.plain() && opensBlock(t.lines, n) && len(statements) > 0 {
			break
		}
		if l.kind != text || l.form.bullet == 0 && l.form.sign != "_" {
			continue
		}
		goesOn := n+1 < len(t.lines) && t.lines[n+1].kind == text && t.lines[n+1].isBare()
		if l.verdict || t.words.Asking(l.words) == phrase.Certain || !goesOn && !strings.ContainsRune(".。!", last(l.words)) {
			return
		}
		statements = append(statements, n)
	}
	if len(statements) < companions {
		return
	}
	if t.judged == nil {
		t.judged = map[int]bool{}
	}
	for _, n := range statements {
		t.judged[n] = true
	}
	t.offers[offer] = true
}

// statementAbove returns the first and the last line of the statement that
// stands above a verdict, both 0 where there is none.
func (t *reader) statementAbove(n int) (int, int) {
	last := n - 1
	for last > max(0, n-longestGap) && t.lines[last].kind == blank {
		last--
	}
	first := last
	for first > max(1, last-longestQuestion) && t.lines[first].kind == text && t.lines[first].form.plain() && !t.lines[first].fresh {
		first--
	}
	l := t.lines[first]
	if first < 1 || (l.kind != text && l.kind != heading) || (first < last && l.kind != text) {
		return 0, 0
	}
	if _, ok := t.words.opensVerdict(l.words); ok || len(strings.Fields(l.words)) < fewestWords || t.words.IsOffer(l.words) {
		return 0, 0
	}
	return first, last
}

// opensVerdict reports whether a sentence begins by saying that something is true, and
// whether it begins by saying that or that it is false, and a mark or a reason follows.
func (w words) opensVerdict(said string) (bool, bool) {
	found, ok := w.VerdictOf(said)
	first, _ := utf8.DecodeRuneInString(strings.TrimLeft(said, "*_ "))
	return found.Right, ok && found.Parted && !found.Short && unicode.IsUpper(first)
}
