package answer

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarrykb/quarry/internal/lexicon"
)

// tokenKind says what stands in a text.
type tokenKind int

const (
	wordToken tokenKind = iota
	numberToken
	formulaToken // "O(log n)"
	clauseBreak
	pointBreak
	asideStart
	asideEnd
)

// token is a word, a number or a mark that parts what is said.
type token struct {
	kind       tokenKind
	start, end int
	number     number // of a numberToken
	code       bool   // in a block of code
	head       bool   // in the head of a table
	item       bool   // of a pointBreak: an item of a list begins
	label      bool   // of a clauseBreak: what stands before says what follows is about
	joined     bool   // a hyphen joins it to the word before
}

// scanner cuts a text, Markdown or not, into tokens that keep their places.
type scanner struct {
	words     *vocabulary
	lexicon   *lexicon.Lexicon
	text      string
	tokens    []token
	numbers   int
	item      int // number of the last item of a list that counts
	code      bool
	head      bool           // the line is the head of a table
	row       bool           // it is one of its rows
	protected protectedSpans // those that lie behind what was read
	listed    bool           // a second item stands in it

	brackets int // that are open in this paragraph or item
}

// mostNumbers is how many numbers of a text are read.
const mostNumbers = 200

func scan(lexicon *lexicon.Lexicon, words *vocabulary, text string) []token {
	s := scanner{words: words, lexicon: lexicon, text: text, protected: protectedIn(text), listed: hasSecondItem(text)}
	for at := 0; at < len(text); {
		end := at + strings.IndexByte(text[at:], '\n')
		if end < at {
			end = len(text)
		}
		s.line(at, end)
		at = end + 1
	}
	return s.tokens
}

func (s *scanner) mark(kind tokenKind, at int) {
	s.tokens = append(s.tokens, token{kind: kind, start: at, end: at, code: s.code, head: s.head})
}

// line reads a line: paragraphs go on behind it, items, headings and rows do not.
func (s *scanner) line(at, end int) {
	for at < end && isBlank(s.text[at]) {
		at++
	}
	line := s.text[at:end]
	if isFence(line) {
		s.mark(pointBreak, at)
		s.code = !s.code
		return
	}
	if s.code {
		s.inline(at, end)
		return
	}
	opened := s.opening(line)
	if line == "" || opened > 0 {
		s.brackets = 0
		s.mark(pointBreak, at)
		s.tokens[len(s.tokens)-1].item = opened > 0 && !strings.HasPrefix(line, "#") && !strings.HasPrefix(line, ">")
	}
	s.row = strings.HasPrefix(line, "|")
	s.head = isHead(line, s.text[end:])
	s.inline(at+opened, end)
	if strings.HasPrefix(line, "#") || strings.HasPrefix(line, "|") {
		s.mark(pointBreak, end)
	}
	s.head, s.row = false, false
}

