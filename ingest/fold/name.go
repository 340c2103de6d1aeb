package fold

import (
	"strings"
	"unicode"
)

// is reports whether a tag has a name, in any case.
func (t tag) is(name string) bool { return strings.EqualFold(t.name, name) }

// title returns the attribute that holds an element's title, and whether the
// attribute's name says that it is a question. Elements of HTML have none.
func (t tag) title() (attribute, bool) {
	if isStandard(t.name) {
		return attribute{}, false
	}
	names := []string{"question", "q", "prompt", "title", "summary", "header", "heading", "label", "name"}
	for rank, name := range names {
		if one, ok := t.attribute(name); ok && plainTitle(one.text()) != "" {
			return one, rank < 2
		}
	}
	return attribute{}, false
}

// answer returns the answer that an attribute holds, or "". A fragment's tags
// around it say nothing.
func (t tag) answer() string {
	for _, name := range []string{"answer", "a", "response", "reply", "content"} {
		if one, ok := t.attribute(name); ok && one.text() != "" {
			return strings.TrimSuffix(strings.TrimPrefix(one.text(), "<>"), "</>")
		}
	}
	return ""
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
func (t tag) gradeText() string {
	for _, name := range []string{"difficulty", "level", "grade"} {
		if one, ok := t.attribute(name); ok {
			return one.text()
		}
	}
	return ""
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
func (t tag) role() role {
	words := strings.Fields(spaced(t.name))
	if len(words) == 0 || (isStandard(t.name) && !t.is("dt") && !t.is("dd")) {
		return noRole
	}
	switch words[len(words)-1] {
	case "question", "trigger", "header", "heading", "title", "summary", "toggle", "term", "front", "dt", "q":
		return titleRole
	case "answer", "content", "panel", "body", "description", "back", "solution", "spoiler", "dd", "a":
		return bodyRole
	}
	return noRole
}

func isQuestionName(name string) bool {
	words := strings.Fields(spaced(name))
	return len(words) > 0 && words[len(words)-1] == "question"
}

// spaced splits a name into its words, in lower case: "FAQItem" is "faq item".
func spaced(name string) string {
	var words strings.Builder
	letters := []rune(name)
	for i, r := range letters {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			words.WriteByte(' ')
			continue
		}
		upper := unicode.IsUpper(r)
		if upper && i > 0 && (unicode.IsLower(letters[i-1]) || (i+1 < len(letters) && unicode.IsLower(letters[i+1]))) {
			words.WriteByte(' ')
		}
		words.WriteRune(unicode.ToLower(r))
	}
	return words.String()
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
