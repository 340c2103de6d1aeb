package crowdanki

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/quarrykb/quarry/ingest/doc"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// side is where a field is shown.
type side int

// The sides. An aside is on no side of a card: what a deck keeps about it.
const (
	aside side = iota
	front
	back
	grade
	tags
)

// model tells of the fields of a note where each is shown, in the order in which they
// are read.
type model []shown

// shown is a field by its place in a note.
type shown struct {
	field int
	side  side
}

// modelOf reads a note model. Its first template decides: what it shows in
// front, what it shows besides behind, and in which order. Where there is none, or it
// shows no field in front, the first field is the front.
func (p *Parser) modelOf(value doc.Value) model {
	var question, answer []string
	if templates := member(value, "tmpls").Items; len(templates) > 0 {
		question = p.shownIn(member(templates[0], "qfmt").Text)
		answer = p.shownIn(member(templates[0], "afmt").Text)
	}
	fields := member(value, "flds").Items
	m, places := make(model, len(fields)), make([]int, len(fields))
	for i, field := range fields {
		name := fold(member(field, "name").Text)
		places[i] = slices.Index(answer, name)
		m[i] = shown{i, aside}
		switch {
		case p.lexicon.Cues()[gradeFields].Has(name):
			m[i].side = grade
		case name == "tags", name == "tag":
			m[i].side = tags
		case slices.Contains(question, name):
			m[i].side = front
		case places[i] >= 0 || len(answer) == 0:
			m[i].side = back
		}
	}
	if isFront := func(s shown) bool { return s.side == front }; len(m) > 0 && !slices.ContainsFunc(m, isFront) {
		m[0].side = front
	}
	slices.SortStableFunc(m, func(a, b shown) int { return cmp.Compare(places[a.field], places[b.field]) })
	return m
}

// of returns the model of a note with some fields. What the model does not know are
// backs, behind a front where it knows none.
func (m model) of(fields int) model {
	for i := len(m); i < fields; i++ {
		m = append(m, shown{i, back})
	}
	return m
}

const gradeFields lexicon.Cue = "grade_keys"

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
		if !strings.HasPrefix(filters, "tts") && !strings.HasPrefix(filters, "type") {
			names = append(names, name)
		}
	}
	return names
}

func fold(name string) string { return strings.ToLower(strings.TrimSpace(name)) }

// member returns what an object holds under a key, nothing where it does not.
func member(value doc.Value, key string) doc.Value {
	for _, field := range value.Fields {
		if field.Name == key {
			return field.Value
		}
	}
	return doc.Value{}
}
