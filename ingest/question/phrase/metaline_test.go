package phrase_test

import (
	"strings"
	"testing"
)

func TestACardsNoteForItselfIsToldFromItsWords(t *testing.T) {
	t.Parallel()
	reader := newReader(t)
	for line, want := range map[string]bool{
		"Tags: bread, rye":            true,
		"**Tags:** #bread":            true,
		"- tags: bread":               true,
		"ID: 123":                     true,
		"<!-- id: 17 -->":             true,
		"<!--SR:!2031-04-05,3,250-->": true,
		"{/* a note */}":              true,
		"Deck: Bread::Rye":            true,
		"*Basic · id 17*":             true,
		"*Basic · id 17 · reviewed*":  true,
		"Category: bread":             true,
		"Points: 2":                   true,
		"Time: 5 min":                 true,
		"{#rye}":                      true,
		"^rye-1":                      true,
		"[↑ back to top](#top)":       true,
		"**[⬆ Back to Top](#table-of-contents)**": true,
		"↑ Back to top":                true,
		"Back to top":                  true,
		"&nbsp;":                       true,
		"<br/>":                        true,
		"<br><br>":                     true,
		"<a name=\"rye\"></a>":         true,
		"<a id='rye'/>":                true,
		"":                             false,
		"Difficulty: hard":             false,
		"Top":                          false,
		"Source: the guild's handbook": false,
		"Time: the fourth dimension":   false,
		"Points: where lines meet":     false,
		"Category: it is a set of objects with arrows between them.": false,
		"Rye is a grass.":                     false,
		"*Rye*":                               false,
		"*Rye · wheat*":                       false,
		"What is rye?":                        false,
		"<b>rye</b>":                          false,
		"<a href=\"#\">rye</a>":               false,
		"{x: 1}":                              false,
		"^2 is a square":                      false,
		"<!-- a --> rye <!-- b -->":           false,
		"[rye](#rye)":                         false,
		"See [back to top](#top) for more":    false,
		"The ID: a drive":                     false,
		"id: the part of the mind that wants": false,
		strings.Repeat("Tags: a ", 40):        false,
	} {
		if got := reader.MetaLine(line); got != want {
			t.Errorf("MetaLine(%q) = %t, want %t", line, got, want)
		}
	}
}
