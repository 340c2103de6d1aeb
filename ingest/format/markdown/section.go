package markdown

import (
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
	xast "github.com/yuin/goldmark/extension/ast"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/fact"
	"github.com/quarrykb/quarry/internal/text"
)

// section reads the facts and passages of a section.
func (r *reader) section(s *section) {
	if len(s.blocks) == 0 {
		return
	}
	walk := sectionWalk{reader: r, place: fact.Place{Headings: s.path}}
	for _, b := range s.blocks {
		walk.block(b)
	}
	r.passages(s)
}

// sectionWalk goes through a section's blocks and remembers the labels that
// speak for what follows.
type sectionWalk struct {
	*reader

	place  fact.Place
	labels []fact.Label // by rank: bold, then emphasised, then titled
	leadIn *fact.Label  // speaks for the next block only
}

func (w *sectionWalk) block(b block) {
	place := w.here()
	switch node := b.node.(type) {
	case *ast.Paragraph, *ast.TextBlock:
		w.paragraph(node, b)
		return
	case *ast.List:
		w.list(node, b, place)
	case *xast.Table:
		w.table(node, b, place)
	case *ast.FencedCodeBlock:
		w.fence(node, b, place)
	case *ast.HTMLBlock:
		w.rawTables(b, place)
	case *ast.Blockquote:
		w.nested(b, place)
	case *ast.ThematicBreak:
		w.found.Marks = append(w.found.Marks, ingest.Structure(b.first, b.last, "separator"))
	case *ast.LinkReferenceDefinition:
		w.found.Marks = append(w.found.Marks, ingest.Structure(b.first, b.last, "link definition"))
	case *xast.DefinitionList:
		w.definitions(b, place)
	}
	w.leadIn = nil
}

// here returns the place under all labels that speak now.
func (w *sectionWalk) here() fact.Place {
	place := w.place
	for _, label := range w.labels {
		if label.Text != "" {
			place = place.Under(label)
		}
	}
	if w.leadIn != nil {
		place = place.Under(*w.leadIn)
	}
	return place
}

// paragraph takes a paragraph for a label, for keyed lines, or for prose that
// may hold definitions.
func (w *sectionWalk) paragraph(node ast.Node, b block) {
	content := w.render(node)
	text := strings.TrimSpace(content.text)
	label := fact.Label{Text: strings.TrimRight(text, ": "), Span: w.span(b.first, b.last)}
	switch rank := emphasisOf(node); {
	case rank > 0 && b.first == b.last:
		w.setLabel(label, rank)
		w.found.Marks = append(w.found.Marks, ingest.Structure(b.first, b.last, "label"))
		return
	case strings.HasSuffix(text, ":"):
		w.leadIn = &label
		return
	case w.keyedLines(node):
	case w.isDrawn(node):
	case b.first == b.last && w.parser.facts.NamesDevice(text):
		w.setLabel(label, titled) // and prose all the same: it states nothing that it could be the title of
	default:
		w.sentences(content, w.here())
	}
	w.leadIn = nil
}

// emphasisOf returns 1 for a paragraph that is wholly bold, 2 for one that is
// wholly emphasised, 0 for any other. A colon may stand behind the emphasis.
func emphasisOf(node ast.Node) int {
	first, ok := node.FirstChild().(*ast.Emphasis)
	if !ok {
		return 0
	}
	if next := first.NextSibling(); next != nil {
		text, isText := next.(*ast.Text)
		if !isText || next.NextSibling() != nil || text.Segment.Len() != 1 {
			return 0
		}
	}
	return 3 - first.Level
}

// titled is the rank of a label without emphasis, which stands under the others.
const titled = 3

// setLabel replaces the label of a rank and drops those below it.
func (w *sectionWalk) setLabel(label fact.Label, rank int) {
	for len(w.labels) < rank {
		w.labels = append(w.labels, fact.Label{})
	}
	w.labels = append(w.labels[:rank-1], label)
	w.leadIn = nil
}

// nested reads the blocks inside a quote like those of the section.
func (w *sectionWalk) nested(b block, place fact.Place) {
	inner := sectionWalk{reader: w.reader, place: place}
	for _, child := range w.blocksOf(b.node, b.first, b.last) {
		inner.block(child)
	}
}

// fewestKeyed is how many "Key: value" lines a title has to have below it.
const fewestKeyed = 2

