package claim

import (
	"strings"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/text"
)

// Line is one line of plain text and where it stands.
type Line struct {
	Text   string
	Start  int // the offset of its first byte
	Number int // of the line
}

// Lines reads the numbers of plain text that is set like a list or a table:
// bullets and "key: value" lines under titles, columns between strokes or wide
// gaps. Every spec has its own line's span.
func (r *Reader) Lines(lines []Line, place Place) []quarry.Spec {
	if !isPlain(lines) {
		return nil
	}
	w := linesWalk{reader: r, place: place}
	for i := 0; i < len(lines); {
		rows := tableAt(lines[i:])
		if rows == 0 {
			w.line(lines[i])
			i++
			continue
		}
		w.rows(lines[i : i+rows])
		i += rows
	}
	w.close()
	return w.specs
}

// linesWalk remembers the titles that speak for the lines below them.
type linesWalk struct {
	reader *Reader
	place  Place
	title  *Label // names a device
	label  *Label // ends with a colon
	sheet  *Sheet
	specs  []quarry.Spec
}

func (w *linesWalk) here() Place {
	place := w.place
	for _, label := range []*Label{w.title, w.label} {
		if label != nil {
			place = place.Under(*label)
		}
	}
	return place
}

// close ends the list that is read.
func (w *linesWalk) close() {
	if w.sheet != nil {
		w.specs = append(w.specs, w.sheet.Rest().Specs...)
	}
	w.sheet = nil
}

// line reads a line that is no row: a title, or a statement.
func (w *linesWalk) line(l Line) {
	text := l.trimmed()
	body := withoutBullet(text)
	switch {
	case body == "" || isRule(body):
	case strings.HasSuffix(body, ":"):
		w.close()
		w.label = &Label{Text: strings.TrimRight(body, ": "), Span: l.span(text)}
	case body == text && w.isTitle(body):
		w.close()
		w.title, w.label = &Label{Text: strings.Trim(body, "#=- "), Span: l.span(text)}, nil
	default:
		w.item(l, text, body)
	}
}

func (w *linesWalk) item(l Line, text, body string) {
	if w.sheet == nil {
		w.sheet = w.reader.Sheet()
	}
	key, value := keyed(body)
	w.specs = append(w.specs, w.sheet.Specs(Item{Key: key, Value: value, Span: l.span(text), Place: w.here()})...)
}

// longestTitle is the most words of a line that is a title.
const longestTitle = 8

// isTitle reports whether a line names a device and states nothing of it.
func (w *linesWalk) isTitle(line string) bool {
	if text.WordCount(line) > longestTitle || len(line) > longestKey {
		return false
	}
	key, value := keyed(line)
	if key != "" && value != "" {
		return false
	}
	return len(w.reader.carriers(line)) > 0 && len(w.reader.statement(w.place.Numbers, line).numbers) == 0
}

// IsSheet reports whether lines are a sheet of one device and no code: a line is
// its name, and most of those below it have a key and a value.
func (r *Reader) IsSheet(lines []Line) bool {
	all, pairs, named := 0, 0, false
	for _, l := range lines {
		body := l.trimmed()
		if body == "" || isRule(body) {
			continue
		}
		if !named && all <= mostAboveTitle {
			_, named = r.lexicon.FindDevice(body)
		}
		all++
		if key, value := keyed(body); key != "" && value != "" {
			pairs++
		}
	}
	return named && pairs >= fewestPairs && pairs*3 >= all*2
}

// Limits of a sheet: how many lines may stand above the name, and how many with
// a key must stand below it.
const (
	mostAboveTitle = 5
	fewestPairs    = 3
)

// Names reports whether a short line names a device and says nothing else.
func (r *Reader) Names(line string) bool {
	line = strings.TrimRight(strings.TrimSpace(line), ":")
	if len(line) > longestKey {
		return false
	}
	if _, ok := r.lexicon.FindDevice(line); ok {
		return true
	}
	return text.WordCount(line) <= longestTitle && len(r.carriers(line)) == 1 && !strings.ContainsAny(line, ".!?;=")
}

// trimmed returns the text of a line without the frame around it.
func (l Line) trimmed() string { return strings.Trim(l.Text, frame+" \t\r\n") }

// span returns where a piece of the line stands.
func (l Line) span(piece string) quarry.Span {
	at := l.Start + max(0, strings.Index(l.Text, piece))
	return quarry.Span{ByteStart: at, ByteEnd: at + len(piece), LineStart: l.Number, LineEnd: l.Number}
}

// frame are the strokes that boxes are drawn with.
const frame = "│┃║|├┤└┘┌┐─━═╔╗╚╝╠╣╟╢┬┴┼╤╧╪"

// isRule reports whether a line is nothing but strokes.
func isRule(text string) bool { return strings.Trim(text, frame+"-=_+~*.: \t") == "" }

// withoutBullet drops a list's mark.
func withoutBullet(text string) string {
	for _, mark := range []string{"- ", "* ", "• ", "‣ ", "· ", "+ ", "– ", "// ", "# "} {
		if rest, ok := strings.CutPrefix(text, mark); ok {
			return strings.TrimSpace(rest)
		}
	}
	digits := len(text) - len(strings.TrimLeft(text, "0123456789"))
	if digits > 0 && digits <= 2 && (strings.HasPrefix(text[digits:], ". ") || strings.HasPrefix(text[digits:], ") ")) {
		return strings.TrimSpace(text[digits+2:])
	}
	return text
}

