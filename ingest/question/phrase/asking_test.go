package phrase_test

import (
	"strings"
	"testing"

	"github.com/quarrykb/quarry/ingest/question/phrase"
)

func TestALineAsksMoreOrLessSurely(t *testing.T) {
	t.Parallel()
	reader := newReader(t)
	for line, want := range map[string]phrase.Strength{
		"What is rye?":                               phrase.Certain,
		"Rye – a grass?":                             phrase.Certain,
		"¿Qué es el centeno?":                        phrase.Certain,
		"黑麦是什么？":                                     phrase.Certain,
		"Does rye rise?":                             phrase.Certain,
		"Q: the rise of rye":                         phrase.Certain,
		"**Q3.** the rise of rye":                    phrase.Certain,
		"Frage 2: der Roggen":                        phrase.Certain,
		"True or false: rye rises.":                  phrase.Certain,
		"True or False, and explain why: rye rises.": phrase.Certain,
		"Please explain the rise of dough.":          phrase.Strong,
		"Explain the rise of dough.":                 phrase.Strong,
		"3. **Differentiate rye and wheat**":         phrase.Strong,
		"Analyse the dough":                          phrase.Strong,
		"Erkläre den Unterschied.":                   phrase.Strong,
		"Expliquez la levée":                         phrase.Strong,
		"What is rye":                                phrase.Strong,
		"How does rye rise":                          phrase.Strong,
		"How to bake":                                phrase.Weak,
		"When the dough has risen, fold it.":         phrase.Weak,
		"What bakers say":                            phrase.Weak,
		"Find the oven.":                             phrase.Weak,
		"Give two reasons.":                          phrase.Weak,
		"Walk me through the process.":               phrase.Strong,
		"Task 1: preheat the oven":                   phrase.None,
		"Does rye rise":                              phrase.None,
		"Is rye a grass.":                            phrase.None,
		"Can of beans":                               phrase.None,
		"Walk the dog.":                              phrase.None,
		"Rye is a grass.":                            phrase.None,
		"Explain":                                    phrase.None,
		"Is rye a grass? Explain your answer.":       phrase.Strong,
		"A loaf weighs 1 kg. Explain how it rises.":  phrase.Strong,
		"It rises. Find the oven.":                   phrase.None,
		"":                                           phrase.None,
		"---":                                        phrase.None,
		"Explanation of the rise":                    phrase.None,
	} {
		if got := reader.Asking(line); got != want {
			t.Errorf("Asking(%q) = %d, want %d", line, got, want)
		}
	}
}

// Every label used to be read once more for each that stands behind it.
func TestALabelThatRepeatsItselfIsReadOnce(t *testing.T) {
	t.Parallel()
	reader := newReader(t)
	if got := reader.Asking(strings.Repeat("task 1: ", 1000) + "bake"); got != phrase.None {
		t.Errorf("strength %v; want %v", got, phrase.None)
	}
}

func TestAQuestionAsksForOneThingOrForAList(t *testing.T) {
	t.Parallel()
	reader := newReader(t)
	for question, want := range map[string]bool{
		"Who wrote the charter?": true, "At what temperature does wax melt?": true, "Which metal is liquid?": true, "What is the pH of water?": true,
		"How many strings has a cello?": true, "Wo liegt Gent?": true, "A car brakes. How far does it go?": true,
		"How do you prove a dough?": false, "What are the stages of mixing?": false, "When do you fold it?": false, "Which steps follow?": false,
		"Explain yeast": false, "Why does ice float?": false,
	} {
		if got := reader.AsksForOne(question); got != want {
			t.Errorf("%q: %t; want %t", question, got, want)
		}
	}
}

func TestATitleThatSaysNothingElseOffersTrueAndFalse(t *testing.T) {
	t.Parallel()
	reader := newReader(t)
	for line, want := range map[string]bool{
		"True or false?": true, "## True/False questions": true, "**True or False:**": true,
		"True or false: rye is a grass": false, "Is it true or false?": false, "Truth": false, "": false,
	} {
		if got := reader.IsOffer(line); got != want {
			t.Errorf("%q: %t; want %t", line, got, want)
		}
	}
}

func TestTitlesOfExamTicketsAreTold(t *testing.T) {
	t.Parallel()
	reader := newReader(t)
	for title, want := range map[string]bool{
		"Билет 1": true, "## Билет № 12": true, "Экзаменационный билет №3": true, "Zestaw 2": true, "Exam ticket 4": true,
		"Ticket 7": false, "Билет": false, "Билеты в театр 2": false, "": false,
	} {
		if got := reader.IsTicket(title); got != want {
			t.Errorf("%q: %t; want %t", title, got, want)
		}
	}
}
