package fold

import (
	"strings"

	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/text"
)

// is reports whether a tag has a name, in any case.
func (t tag) is(name string) bool { return strings.EqualFold(t.name, name) }

// title returns the attribute that holds an element's title, and whether the
// attribute's name says that it is a question. Elements of HTML have none.
func (f *Finder) title(t tag) (attribute, bool) {
	if isStandard(t.name) {
		return attribute{}, false
	}
	saysSo := func(one attribute) bool { return plainTitle(one.text()) != "" }
	if one, ok := t.first(f.cues[questionAttributes], saysSo); ok {
		return one, true
	}
	one, _ := t.first(f.cues[titleAttributes], saysSo)
	return one, false
}

// answer returns the answer that an attribute holds, or "". A fragment's tags
// around it say nothing.
func (f *Finder) answer(t tag) string {
	one, _ := t.first(f.cues[answerAttributes], func(one attribute) bool { return one.text() != "" })
	return strings.TrimSuffix(strings.TrimPrefix(one.text(), "<>"), "</>")
}

// leads reports whether an element leads to another page.
func (t tag) leads() bool {
	for _, name := range []string{"href", "to", "url", "link", "src"} {
		if _, ok := t.attribute(name); ok {
			return true
		}
	}
	return false
}

// gradeText returns the difficulty that an attribute states, as written.
func (f *Finder) gradeText(t tag) string {
	one, _ := t.first(f.cues[gradeFields], func(attribute) bool { return true })
	return one.text()
}

// first returns the first of some attributes that a tag has and that says something.
func (t tag) first(names lexicon.Words, says func(attribute) bool) (attribute, bool) {
	for _, name := range names.List() {
		if one, ok := t.attribute(name); ok && says(one) {
			return one, true
		}
	}
	return attribute{}, false
}

func (t tag) attribute(name string) (attribute, bool) {
	for _, one := range t.attributes {
		if strings.EqualFold(one.name, name) {
			return one, true
		}
	}
	return attribute{}, false
}

// role says what an element is for, by its name.
type role int

const (
	noRole role = iota
	titleRole
	bodyRole
)

// role returns what an element that HTML does not know is for. The last word of
// its name says so: "AccordionTrigger", "Faq.Answer", "q-title". HTML's own
// terms and descriptions are read in the same way.
func (f *Finder) role(t tag) role {
	if isStandard(t.name) && !t.is("dt") && !t.is("dd") {
		return noRole
	}
	switch last := lastWord(t.name); {
	case f.cues[titleElements].Has(last):
		return titleRole
	case f.cues[bodyElements].Has(last):
		return bodyRole
	}
	return noRole
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

// isStandard reports whether HTML knows an element. Names of components begin
// with a capital, whatever HTML has.
func isStandard(name string) bool {
	switch name {
	case "a", "abbr", "address", "area", "article", "aside", "audio", "b", "base", "bdi", "bdo", "blockquote",
		"body", "br", "button", "canvas", "caption", "center", "cite", "code", "col", "colgroup", "data",
		"datalist", "dd", "del", "details", "dfn", "dialog", "div", "dl", "dt", "em", "embed", "fieldset",
		"figcaption", "figure", "font", "footer", "form", "frame", "h1", "h2", "h3", "h4", "h5", "h6", "head",
		"header", "hgroup", "hr", "html", "i", "iframe", "img", "input", "ins", "kbd", "label", "legend", "li",
		"link", "main", "map", "mark", "math", "menu", "meta", "meter", "nav", "noscript", "object", "ol",
		"optgroup", "option", "output", "p", "param", "path", "picture", "pre", "progress", "q", "rp", "rt",
		"ruby", "s", "samp", "script", "search", "section", "select", "slot", "small", "source", "span",
		"strong", "style", "sub", "summary", "sup", "svg", "table", "tbody", "td", "template", "textarea",
		"tfoot", "th", "thead", "time", "title", "tr", "track", "tt", "u", "ul", "var", "video", "wbr":
		return true
	}
	return false
}
