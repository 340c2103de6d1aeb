package fold

import (
	"slices"
	"strings"

	"golang.org/x/net/html/atom"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/internal/text"
)

// element is an element that may be a fold, or has the name of one that is open.
type element struct {
	tag

	behind   []tag // that stand behind it
	innerEnd int   // what it holds ends here, and begins behind the tag
	stop     int   // where all of it ends
	closed   bool
}

// deepest is how many elements may stand within one another.
const deepest = 16

// forest is the elements of a text, in the order in which they begin.
type forest struct {
	finder   *Finder
	text     string
	elements []element
	open     []int
}

// elementFolds returns the folds that are elements: details with a summary,
// components with a title, elements that name an answer, and containers.
func (f *Finder) elementFolds(lines *ingest.Text, fenced []bool) []fold {
	all := &forest{finder: f, text: lines.Cut(spanOf(0, len(lines.Bytes)))}
	tags := f.grammar.tags(lines, fenced)
	for i, found := range tags {
		if len(all.elements) >= ingest.MaxEntries {
			break
		}
		if found.closing {
			all.close(found)
		} else if all.matters(found) {
			all.begin(found, tags[i+1:])
		}
	}
	all.closeUnclosed()
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
func (f *forest) matters(t tag) bool {
	return t.is("details") || strings.HasPrefix(t.name, colons) && len(f.open) < deepest || f.finder.isComponent(t) || f.finder.isReveal(nameOf(t.name)) ||
		slices.ContainsFunc(f.open, func(i int) bool { return t.is(f.elements[i].name) })
}

func (f *forest) begin(t tag, behind []tag) {
	f.elements = append(f.elements, element{tag: t, behind: behind, innerEnd: t.end, stop: t.end, closed: t.alone})
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
	heading, seen := len(f.text), len(f.text)
	begins := map[string]int{} // by name: where the next one does
	for i, e := range slices.Backward(f.elements) {
		if at := strings.Index(f.text[e.end:seen], "\n#"); at >= 0 {
			heading = e.end + at + 1
		}
		seen = e.end
		if !e.closed {
			stop := min(e.stop, heading)
			if next, ok := begins[e.name]; ok {
				stop = min(stop, next)
			}
			f.elements[i].stop = max(stop, e.end)
			f.elements[i].innerEnd = f.elements[i].stop
		}
		begins[e.name] = e.start
	}
}

func (f *forest) fold(e element) (fold, bool) {
	found := fold{start: e.start, end: e.stop, family: e.name, kind: strings.ToLower(e.name), grade: e.says(f.finder.cues[gradeFields])}
	switch {
	case e.is("details"):
		found.family = found.kind
		title, behind := f.summary(e)
		found.title, found.body = plainTitle(title), f.body(behind, max(behind, e.innerEnd))
		return found, true
	case strings.HasPrefix(e.name, colons):
		found.kind, found.title, found.body = strings.ToLower(e.kind), plainTitle(e.title), f.body(e.end, e.innerEnd)
		found.family = colons + found.kind
		if head, rest, _ := strings.Cut(found.body, "\n"); found.title == "" && strings.HasPrefix(head, "#") {
			found.title, found.body = plainTitle(head), text.Dedented(rest)
		}
		return found, true
	case f.finder.isComponent(e.tag):
		return f.component(e, found)
	case f.finder.isReveal(nameOf(e.name)):
		found.kind, found.body = nameOf(e.name), f.body(e.end, e.innerEnd)
		return found, true
	}
	return fold{}, false
}

// summary returns the title of details, and where what they hide begins. One
// that is never closed ends with its line.
func (f *forest) summary(e element) (string, int) {
	if len(e.behind) == 0 || !e.behind[0].is("summary") || e.behind[0].end > e.stop {
		return "", e.end
	}
	from := e.behind[0].end
	if strings.TrimSpace(f.text[e.end:e.behind[0].start]) != "" {
		return "", e.end
	}
	for _, t := range e.behind[1:min(len(e.behind), mostInSummary)] {
		if t.is("summary") && t.closing && t.end <= e.stop {
			return f.text[from:t.start], t.end
		}
	}
	line, _, _ := strings.Cut(f.text[from:e.stop], "\n")
	return line, from + len(line)
}

// mostInSummary is how many tags a summary holds at most.
const mostInSummary = 16

// isComponent reports whether an element has a title among its attributes.
// Elements of HTML have none.
func (f *Finder) isComponent(t tag) bool {
	return atom.Lookup([]byte(t.name)) == 0 && (t.says(f.cues[questionAttributes]) != "" || t.says(f.cues[titleAttributes]) != "")
}

// component completes the fold of an element whose title is an attribute. One
// that leads elsewhere is a link, and one without a body asks nothing.
func (f *forest) component(e element, found fold) (fold, bool) {
	asked := e.says(f.finder.cues[questionAttributes])
	found.asked = asked != ""
	if found.title = plainTitle(asked); asked == "" {
		found.title = plainTitle(e.says(f.finder.cues[titleAttributes]))
	}
	if found.body = strings.TrimSpace(e.says(f.finder.cues[answerAttributes])); found.body == "" {
		found.body = f.body(e.end, e.innerEnd)
	}
	leads := slices.ContainsFunc(e.attributes, func(one attribute) bool {
		return slices.Contains([]string{"href", "to", "url", "link", "src"}, one.name)
	})
	return found, !leads && (found.body != "" || found.asked)
}

// body returns what stands between two offsets. Its first line may stand behind
// a tag and says nothing of the indentation then.
func (f *forest) body(start, end int) string {
	body := f.text[start:end]
	if line, rest, several := strings.Cut(body, "\n"); several && strings.TrimSpace(line) != "" && start > 0 && f.text[start-1] != '\n' {
		return strings.TrimRight(strings.TrimSpace(line)+"\n"+text.Dedented(rest), "\n")
	}
	return text.Dedented(strings.TrimLeft(body, " \t"))
}

// nameOf returns the words of a name in lower case: "FAQItem" is "faq item".
func nameOf(name string) string {
	return strings.ToLower(strings.Join(text.NameWords(name, text.DigitsWithin), " "))
}

// lastWord returns the last word of a name in lower case.
func lastWord(name string) string {
	words := nameOf(name)
	return words[strings.LastIndexByte(words, ' ')+1:]
}
