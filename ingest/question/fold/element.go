package fold

import (
	"cmp"
	"slices"
	"strings"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/internal/text"
)

// element is an element that may be a fold.
type element struct {
	tag

	said     map[string]string // what its attributes say
	innerEnd int               // what it holds ends here, and begins behind the tag
	stop     int               // where all of it ends, 0 where another that holds it was closed before
}

// deepest is how many folds may stand within one another.
const deepest = 16

// elementFolds returns the folds that are elements: details with a summary,
// components with a title, elements that name an answer, and containers. One that
// is never closed ends at the next heading.
func (f *Finder) elementFolds(lines *ingest.Text, fenced []bool) []fold {
	written := lines.Cut(spanOf(0, len(lines.Bytes)))
	var elements []element
	var open []int // the innermost last
	for _, found := range f.grammar.tags(lines, fenced) {
		if found.closing {
			for depth, i := range slices.Backward(open) {
				if e := &elements[i]; found.is(e.name) {
					e.innerEnd, e.stop, open = found.start, found.end, open[:depth]
					break
				}
			}
			continue
		}
		e := element{tag: found, said: f.grammar.says(found)}
		if len(elements) >= ingest.MaxEntries || len(open) >= deepest || !f.mayFold(e) {
			continue
		}
		if e.alone {
			e.innerEnd, e.stop = e.end, e.end
		} else {
			open = append(open, len(elements))
		}
		elements = append(elements, e)
	}
	for _, i := range open {
		e := &elements[i]
		inner, _, _ := strings.Cut(written[e.end:], "\n#")
		e.innerEnd, e.stop = e.end+len(inner), e.end+len(inner)
	}
	var folds []fold
	for _, e := range elements {
		if found, ok := f.fold(e, written); ok {
			folds = append(folds, found)
		}
	}
	return folds
}

// mayFold reports whether an element has what a fold has.
func (f *Finder) mayFold(e element) bool {
	return e.isContainer() || e.is("details") || f.titleOf(e) != "" || f.isReveal(nameOf(e.name))
}

// titleOf returns the title among the attributes of a component, "" where it has none.
func (f *Finder) titleOf(e element) string {
	return firstOf(e.said, f.cues[titleAttributes])
}

// longestSummary is how much of details is looked at for their title, in bytes.
const longestSummary = 4 << 10

// fold returns the fold that an element is. A component that leads elsewhere is a
// link, and one without a body asks nothing.
func (f *Finder) fold(e element, written string) (fold, bool) {
	if e.stop == 0 {
		return fold{}, false
	}
	found := fold{
		start: e.start, end: e.stop, family: e.name, kind: nameOf(e.name), title: plainTitle(f.titleOf(e)),
		grade: firstOf(e.said, f.cues[gradeFields]),
	}
	inner := written[e.end:e.innerEnd]
	switch {
	case e.isContainer():
		found.kind, found.title = nameOf(e.kind), plainTitle(e.title)
		found.family = colons + found.kind
		if head, rest, _ := strings.Cut(strings.TrimSpace(inner), "\n"); found.title == "" && strings.HasPrefix(head, "#") {
			found.title, inner = plainTitle(head), rest
		}
	case e.is("details"):
		summary := f.grammar.summary.FindStringSubmatch(inner[:min(len(inner), longestSummary)])
		found.title, inner = plainTitle(summary[1]+summary[2]), inner[len(summary[0]):]
	case found.title != "":
		inner = cmp.Or(firstOf(e.said, f.cues[answerAttributes]), inner)
	}
	found.body = text.Dedented(strings.TrimLeft(inner, " \t"))
	return found, found.title == "" || e.said["href"] == "" && found.body != ""
}

// nameOf returns the words of a name in lower case: "FAQItem" is "faq item".
func nameOf(name string) string {
	return strings.ToLower(strings.Join(text.NameWords(name, text.DigitsWithin), " "))
}
