package fact

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry/ingest/doc"
)

// list reads every item; a list of links into the document itself is its table of
// contents.
func (w walk) list(list *doc.List, place Place) {
	switch {
	case list.IsContents():
		w.mark(list.Place, "table of contents")
	case list.Terms:
		for _, item := range list.Items {
			w.terms(item, place)
		}
	default:
		for _, item := range list.Items {
			w.item(item, place)
		}
	}
}

// item reads one item: what it says itself, then what stands below it, with its own words
// as the label.
func (w walk) item(item doc.Item, place Place) {
	if len(item.Lines) == 0 {
		w.below(item.Blocks, place)
		return
	}
	own := doc.Joined(item.Lines, " ").Marked()
	key, value := splitKey(own)
	span, lines := w.over(item.Lines)
	if names := len(item.Blocks) > 0 && (value == "" || isEmphasised(own)); names {
		w.mark(lines, "label")
	} else if value != "" {
		w.keep(place, Item{Key: key, Value: value, Span: span, Citations: citations(own)})
	}
	if key == "" {
		key = strings.TrimRight(value, ":")
	}
	w.below(item.Blocks, place.Under(Label{Text: key, Span: span}))
}

// terms reads terms, then what they mean. Terms that stand one below the other all mean
// the same.
func (w walk) terms(item doc.Item, place Place) {
	under := make([]Place, len(item.Lines))
	for i, term := range item.Lines {
		span, lines := w.over([]doc.Text{term})
		w.mark(lines, "term")
		under[i] = place.Under(Label{Text: term.Marked().Text, Span: span})
	}
	for _, b := range item.Blocks {
		p, ok := b.(*doc.Paragraph)
		for _, term := range under {
			if ok && len(p.Lines) > 0 && !p.Aside {
				w.meaning(p.Lines, term)
				continue
			}
			w.below([]doc.Block{b}, term)
		}
	}
}

// meaning reads a paragraph that says what a term means, all of it or line by line.
func (w walk) meaning(lines []doc.Text, term Place) {
	if title, items, ok := w.keyedItems(lines); ok {
		w.keep(term.Under(title), items...)
		return
	}
	whole := doc.Joined(lines, " ").Marked()
	span, _ := w.over(lines)
	w.keep(term, Item{Value: whole.Text, Span: span, Citations: citations(whole)})
}

// fewestKeyed is how many "Key: value" lines a title has to have below it.
const fewestKeyed = 2

// keyedItems returns the lines of a paragraph and the title above them, where every other
// line is "Key: value".
func (w walk) keyedItems(lines []doc.Text) (Label, []Item, bool) {
	var title Label
	items := make([]Item, 0, len(lines))
	for i, line := range lines {
		line = line.Marked()
		key, value := splitKey(line)
		switch {
		case key != "" && value != "":
			items = append(items, Item{Key: key, Value: value, Span: line.Span, Citations: citations(line)})
		case i == 0 && len(lines) > fewestKeyed && (w.NamesDevice(line.Text) || isTitleOver(line, lines[1:])):
			title = Label{Text: strings.TrimSpace(strings.TrimRight(line.Text, ": ")), Span: line.Span}
		default:
			return title, nil, false
		}
	}
	return title, items, true
}

// isTitleOver reports whether a line may be a title, and every line below it is a key with
// a number.
func isTitleOver(line doc.Text, below []doc.Text) bool {
	return MayBeTitle(line.Text) && !slices.ContainsFunc(below, func(line doc.Text) bool {
		_, value := splitKey(line.Marked())
		return value == "" || value[0] < '0' || value[0] > '9'
	})
}

// Limits of a key that no emphasis marks: "Bus width: 6,144 bit" has one, "Note that this
// holds: …" has none.
const (
	keyWords = 6
	keyBytes = 60
)

// splitKey returns the key and the value of a line. A key ends at a colon and is bold, or
// short.
func splitKey(line doc.Text) (string, string) {
	colon := keyColon(line.Text)
	if colon <= 0 {
		return "", line.Text
	}
	key, value := strings.TrimSpace(line.Text[:colon]), strings.TrimSpace(line.Text[colon+1:])
	if line.Strong == 0 && (len(key) > keyBytes || len(strings.Fields(key)) > keyWords) {
		return "", line.Text
	}
	return strings.TrimRight(key, " :"), value
}

// keyColon returns the first colon that ends a word, outside of code, brackets and quotes,
// or -1.
func keyColon(text string) int {
	depth, quoted := 0, false
	for i := range len(text) {
		switch c := text[i]; {
		case c == '`' || c == '"':
			quoted = !quoted
		case c == '(' || c == '[':
			depth++
		case c == ')' || c == ']':
			depth--
		case c == ':' && depth <= 0 && !quoted && (i+1 == len(text) || text[i+1] == ' '):
			return i
		}
	}
	return -1
}