// keyedLines reads a paragraph of which every line is "Key: value", but for a
// first one that is a title of the others.
func (w *sectionWalk) keyedLines(node ast.Node) bool {
	title, items, ok := w.keyedItems(node)
	if !ok {
		return false
	}
	place := w.here()
	if title.Text != "" {
		w.labels = w.labels[:min(len(w.labels), titled-1)]
		place = w.here().Under(title) // and under what leads in to it
		w.setLabel(title, titled)
		w.found.Marks = append(w.found.Marks, ingest.Structure(title.Span.LineStart, title.Span.LineEnd, "label"))
	}
	w.keepAt(place, items...)
	return true
}

// keyedItems returns the lines of a paragraph and the title above them, where
// every other line is "Key: value".
func (w *sectionWalk) keyedItems(node ast.Node) (fact.Label, []fact.Item, bool) {
	var title fact.Label
	lines := keyedChildren(node)
	if len(lines) != node.Lines().Len() {
		return title, nil, false
	}
	items := make([]fact.Item, 0, len(lines))
	for i, children := range lines {
		content := w.renderNodes(children)
		key, value := splitKey(children, content.text)
		line := node.Lines().At(i)
		span := w.text.Span(line.Start, line.Stop)
		switch {
		case key != "" && value != "":
			items = append(items, fact.Item{Key: key, Value: value, Span: span, Citations: content.all()})
		case i == 0 && len(lines) > fewestKeyed && (w.parser.facts.NamesDevice(content.text) || w.isTitleOver(content.text, lines[1:])):
			title = fact.Label{Text: strings.TrimSpace(strings.TrimRight(content.text, ": ")), Span: span}
		default:
			return title, nil, false
		}
	}
	return title, items, true
}

// isTitleOver reports whether a line may be a title, and every line below it is a key with
// a number.
func (w *sectionWalk) isTitleOver(line string, below [][]ast.Node) bool {
	return fact.MayBeTitle(line) && !slices.ContainsFunc(below, func(children []ast.Node) bool {
		_, value := splitKey(children, w.renderNodes(children).text)
		return value == "" || value[0] < '0' || value[0] > '9'
	})
}

// keep keeps what items state.
func (r *reader) keep(items ...fact.Item) {
	for _, item := range items {
		if one, ok := item.Fact(); ok {
			r.found.Facts = append(r.found.Facts, one)
		}
	}
}

// keepAt keeps what items state that stand in a place.
func (r *reader) keepAt(place fact.Place, items ...fact.Item) {
	for _, item := range items {
		item.Place = place
		r.keep(item)
	}
}

// keepRows keeps what the rows of a table state.
func (r *reader) keepRows(table fact.Table) {
	facts, warnings := table.Facts()
	r.found.Facts = append(r.found.Facts, facts...)
	r.found.Warnings = append(r.found.Warnings, warnings...)
}

// sentences reads the definitions among a paragraph's sentences. A citation
// belongs to the sentence that it stands in or right behind.
func (w *sectionWalk) sentences(content rendered, place fact.Place) {
	pieces := slices.Collect(w.language.Sentences(content.text))
	cited := content.citations
	for i, s := range pieces {
		if w.full() {
			return
		}
		behind := len(content.text) + 1
		if i+1 < len(pieces) {
			behind = pieces[i+1].Start
		}
		count := 0
		for count < len(cited) && cited[count].at <= behind {
			count++
		}
		span := w.sourceSpan(content, s, cited[:count])
		own := rendered{citations: cited[:count]}
		cited = cited[count:]
		if one, ok := w.parser.facts.Definition(fact.Item{Value: s.Text, Span: span, Place: place, Citations: own.all()}); ok {
			w.found.Facts = append(w.found.Facts, one)
		}
	}
}

// sourceSpan returns where a piece of rendered text stands in the source, with
// the marks around it and its citations.
func (r *reader) sourceSpan(content rendered, s text.Span, cited []cited) quarry.Span {
	start, end := content.origin(s.Start), content.origin(s.End-1)+1
	if r.source[end-1] == '&' {
		_, length := entity(r.source[end-1:])
		end += length - 1
	}
	for start > 0 && isEmphasis(r.source[start-1]) {
		start--
	}
	for end < len(r.source) && isEmphasis(r.source[end]) {
		end++
	}
	for _, one := range cited {
		end = max(end, min(one.end, len(r.source)))
	}
	return r.text.Span(start, end)
}

func isEmphasis(c byte) bool { return c == '*' || c == '_' || c == '`' }
