package claim

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
)

// evidence is what the numbers on a side say for its names to be those of things.
type evidence struct {
	lines   int // that hold numbers of one kind under a head that is known, or that have a unit
	numbers int // in them
	matter  int // lines of them that measure what things have, such as a mass
	warm    int // of those, the ones that hold nothing but temperatures
	timed   int // lines that hold times
	other   int // lines of neither times nor money
	sized   int // of a record, values with a unit
	loose   int // lines of anything else but numbers
}

// matters returns the lines that measure what only things have. Of what lasts so
// long at so many degrees the temperature is a step's.
func (e evidence) matters() int {
	if e.timed > 0 {
		return e.matter - e.warm
	}
	return e.matter
}

// How many numbers prove that names are those of things: under a title that
// nobody knows, and under none.
const (
	fewestTitled   = 2
	fewestUntitled = 3
)

// showsThings reports whether the names on a side are those of things, though
// neither they nor their title are known: all are different names, and most of
// what stands behind them are numbers of what things have.
func (t *table) showsThings(s side, c census, e evidence) bool {
	if s.across || t.scoped || s.at != t.labelColumn() || c.nameable < c.named || len(c.distinct) < c.named || c.named < 2 {
		return false
	}
	if isProperty(s.corner.text) && s.corner.text != "" || isPlainName(s.corner.text) || t.saysNoThings(s) {
		return false
	}
	fewest := fewestTitled
	if s.corner.text == "" {
		fewest = fewestUntitled
	}
	return e.matters() > 0 && e.lines >= e.loose && e.numbers >= fewest
}

// saysNoThings reports whether a name on a side or a title over its numbers shows
// that the names are no things'.
func (t *table) saysNoThings(s side) bool {
	if slices.ContainsFunc(s.names, func(l *label) bool { return isIdentifier(l.text) }) {
		return true
	}
	for i, head := range s.heads {
		if head.kind == plainTitle && (t.isBareTitle(head) || t.isWordy(s.lines[i])) {
			return true
		}
	}
	return false
}

// isWordy reports whether most of the numbers of a line begin what is said in words.
func (t *table) isWordy(line []string) bool {
	numbers, wordy := 0, 0
	for _, cell := range line {
		quantity, ok := t.reader.lexicon.ReadQuantityIn(t.place.Numbers, cell)
		if !ok {
			continue
		}
		numbers++
		if behind, begins := strings.CutPrefix(cell, quantity.Text); begins && strings.HasPrefix(behind, " ") && isLower(behind[min(1, len(behind)-1)]) {
			wordy++
		}
	}
	return 2*wordy > numbers
}

// isBareTitle reports whether a title says only how numbers are meant, or in which
// unit: the rows then say what they are of.
func (t *table) isBareTitle(l *label) bool {
	if t.isDated(l.text) {
		return false
	}
	if unit, ok := t.reader.lexicon.FindUnit(l.text); ok && !isThing(unit) {
		return true
	}
	return l.text != "" && (isFigure(l.text) || t.reader.withoutModifiers(l.text) == "")
}

// isIdentifier reports whether a name is one of a program's: "read_timeout",
// "--limit".
func isIdentifier(name string) bool {
	return strings.ContainsAny(name, "_`{}$@\\") || strings.HasPrefix(name, "-") || strings.Contains(name, "()") || strings.Contains(name, "::")
}

// ofOthers reports whether the titles of a table tell that its names are no
// devices': they are people, or what happens and what is done.
func ofOthers(corner string, heads []*label) bool {
	if isOccasion(corner) {
		return true
	}
	if !isPlainName(corner) && strings.TrimSpace(corner) != "" {
		return false
	}
	for _, head := range heads {
		if isPersonal(head.text) {
			return true
		}
	}
	return false
}

// isPlainName reports whether a title stands over names of anything, people among them.
func isPlainName(title string) bool {
	switch quarry.SlugWith(title, ' ') {
	case "name", "full name", "names", "nom", "nombre", "nome", "naam":
		return true
	}
	return false
}

// isPersonal reports whether a title stands over what is said of people only.
func isPersonal(title string) bool {
	for word := range strings.SplitSeq(quarry.SlugWith(title, ' '), " ") {
		switch word {
		case "age", "ages", "born", "birthday", "birth", "gender", "sex", "nationality", "salary", "department", "email", "role", "hobby",
			"alter", "geburtsdatum", "geschlecht", "gehalt", "âge", "sexe", "salaire", "edad", "sexo", "salario", "bmi":
			return true
		}
	}
	return false
}

// isOccasion reports whether a title stands over what is no thing: times, events,
// steps, people, settings, words. Its first word or its last one says so.
func isOccasion(title string) bool {
	if len(title) > longestName {
		return false
	}
	words := strings.Fields(quarry.SlugWith(withoutBrackets(title), ' '))
	if len(words) == 0 {
		return false
	}
	first, last := words[0], words[len(words)-1]
	return isOccasionWord(last) || isOccasionWord(strings.TrimSuffix(last, "s")) || isOccasionWord(first)
}

