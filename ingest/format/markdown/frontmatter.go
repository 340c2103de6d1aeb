package markdown

import (
	"strings"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/doc"
	"github.com/quarrykb/quarry/ingest/format/datatree"
)

// Marks that open and close front matter of YAML and of TOML.
const (
	fence     = "---"
	plusFence = "+++"
)

// maxFrontMatter bounds what is given to the YAML parser, in bytes.
const maxFrontMatter = 16 << 10

// frontMatter reads the block of YAML or TOML at the head of a document, blanks it
// out of the source and returns the first line behind it.
func (r *reader) frontMatter() int {
	last := r.frontMatterEnd()
	if last == 0 {
		return 1
	}
	end := r.text.LineEnd(last)
	if end > maxFrontMatter {
		r.found.Warnings = append(r.found.Warnings, "front matter over 16 kB was not read")
	} else {
		r.front(r.text.Bytes[r.text.LineEnd(1):r.text.LineStart(last)])
	}
	blank(r.source, 0, end)
	r.found.Marks = append(r.found.Marks, ingest.Structure(1, last, "front matter"))
	return last + 1
}

// frontMatterEnd returns the closing line, 0 where there is no front matter. A thematic break at
// the head of a text is no front matter: a key must stand on the very next line.
func (r *reader) frontMatterEnd() int {
	opening := strings.TrimRight(r.text.Line(1), " \t")
	if r.text.Lines() < 2 || opening != plusFence && (opening != fence || !isKeyed(r.text.Line(2))) {
		return 0
	}
	for n := 3; n <= r.text.Lines(); n++ {
		if line := strings.TrimRight(r.text.Line(n), " \t"); line == opening || line == "..." && opening == fence {
			return n
		}
	}
	return 0
}

// isKeyed reports whether a line begins with a key of YAML: one word and a
// colon. A comment may stand there as well.
func isKeyed(line string) bool {
	key, _, colon := strings.Cut(line, ":")
	return strings.HasPrefix(line, "# ") || (colon && key != "" && !strings.ContainsAny(key, " \t[]{}|>*#"))
}

// front reads front matter, and what it says of the document that its metadata has a
// place for. YAML that does not parse leaves a warning.
func (r *reader) front(content []byte) {
	part, read := ingest.NewText(content), datatree.YAML
	if strings.HasPrefix(r.text.Line(1), plusFence) {
		read = datatree.TOML
	}
	head, err := read(part)
	if err != nil || head.Kind != doc.Object && len(head.Items) > 0 || head.Text != "" {
		r.found.Warnings = append(r.found.Warnings, "front matter is not valid YAML")
		return
	}
	if head.Kind != doc.Object { // nothing but comments
		return
	}
	value := head.Shifted(r.text.LineEnd(1), 1)
	r.found.Tree.Front = &value
	for _, field := range value.Fields {
		r.found.Say(field.Name, plainValue(field.Value))
	}
}

// plainValue returns a text, a number, or a list of such.
func plainValue(value doc.Value) string {
	var parts []string
	for _, one := range value.Parts() {
		if one.Kind == doc.String || one.Kind == doc.Number {
			parts = append(parts, strings.TrimSpace(one.Text))
		}
	}
	return strings.Join(parts, ", ")
}

// blankRun is how many spaces stand in for text that was taken out before a line
// break does: goldmark is quadratic on a long line of spaces.
const blankRun = 64

// blank overwrites a part of the source with spaces, and line breaks among them,
// so that no offset moves.
func blank(source []byte, start, end int) {
	for i := start; i < end; i++ {
		switch {
		case source[i] == '\n':
		case (i-start)%blankRun == blankRun-1:
			source[i] = '\n'
		default:
			source[i] = ' '
		}
	}
}
