package crowdanki

import (
	"cmp"
	"slices"
	"strings"

	"github.com/quarrykb/quarry/ingest/question/record"
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

// model names the fields of notes and tells where each is shown.
type model struct {
	names []string
	sides []side
	order []int // in which fields are read: those that the back does not show, then as it shows them

	grades lexicon.Words // names of fields that state how hard a question is
}

const gradeFields lexicon.Cue = "grade_keys"

// modelOf reads a note model. Its first template decides: what it shows in
// front, what it shows besides behind. Where there is none, or it shows no
// field in front, the first field is the front.
func modelOf(grades lexicon.Words, value record.Value) model {
	m := model{grades: grades}
	for _, field := range member(value, "flds").Items {
		m.names = append(m.names, member(field, "name").Text)
	}
	m.sides = make([]side, len(m.names))
	var question, answer []string
	if templates := member(value, "tmpls").Items; len(templates) > 0 {
		question = shownIn(member(templates[0], "qfmt").Text)
		answer = shownIn(member(templates[0], "afmt").Text)
	}
	m.show(question, answer)
	m.arrange(answer)
	return m
}

// arrange puts the fields into the order in which the back shows them.
func (m *model) arrange(answer []string) {
	place := make(map[string]int, len(answer))
	for i, name := range answer {
		if _, shown := place[fold(name)]; !shown {
			place[fold(name)] = i + 1
		}
	}
	for i := range m.names {
		m.order = append(m.order, i)
	}
	slices.SortStableFunc(m.order, func(a, b int) int {
		return cmp.Compare(place[fold(m.names[a])], place[fold(m.names[b])])
	})
}

// readingOrder returns the order in which the fields of a note are read. A note
// may have more fields than its model, or fewer.
func (m *model) readingOrder(fields int) []int {
	order := slices.DeleteFunc(slices.Clone(m.order), func(i int) bool { return i >= fields })
	for i := len(m.order); i < fields; i++ {
		order = append(order, i)
	}
	return order
}

// show finds out the side of each field.
func (m *model) show(question, answer []string) {
	fronts, isFront := set(question), false
	backs := set(answer)
	for i, name := range m.names {
		key := fold(name)
		switch known := m.sideByName(key); {
		case known != aside:
			m.sides[i] = known
		case fronts[key]:
			m.sides[i], isFront = front, true
		case backs[key] || len(answer) == 0:
			m.sides[i] = back
		}
	}
	if !isFront && len(m.sides) > 0 {
		m.sides[0] = front
	}
}

// sideByName returns what a field is by a name that says it whatever the
// templates show.
func (m *model) sideByName(key string) side {
	switch {
	case m.grades.Has(key):
		return grade
	case key == "tags", key == "tag":
		return tags
	}
	return aside
}

func set(names []string) map[string]bool {
	all := make(map[string]bool, len(names))
	for _, name := range names {
		all[fold(name)] = true
	}
	return all
}

func fold(name string) string { return strings.ToLower(strings.TrimSpace(name)) }

// mostMarkers is how many fields a template shows at most.
const mostMarkers = 200

// shownIn returns the names of the fields that a template shows: those in
// double braces, behind filters or not, that stand for no condition and nothing
// of the program's own.
func shownIn(template string) []string {
	var names []string
	for len(names) < mostMarkers {
		_, rest, ok := strings.Cut(template, "{{")
		inside, after, closed := strings.Cut(rest, "}}")
		if !ok || !closed {
			break
		}
		template = after
		inside = strings.Trim(inside, "{} ")
		if inside == "" || strings.ContainsRune("#^/!", rune(inside[0])) {
			continue
		}
		filters, name := "", inside
		if at := strings.LastIndexByte(inside, ':'); at >= 0 {
			filters, name = inside[:at], inside[at+1:]
		}
		if !isOwn(name) && !strings.HasPrefix(filters, "tts") && !strings.HasPrefix(filters, "type") {
			names = append(names, name)
		}
	}
	return names
}

// isOwn reports whether a marker stands for something of the program's.
func isOwn(name string) bool {
	switch fold(name) {
	case "frontside", "tags", "type", "deck", "subdeck", "card", "cardflag":
		return true
	}
	return false
}

// member returns what an object holds under a key, nothing where it does not.
func member(value record.Value, key string) record.Value {
	for _, field := range value.Fields {
		if field.Name == key {
			return field.Value
		}
	}
	return record.Value{}
}
