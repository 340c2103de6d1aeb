package quiz

import (
	"context"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/text"
)

// shortForm is a term that stands for one thing in all that is stored.
type shortForm struct {
	term, long string
	claim      quarry.Claim
}

// shortForms asks what short forms stand for. The others begin with the same letters: words of other
// short forms stand in the place of its own, so that each word is in as many choices as the one
// that takes its place. Of one that documents spell out differently nothing is asked.
func (m *Maker) shortForms(ctx context.Context, terms []quarry.GlossaryTerm, entries map[quarry.EntryID]quarry.Entry) []quarry.Question {
	var forms []shortForm
	expansions := map[string]int{}
	pool := map[slot][]string{}
	for _, term := range terms {
		form, ok := m.shortForm(term)
		if !ok {
			continue
		}
		forms = append(forms, form)
		expansions[m.sense(form.long)]++
		for word, at := range form.slots(m.english.IsPlural) {
			pool[at] = append(pool[at], strings.ToLower(word))
		}
	}
	for at, some := range pool {
		slices.Sort(some)
		pool[at] = slices.Compact(some)
	}
	var made []quarry.Question
	for _, own := range forms {
		if ctx.Err() != nil {
			return nil
		}
		entry := entries[own.claim.ID]
		d := draft{
			sort: quarry.MadeShortForm, key: []string{own.term, "long"}, prompt: "What does " + own.term + " stand for?",
			answer: choice{text: own.long, says: own.claim}, grade: entry.Grade, topics: entry.Topics,
		}
		m.mix(&d, own, pool)
		if q, ok := d.question(); ok && expansions[m.sense(own.long)] == 1 {
			made = append(made, q)
		}
	}
	return made
}

// slot is where a word may stand in what is spelled out: its first letter, and whether it is the last.
type slot struct {
	letter byte
	last   bool
}

// slots returns the words of what is spelled out in whose place others may stand: all of one number.
func (f shortForm) slots(isPlural func(string) bool) map[string]slot {
	const shortest = 4
	found := map[string]slot{}
	all := wordsOf(f.long)
	for i, word := range all {
		letter := strings.ToUpper(word[:1])
		isPlain := len(word) >= shortest && strings.ToLower(word[1:]) == word[1:] && strings.Count(f.long, word) == 1 &&
			!isPlural(strings.ToLower(word))
		if isPlain && strings.Contains(f.term, letter) {
			found[word] = slot{letter[0], i == len(all)-1}
		}
	}
	return found
}

// mix adds choices in which words of others stand in the place of two of three words.
func (m *Maker) mix(d *draft, own shortForm, pool map[slot][]string) {
	var changes [][]string // words, and what takes their place
	used, slots := m.stemsOf(own.long), own.slots(m.english.IsPlural)
	for _, word := range shuffled(d.id(), slices.Sorted(maps.Keys(slots))) {
		others := shuffled(d.id(), pool[slots[word]])
		at := slices.IndexFunc(others, func(other string) bool { return !used[m.stemmer.Stem(other)] })
		if at < 0 || len(changes) == wrongChoices {
			continue
		}
		used[m.stemmer.Stem(others[at])] = true
		changes = append(changes, []string{word, word[:1] + others[at][1:]})
	}
	if len(changes) < wrongChoices {
		return
	}
	for kept := range changes {
		pairs := slices.Concat(slices.Delete(slices.Clone(changes), kept, kept+1)...)
		d.wrong = append(d.wrong, choice{text: strings.NewReplacer(pairs...).Replace(own.long), says: own.claim})
	}
}

// shortForm returns a term whose letters prove the only thing it stands for: one of its kind, as the
// term is.
func (m *Maker) shortForm(t quarry.GlossaryTerm) (shortForm, bool) {
	const mostWords = 6
	best := t.Expansions[0]
	for _, other := range t.Expansions[1:] {
		if m.sense(other.Text) != m.sense(best.Text) {
			return shortForm{}, false
		}
	}
	long := m.bare(best.Text)
	clean := best.Spelled && len(best.Entries) > 0 && len(best.Sources) > 0 && capitals(t.Term) > 1 &&
		readable(t.Term, 1) && readable(long, mostWords) &&
		!slices.Contains(text.Words(long), strings.ToLower(t.Term)) && !m.english.IsPlural(strings.ToLower(long)) &&
		!strings.ContainsFunc(long, isForeign) && len(text.Words(long)) >= capitals(t.Term)
	if !clean {
		return shortForm{}, false
	}
	return shortForm{
		term: t.Term, long: capital(long),
		claim: quarry.Claim{ID: best.Entries[0].ID, Source: best.Sources[0], Words: []string{t.Term, best.Text}},
	}, true
}

// isForeign reports whether a character is in no English word: the questions are English.
func isForeign(c rune) bool { return c > unicode.MaxASCII || unicode.IsDigit(c) }

// capitals counts the letters of a short form that begin words.
func capitals(term string) int {
	count := 0
	for _, letter := range term {
		if unicode.IsUpper(letter) {
			count++
		}
	}
	return count
}

// sense is the same for two ways to write one thing.
func (m *Maker) sense(long string) string {
	stems := text.Words(long)
	for i, word := range stems {
		stems[i] = m.stemmer.Stem(m.english.American(word))
	}
	return strings.Join(stems, " ")
}
