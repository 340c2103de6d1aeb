package crowdanki

import (
	"regexp"
	"slices"
	"strings"

	"github.com/quarrykb/quarry/ingest/doc"
)

// model tells of the notes of a kind how their fields are called, and which of them their
// cards show in front and behind, in the order in which they do.
type model struct{ fields, front, back []string }

// modelOf reads a note model. Its first template decides what is shown; what it shows on
// both sides stands in front. Where it shows nothing in front, the first field is the
// front, and where it shows nothing behind, all others are backs.
func (p *Parser) modelOf(value doc.Value) model {
	var m model
	for _, field := range value.At("flds").Items {
		m.fields = append(m.fields, fold(field.At("name").Text))
	}
	if templates := value.At("tmpls").Items; len(templates) > 0 {
		m.front = p.shownIn(templates[0].At("qfmt").Text)
		m.back = p.shownIn(templates[0].At("afmt").Text)
	}
	isShown := func(name string) bool { return slices.Contains(m.fields, name) }
	if len(m.fields) > 0 && !slices.ContainsFunc(m.front, isShown) {
		m.front = m.fields[:1]
	}
	if len(m.back) == 0 {
		m.back = m.fields
	}
	isFront := func(name string) bool { return slices.Contains(m.front, name) }
	m.back = slices.DeleteFunc(slices.Clone(m.back), isFront)
	return m
}

// mostMarkers is how many fields a template shows at most.
const mostMarkers = 200

// markers returns what finds the fields in a template, with the filters before each.
func markers() *regexp.Regexp { return regexp.MustCompile(`\{\{+([^{}]*:)?([^{}:]+)\}\}`) }

// shownIn returns the names of the fields that a template shows: those in
// double braces, behind filters or not, that nothing is typed or spoken by.
func (p *Parser) shownIn(template string) []string {
	var names []string
	for _, marker := range p.marker.FindAllStringSubmatch(template, mostMarkers) {
		filters, name := strings.TrimSpace(marker[1]), fold(marker[2])
		if !strings.HasPrefix(filters, "tts") && !strings.HasPrefix(filters, "type") && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

func fold(name string) string { return strings.ToLower(strings.TrimSpace(name)) }