// keyed splits "Key: value", "key = value", "Key | value", "Key ..... value" and
// a key with a wide gap behind it.
func keyed(line string) (string, string) {
	for i := range len(line) {
		var width int
		switch {
		case line[i] == ':' && i+1 < len(line) && (line[i+1] == ' ' || line[i+1] == '\t'):
			width = 1
		case line[i] == '=' && i > 0 && line[i-1] == ' ' && i+1 < len(line) && line[i+1] == ' ':
			width = 1
		case line[i] == '|', line[i] == '\t':
			width = 1
		case strings.HasPrefix(line[i:], "│"):
			width = len("│")
		case strings.HasPrefix(line[i:], "   "), strings.HasPrefix(line[i:], "..."):
			width = len(line[i:]) - len(strings.TrimLeft(line[i:], " ."))
		default:
			continue
		}
		key := strings.TrimRight(strings.TrimSpace(line[:i]), ". ")
		if len(key) > longestKey || text.WordCount(key) > mostKeyWords {
			return "", line
		}
		return key, strings.TrimLeft(strings.TrimSpace(line[i+width:]), ".: ")
	}
	return "", line
}

// mostKeyWords is how many words the key of a plain line has at most.
const mostKeyWords = 7

// fewestColumns is how many columns make a table of lines; with two, a header
// has to name a device for it.
const fewestColumns = 3

// mostRules is how many lines of strokes may stand between two rows.
const mostRules = 2

// tableAt returns how many of the lines are the rows of a table that begins
// with the first of them; 0 where none begins there.
func tableAt(lines []Line) int {
	columns, rows, filled, rules := 0, 0, 0, 0
	for _, l := range lines {
		if strings.TrimSpace(l.Text) != "" && isRule(l.Text) && rules < mostRules {
			rows, rules = rows+1, rules+1
			continue
		}
		cells := len(l.cells())
		if cells < fewestColumns || (columns > 0 && cells != columns) {
			break
		}
		columns, rules = cells, 0
		rows++
		filled++
	}
	if filled < 2 {
		return 0
	}
	return rows
}

// rows reads rows of columns as a grid, where their first is a header and a
// known device is in them; what a program prints in columns is no table.
func (w *linesWalk) rows(lines []Line) {
	grid := w.grid(lines)
	if !w.isTable(grid) {
		for _, l := range lines {
			w.line(l)
		}
		return
	}
	w.close()
	w.specs = append(w.specs, w.reader.Grid(grid).Specs...)
}

func (w *linesWalk) isTable(g Grid) bool {
	named := false
	for _, cell := range g.Header {
		if _, ok := w.reader.lexicon.ReadQuantityIn(w.place.Numbers, cell.Text); ok {
			return false
		}
		named = named || len(w.reader.carriers(cell.Text)) > 0
	}
	for _, row := range g.Rows {
		named = named || (len(row) > 0 && len(w.reader.carriers(row[0].Text)) > 0)
	}
	return named
}

func (w *linesWalk) grid(lines []Line) Grid {
	grid := Grid{Place: w.here()}
	for _, l := range lines {
		cells := l.cells()
		switch {
		case isRule(l.Text):
		case grid.Header == nil:
			grid.Header = cells
		default:
			grid.Rows = append(grid.Rows, cells)
		}
	}
	return grid
}

// cells splits a row at its strokes, at tabs, or else at gaps of two spaces.
func (l Line) cells() []Cell {
	text := l.Text
	separator := ""
	for _, stroke := range []string{"│", "┃", "║", "|", "\t"} {
		if strings.Contains(strings.Trim(text, stroke+" \r\n"), stroke) {
			separator = stroke
			break
		}
	}
	var cells []Cell
	for at := 0; at < len(text); {
		end, next := cellEnd(text, at, separator)
		piece := strings.Trim(text[at:end], frame+" \t\r\n")
		if piece != "" || (separator != "" && at > 0 && end < len(text)) {
			cells = append(cells, l.cell(text, piece, at))
		}
		at = next
	}
	return cells
}

func (l Line) cell(text, piece string, from int) Cell {
	at := from + max(0, strings.Index(text[from:], piece))
	return Cell{Text: piece, Span: quarry.Span{
		ByteStart: l.Start + at, ByteEnd: l.Start + at + len(piece), LineStart: l.Number, LineEnd: l.Number,
	}}
}

// cellEnd returns where a cell ends and where the next begins.
func cellEnd(text string, at int, separator string) (int, int) {
	if separator == "" {
		start := at + len(text[at:]) - len(strings.TrimLeft(text[at:], " "))
		end := strings.Index(text[start:], "  ")
		if end < 0 {
			return len(text), len(text)
		}
		end += start
		return end, end + len(text[end:]) - len(strings.TrimLeft(text[end:], " "))
	}
	end := strings.Index(text[at:], separator)
	if end < 0 {
		return len(text), len(text)
	}
	return at + end, at + end + len(separator)
}

// isPlain reports whether lines are for people: few of them end or begin as a
// programming language's do.
func isPlain(all []Line) bool {
	lines, code := 0, 0
	for _, l := range all {
		line := strings.TrimSpace(l.Text)
		if line == "" {
			continue
		}
		lines++
		last, _ := utf8.DecodeLastRuneInString(line)
		if strings.ContainsRune(";{}\\", last) || strings.HasPrefix(line, "#include") ||
			strings.HasPrefix(line, "$ ") || strings.HasPrefix(line, ">>> ") || strings.Contains(line, "();") {
			code++
		}
	}
	return code*3 <= lines
}
