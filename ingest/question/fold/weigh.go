package fold

import (
	"strings"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/internal/text"
)

// verdict says where a fold asks.
type verdict int

const (
	asksNothing verdict = iota
	asksInTitle
	asksInBody // the title only says that it does: "Exercise 3"
)

// family is what is known of all folds of one kind.
type family struct {
	titles  int
	marked  int            // that end in a question mark
	worded  int            // that only begin like a question
	written map[string]int // how often each title stands there
}

// What makes a family regular, so that a title in it asks which only states
// something.
const (
	fewestMarked = 2
	fewestWorded = 3
	shareMarked  = 0.6
	shareWorded  = 0.9
)

func (f *family) isRegular() bool {
	asking := float64(f.marked + f.worded)
	return (f.marked >= fewestMarked && asking >= shareMarked*float64(f.titles)) ||
		(f.marked+f.worded >= fewestWorded && asking >= shareWorded*float64(f.titles))
}

// families counts in every family how many titles ask.
func (f *Finder) families(folds []fold) map[string]*family {
	all := map[string]*family{}
	for _, one := range folds {
		of := all[one.family]
		if of == nil {
			of = &family{written: map[string]int{}}
			all[one.family] = of
		}
		if f.senseOf(one.title) != ofItself {
			continue
		}
		of.titles++
		of.written[one.title]++
		switch {
		case f.asks(one.title):
			of.marked++
		case f.isWorded(one.title):
			of.worded++
		}
	}
	return all
}

// asks reports whether a title ends in a question mark, its grade aside.
func (f *Finder) asks(title string) bool {
	return f.phrases.EndsAsking(f.phrases.Asked(title).Text) && !f.isRhetorical(title)
}

// isWorded reports whether a title asks by its words. "How to …" promises
// instructions instead.
func (f *Finder) isWorded(title string) bool {
	return f.phrases.IsQuestion(title) && !f.isRhetorical(title) && !strings.HasPrefix(text.Folded(title), "how to ")
}

// isRhetorical reports whether a title addresses its reader and asks nothing.
func (f *Finder) isRhetorical(title string) bool {
	return f.cues[rhetoricalOpenings].Prefix(strings.Join(text.WordsPlain(title), " ")) != ""
}

// fewestWords is the least words of a title that asks by its mark alone, where
// no other of its kind does.
const fewestWords = 3

// judge says where a fold asks, if it does.
func (s *search) judge(one fold) verdict {
	f, of := s.finder, s.families[one.family]
	said := f.senseOf(one.title)
	declared := f.cues[questionElements].Has(lastWord(one.kind))
	switch {
	case one.asked:
		return asksInTitle
	case said == ofAsking && declared:
		return asksInBody
	case said != ofItself:
		return asksNothing
	case f.asks(one.title):
		if len(text.WordsPlain(one.title)) >= fewestWords || declared || of.marked >= fewestMarked || strings.ContainsFunc(one.title, text.IsUnspaced) {
			return asksInTitle
		}
	case ((declared && one.kind != "help") || of.isRegular()) && f.mayAsk(one, of):
		return asksInTitle
	}
	return asksNothing
}

// mayAsk reports whether a title that only states something may stand for a
// question: it has an answer, does not name one thing again and again, and opens
// no list of what the page holds.
func (f *Finder) mayAsk(one fold, of *family) bool {
	isContents := f.cues[contentsTitles].Has(strings.Join(text.WordsPlain(one.title), " "))
	return one.body != "" && of.written[one.title] == 1 && !isContents && !f.isRhetorical(one.title)
}

// isGroup reports whether a fold whose own title asks nothing only groups others
// that ask.
func (s *search) isGroup(i int) bool {
	for _, inner := range s.folds[i+1:] {
		if inner.start >= s.folds[i].end {
			break
		}
		if s.judge(inner) == asksInTitle {
			return !s.finder.asks(s.folds[i].title)
		}
	}
	return false
}

// follower returns the fold right behind one, if it hides an answer.
func (s *search) follower(i int) (fold, bool) {
	for _, next := range s.folds[i+1:] {
		if next.start >= s.folds[i].end {
			between := s.text[s.folds[i].end:next.start]
			return next, strings.TrimSpace(between) == "" && s.finder.hides(next)
		}
	}
	return fold{}, false
}

// problem splits the body of a fold that only names its question into the
// question and its answer.
func (f *Finder) problem(body string) (string, string) {
	for _, inner := range f.foldsOf(ingest.NewText([]byte(body))) {
		if f.wraps(inner, body) && inner.start > 0 {
			return body[:inner.start], body[inner.start:]
		}
	}
	at := 0
	for line := range strings.Lines(body) {
		at += len(line)
		if f.phrases.EndsAsking(strings.TrimSpace(line)) {
			return body[:at], body[at:]
		}
	}
	if line, _, _ := strings.Cut(body, "\n"); !f.phrases.IsQuestion(line) {
		return "", ""
	}
	return body, ""
}
