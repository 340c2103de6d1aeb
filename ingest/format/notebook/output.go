package notebook

import (
	"strconv"
	"strings"

	"github.com/quarrykb/quarry/ingest/format/htmltext"
)

// output is what a cell of code gave out, in the forms that can be read.
type output struct {
	name                         string // "stdout" and the like
	plain, markdown, latex, html string
}

// output reads one output of a cell. Format 3 has the forms beside each other,
// format 4 in an object of their own.
func (c *cell) output(s *scanner) error {
	var out output
	var failed failure
	err := s.object("an output", func(key string) error {
		var err error
		switch key {
		case "data":
			return s.object("an output's data", func(mime string) error { return out.form(s, mime) })
		case "ename":
			failed.name, err = s.word()
		case "evalue":
			failed.value, err = s.word()
		case "traceback":
			return s.array(key, func() error {
				line, err := s.word()
				failed.trace = append(failed.trace, line)
				return err
			})
		default:
			return out.form(s, key)
		}
		return err
	})
	if failed.name != "" {
		out.plain = failed.String()
	}
	c.outputs = append(c.outputs, out)
	return err
}

// form reads one form of an output.
func (o *output) form(s *scanner, key string) error {
	var err error
	switch key {
	case "text", "text/plain":
		o.plain, err = s.text("an output's text")
	case "html", "text/html":
		o.html, err = s.text("an output's HTML")
	case "markdown", "text/markdown":
		o.markdown, err = s.text("an output's Markdown")
	case "latex", "text/latex":
		o.latex, err = s.text("an output's LaTeX")
	case "name":
		o.name, err = s.word()
	default:
		err = s.skip()
	}
	return err
}

// failure is an error that a cell ended with.
type failure struct {
	name, value string
	trace       []string
}

// String returns the trace, or the error where there is none.
func (f failure) String() string {
	if len(f.trace) > 0 {
		return strings.Join(f.trace, "\n")
	}
	return f.name + ": " + f.value
}

// best returns the form of an output that says most: its plain text, unless
// that only names what a program would show.
func (o output) best() (string, string) {
	plain := printed(o.plain)
	named := strings.HasPrefix(plain, "<") && strings.HasSuffix(plain, ">") && !strings.Contains(plain, "\n")
	switch {
	case plain != "" && !named:
		return plain, ""
	case strings.TrimSpace(o.markdown) != "":
		return "", o.markdown
	case strings.TrimSpace(o.latex) != "":
		return "", o.latex
	case o.html != "":
		return "", htmltext.Markdown(o.html)
	}
	return "", ""
}

// printed returns a text as a terminal would show it: without colours, and of a
// line that was written over what it shows last.
func printed(text string) string {
	var shown strings.Builder
	for line := range strings.SplitSeq(withoutCodes(text), "\n") {
		line = strings.TrimRight(line, "\r \t")
		line = line[strings.LastIndexByte(line, '\r')+1:]
		shown.WriteString(strings.Map(visible, line))
		shown.WriteByte('\n')
	}
	return strings.Trim(shown.String(), "\n")
}

func visible(r rune) rune {
	if r < ' ' && r != '\t' || r == 0x7f {
		return -1
	}
	return r
}

// withoutCodes takes the codes away that a terminal obeys.
func withoutCodes(text string) string {
	const escape = 0x1b
	var kept strings.Builder
	for {
		at := strings.IndexByte(text, escape)
		if at < 0 {
			kept.WriteString(text)
			return kept.String()
		}
		kept.WriteString(text[:at])
		text = text[at+1:]
		switch {
		case strings.HasPrefix(text, "["):
			text = behind(text[1:], func(c byte) bool { return c >= '@' && c <= '~' })
		case strings.HasPrefix(text, "]"):
			text = behind(text[1:], func(c byte) bool { return c == '\a' || c == '\\' })
		}
	}
}

// longestCode is the most bytes of a code for terminals.
const longestCode = 200

// behind returns what follows the first byte that ends a code.
func behind(text string, ends func(byte) bool) string {
	for at := range min(len(text), longestCode) {
		if ends(text[at]) {
			return text[at+1:]
		}
	}
	return text
}

// Limits of what is kept of one output.
const (
	maxOutputLines = 60
	maxOutputBytes = 6000
)

// shortened cuts a long output between lines and says how much is missing.
func shortened(text string) (string, bool) {
	lines := strings.Split(text, "\n")
	size, kept := 0, 0
	for kept < len(lines) && kept < maxOutputLines && size+len(lines[kept]) <= maxOutputBytes {
		size += len(lines[kept]) + 1
		kept++
	}
	if kept == len(lines) {
		return text, false
	}
	missing := len(lines) - kept
	return strings.Join(append(lines[:kept:kept], "… "+strconv.Itoa(missing)+" more lines"), "\n"), true
}
