package fold

import (
	"sort"
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

// weigh counts in every family how many titles ask.
func (s *search) weigh() {
	s.families = map[string]*family{}
	for _, one := range s.folds {
		if s.finder.isLabel(one.title) || s.finder.isReveal(one.title) || s.finder.isHint(one.title) {
			continue
		}
		of := s.families[one.family]
		if of == nil {
			of = &family{written: map[string]int{}}
			s.families[one.family] = of
		}
		of.titles++
		of.written[one.title]++
		switch {
		case s.asks(one.title):
			of.marked++
		case s.finder.isWorded(one.title):
			of.worded++
		}
	}
}

// asks reports whether a title ends in a question mark, its grade aside.
func (s *search) asks(title string) bool {
	return s.finder.phrases.EndsAsking(s.finder.phrases.Asked(title).Text) && !s.finder.isRhetorical(title)
}

// isWorded reports whether a title asks by its words. "How to …" promises
// instructions instead.
func (f *Finder) isWorded(title string) bool {
	words := text.WordsPlain(title)
	return f.phrases.IsQuestion(title) && !f.isRhetorical(title) &&
		(len(words) < 2 || words[0] != "how" || words[1] != "to")
}

// isRhetorical reports whether a title addresses its reader and asks nothing.
func (f *Finder) isRhetorical(title string) bool {
	return f.cues[rhetoricalOpenings].Prefix(strings.Join(text.WordsPlain(title), " ")) != ""
}

// fewestWords is the least words of a title that asks by its mark alone, where
// no other of its kind does.
const fewestWords = 3

// judge says where a fold asks, if it does.
func (s *search) judge(i int) verdict {
	one := s.folds[i]
	of := s.families[one.family]
	declared := s.finder.cues[questionElements].Has(lastWord(one.kind))
	switch {
	case one.asked:
		return asksInTitle
	case s.finder.isLabel(one.title) && declared:
		return asksInBody
	case of == nil || s.finder.isReveal(one.title) || s.finder.isHint(one.title):
		return asksNothing
	case s.asks(one.title):
		if len(text.WordsPlain(one.title)) >= fewestWords || declared || of.marked >= fewestMarked || !isSpaced(one.title) {
			return asksInTitle
		}
	case ((declared && one.kind != "help") || of.isRegular()) && s.finder.mayAsk(of, one):
		return asksInTitle
	}
	return asksNothing
}

// mayAsk reports whether a title that only states something may stand for a
// question: it has an answer, and does not name one thing again and again.
func (f *Finder) mayAsk(of *family, one fold) bool {
	return one.body != "" && of.written[one.title] == 1 && !f.isContents(one.title) && !f.isRhetorical(one.title)
}

// isSpaced reports whether a title is of a script that parts its words.
func isSpaced(title string) bool {
	return !strings.ContainsFunc(title, func(r rune) bool { return r >= 0x0e00 && r < 0xff00 && (r < 0x1000 || r >= 0x2e80) })
}

// isContents reports whether a title opens a list of what the page holds.
func (f *Finder) isContents(title string) bool {
	return f.cues[contentsTitles].Has(strings.Join(text.WordsPlain(title), " "))
}

// isGroup reports whether a fold only groups others that ask: they stand in it
// and its own title asks nothing, or nothing else stands in it.
func (s *search) isGroup(i int) bool {
	one := s.folds[i]
	asking, words := 0, 0
	end := one.start
	for j := i + 1; j < len(s.folds) && s.folds[j].start < one.end; j++ {
		inner := s.folds[j]
		if inner.start < end || inner.end > one.end || inner.start == one.start {
			continue
		}
		end = inner.end
		words += len(text.WordsPlain(s.text[inner.start:inner.end]))
		if s.judge(j) == asksInTitle {
			asking++
		}
	}
	if asking == 0 {
		return false
	}
	return !s.asks(one.title) || (asking >= fewestMarked && len(text.WordsPlain(one.body)) <= words)
}

// isAside reports whether a fold that asks nothing itself stands in the answer
// to a heading: one that asks, and that other words follow.
func (s *search) isAside(i int) bool {
	if s.finder.phrases.EndsAsking(s.folds[i].title) {
		return false
	}
	start := s.folds[i].start
	at := sort.SearchInts(s.headings, start+1) - 1
	if at < 0 {
		return false
	}
	line := s.lines.LineOf(s.headings[at])
	if !s.asks(s.lines.Line(line)) {
		return false
	}
	from := s.lines.LineEnd(line)
	if start < from { // it stands in the heading itself
		return false
	}
	first := sort.Search(len(s.folds), func(j int) bool { return s.folds[j].start >= from })
	return !isOnlyTags(s.text[from:s.folds[first].start])
}

// follower returns the fold right behind one, if it hides an answer; -1 if
// there is none.
func (s *search) follower(i int) int {
	end := s.folds[i].end
	for j := i + 1; j < len(s.folds); j++ {
		next := s.folds[j]
		if next.start < end {
			continue
		}
		if strings.TrimSpace(s.text[end:next.start]) != "" {
			return -1
		}
		if s.finder.isReveal(next.title) || (next.title == "" && (next.kind == "success" || s.finder.isReveal(nameOf(next.kind)))) {
			return j
		}
		return -1
	}
	return -1
}

// problem splits the body of a fold that only names its question into the
// question and its answer.
func (s *search) problem(body string) (string, string) {
	for _, inner := range s.finder.foldsOf(ingest.NewText([]byte(body))) {
		if inner.wraps(s.finder, body) && inner.start > 0 {
			return body[:inner.start], body[inner.start:]
		}
	}
	at := 0
	for line := range strings.Lines(body) {
		if _, ok := s.labels.CutAnswer(line); ok && at > 0 {
			return body[:at], body[at:]
		}
		at += len(line)
		if s.finder.phrases.EndsAsking(strings.TrimSpace(line)) {
			return body[:at], body[at:]
		}
	}
	if line, _, _ := strings.Cut(body, "\n"); !s.finder.phrases.IsQuestion(line) {
		return "", ""
	}
	return body, ""
}
