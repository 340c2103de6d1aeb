package acronym

import (
	"strings"
	"unicode/utf8"

	"github.com/quarrykb/quarry/internal/text"
)

// barrier stands where something was taken out that no phrase runs across.
const barrier = '\x00'

// Spans of Markdown that are longer than this are taken for what they are not.
const (
	longestCode = 300
	longestTag  = 120
)

// segments returns the pieces of a text within which a short form and its
// meaning stand together: paragraphs, items, titles and neighbouring cells, without
// their marks.
func segments(written string) []string {
	var s segmenter
	for line := range strings.Lines(written) {
		s.line(strings.TrimSpace(line))
	}
	s.flush()
	return s.all
}

type segmenter struct {
	all    []string
	open   strings.Builder
	fenced string // the mark that ends the block of code; "" outside of one
}

func (s *segmenter) line(line string) {
	switch {
	case s.fenced != "":
		if strings.HasPrefix(line, s.fenced) {
			s.fenced = ""
		}
	case strings.HasPrefix(line, "```"), strings.HasPrefix(line, "~~~"):
		s.flush()
		s.fenced = line[:3]
	case line == "":
		s.flush()
	case line[0] == '|':
		s.flush()
		last := ""
		for cell := range strings.SplitSeq(strings.Trim(line, "| "), "|") { // each together with the one before it
			cell = strings.TrimSpace(cell)
			if last != "" {
				s.add(last + ": " + cell)
				s.flush()
			}
			last = cell
		}
		s.add(last)
		s.flush()
	default:
		if item, ok := itemOf(line); ok {
			s.flush()
			line = item
		}
		s.add(line)
	}
}

func (s *segmenter) add(line string) {
	if s.open.Len() > 0 {
		s.open.WriteByte(' ')
	}
	s.open.WriteString(line)
}

func (s *segmenter) flush() {
	if s.open.Len() > 0 {
		s.all = append(s.all, plain(s.open.String()))
		s.open.Reset()
	}
}

// itemOf returns what stands behind the mark of a list's item or a quotation.
func itemOf(line string) (string, bool) {
	if rest, ok := strings.CutPrefix(line, ">"); ok {
		return strings.TrimSpace(rest), true
	}
	mark, rest, ok := strings.Cut(line, " ")
	if !ok {
		return line, false
	}
	number := strings.TrimRight(mark, ".)")
	if mark == "-" || mark == "*" || mark == "+" || mark == "•" ||
		len(number) < len(mark) && text.AllDigits(number) {
		return strings.TrimSpace(rest), true
	}
	return line, false
}

// plain takes the marks of Markdown out of a piece of text: emphasis, code,
// formulas, targets of links, tags.
func plain(s string) string {
	var out strings.Builder
	for at := 0; at < len(s); {
		r, size := utf8.DecodeRuneInString(s[at:])
		if skip, instead := marked(s, at); skip > 0 {
			out.WriteString(instead)
			at += skip
			continue
		}
		switch r {
		case '*', '~', '\\', '"', '“', '”', '„', '«', '»':
		case '‐', '‑':
			out.WriteByte('-')
		case '’', '‘':
			out.WriteByte('\'')
		case '\u00a0', '\u202f', '\t':
			out.WriteByte(' ')
		default:
			out.WriteRune(r)
		}
		at += size
	}
	return out.String()
}

// marked returns how long the mark is that begins at a place, 0 for none, and
// what is left of it.
func marked(s string, at int) (int, string) {
	rest := s[at:]
	switch rest[0] {
	case '`':
		return code(rest)
	case '$': // a formula
		end := strings.IndexByte(text.Clip(rest[1:], longestCode), '$')
		if end > 0 && rest[1] != ' ' && rest[end] != ' ' {
			return end + 2, string(barrier)
		}
	case '<':
		end := strings.IndexByte(text.Clip(rest, longestTag), '>')
		if end > 1 && (rest[1] == '/' || text.IsLetter(rest[1])) {
			return end + 1, " "
		}
	case '[': // before a link's text
		return 1, ""
	case ']':
		if strings.HasPrefix(rest, "](") { // behind a link's text, and where it leads
			if end := strings.IndexByte(text.Clip(rest, longestCode), ')'); end > 0 {
				return end + 1, ""
			}
		}
		return 1, ""
	case '_':
		before, _ := utf8.DecodeLastRuneInString(s[:at])
		after, _ := utf8.DecodeRuneInString(rest[1:])
		if !text.IsWord(before) || !text.IsWord(after) {
			return 1, ""
		}
	}
	return 0, ""
}

// code takes out code, but for one word: short forms are written so, too.
func code(rest string) (int, string) {
	end := strings.IndexByte(text.Clip(rest[1:], longestCode), '`')
	if end < 0 {
		return 1, ""
	}
	inside := rest[1 : end+1]
	if inside != "" && len(inside) <= longestShort && strings.IndexFunc(inside, func(r rune) bool { return !text.IsWord(r) }) < 0 {
		return end + 2, inside
	}
	return end + 2, string(barrier)
}