// isHead reports whether a line is the head of a table: a row of strokes follows.
func isHead(line, behind string) bool {
	rule, _, _ := strings.Cut(strings.TrimPrefix(behind, "\n"), "\n")
	rule = strings.TrimSpace(rule)
	return strings.HasPrefix(line, "|") && strings.Contains(rule, "--") && strings.Trim(rule, "|-: ") == ""
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\r' }

// opening returns how many bytes of a line are the mark of an item, a heading or a
// quotation. A number is one only where items are counted: "32. All of them run"
// begins with an answer.
func (s *scanner) opening(line string) int {
	for _, mark := range []string{"- ", "* ", "+ ", "• ", "•\t", "– ", "> ", "# ", "## ", "### ", "#### ", "|"} {
		if strings.HasPrefix(line, mark) {
			return len(mark)
		}
	}
	digits := 0
	for digits < len(line) && isDigit(line[digits]) {
		digits++
	}
	if digits == 0 || digits+1 >= len(line) || !strings.ContainsRune(".)", rune(line[digits])) || !isBlank(line[digits+1]) {
		return 0
	}
	number, err := strconv.Atoi(line[:digits])
	if err != nil || number != s.item+1 || !s.listed {
		return 0
	}
	s.item = number
	return digits + 2
}

// hasSecondItem reports whether a line of a text begins with "2.".
func hasSecondItem(text string) bool {
	for line := range strings.Lines(text) {
		line = strings.TrimLeft(line, " \t")
		if strings.HasPrefix(line, "2. ") || strings.HasPrefix(line, "2) ") {
			return true
		}
	}
	return false
}

// isProtected reports whether a mark at a place parts nothing, since it is of code or of a
// formula. Places are asked for in their order.
func (s *scanner) isProtected(at int) bool {
	for len(s.protected) > 0 && s.protected[0].end <= at {
		s.protected = s.protected[1:]
	}
	return s.code || len(s.protected) > 0 && s.protected[0].start <= at
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// inline reads what stands between two places of a line.
func (s *scanner) inline(at, end int) {
	for at < end {
		r, size := utf8.DecodeRuneInString(s.text[at:end])
		switch {
		case unicode.IsLetter(r):
			at = s.letters(at, end)
		case unicode.IsDigit(r):
			at = s.digits(at, end)
		case s.signs(at, end, r) && s.quantity(at, end):
			at = s.tokens[len(s.tokens)-1].end
		default:
			at = s.punctuation(at, end, r, size)
		}
	}
}

// signs reports whether a mark may begin a number: a minus, a currency.
func (s *scanner) signs(at, end int, r rune) bool {
	next := at + utf8.RuneLen(r)
	before, _ := utf8.DecodeLastRuneInString(s.text[:at])
	if next >= end || unicode.IsLetter(before) || unicode.IsDigit(before) || strings.ContainsRune(")]}^./-−_%°", before) {
		return false
	}
	return strings.ContainsRune("-−+~≈<>≤≥$€£±", r) && isDigit(s.text[next])
}

// punctuation reads a mark and returns where the text goes on.
func (s *scanner) punctuation(at, end int, r rune, size int) int {
	if s.isProtected(at) {
		return at + size + s.hidden(at, end)
	}
	switch r {
	case '(':
		s.brackets++
		s.mark(asideStart, at)
	case ')':
		s.brackets = max(0, s.brackets-1)
		s.mark(asideEnd, at)
	case '.', '!', '?':
		if s.endsSentence(at, end) {
			s.mark(pointBreak, at)
		}
	case ';', '|':
		s.mark(s.semicolon(r), at)
	case '/':
		if !s.inUnit(at, end) {
			s.mark(clauseBreak, at)
		}
	case ',', '–', '—', '[', ']':
		s.mark(clauseBreak, at)
	case ':', '-':
		if at+1 >= end || isBlank(s.text[at+1]) || s.text[at+1] == '*' {
			s.mark(clauseBreak, at)
			s.tokens[len(s.tokens)-1].label = r == ':'
		}
	}
	return at + size + s.hidden(at, end)
}

// inUnit reports whether a stroke stands within a unit, before the sign of what it is for
// each of: "TB/s".
func (s *scanner) inUnit(at, end int) bool {
	return at > 0 && at+1 < end && isLetter(s.text[at-1]) && isLetter(s.text[at+1]) && (at+2 == end || !isWordByte(s.text[at+2]))
}

// hidden returns how many bytes behind a mark are not shown: the target of a link, a
// tag, the name of a command in a formula.
func (s *scanner) hidden(at, end int) int {
	const longest = 300
	rest := s.text[at+1 : min(end, at+longest)]
	switch s.text[at] {
	case ']':
		if strings.HasPrefix(rest, "(") {
			return 1 + strings.IndexByte(rest, ')')
		}
	case '<':
		if end := strings.IndexByte(rest, '>'); end > 0 && (rest[0] == '/' || isLetter(rest[0])) {
			return end + 1
		}
	case '\\':
		length := 0
		for length < len(rest) && isLetter(rest[length]) {
			length++
		}
		return length
	}
	return 0
}

// semicolon returns what a mark parts that ends a point: within brackets, and between the
// cells of a row, only clauses.
func (s *scanner) semicolon(r rune) tokenKind {
	if r == ';' && s.brackets > 0 || r == '|' && s.row {
		return clauseBreak
	}
	return pointBreak
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// endsSentence reports whether a point ends a sentence there, and is not that of a
// short form.
func (s *scanner) endsSentence(at, end int) bool {
	if s.text[at] != '.' && at+1 < end && s.text[at+1] >= 'A' && s.text[at+1] <= 'Z' { // "memory?Throughput"
		return true
	}
	if at+1 < end && !strings.ContainsRune(" \t\"'*_)”’", rune(s.text[at+1])) && s.text[at+1] < utf8.RuneSelf {
		return false
	}
	if s.quoted(at, end) {
		return false
	}
	if s.text[at] != '.' || len(s.tokens) == 0 {
		return true
	}
	last := s.tokens[len(s.tokens)-1]
	if last.kind != wordToken || last.end != at {
		return true
	}
	word := s.text[last.start:last.end]
	if utf8.RuneCountInString(word) == 1 && at+1 < end && !isDigit(word[0]) {
		return false
	}
	return at+1 >= end || !s.words.is(cueShortForms, strings.ToLower(word))
}

// quoted reports whether a place lies within a short quotation that goes on behind it:
// "Avg. Active Threads".
func (s *scanner) quoted(at, end int) bool {
	const longest = 80
	from := max(strings.LastIndexByte(s.text[:at], '\n')+1, at-longest)
	behind := strings.IndexByte(s.text[at:min(end, at+longest)], '"')
	return behind > 1 && strings.Count(s.text[from:at], `"`)%2 == 1
}

// digits reads a number, or a word that begins with a digit ("3D").
func (s *scanner) digits(at, end int) int {
	if s.quantity(at, end) {
		return s.tokens[len(s.tokens)-1].end
	}
	return s.word(at, end)
}

// letters reads a word, or what it begins: a number in words or below zero, a formula.
func (s *scanner) letters(at, end int) int {
	if s.formula(at, end) || s.quantity(at, end) {
		return s.tokens[len(s.tokens)-1].end
	}
	return s.word(at, end)
}

// word reads letters, digits and the marks within a word.
func (s *scanner) word(start, end int) int {
	at := start
	for at < end {
		r, size := utf8.DecodeRuneInString(s.text[at:end])
		inside := unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)
		if !inside && !s.joins(at, end, r) {
			break
		}
		at += size
	}
	for at < end && at-start <= 2 && (s.text[at] == '+' || s.text[at] == '#') { // "C++"
		at++
	}
	joined := start > 0 && s.text[start-1] == '-' && len(s.tokens) > 0 && s.tokens[len(s.tokens)-1].end == start-1
	s.tokens = append(s.tokens, token{kind: wordToken, start: start, end: at, code: s.code, head: s.head, joined: joined})
	return at
}

// joins reports whether a mark is within a word: "don't", "cuda_malloc", "3.5".
func (s *scanner) joins(at, end int, r rune) bool {
	next := at + utf8.RuneLen(r)
	if next >= end {
		return false
	}
	switch r {
	case '\'', '’', '_':
		return isLetter(s.text[next])
	case '.', ',':
		return isDigit(s.text[next]) && at > 0 && isDigit(s.text[at-1])
	}
	return false
}

// formula reads a function of one letter: "O(log n)".
func (s *scanner) formula(at, end int) bool {
	const longest = 16
	rest := s.text[at:min(end, at+longest)]
	if len(rest) < len("f(x)") || rest[1] != '(' || at > 0 && isLetter(s.text[at-1]) {
		return false
	}
	length := strings.IndexByte(rest, ')') + 1
	if length < len("f(x)") {
		return false
	}
	s.tokens = append(s.tokens, token{kind: formulaToken, start: at, end: at + length, code: s.code, head: s.head})
	return true
}
