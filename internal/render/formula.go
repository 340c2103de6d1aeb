package render

import (
	"bytes"
	"regexp"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// delimiter is what a formula stands between.
type delimiter struct {
	open, end string
	display   bool
}

// delimiterOf returns what a line begins with, if that opens a formula.
func delimiterOf(line []byte) (delimiter, bool) {
	for _, d := range []delimiter{{"$$", "$$", true}, {"$", "$", false}, {`\(`, `\)`, false}, {`\[`, `\]`, true}} {
		if bytes.HasPrefix(line, []byte(d.open)) {
			return d, true
		}
	}
	return delimiter{}, false
}

// formulaParser finds formulas within a paragraph. A sum of money is no formula: a single
// dollar sign opens one where no letter or digit is before it and no space behind it, and the
// next one closes it where no space is before it and no letter or digit behind it. Brackets
// behind backslashes are brackets that were escaped, unless what they hold looks like TeX.
type formulaParser struct {
	formulas

	sign   *regexp.Regexp // what TeX has and prose does not
	letter *regexp.Regexp // a formula of one letter
}

// Trigger implements parser.InlineParser.
func (formulaParser) Trigger() []byte { return []byte{'$', '\\'} }

// Parse implements parser.InlineParser.
func (p formulaParser) Parse(_ ast.Node, block text.Reader, pc parser.Context) ast.Node {
	line, _ := block.PeekLine()
	within, opens := delimiterOf(line)
	if !opens || within.open == "$" && !opensSingle(block.PrecendingCharacter(), line) {
		return nil
	}
	at, position := block.Position()
	block.Advance(len(within.open))
	var tex []byte
	for len(tex) <= longestFormula {
		line, _ := block.PeekLine()
		if line == nil {
			break
		}
		if end := endOf(line, within.end); end >= 0 {
			tex = append(tex, line[:end]...)
			if !p.isFormula(within, tex, line[end+len(within.end):]) {
				break
			}
			block.Advance(end + len(within.end))
			return written(p.markup(pc, string(tex), within.display))
		}
		tex = append(tex, line...)
		block.AdvanceLine()
	}
	block.SetPosition(at, position)
	return nil
}

// opensSingle reports whether a dollar sign opens a formula.
func opensSingle(before rune, line []byte) bool {
	return (before > 0x7f || !isAlphanumeric(byte(before))) && len(line) > 1 && !isWhite(line[1]) //nolint:gosec // it is ASCII
}

// endOf returns where a formula ends in a line, -1 where it does not: at the first end that
// is not escaped.
func endOf(line []byte, end string) int {
	for at := 0; at < len(line); at++ {
		switch {
		case bytes.HasPrefix(line[at:], []byte(end)):
			return at
		case line[at] == '\\':
			at++
		}
	}
	return -1
}

// isFormula reports whether what was found between delimiters is one.
func (p formulaParser) isFormula(within delimiter, tex, behind []byte) bool {
	switch {
	case len(bytes.TrimSpace(tex)) == 0:
		return false
	case within.open == "$":
		return !isWhite(tex[len(tex)-1]) && (len(behind) == 0 || !isAlphanumeric(behind[0]))
	case within.open == "$$":
		return true
	}
	return p.sign.Match(tex) || p.letter.Match(tex)
}

func isWhite(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// displayed is a formula on lines of its own, until its markup takes its place.
type displayed struct {
	ast.BaseBlock

	within delimiter
	closed bool
}

// Kind implements ast.Node. A kind of our own would be a number of the whole process, which
// is taken without a lock.
func (d *displayed) Kind() ast.NodeKind { return ast.KindCodeBlock }

// IsRaw implements ast.Node: its lines hold no marks.
func (d *displayed) IsRaw() bool { return true }

// Dump implements ast.Node.
func (d *displayed) Dump(source []byte, level int) { ast.DumpHelper(d, source, level, nil, nil) }

// displayParser finds formulas that begin a line and end on another one: their lines may look like
// lists and headings. A blank line ends what nothing else has.
type displayParser struct{}

// Trigger implements parser.BlockParser.
func (displayParser) Trigger() []byte { return []byte{'$', '\\'} }

// Open implements parser.BlockParser.
func (displayParser) Open(_ ast.Node, reader text.Reader, pc parser.Context) (ast.Node, parser.State) {
	line, segment := reader.PeekLine()
	at := pc.BlockOffset()
	if at < 0 {
		return nil, parser.NoChildren
	}
	within, opens := delimiterOf(line[at:])
	if !opens || !within.display || endOf(line[at+len(within.open):], within.end) >= 0 {
		return nil, parser.NoChildren
	}
	node := &displayed{within: within}
	node.Lines().Append(text.NewSegment(segment.Start-segment.Padding+at+len(within.open), segment.Stop))
	reader.AdvanceToEOL()
	return node, parser.NoChildren
}

// Continue implements parser.BlockParser.
func (displayParser) Continue(node ast.Node, reader text.Reader, _ parser.Context) parser.State {
	line, segment := reader.PeekLine()
	of, isOurs := node.(*displayed)
	if !isOurs || len(bytes.TrimSpace(line)) == 0 {
		return parser.Close
	}
	if end := endOf(line, of.within.end); end >= 0 {
		of.closed = true
		of.Lines().Append(segment.WithStop(segment.Start + max(0, end-segment.Padding)))
		reader.AdvanceToEOL()
		return parser.Close
	}
	of.Lines().Append(segment)
	reader.AdvanceToEOL()
	return parser.Continue | parser.NoChildren
}

// Close implements parser.BlockParser.
func (displayParser) Close(ast.Node, text.Reader, parser.Context) {}

// CanInterruptParagraph implements parser.BlockParser.
func (displayParser) CanInterruptParagraph() bool { return true }

// CanAcceptIndentedLine implements parser.BlockParser.
func (displayParser) CanAcceptIndentedLine() bool { return false }