func isOccasionWord(word string) bool {
	return isTimeWord(word) || isDeedWord(word) || isPersonWord(word) || isTextWord(word)
}

func isTimeWord(word string) bool {
	switch word {
	case "date", "day", "week", "weekday", "month", "quarter", "year", "season", "time", "hour", "period", "epoch", "era", "decade",
		"century", "timestamp", "datum", "tag", "woche", "monat", "jahr", "uhrzeit", "zeit", "jour", "mois", "année", "semaine", "heure",
		"día", "mes", "año", "semana", "hora", "fecha":
		return true
	}
	return false
}

// isDeedWord reports whether a word names what happens or is done, or the state
// or the setting in which something is.
func isDeedWord(word string) bool {
	switch word {
	case "event", "session", "run", "trial", "test", "attempt", "experiment", "iteration", "round", "step", "stage", "phase", "task",
		"action", "activity", "activitie", "milestone", "procedure", "operation", "exercise", "lesson", "lecture", "exam", "match",
		"game", "change", "release", "commit", "incident", "case", "benchmark", "workload", "scenario", "measurement", "observation",
		"condition", "state", "mode", "status", "level", "setting", "configuration", "config", "option", "flag", "argument", "variable",
		"method", "approach", "strategy", "technique", "algorithm", "baseline", "policy", "query", "function", "command", "endpoint",
		"file", "path", "directory", "job", "program", "programme", "schritt", "lauf", "versuch", "aufgabe", "ereignis", "zustand",
		"einstellung", "étape", "essai", "tâche", "événement", "état", "paso", "ensayo", "tarea", "evento", "estado", "expense", "cost",
		"budget", "account", "total", "usage", "use":
		return true
	}
	return false
}

func isPersonWord(word string) bool {
	switch word {
	case "person", "people", "player", "athlete", "student", "pupil", "patient", "candidate", "employee", "author", "user", "customer",
		"participant", "subject", "team", "group", "member", "runner", "swimmer", "winner", "boy", "girl", "child", "children", "client",
		"spieler", "schüler", "patientin", "mitarbeiter", "mannschaft", "joueur", "élève", "personne", "équipe", "jugador", "alumno",
		"persona", "paciente", "equipo":
		return true
	}
	return false
}

// isTextWord reports whether a word names words, or a sort of things or of sizes
// rather than a thing.
func isTextWord(word string) bool {
	switch word {
	case "question", "answer", "prompt", "term", "word", "definition", "topic", "statement", "quote", "concept", "abbreviation",
		"acronym", "symbol", "code", "category", "categorie", "class", "range", "size", "bracket", "tier", "grade", "rank", "metric",
		"parameter", "property", "quantity", "unit", "conversion", "chapter", "section", "reason", "problem", "symptom", "error",
		"frage", "antwort", "begriff", "kategorie", "terme", "mot", "catégorie", "pregunta", "respuesta", "término",
		"palabra", "categoría", "result", "hypothesis", "law", "article", "rule":
		return true
	}
	return false
}

// isMoment reports whether a name is that of a time: "Monday", "March 2024", "Q1
// 2023".
func isMoment(name string) bool {
	words, dated := 0, 0
	for word := range strings.SplitSeq(quarry.SlugWith(name, ' '), " ") {
		words++
		switch {
		case isCalendarWord(word):
			dated++
		case isNumeric(word) || len(word) == 2 && word[0] == 'q' && isDigit(word[1]):
		default:
			return false
		}
	}
	return dated > 0 || words > 1 && strings.ContainsAny(name[:1], "Qq")
}

func isCalendarWord(word string) bool {
	switch word {
	case "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "mon", "tue", "wed", "thu", "fri", "sat", "sun",
		"january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december",
		"jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec", "morning", "noon", "afternoon", "evening",
		"night", "today", "yesterday", "spring", "summer", "autumn", "winter", "montag", "dienstag", "mittwoch", "donnerstag", "freitag",
		"samstag", "sonntag", "januar", "februar", "märz", "mai", "juni", "juli", "oktober", "dezember", "lundi", "mardi", "mercredi",
		"jeudi", "vendredi", "samedi", "dimanche", "janvier", "février", "mars", "avril", "juin", "juillet", "août", "lunes", "martes",
		"miércoles", "jueves", "viernes", "sábado", "domingo", "enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto":
		return true
	}
	return false
}

// kindOfTimes is the kind of what lasts.
const kindOfTimes = "time"

// isOfThings reports whether what a kind measures is mostly that of a thing, and
// not of what happens, costs or is computed.
func isOfThings(kind quarry.QuantityKind) bool {
	switch kind {
	case "", countKind, ratioKind, kindOfTimes, "cycles", "data", "bits", kindOfFLOPS, kindOfOPS, "operations", "level", "pixels":
		return false
	}
	return !strings.HasSuffix(string(kind), "_rate") && !strings.HasPrefix(string(kind), "currency")
}
