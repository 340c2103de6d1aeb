package fold

import (
	"slices"
	"sort"
	"strings"

	"github.com/quarrykb/quarry/ingest"
)

// element is an element that may be a fold, or a part of one.
type element struct {
	tag

	innerEnd int // what it holds ends here, and begins behind the tag
	stop     int // where all of it ends
	closed   bool
}

// deepest is how many elements may stand within one another.
const deepest = 16

// forest is the elements of a text, in the order in which they begin.
type forest struct {
	finder   *Finder
	text     string
	lines    *ingest.Text
	fenced   []bool
	elements []element
	open     []int
}

// elementsOf reads the elements of a text that matter here.
func (f *Finder) elementsOf(text *ingest.Text, fenced []bool) *forest {
	s := newScanner(text, fenced)
	all := &forest{finder: f, text: s.text, lines: text, fenced: fenced}
	for found := range s.tags() {
		if len(all.elements) >= ingest.MaxEntries {
			break
		}
		if found.closing {
			all.close(found)
		} else if all.matters(found) {
			all.begin(found)
		}
	}
	all.closeUnclosed()
	return all
}

// matters reports whether an element may be a fold or a part of one, or must be
// counted because it has the name of one that is open.
func (f *forest) matters(t tag) bool {
	if t.is("details") || t.is("summary") || f.finder.role(t) != noRole {
		return true
	}
	if one, _ := f.finder.title(t); one.name != "" {
		return true
	}
	return slices.ContainsFunc(f.open, func(i int) bool { return t.is(f.elements[i].name) })
}

func (f *forest) begin(t tag) {
	f.elements = append(f.elements, element{tag: t, innerEnd: t.end, stop: t.end, closed: t.alone})
	if !t.alone && len(f.open) < deepest {
		f.open = append(f.open, len(f.elements)-1)
	}
}

// close ends the innermost open element of a name. Those inside of it that
// were not closed end somewhere before it.
func (f *forest) close(t tag) {
	for depth, i := range slices.Backward(f.open) {
		e := &f.elements[i]
		if !t.is(e.name) {
			continue
		}
		for _, unclosed := range f.open[depth+1:] {
			f.elements[unclosed].stop = t.start
		}
		e.innerEnd, e.stop, e.closed = t.start, t.end, true
		f.open = f.open[:depth]
		return
	}
}

// closeUnclosed ends every element without an end where the next of its name
// begins, at the next heading, or with its parent.
func (f *forest) closeUnclosed() {
	for _, i := range f.open {
		f.elements[i].stop = len(f.text)
	}
	begins := map[string]int{} // by name: where the next one does
	headings := headingsOf(f.lines, f.fenced)
	for i, e := range slices.Backward(f.elements) {
		if !e.closed {
			stop := min(e.stop, nextOf(headings, e.end, len(f.text)))
			if next, ok := begins[e.name]; ok {
				stop = min(stop, next)
			}
			if e.is("summary") {
				stop = min(stop, f.lines.LineEnd(f.lines.LineOf(e.end-1)))
			}
			stop = max(stop, e.end)
			f.elements[i].innerEnd, f.elements[i].stop = stop, stop
		}
		begins[e.name] = e.start
	}
}

// headingsOf returns the offsets of the lines that are headings.
func headingsOf(text *ingest.Text, fenced []bool) []int {
	var offsets []int
	for n := 1; n <= text.Lines(); n++ {
		if line := text.Line(n); !fenced[n] && strings.HasPrefix(line, "#") && strings.HasPrefix(strings.TrimLeft(line, "#"), " ") {
			offsets = append(offsets, text.LineStart(n))
		}
	}
	return offsets
}

// nextOf returns the first of the offsets that does not lie before another, or
// else.
func nextOf(offsets []int, from, otherwise int) int {
	if at := sort.SearchInts(offsets, from); at < len(offsets) {
		return offsets[at]
	}
	return otherwise
}

// elementFolds returns the folds that are elements: details with a summary,
// components with a title, and pairs of a title's element and a body's.
func (f *Finder) elementFolds(text *ingest.Text, fenced []bool) []fold {
	all := f.elementsOf(text, fenced)
	var folds []fold
	for i, e := range all.elements {
		if found, ok := all.fold(i, e); ok {
			found.grade = f.gradeText(e.tag)
			folds = append(folds, found)
		}
	}
	return folds
}

func (f *forest) fold(i int, e element) (fold, bool) {
	switch {
	case e.is("details"):
		return f.details(i, e), true
	case e.is("summary"):
		return fold{}, false
	}
	if one, asked := f.finder.title(e.tag); one.name != "" {
		return f.component(e, one, asked)
	}
	if f.finder.role(e.tag) == titleRole {
		return f.pair(i, e)
	}
	if f.finder.isReveal(nameOf(e.name)) {
		return fold{start: e.start, end: e.stop, family: e.name, kind: "answer", body: f.body(e.end, e.innerEnd)}, true
	}
	return fold{}, false
}

// details returns the fold of a details element. Its summary is the first
// thing in it.
func (f *forest) details(i int, e element) fold {
	found := fold{start: e.start, end: e.stop, family: "details", kind: "details"}
	from := e.end
	if i+1 < len(f.elements) {
		summary := f.elements[i+1]
		if summary.is("summary") && summary.start < e.stop && strings.TrimSpace(f.text[e.end:summary.start]) == "" {
			found.title = plainTitle(f.text[summary.end:summary.innerEnd])
			from = summary.stop
		}
	}
	found.body = f.body(from, max(from, e.innerEnd))
	return found
}

// component returns the fold of an element whose title is an attribute. One
// that leads elsewhere is a link, and one without a body asks nothing.
func (f *forest) component(e element, title attribute, asked bool) (fold, bool) {
	found := fold{
		start: e.start, end: e.stop, family: e.name, kind: strings.ToLower(e.name), asked: asked,
		title: plainTitle(title.text()), body: f.body(e.end, e.innerEnd),
	}
	if answer := f.finder.answer(e.tag); answer != "" {
		found.body = strings.TrimSpace(answer)
	}
	return found, !e.leads() && (found.body != "" || asked)
}

// pair returns the fold of a title's element and the body's element behind it.
func (f *forest) pair(i int, e element) (fold, bool) {
	found := fold{
		start: e.start, end: e.stop, family: e.name, kind: strings.ToLower(e.name),
		title: plainTitle(f.text[e.end:e.innerEnd]), asked: lastWord(e.name) == "question",
	}
	next := i + 1
	for next < len(f.elements) && f.elements[next].start < e.stop {
		next++
	}
	if next < len(f.elements) {
		body := f.elements[next]
		if f.finder.role(body.tag) == bodyRole && isOnlyTags(f.text[e.stop:body.start]) {
			found.end, found.body = body.stop, f.body(body.end, body.innerEnd)
			return found, true
		}
	}
	return found, found.asked
}

func (f *forest) body(start, end int) string {
	body := f.text[start:end]
	if line, rest, several := strings.Cut(body, "\n"); several && start > 0 && f.text[start-1] != '\n' {
		return trimmedLines(strings.TrimLeft(line, " \t\r") + "\n" + dedented(rest))
	}
	return dedented(strings.TrimLeft(body, " \t"))
}
