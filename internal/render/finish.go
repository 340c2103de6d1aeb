package render

import (
	"slices"
	"strconv"
	"strings"

	nethtml "golang.org/x/net/html"
)

// Place says where the addresses in a text lead. An address is what stands in the text: it
// names no scheme and no host.
type Place interface {
	// Link returns where a link leads, "" where it leads nowhere.
	Link(address string) string
	// Picture returns the picture that an address names, and whether there is one.
	Picture(address string) (Picture, bool)
}

// Picture is where a picture is read, and its size in pixels, 0 where that is not known.
type Picture struct {
	URL           string
	Width, Height int
}

// Nowhere is the place of a text whose addresses mean nothing here.
type Nowhere struct{}

// Link returns "".
func (Nowhere) Link(string) string { return "" }

// Picture finds none.
func (Nowhere) Picture(string) (Picture, bool) { return Picture{}, false }

// deepestMarkup is how many elements may be open at once: behind them tags are left out.
const deepestMarkup = 100

// finisher writes markup anew that holds only what is allowed. It closes what is open, leaves out
// what would close anything outside, and gives links and pictures their addresses.
type finisher struct {
	place Place
	out   strings.Builder
	open  []element
}

// element is one that is open. One that was left out is not closed either.
type element struct {
	name    string
	leftOut bool
}

// finish returns markup in order.
func finish(markup string, place Place) string {
	f := finisher{place: place}
	tokens := nethtml.NewTokenizer(strings.NewReader(markup))
	for {
		switch tokens.Next() {
		case nethtml.ErrorToken: // a reader of a string fails at its end alone
			f.close(0)
			return f.out.String()
		case nethtml.TextToken:
			f.out.WriteString(escaped(tokens.Token().Data))
		case nethtml.StartTagToken, nethtml.SelfClosingTagToken:
			f.start(tokens.Token())
		case nethtml.EndTagToken:
			name := tokens.Token().Data
			if at := f.last(name); at >= 0 {
				f.close(at)
			}
		case nethtml.CommentToken, nethtml.DoctypeToken:
		}
	}
}

// last returns which of the open elements has one of these names, -1 where none has.
func (f *finisher) last(names ...string) int {
	for at, one := range slices.Backward(f.open) {
		if slices.Contains(names, one.name) {
			return at
		}
	}
	return -1
}

// close closes what was opened from a place on.
func (f *finisher) close(from int) {
	for len(f.open) > from {
		one := f.open[len(f.open)-1]
		f.open = f.open[:len(f.open)-1]
		if !one.leftOut {
			f.out.WriteString("</" + one.name + ">")
		}
	}
}

// start writes the beginning of an element.
func (f *finisher) start(token nethtml.Token) {
	switch token.Data {
	case "img":
		f.picture(token)
		return
	case "br", "hr", "wbr":
		f.tag(token.Data, token.Attr...)
		return
	case "input": // the box of a task, which nobody can tick
		box := "☐"
		if slices.ContainsFunc(token.Attr, func(one nethtml.Attribute) bool { return one.Key == "checked" }) {
			box = "☑"
		}
		f.out.WriteString(box)
		return
	case "a":
		if at := f.last("a"); at >= 0 {
			f.close(at)
		}
		f.link(token)
		return
	}
	leftOut := len(f.open) >= deepestMarkup || !f.belongs(token.Data)
	if f.open = append(f.open, element{token.Data, leftOut}); !leftOut {
		f.tag(token.Data, token.Attr...)
	}
}

// belongs reports whether an element stands in what it is part of: an item of no list would
// end one that is around the fragment.
func (f *finisher) belongs(name string) bool {
	switch name {
	case "li":
		return f.last("ul", "ol") >= 0
	case "dt", "dd":
		return f.last("dl") >= 0
	case "caption", "thead", "tbody", "tfoot", "tr", "th", "td":
		return f.last("table") >= 0
	case "summary":
		return f.last("details") >= 0
	case "figcaption":
		return f.last("figure") >= 0
	}
	return name == "mark" || name == "math" || !strings.HasPrefix(name, "m") && name != "none" || f.last("math") >= 0
}

// tag writes a start tag.
func (f *finisher) tag(name string, attributes ...nethtml.Attribute) {
	slices.SortStableFunc(attributes, func(a, b nethtml.Attribute) int { return strings.Compare(a.Key, b.Key) })
	f.out.WriteString("<" + name)
	for _, one := range attributes {
		f.out.WriteString(" " + one.Key + `="` + escaped(one.Val) + `"`)
	}
	f.out.WriteString(">")
}

// relations keeps from where a link leads who followed it, and what it is worth.
const relations = "noopener noreferrer nofollow"

// link writes the beginning of a link, or nothing where it leads nowhere.
func (f *finisher) link(token nethtml.Token) {
	address := valueOf(token, "href")
	if !isElsewhere(address) {
		address = f.place.Link(address)
	}
	if f.open = append(f.open, element{"a", address == ""}); address != "" {
		f.tag("a", attribute("href", address), attribute("rel", relations))
	}
}

// picture writes a picture that is at hand, a link to one that is elsewhere, and else what
// stands in its place.
func (f *finisher) picture(token nethtml.Token) {
	address, instead := valueOf(token, "src"), strings.TrimSpace(valueOf(token, "alt"))
	picture, found := Picture{URL: address}, strings.HasPrefix(address, "data:")
	if !found && !isElsewhere(address) {
		picture, found = f.place.Picture(address)
	}
	if found {
		attributes := []nethtml.Attribute{attribute("src", picture.URL), attribute("alt", instead), attribute("loading", "lazy"), attribute("decoding", "async")}
		if picture.Width > 0 && picture.Height > 0 {
			attributes = append(attributes, attribute("width", strconv.Itoa(picture.Width)), attribute("height", strconv.Itoa(picture.Height)))
		}
		f.tag("img", attributes...)
		return
	}
	if instead == "" {
		instead = "picture"
	}
	name, attributes := "span", []nethtml.Attribute{attribute("class", "picture")}
	if isElsewhere(address) && f.last("a") < 0 {
		name, attributes = "a", append(attributes, attribute("href", address), attribute("rel", relations))
	}
	f.tag(name, attributes...)
	f.out.WriteString(escaped(instead) + "</" + name + ">")
}

// isElsewhere reports whether an address names a scheme or a host.
func isElsewhere(address string) bool {
	path, _, _ := strings.Cut(address, "?")
	path, _, _ = strings.Cut(path, "#")
	first, _, _ := strings.Cut(path, "/")
	return strings.Contains(first, ":") || strings.HasPrefix(path, "//") || strings.HasPrefix(path, `/\`)
}

func attribute(name, value string) nethtml.Attribute { return nethtml.Attribute{Key: name, Val: value} }

// valueOf returns the value of an attribute, "" where there is none.
func valueOf(token nethtml.Token, name string) string {
	for _, one := range token.Attr {
		if one.Key == name {
			return one.Val
		}
	}
	return ""
}
