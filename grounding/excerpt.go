package grounding

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/text"
)

// excerpts quotes of texts what says most of what is asked about.
type excerpts struct {
	english *text.Language
	stems   *text.Stemmer
	weights map[string]float64 // how rare the words are that were looked for, by their stems in every language
}

func (b *Builder) excerptsFor(words []quarry.QueryWord) excerpts {
	e := excerpts{english: b.english, stems: b.english.Stemmer(nil), weights: map[string]float64{}}
	for _, code := range lexicon.Languages() {
		stems := b.setup.Lexicon.Language(code).Stemmer(nil)
		for _, word := range words {
			e.weights[stems.Stem(strings.ToLower(word.Text))] = word.Rarity
		}
	}
	return e
}

// weigh returns how rare the words are that a text has of those that were looked for.
func (e excerpts) weigh(written string) float64 {
	sum, said := 0.0, map[string]bool{}
	for _, word := range text.WordsPlain(written) {
		if stem := e.stems.Stem(word); !said[stem] {
			said[stem] = true
			sum += e.weights[stem]
		}
	}
	return sum
}

// piece is a part of a text that is quoted whole or not at all: a sentence, a row, a block
// of code.
type piece struct {
	from, to int
	table    int  // where its table begins, -1 outside of any
	row      bool // whether it stands below the head of its table
	weight   float64
}

// parts is a text that is being parted.
type parts struct {
	excerpts

	body   string
	from   int // where the next piece begins
	table  int // where the table begins that goes on, -1 outside of any
	rows   int // of that table so far, with its head
	fenced bool
	pieces []piece
}

// piecesOf parts a text. Of a table the head and those rows are left that say the most.
func (e excerpts) piecesOf(body string) []piece {
	p := &parts{excerpts: e, body: body, table: -1}
	at := 0
	for line := range strings.Lines(body) {
		p.add(line, at)
		at += len(line)
	}
	p.end(len(body))
	return withoutRows(p.pieces)
}

// add takes in a line that begins at a place.
func (p *parts) add(line string, at int) {
	fence, row, to := strings.HasPrefix(strings.TrimLeft(line, " "), "```"), line[0] == '|', at+len(line)
	if !row {
		p.table, p.rows = -1, 0
	} else if p.rows++; p.rows == 1 {
		p.table = at
	}
	if !fence && !p.fenced && !row {
		for one := range p.english.Sentences(line) {
			if one.End < len(strings.TrimSpace(line)) {
				p.end(at + one.End)
			}
		}
	}
	p.fenced = p.fenced != fence
	next, _ := utf8.DecodeRuneInString(strings.TrimLeft(p.body[to:], " "))
	wrapped := !row && unicode.IsLetter(next) && !strings.ContainsAny(line[max(0, len(line)-2):], ".!?:;|`") && line != "\n"
	if !p.fenced && !wrapped {
		p.end(to)
	}
}

// end ends a piece at a place, and parts one that is too long between its words.
// A row of a table stays whole: its cells are said of the first of them.
func (p *parts) end(to int) {
	const longest = 400 // bytes
	for p.from < to {
		end := to
		if to-p.from > longest && !p.fenced && p.table < 0 {
			if space := strings.LastIndexAny(p.body[p.from:p.from+longest], " \n"); space > 0 {
				end = p.from + space
			}
		}
		p.pieces = append(p.pieces, piece{p.from, end, p.table, p.rows > headRows, p.weigh(p.body[p.from:end])})
		p.from = end
	}
}

// headRows is how many lines stand above the rows of a table.
const headRows = 2

// withoutRows leaves out the rows of tables that say less than others below the same head.
func withoutRows(all []piece) []piece {
	best := map[int]float64{}
	for _, p := range all {
		if p.row {
			best[p.table] = max(best[p.table], p.weight)
		}
	}
	return slices.DeleteFunc(all, func(p piece) bool { return p.row && p.weight < best[p.table] })
}

// mostQuoted is how much of a text is looked at, in bytes.
const mostQuoted = 64 << 10

// leastLeft is how many tokens are left at least of a text of which the end is cut off.
const leastLeft = 16

// quote returns what stands above a text and the run of its pieces around the one that says
// most, as far as there is room, and how many tokens that has; "" where not one has room.
func (e excerpts) quote(c counter, one *candidate, room int) (string, int) {
	head, pieces := one.above+one.asks, e.piecesOf(text.Clip(one.body, mostQuoted))
	if one.asks != "" && len(pieces) > 0 { // an answer begins with what answers, and need not repeat what was asked
		pieces[0].weight = e.weigh(one.asks + one.body[:pieces[0].to])
	}
	best := 0
	for i, p := range pieces {
		if p.weight > pieces[best].weight {
			best = i
		}
	}
	from, to := grown(pieces, best, room-c.count(head), func(p piece) int { return c.count(one.body[p.from:p.to]) })
	for from < to {
		written := head + joined(one.body, pieces[from:to])
		if n := c.count(written); n <= room {
			if to < len(pieces) && n-c.count(head) < leastLeft { // its beginning alone: it answers nothing yet
				return "", 0
			}
			return written, n
		}
		if from < best {
			from++
		} else {
			to--
		}
	}
	return "", 0
}

// grown returns from where to where the run around a piece goes that has room: it grows by
// the piece behind it, or the one before it where that says more.
func grown(pieces []piece, at, room int, cost func(piece) int) (int, int) {
	from, to := at, at
	for from > 0 || to < len(pieces) {
		next := to
		if to == len(pieces) || from > 0 && to > from && pieces[from-1].weight > pieces[to].weight {
			next = from - 1
		}
		if room -= cost(pieces[next]); room < 0 {
			break
		}
		from, to = min(from, next), max(to, next+1)
	}
	return from, to
}

// cutMark stands where something of a text was left out.
const cutMark = "[…]"

// joined writes pieces in a row, those of a table below its head, with a mark where others
// were left out.
func joined(body string, pieces []piece) string {
	var written strings.Builder
	at := 0
	if first := pieces[0]; first.table >= 0 && first.from > first.table {
		head := strings.SplitAfterN(body[first.table:first.from], "\n", headRows+1)
		written.WriteString(strings.Join(head[:min(len(head), headRows)], ""))
		at = first.table + written.Len()
	}
	for _, p := range pieces {
		piece := body[p.from:p.to]
		if p.from > at {
			written.WriteString(cutMark + map[bool]string{true: "\n", false: " "}[body[p.from-1] == '\n'])
			piece = strings.TrimLeft(piece, " \n")
		}
		written.WriteString(piece)
		at = p.to
	}
	whole := strings.TrimRight(written.String(), " \n")
	if at < len(body) {
		whole += " " + cutMark
	}
	return whole
}
