package htmltree

func cellBounds() []string {
	return []string{"td", "th", "caption", "table", "button", "object", "details", "template"}
}

// bounds returns the elements beyond which a closing tag does not reach.
func bounds(name string) []string {
	switch name {
	case "li":
		return []string{"ul", "ol", "menu", "td", "th", "table"}
	case "dt", "dd":
		return []string{"dl", "td", "th", "table"}
	case "td", "th", "tr", "thead", "tbody", "tfoot", "caption", "colgroup":
		return []string{"table"}
	case "table", "main", "article", "template", "svg", "math":
		return nil
	default:
		return []string{"td", "th", "caption", "table"}
	}
}

// endedBy returns the elements that end where one of a name begins.
func endedBy(name string) []string {
	switch name {
	case "li", "a", "button", "option", "optgroup":
		return []string{name}
	case "dt", "dd":
		return []string{"dt", "dd"}
	case "td", "th":
		return []string{"td", "th", "caption"}
	case "tr":
		return []string{"tr", "caption"}
	case "thead", "tbody", "tfoot":
		return []string{"caption", "colgroup", "thead", "tbody", "tfoot"}
	case "summary":
		return []string{"summary"}
	default:
		return nil
	}
}

func isVoid(name string) bool {
	switch name {
	case "area", "base", "basefont", "br", "col", "embed", "hr", "img", "input", "keygen", "link", "meta",
		"param", "source", "track", "wbr":
		return true
	}
	return false
}

func isHeading(name string) bool {
	return len(name) == 2 && name[0] == 'h' && name[1] >= '1' && name[1] <= '6'
}

// isInline reports whether an element of this name runs along with the text.
func isInline(name string) bool {
	switch name {
	case "a", "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "code", "del", "dfn", "em", "font", "i", "ins",
		"kbd", "mark", "nobr", "q", "s", "samp", "small", "span", "strike", "strong", "sub", "sup", "time", "tt", "u", "var":
		return true
	}
	return false
}

// isBlock reports whether an element of this name ends a paragraph.
func isBlock(name string) bool {
	switch name {
	case "address", "article", "aside", "blockquote", "center", "dd", "details", "dialog", "dir", "div", "dl", "dt",
		"fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hgroup",
		"hr", "li", "listing", "main", "menu", "nav", "ol", "p", "pre", "search", "section", "summary", "table", "ul", "xmp":
		return true
	}
	return false
}

func isHeadPart(name string) bool {
	switch name {
	case "base", "link", "meta", "noscript", "script", "style", "template", "title":
		return true
	}
	return false
}
