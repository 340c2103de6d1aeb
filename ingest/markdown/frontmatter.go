package markdown

import (
	"strings"

	"github.com/goccy/go-yaml"

	"github.com/quarrykb/quarry/ingest"
)

// fence opens and closes front matter.
const fence = "---"

// maxFrontMatter bounds what is given to the YAML parser, in bytes.
const maxFrontMatter = 16 << 10

// frontMatter reads the YAML block at the head of a document, blanks it out of
// the source and returns the first line behind it.
func (r *reader) frontMatter(source []byte) int {
	last := r.frontMatterEnd()
	if last == 0 {
		return 1
	}
	end := r.text.LineEnd(last)
	if end > maxFrontMatter {
		r.found.Warnings = append(r.found.Warnings, "front matter over 16 kB was not read")
	} else {
		r.metadata(string(source[r.text.LineEnd(1):r.text.LineStart(last)]))
	}
	blank(source, 0, end)
	r.found.Marks = append(r.found.Marks, ingest.Structure(1, last, "front matter"))
	return last + 1
}

// frontMatterEnd returns the closing line, 0 where there is no front matter. A
// thematic break at the head of a text is not closed by a key: the block must
// hold at least one.
func (r *reader) frontMatterEnd() int {
	if strings.TrimRight(r.text.Line(1), " \t") != fence {
		return 0
	}
	keyed := false
	for n := 2; n <= r.text.Lines(); n++ {
		line := strings.TrimRight(r.text.Line(n), " \t")
		if line == fence || line == "..." {
			if keyed {
				return n
			}
			return 0
		}
		keyed = keyed || strings.Contains(line, ":")
	}
	return 0
}

// metadata decodes the keys that a document's metadata has a place for.
// Anchors are not expanded into anything but these strings, and YAML that does
// not parse leaves a warning.
func (r *reader) metadata(text string) {
	var head struct {
		Title    string `yaml:"title"`
		Language string `yaml:"language"`
		Lang     string `yaml:"lang"`
		Licence  string `yaml:"licence"`
		License  string `yaml:"license"`
		Source   string `yaml:"source"`
		URL      string `yaml:"source_url"`
		Author   string `yaml:"author"`
		Date     string `yaml:"date"`
	}
	if strings.Contains(text, "&") && strings.Count(text, "*") > maxAliases {
		r.found.Warnings = append(r.found.Warnings, "front matter with many YAML aliases was not read")
		return
	}
	if err := yaml.Unmarshal([]byte(text), &head); err != nil {
		r.found.Warnings = append(r.found.Warnings, "front matter is not valid YAML")
		return
	}
	r.found.Title = head.Title
	m := &r.found.Metadata
	m.Language, m.Licence = either(head.Language, head.Lang), either(head.Licence, head.License)
	m.SourceURL, m.Author, m.Date = either(head.URL, head.Source), head.Author, head.Date
}

// maxAliases is how many aliases front matter may use before it is taken for
// one that grows when it is expanded.
const maxAliases = 20

func either(first, second string) string {
	if first != "" {
		return first
	}
	return second
}

// blank overwrites a part of the source with spaces and keeps its line breaks,
// so that no offset moves.
func blank(source []byte, start, end int) {
	for i := start; i < end; i++ {
		if source[i] != '\n' {
			source[i] = ' '
		}
	}
}
