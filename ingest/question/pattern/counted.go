package pattern

import (
	"strings"
	"unicode"
)

// lowestTitle is the level of titles that have no mark of a heading.
const lowestTitle = 6

// markCounted makes headings of plain lines that stand apart and count the parts
// of a text, each above a list that begins with 1: "Round 2", "Билет 3".
func (w words) markCounted(all []line) {
	counted := map[string][]int{}
	for n := range all {
		l := &all[n]
		name := w.countedName(l.words)
		if l.kind == text && l.form.plain() && name != "" && standsApart(all, n) && (w.IsTicket(l.words) || opensList(all, n)) {
			counted[name] = append(counted[name], n)
		}
	}
	for _, lines := range counted {
		if len(lines) < 2 {
			continue
		}
		for _, n := range lines {
			all[n].kind, all[n].form = heading, form{heading: lowestTitle}
		}
	}
}

// standsApart reports whether no text stands right above a line.
func standsApart(all []line, n int) bool {
	return n <= 1 || all[n-1].kind != text
}

// opensList reports whether the first item of a numbered list stands below a
// line.
func opensList(all []line, n int) bool {
	next := n + 1
	for next < min(len(all), n+longestGap) && all[next].kind == blank {
		next++
	}
	return next < len(all) && all[next].form.bullet == '1' && all[next].number == 1
}

// countedName returns the name that a line numbers the parts of a text by, ""
// for none.
func (w words) countedName(words string) string {
	if len(words) > longestCodeLine {
		return ""
	}
	if w.IsTicket(words) {
		return "ticket"
	}
	name, rest, _ := strings.Cut(strings.ToLower(words), " ")
	number := strings.TrimRight(rest, ".: ")
	if number == "" || strings.TrimFunc(number, unicode.IsDigit) != "" {
		return ""
	}
	if !w.cues["restarting_titles"].Has(name) {
		return ""
	}
	return name
}

// readTickets notes the titles that number the slips of an oral exam, where
// there are several.
func (t *reader) readTickets() {
	t.tickets = map[int]bool{}
	for n, l := range t.lines {
		if l.kind == heading && t.words.IsTicket(l.words) {
			t.tickets[n] = true
		}
	}
	if len(t.tickets) < 2 {
		t.tickets = nil
	}
}
