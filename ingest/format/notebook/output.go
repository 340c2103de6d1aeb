package notebook

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/quarrykb/quarry/ingest/doc"
	"github.com/quarrykb/quarry/ingest/format/htmltext"
)

// output is what a cell of code gave out, in the forms that can be read: plain, html, markdown
// and latex.
type output map[string]string

// formOf returns the form that a field of an output holds, "" for one that is not read. In
// format 3 plain text is "text", in format 4 "text/plain".
func formOf(field string) string {
	switch form := strings.TrimPrefix(field, "text/"); form {
	case "plain", "html", "markdown", "latex":
		return form
	case "text":
		return "plain"
	}
	return ""
}

// isNeverShown reports whether a field is a form of an output that is not read, such as a
// picture or the data of one: most of a long notebook is such.
func isNeverShown(field string) bool {
	switch field {
	case "png", "jpeg", "svg", "pdf", "json", "javascript": // of format 3
		return true
	}
	return strings.Contains(field, "/") && formOf(field) == ""
}

// output reads one output of a cell. Format 3 has the forms beside each other, format 4
// in an object of their own. Of an error its trace is shown, or what it is where it has none.
func (b *book) output(v doc.Value) output {
	out := output{}
	for _, one := range slices.Concat(v.Fields, v.At("data").Fields) {
		if form := formOf(one.Name); form != "" {
			out[form] = b.text(one.Value, "an output's "+one.Name)
		}
	}
	if name := word(v.At("ename")); name != "" {
		out["plain"] = name + ": " + word(v.At("evalue"))
		if trace := v.At("traceback").Items; len(trace) > 0 {
			lines := make([]string, len(trace))
			for i, line := range trace {
				lines[i] = word(line)
			}
			out["plain"] = strings.Join(lines, "\n")
		}
	}
	return out
}

// best returns the form of an output that says most: its plain text, unless
// that only names what a program would show.
func (o output) best(codes *regexp.Regexp) (string, string) {
	plain := printed(o["plain"], codes)
	named := strings.HasPrefix(plain, "<") && strings.HasSuffix(plain, ">") && !strings.Contains(plain, "\n")
	switch {
	case plain != "" && !named:
		return plain, ""
	case strings.TrimSpace(o["markdown"]) != "":
		return "", o["markdown"]
	case strings.TrimSpace(o["latex"]) != "":
		return "", o["latex"]
	}
	return "", htmltext.Markdown(o["html"])
}

// terminalCodes is the pattern of what a terminal obeys: a code in brackets ends with a letter
// or a sign, one that titles the window with a bell or a backslash.
const terminalCodes = "\x1b(?:\\[[^@-~]{0,200}[@-~]|\\][^\a\\\\]{0,200}[\a\\\\])?"

// printed returns a text as a terminal would show it: without colours, and of a
// line that was written over what it shows last.
func printed(text string, codes *regexp.Regexp) string {
	var shown strings.Builder
	for line := range strings.SplitSeq(codes.ReplaceAllString(text, ""), "\n") {
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
