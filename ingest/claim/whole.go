package claim

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
)

// isWholeTitle reports whether a title stands over the names of things that have
// devices as their parts: a laptop has a GPU, and not the other way round.
func isWholeTitle(title string) bool {
	words := strings.Fields(quarry.SlugWith(withoutBrackets(title), ' '))
	if len(words) == 0 || len(words) > 2 {
		return false
	}
	last := words[len(words)-1]
	if last == "type" || last == "name" || last == "model" {
		last = words[0]
	}
	switch strings.TrimSuffix(last, "s") {
	case "laptop", "notebook", "server", "workstation", "instance", "machine", "phone", "smartphone", "tablet", "desktop", "pc",
		"computer", "console", "supercomputer", "cluster", "vehicle", "car", "robot", "drone", "handheld", "vm", "node", "watch",
		"rechner", "ordinateur", "portable", "portátil", "ordenador":
		return true
	}
	return false
}

// ofWhole returns the column whose things have the devices of another one as
// their parts, and what speaks for it.
func (t *table) ofWhole(parts int, found weight) (int, weight) {
	if found.known == 0 || isWholeTitle(t.heads[parts].text) {
		return parts, found
	}
	for column := range parts {
		if isWholeTitle(t.heads[column].text) {
			return column, t.weigh(t.rowSide(column))
		}
		if t.heads[column].over&jobTitle != 0 || t.logs(column, parts) {
			return column, weight{}
		}
	}
	return parts, found
}

// logs reports whether a column tells when something was measured or done on the
// devices of another one: they come again and again. Prices are a device's own at any
// time, and so is what held in a year.
func (t *table) logs(times, devices int) bool {
	if !t.reader.is(timeWord, quarry.SlugWith(t.heads[times].text, ' ')) || slices.ContainsFunc(t.heads, head.costs) {
		return false
	}
	seen, again := map[string]bool{}, false
	for _, row := range t.sample() {
		if isYear(strings.TrimSpace(cellAt(row, times).Text)) {
			return false
		}
		name := cellAt(row, devices).Text
		again, seen[name] = again || seen[name] && name != "", true
	}
	return again
}

// costs reports whether a title stands over prices.
func (h head) costs() bool {
	return slices.ContainsFunc(h.attributes, func(a quarry.Attribute) bool {
		return slices.ContainsFunc(kindsOf(a), func(kind quarry.QuantityKind) bool { return strings.HasPrefix(string(kind), "currency") })
	})
}

// holdsCodes reports whether a column holds codes of other things which devices have
// too: rooms, roads, screws.
func (t *table) holdsCodes(column int) bool {
	return t.heads[column].over&codeTitle != 0 && !slices.ContainsFunc(t.sample(), func(row []Cell) bool {
		name := t.labels.of(cellAt(row, column).Text)
		return name.names && !isBareCode(name.text)
	})
}

// longestCode is the most bytes of a name that is no more than a code.
const longestCode = 5

// isBareCode reports whether a name is a code that anything may have: "H100", "M4".
func isBareCode(name string) bool {
	return len(name) <= longestCode && hasDigit(name) && !strings.Contains(name, " ")
}

// titleOver returns of which sorts a title is that stands over codes of other things,
// over what is done on devices, or over numbers of nearly everything.
func (r *Reader) titleOver(title string) wordSort {
	slug := quarry.SlugWith(title, ' ')
	return (r.nothings[slug] | r.nothings[strings.TrimSuffix(slug, "s")]) & (codeTitle | jobTitle | everyTitle)
}

// speaksOf reports whether a column holds what talks or texts are called, or what
// happens: devices that they speak of are not what the numbers beside them are of.
func (t *table) speaksOf(column int) bool {
	title := t.heads[column].text
	if !t.reader.isOccasion(title) && !isTalkTitle(title) {
		return false
	}
	for _, row := range t.sample() {
		name := cellAt(row, column).Text
		if _, ok := t.reader.lexicon.FindDevice(name); ok && len(name) <= longestName {
			return false
		}
	}
	return true
}

// isTalkTitle reports whether a title stands over the titles of talks or texts.
func isTalkTitle(title string) bool {
	switch strings.TrimSuffix(quarry.SlugWith(title, ' '), "s") {
	case "talk", "title", "talk title", "presentation", "keynote", "workshop", "paper", "paper title", "post", "episode", "video", "book",
		"agenda", "agenda item", "headline", "course", "issue", "ticket", "speaker", "vortrag", "titel", "thema", "titre", "exposé",
		"título", "charla", "ponencia", "subject", "message":
		return true
	}
	return false
}

// isMakeTitle reports whether a title stands over names of what people make or
// found, and as often over what lessons and prices are of: two kinds of numbers
// must prove that they are things.
func isMakeTitle(title string) bool {
	switch strings.TrimSuffix(quarry.SlugWith(title, ' '), "s") {
	case "language", "programming language", "compiler", "interpreter", "runtime", "framework", "web framework", "company", "firm",
		"firma", "unternehmen", "entreprise", "empresa", "sprache", "programmiersprache", "langage", "lenguaje":
		return true
	}
	return false
}

// isCountTitle reports whether a title stands over plain numbers of what things
// have several of.
func isCountTitle(title string) bool {
	switch strings.TrimSuffix(strings.TrimPrefix(strings.ToLower(title), "# of "), "s") {
	case "vcpu", "cpu", "gpu", "socket", "thread", "employee", "mitarbeiter", "empleado", "employé":
		return true
	}
	return false
}
