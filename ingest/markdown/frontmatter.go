package markdown

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/goccy/go-yaml"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
)

// fence opens and closes front matter.
const fence = "---"

// maxFrontMatter bounds what is given to the YAML parser, in bytes.
const maxFrontMatter = 16 << 10

// frontMatter reads the YAML block at the head of a document, blanks it out of
// the source and returns the first line behind it.
func (r *reader) frontMatter() int {
	last := r.frontMatterEnd()
	if last == 0 {
		return 1
	}
	end := r.text.LineEnd(last)
	if end > maxFrontMatter {
		r.found.Warnings = append(r.found.Warnings, "front matter over 16 kB was not read")
	} else {
		r.metadata(r.text.Bytes[r.text.LineEnd(1):r.text.LineStart(last)])
	}
	blank(r.source, 0, end)
	r.found.Marks = append(r.found.Marks, ingest.Structure(1, last, "front matter"))
	return last + 1
}

// frontMatterEnd returns the closing line, 0 where there is no front matter. A
// thematic break at the head of a text is no front matter: a key must stand on
// the very next line.
func (r *reader) frontMatterEnd() int {
	if strings.TrimRight(r.text.Line(1), " \t") != fence || r.text.Lines() < 2 || !isKeyed(r.text.Line(2)) {
		return 0
	}
	for n := 3; n <= r.text.Lines(); n++ {
		if line := strings.TrimRight(r.text.Line(n), " \t"); line == fence || line == "..." {
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

// metadata reads the keys that a document's metadata has a place for. YAML that
// does not parse leaves a warning.
func (r *reader) metadata(text []byte) {
	if bytes.Contains(text, []byte("&")) && bytes.Count(text, []byte("*")) > maxAliases {
		r.found.Warnings = append(r.found.Warnings, "front matter with many YAML aliases was not read")
		return
	}
	var head map[string]any
	if err := yaml.Unmarshal(text, &head); err != nil {
		r.found.Warnings = append(r.found.Warnings, "front matter is not valid YAML")
		return
	}
	r.found.Title = said(head, "title")
	r.found.Metadata = quarry.Metadata{
		Language: said(head, "language", "lang"), Licence: said(head, "licence", "license"),
		SourceURL: said(head, "source_url", "source", "url"), Author: said(head, "author", "authors"),
		Date: said(head, "date"),
	}
}

// maxAliases is how many aliases front matter may use before it is taken for
// one that grows when it is expanded.
const maxAliases = 20

// said returns the value of the first of the keys that has one: a text, a
// number, or a list of them.
func said(head map[string]any, keys ...string) string {
	for _, key := range keys {
		if value := plainValue(head[key]); value != "" {
			return value
		}
	}
	return ""
}

func plainValue(value any) string {
	switch value := value.(type) {
	case string:
		return strings.TrimSpace(value)
	case []any:
		var parts []string
		for _, one := range value {
			if text, ok := one.(string); ok {
				parts = append(parts, strings.TrimSpace(text))
			}
		}
		return strings.Join(parts, ", ")
	case int, int64, uint64, float64:
		return fmt.Sprint(value)
	}
	return ""
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
