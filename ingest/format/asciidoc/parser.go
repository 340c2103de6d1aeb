package asciidoc

import (
	"math"
	"slices"
	"strings"

	"github.com/quarrykb/quarry/ingest/format/markup"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// New returns a parser of AsciiDoc that leaves the reading to a parser of Markdown.
func New(lexicon *lexicon.Lexicon, markdown markup.Markdown) *markup.Parser {
	return markup.New(markup.Language{
		Name: "asciidoc", Version: 4, Signs: signs, Marks: marks(),
		Begin: func(*markup.Writer) markup.Scan { return new(scanner).block },
	}, lexicon, markdown)
}

// marks are those within a line. Code and emphasis have Markdown's.
func marks() []markup.Mark {
	all := []markup.Mark{
		{Open: "`", Close: "`", Write: markup.Between("`", "`")},
		{Open: "**", Close: "**", Write: markup.Between("**", "**")},
		{Open: "*", Close: "*", Without: "*", Write: markup.Between("**", "**")},
		{Open: "<<", Close: ">>", Write: func(inside string) string {
			place, words, _ := strings.Cut(inside, ",")
			if words = strings.TrimSpace(words); words == "" {
				return place
			}
			return words
		}},
		{Open: "stem:[", Close: "]", Write: markup.Between("$", "$")},
		{Open: "latexmath:[", Close: "]", Write: markup.Between("$", "$")},
	}
	for _, open := range []string{"https://", "http://", "link:", "xref:"} {
		all = append(all, markup.Mark{Open: open, Close: "]", Write: func(inside string) string {
			target, words, ok := strings.Cut(inside, "[")
			switch {
			case !ok || words == "" || strings.ContainsAny(target, " \t"):
				return ""
			case open == "xref:":
				return words
			}
			return "[" + strings.TrimSuffix(words, "^") + "](" + strings.TrimPrefix(open, "link:") + target + ")"
		}})
	}
	return all
}

// scanner knows what was said of the next block.
type scanner struct {
	style    string // in brackets
	caption  string
	captions int // the line that it stands on
	lists    []list
}

// list is one of those that are open, the outermost first.
type list struct {
	mark  string
	items int
}

// block writes what begins on a line. Behind a blank one it ends the lists above it, if
// it is no item.
func (s *scanner) block(w *markup.Writer, r markup.Region, n int, line string) int {
	if mark, _ := cutItem(line); mark == "" && n > 1 && w.Source.Blank(n-1) {
		s.lists = nil
	}
	if mark := delimiter(line); mark != "" {
		return s.delimited(w, r, n, mark)
	}
	if s.frame(w, n, line) {
		return n + 1
	}
	level, words := cutTitle(line)
	if level > 0 {
		s.writeCaption(w)
		s.style = ""
		w.Write(n, n, w.Heading(level, words))
		if level == 1 && w.Own.Title == "" {
			w.Own.Title = words
			return header(w, r, n+1)
		}
		return n + 1
	}
	s.writeCaption(w)
	if term, words, ok := cutTerm(line); ok {
		return s.term(w, r, n, term, words)
	}
	return s.words(w, n, line)
}

// header reads what stands right below the title of a document: who wrote it,
// its version, and its attributes.
func header(w *markup.Writer, r markup.Region, n int) int {
	for ; n <= r.Last && !w.Source.Blank(n); n++ {
		line := w.Source.Line(n)
		if name, value, ok := cutAttribute(line); ok {
			w.Own.Say(name, value)
		} else if w.Own.Metadata.Author == "" && !strings.HasPrefix(line, "//") {
			if len(strings.Fields(line)) > mostNames || strings.ContainsAny(line, "?!:*=[|") {
				return n
			}
			w.Own.Metadata.Author, _, _ = strings.Cut(line, " <")
		}
		w.Skip(n, n, "document header")
	}
	return n
}

// mostNames is how many words name an author and where to write to.
const mostNames = 5

// frame takes a line that only says how others are to be read.
func (s *scanner) frame(w *markup.Writer, n int, line string) bool {
	var rule string
	style, isStyle := cutStyle(line)
	caption, titled := cutBlockTitle(line)
	name, value, isAttribute := cutAttribute(line)
	switch {
	case titled && n < w.Source.Lines() && !w.Source.Blank(n+1):
		s.writeCaption(w)
		s.caption, s.captions = caption, n
		return true
	case isStyle:
		s.style, rule = style, "block attributes"
	case isAttribute:
		w.Own.Say(name, value)
		rule = "attribute"
	case strings.HasPrefix(line, "//"):
		rule = "comment"
	case isMacro(line):
		rule = "macro"
	case line == "'''" || line == "<<<":
		rule = "separator"
	case strings.TrimSpace(line) == "+":
		rule = "list continuation"
	default:
		return false
	}
	w.Skip(n, n, rule)
	return true
}

// writeCaption writes the title of a block above it, as a question where it asks.
func (s *scanner) writeCaption(w *markup.Writer) {
	if s.caption == "" {
		return
	}
	w.Insert(s.captions, "")
	w.Write(s.captions, s.captions, w.Bold(s.caption))
	w.Insert(s.captions+1, "")
	s.caption = ""
}

// delimited writes a block between two lines of the same mark. An example with a
// title folds, or it asks.
func (s *scanner) delimited(w *markup.Writer, r markup.Region, n int, mark string) int {
	last := closing(w, r, n, mark)
	if last == n {
		s.writeCaption(w)
		w.Skip(n, n, "block")
		return n + 1
	}
	style := strings.Split(s.style, ",")
	block := markup.Block{
		Kind: kindOf(mark, style[0]), First: n, Last: last,
		Body: markup.Region{First: n + 1, Last: last - 1, Depth: r.Depth + 1},
	}
	isFold := mark[0] == '=' && s.caption != "" && (strings.Contains(s.style, "%collapsible") || w.Phrases.EndsAsking(s.caption))
	if isFold {
		block.Kind, block.Name, block.Title, block.First = markup.Fold, "details", s.caption, s.captions
		s.caption = ""
	}
	s.writeCaption(w)
	if block.Kind == markup.Code {
		block.Name = strings.TrimSpace(strings.TrimLeft(w.Source.Line(n), "`-.+"))
		if len(style) > 1 && strings.HasPrefix(style[0], "source") {
			block.Name = strings.TrimSpace(style[1])
			block.First = n - 1
		}
	}
	s.style = ""
	if mark == tableMark {
		table(w, block.Body, strings.Join(style, ","))
	} else {
		open := s.lists
		s.lists = nil
		w.Block(block)
		s.lists = open
	}
	if block.Kind != markup.Hidden {
		w.Drop(n, n, "block")
		w.Drop(last, last, "block")
	}
	return last + 1
}

// closing returns the line that ends the block that begins on a line, that line where nothing does.
func closing(w *markup.Writer, r markup.Region, n int, mark string) int {
	for at := n + 1; at <= min(r.Last, n+mostLines); at++ {
		if strings.TrimRight(w.Source.Line(at), " \t") == mark {
			return at
		}
	}
	return n
}

// mostLines is how many lines a block has whose end is looked for.
const mostLines = 2000

// words writes a line of text or of a list.
func (s *scanner) words(w *markup.Writer, n int, line string) int {
	said := strings.TrimSuffix(strings.TrimRight(line, " \t"), " +") // the mark of a line break
	switch mark, words := cutItem(line); {
	case mark != "" && words == "": // Markdown would underline a title with it
		said = "\\" + mark
	case mark != "":
		said = s.item(mark, words)
	}
	w.Write(n, n, w.Inline(said))
	if !s.asksTerms() {
		s.style = ""
	}
	return n + 1
}

// item returns an item of the list that has its mark, or of a new one in those that are open.
func (s *scanner) item(mark, words string) string {
	level := slices.IndexFunc(s.lists, func(one list) bool { return one.mark == mark })
	if level < 0 {
		level = len(s.lists)
		s.lists = append(s.lists, list{mark: mark})
	}
	s.lists = s.lists[:level+1]
	s.lists[level].items++
	said := "- " + words
	if mark[0] == '.' {
		said = markup.Counted(s.lists[level].items, words)
	}
	for _, around := range s.lists[:level] {
		said = "  " + said
		if around.mark[0] == '.' { // a number is wider
			said = "  " + said
		}
	}
	return said
}

// asksTerms reports whether the terms of a list are questions. That is said of a whole list.
func (s *scanner) asksTerms() bool { return strings.HasPrefix(s.style, "qanda") }

// term writes an entry of a description list: a question and its answer, or a key and its value.
func (s *scanner) term(w *markup.Writer, r markup.Region, n int, term, words string) int {
	last := n
	for last < r.Last && !w.Source.Blank(last+1) && isWords(w.Source.Line(last+1)) {
		last++
	}
	if !s.asksTerms() && !w.Phrases.EndsAsking(term) {
		for at := n + 1; at <= last; at++ {
			words = strings.TrimSpace(words + " " + strings.TrimSpace(w.Source.Line(at)))
		}
		w.Write(n, last, strings.TrimSpace("- "+w.Inline(term)+": "+w.Inline(words)))
		return last + 1
	}
	w.Insert(n, "")
	w.Write(n, n, w.Bold(term))
	w.Insert(n, "")
	if words != "" {
		w.Write(n, n, w.Inline(words))
	}
	w.Region(markup.Region{First: n + 1, Last: last, Indent: math.MaxInt, Depth: r.Depth + 1})
	return last + 1
}
