package fold

import (
	"cmp"
	"slices"
	"strings"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/internal/text"
)

// element is an element that may be a fold, or has the name of one that is open.
type element struct {
	tag

	said     map[string]string // what its attributes say
	innerEnd int               // what it holds ends here, and begins behind the tag
	stop     int               // where all of it ends
}

// deepest is how many folds may stand within one another.
const deepest = 16

// forest is the elements of a text, in the order in which they begin.
type forest struct {
	*Finder

	text     string
	elements []element
	open     []int
}

// elementFolds returns the folds that are elements: details with a summary,
// components with a title, elements that name an answer, and containers.
func (f *Finder) elementFolds(lines *ingest.Text, fenced []bool) []fold {
	all := &forest{Finder: f, text: lines.Cut(spanOf(0, len(lines.Bytes)))}
	for _, found := range f.grammar.tags(lines, fenced) {
		e := element{tag: found, said: f.grammar.says(found), innerEnd: found.end, stop: found.end}
		if found.closing {
			all.close(found)
		} else if len(all.elements) < ingest.MaxEntries && all.matters(e) {
			all.begin(e)
		}
	}
	all.endUnclosed(0, len(all.text))
	var folds []fold
	for _, e := range all.elements {
		if found, ok := all.fold(e); ok {
			folds = append(folds, found)
		}
	}
	return folds
}

// matters reports whether an element may be a fold, or must be counted because
// it has the name of one that is open.
func (f *forest) matters(e element) bool {
	return e.is("details") || e.isContainer() && len(f.open) < deepest || f.isComponent(e) || f.isReveal(nameOf(e.name)) ||
		slices.ContainsFunc(f.open, func(i int) bool { return e.is(f.elements[i].name) })
}

func (f *forest) begin(e element) {
	if !e.alone && len(f.open) < deepest {
		f.open = append(f.open, len(f.elements))
	}
	f.elements = append(f.elements, e)
}

// close ends the innermost open element of a name. Those inside of it that
// were not closed end before it.
func (f *forest) close(t tag) {
	for depth, i := range slices.Backward(f.open) {
		if e := &f.elements[i]; t.is(e.name) {
			f.endUnclosed(depth+1, t.start)
			e.innerEnd, e.stop = t.start, t.end
			f.open = f.open[:depth]
			return
		}
	}
}

// endUnclosed ends the open elements from a depth on at the next heading, or
// where they must.
func (f *forest) endUnclosed(depth, stop int) {
	for _, i := range f.open[depth:] {
		e := &f.elements[i]
		e.innerEnd, e.stop = stop, stop
		if at := strings.Index(f.text[e.end:stop], "\n#"); at >= 0 {
			e.innerEnd, e.stop = e.end+at+1, e.end+at+1
		}
	}
}

// longestSummary is how much of details is looked at for their title, in bytes.
const longestSummary = 4 << 10

func (f *forest) fold(e element) (fold, bool) {
	found := fold{start: e.start, end: e.stop, family: e.name, kind: strings.ToLower(e.name), grade: firstOf(e.said, f.cues[gradeFields])}
	switch {
	case e.isContainer():
		found.kind, found.title, found.body = strings.ToLower(e.kind), plainTitle(e.title), f.body(e.end, e.innerEnd)
		found.family = colons + found.kind
		if head, rest, _ := strings.Cut(found.body, "\n"); found.title == "" && strings.HasPrefix(head, "#") {
			found.title, found.body = plainTitle(head), text.Dedented(rest)
		}
		return found, true
	case e.is("details"):
		found.family = found.kind
		summary := f.grammar.summary.FindStringSubmatch(f.text[e.end:min(e.innerEnd, e.end+longestSummary)])
		found.title, found.body = plainTitle(summary[1]+summary[2]), f.body(e.end+len(summary[0]), e.innerEnd)
		return found, true
	case f.isComponent(e):
		return f.component(e, found)
	}
	found.kind, found.body = nameOf(e.name), f.body(e.end, e.innerEnd)
	return found, f.isReveal(found.kind)
}

// isComponent reports whether an element has a title among its attributes.
func (f *Finder) isComponent(e element) bool {
	return firstOf(e.said, f.cues[questionAttributes]) != "" || firstOf(e.said, f.cues[titleAttributes]) != ""
}

// component completes the fold of an element whose title is an attribute. One
// that leads elsewhere is a link, and one without a body asks nothing.
func (f *forest) component(e element, found fold) (fold, bool) {
	asked := firstOf(e.said, f.cues[questionAttributes])
	found.asked, found.title = asked != "", plainTitle(cmp.Or(asked, firstOf(e.said, f.cues[titleAttributes])))
	found.body = cmp.Or(strings.TrimSpace(firstOf(e.said, f.cues[answerAttributes])), f.body(e.end, e.innerEnd))
	leads := slices.ContainsFunc([]string{"href", "to", "url", "link", "src"}, func(name string) bool {
		_, has := e.said[name]
		return has
	})
	return found, !leads && (found.body != "" || found.asked)
}

// body returns what stands between two offsets.
func (f *forest) body(start, end int) string {
	return text.Dedented(strings.TrimLeft(f.text[start:end], " \t"))
}

// nameOf returns the words of a name in lower case: "FAQItem" is "faq item".
func nameOf(name string) string {
	return strings.ToLower(strings.Join(text.NameWords(name, text.DigitsWithin), " "))
}
