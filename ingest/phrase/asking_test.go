package phrase_test

import (
	"testing"

	"github.com/quarrykb/quarry/ingest/phrase"
)

func TestALineAsksMoreOrLessSurely(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]phrase.Strength{
		"What is rye?":                       phrase.Certain,
		"Rye – a grass?":                     phrase.Certain,
		"¿Qué es el centeno?":                phrase.Certain,
		"黑麦是什么？":                             phrase.Certain,
		"Does rye rise?":                     phrase.Certain,
		"Q: the rise of rye":                 phrase.Certain,
		"**Q3.** the rise of rye":            phrase.Certain,
		"Frage 2: der Roggen":                phrase.Certain,
		"True or false: rye rises.":          phrase.Certain,
		"Explain the rise of dough.":         phrase.Strong,
		"3. **Differentiate rye and wheat**": phrase.Strong,
		"Analyse the dough":                  phrase.Strong,
		"Erkläre den Unterschied.":           phrase.Strong,
		"Expliquez la levée":                 phrase.Strong,
		"What is rye":                        phrase.Strong,
		"How does rye rise":                  phrase.Strong,
		"How to bake":                        phrase.Weak,
		"When the dough has risen, fold it.": phrase.Weak,
		"What bakers say":                    phrase.Weak,
		"Find the oven.":                     phrase.Weak,
		"Give two reasons.":                  phrase.Weak,
		"Walk me through the process.":       phrase.Weak,
		"Task 1: preheat the oven":           phrase.None,
		"Does rye rise":                      phrase.None,
		"Is rye a grass.":                    phrase.None,
		"Can of beans":                       phrase.None,
		"Walk the dog.":                      phrase.None,
		"Rye is a grass.":                    phrase.None,
		"Explain":                            phrase.None,
		"":                                   phrase.None,
		"---":                                phrase.None,
		"Explanation of the rise":            phrase.None,
	} {
		if got := phrase.Asking(line); got != want {
			t.Errorf("Asking(%q) = %d, want %d", line, got, want)
		}
	}
}
