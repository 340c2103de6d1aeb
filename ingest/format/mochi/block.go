package mochi

import (
	"strings"

	"github.com/quarrykb/quarry/ingest"
)

// block is the lines between two marks, without the blank ones at its ends.
type block struct {
	line        int    // that its mark stands on, above it; 0 at the head of the text
	mark        string // "" at the head of the text
	first, last int    // last is first−1 where nothing stands between the marks
}

// blocksOf cuts a text at its marks. What is blank before the first mark is no
// block, and a title at the head of the text is in none.
func (p *Parser) blocksOf(text *ingest.Text) []block {
	fenced := text.Fences()
	var all []block
	open := block{first: 1}
	if n := text.Next(0); n > 0 && text.StandsApart(n) {
		if _, ok := p.phrases.Heading(text.Line(n)); ok {
			open.first = n + 1
		}
	}
	for n := open.first; n <= text.Lines(); n++ {
		if mark := markOf(text.Line(n)); mark != "" && !fenced[n] {
			all = open.close(all, text, n-1)
			open = block{line: n, mark: mark, first: n + 1}
		}
	}
	return open.close(all, text, text.Lines())
}

// close adds a block that ends with a line, without its blank ends.
func (b block) close(all []block, text *ingest.Text, last int) []block {
	b.last = last
	for b.first <= b.last && text.Blank(b.first) {
		b.first++
	}
	for b.last >= b.first && text.Blank(b.last) {
		b.last--
	}
	if b.line == 0 && b.empty() {
		return all
	}
	return append(all, b)
}

// markOf returns the mark that a line consists of, or "".
func markOf(line string) string {
	bare := strings.TrimRight(line, " \t")
	if bare == "%" {
		return bare
	}
	if len(bare) < len("---") || strings.IndexByte("-*+=%_", bare[0]) < 0 || strings.Trim(bare, bare[:1]) != "" {
		return ""
	}
	return bare[:1]
}

func (b block) empty() bool { return b.last < b.first }

func (b block) lines() int { return b.last - b.first + 1 }

func (b block) text(text *ingest.Text) string {
	if b.empty() {
		return ""
	}
	return text.Cut(text.LineSpan(b.first, b.last))
}

// longestHead is how many lines a card's head has at most.
const longestHead = 20

// isHead reports whether a block is nothing but keys and values.
func (b block) isHead(text *ingest.Text) bool {
	if b.empty() || b.lines() > longestHead || b.mark == "" {
		return false
	}
	for n := b.first; n <= b.last; n++ {
		if !isKeyed(text.Line(n)) && (n == b.first || !strings.HasPrefix(strings.TrimSpace(text.Line(n)), "- ")) {
			return false
		}
	}
	return true
}

// hasKey reports whether one of a head's keys is a given one.
func (b block) hasKey(text *ingest.Text, key string) bool {
	for n := b.first; n <= b.last; n++ {
		if rest, ok := strings.CutPrefix(text.Line(n), key); ok && strings.HasPrefix(rest, ":") {
			return true
		}
	}
	return false
}

// isKeyed reports whether a line is a key of YAML with its value: one word, a
// colon, and white space or nothing behind it.
func isKeyed(line string) bool {
	key, value, ok := strings.Cut(line, ":")
	return ok && key != "" && !strings.ContainsAny(key, " \t?*`#|[](){}$<>\"'") && (value == "" || strings.IndexByte(" \t\r", value[0]) >= 0)
}
