package topic

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/text"
)

// How terms of a document are told from its other words.
const (
	longestTerm    = 3    // words of a term that stands within a title
	longestHeading = 6    // words of a heading that is a topic as a whole
	longestName    = 60   // bytes
	fewestEntries  = 2    // that a term is of
	namedShare     = 0.25 // of them in which it is a noun: of verbs and what stands before nouns it is less
	nestedShare    = 0.8
)

// term is what a document's headings and titles speak of.
type term struct {
	words   []string
	forms   map[string]int // as it is written
	entries int            // that have it in what they say
	named   int            // how often it stands there as a whole noun group, or ends one
	heading bool           // a heading says it
	whole   bool           // and nothing else
}

// gatherer gathers the terms of a document.
type gatherer struct {
	*Reader

	terms map[string]*term
}

func (g *gatherer) note(p phrase, from, to, weight int) *term {
	key := strings.Join(p.words[from:to], " ")
	one := g.terms[key]
	if one == nil {
		one = &term{words: p.words[from:to], forms: map[string]int{}}
		g.terms[key] = one
	}
	one.forms[p.written[p.spans[from].Start:p.spans[to-1].End]] += weight
	return one
}

// headingForm is how much the writing of a heading counts beside that of a title.
const headingForm = 100

// heading notes what a heading speaks of: each of its parts as a whole, and what these join.
// A question or what stands in brackets is no part.
func (g *gatherer) heading(p phrase) {
	begin, before := 0, ""
	for i := 1; i <= len(p.words); i++ {
		behind := p.behind(i - 1)
		if i < len(p.words) && !strings.ContainsAny(behind, ":;.?!/()–—\n") {
			continue
		}
		if !strings.Contains(behind, "?") && !strings.HasSuffix(before, "(") {
			g.whole(p, begin, i)
		}
		begin, before = i, strings.TrimRight(behind, "*_` ")
	}
}

// whole notes a part of a heading that stands alone, and its own parts where it joins some. A
// number with what it counts, "Section 1", is none.
func (g *gatherer) whole(p phrase, from, to int) {
	for from < to && text.AllDigits(p.words[from]) {
		from++
	}
	counted := func() bool {
		return to-from <= 2 && slices.ContainsFunc(p.words[from:to], text.AllDigits)
	}
	names := func(word string) bool { return !g.asking[word] && !g.clauses[word] }
	if from == to || g.stock[strings.Join(p.plain[from:to], " ")] || g.stock[p.plain[to-1]] || counted() || !all(p.plain[from:to], names) {
		return
	}
	g.mark(p, from, to, true)
	begin := from
	for i := from; i <= to; i++ {
		joins := i < to && g.joins[p.plain[i]]
		parted := i > begin && i < to && strings.ContainsAny(p.written[p.spans[i-1].End:p.spans[i].Start], ",&")
		if i < to && !joins && !parted {
			continue
		}
		if begin > from || i < to {
			g.mark(p, begin, i, false)
		}
		begin = i
		if joins {
			begin++
		}
	}
}

// mark notes some words of a heading as a term, if they are a name: they hold no verb, and
// neither begin nor end with a small word, as clauses do ("what disturbs the rate", "after the
// break"), but for an article. What a clause speaks of is a term where entries name it.
func (g *gatherer) mark(p phrase, from, to int, whole bool) {
	for from < to && g.nouns.IsArticle(p.plain[from]) {
		from++
	}
	if from == to || to-from > longestHeading || p.spans[to-1].End-p.spans[from].Start > longestName || to-from == 1 && !g.isTerm(p.words[from]) {
		return
	}
	words := g.nouns.Cut(p.written[p.spans[from].Start:p.spans[to-1].End], g.language)
	if !g.nouns.IsName(words) {
		return
	}
	one := g.note(p, from, to, headingForm)
	one.heading, one.whole = true, one.whole || whole
}

func all(words []string, are func(word string) bool) bool {
	return !slices.ContainsFunc(words, func(word string) bool { return !are(word) })
}

// isTerm reports whether a word can be a term alone.
func (g *gatherer) isTerm(word string) bool {
	_, number := g.numerals.Value(word)
	return !number && !g.vague[word] && utf8.RuneCountInString(word) > 2 && strings.ContainsFunc(word, unicode.IsLetter)
}

// say notes what an entry speaks of: whole noun groups, and what these end with.
func (g *gatherer) say(p phrase) {
	words := g.nouns.Cut(p.written, g.language)
	begins, ends := map[int]int{}, map[int]int{}
	for i, span := range p.spans {
		begins[span.Start], ends[span.End] = i, i+1
	}
	seen := map[[2]int]bool{}
	for _, group := range g.nouns.Groups(words) {
		to, ended := ends[words[group.To-1].End]
		if group.Loose || !group.Led || !ended || g.isSilent(p.words[to-1]) {
			continue
		}
		for i := group.To - 1; i >= group.From; i-- {
			from, begun := begins[words[i].Start]
			run := [2]int{from, to}
			if begun && !seen[run] && to-from <= longestTerm && !g.isSilent(p.words[from]) && (to-from > 1 || g.isTerm(p.words[from])) {
				seen[run] = true
				g.note(p, from, to, 1).named++
			}
			if words[i].Opens { // a mark stands before it
				break
			}
		}
	}
}

func (g *gatherer) isSilent(word string) bool { return g.stops[word] || text.AllDigits(word) }

// gather returns the terms of a document that may be topics, with the keywords that find
// them; at is the place of the first.
func (r *Reader) gather(title phrase, entries []read, headings map[string]phrase, at int) ([]subject, index) {
	g := gatherer{Reader: r, terms: map[string]*term{}}
	for _, heading := range slices.Sorted(maps.Keys(headings)) {
		g.heading(headings[heading])
	}
	said := 0
	for _, entry := range entries {
		if entry.Kind != quarry.EntryPassage {
			said++
			g.say(entry.title)
			g.say(entry.text)
		}
	}
	all := slices.SortedFunc(maps.Values(g.terms), func(a, b *term) int { return slices.Compare(a.words, b.words) })
	g.count(all, entries)
	most := max(fewestEntries, int(mostShare*float64(said)))
	all = slices.DeleteFunc(all, func(t *term) bool {
		return !t.heading && (t.entries < fewestEntries || float64(t.named) < namedShare*float64(t.entries)) || t.entries > most || contains(title.words, t.words)
	})
	all = g.outermost(all)
	found := index{}
	subjects := make([]subject, len(all))
	for i, one := range all {
		name := one.name()
		id := quarry.TopicID(text.Slug(name))
		if _, taken := r.lexicon.Topic(id); taken {
			id = discoveredPrefix + id
		}
		subjects[i] = subject{Topic: quarry.Topic{ID: id, Name: name}, words: one.words, whole: one.whole}
		found.add(keyword{topic: at + i, words: one.words})
	}
	r.nest(subjects, entries, headings)
	return subjects, found
}

// nest gives the topics that whole headings name the ones of the headings above as parents.
func (r *Reader) nest(subjects []subject, entries []read, headings map[string]phrase) {
	places := map[string]int{}
	for i, one := range subjects {
		if one.whole {
			places[strings.Join(one.words, " ")] = i
		}
	}
	named := map[string]int{}
	for heading, p := range headings {
		words := p.words
		for len(words) > 0 && (text.AllDigits(words[0]) || r.nouns.IsArticle(words[0])) {
			words = words[1:]
		}
		if i, ok := places[strings.Join(words, " ")]; ok {
			named[heading] = i
		}
	}
	for _, entry := range entries {
		for i := 1; i < len(entry.Heading); i++ {
			above, ok := named[entry.Heading[i-1]]
			below, both := named[entry.Heading[i]]
			if ok && both && above != below && subjects[below].Parent == "" && subjects[above].Parent != subjects[below].ID {
				subjects[below].Parent = subjects[above].ID
			}
		}
	}
}

// discoveredPrefix begins the id of a topic that the lexicon has another one of.
const discoveredPrefix = "x-"

// count counts the entries that have each term in what they say.
func (g *gatherer) count(all []*term, entries []read) {
	x := index{}
	for i, one := range all {
		x.add(keyword{topic: i, words: one.words})
	}
	for _, entry := range entries {
		if entry.Kind == quarry.EntryPassage {
			continue
		}
		of := map[int]bool{}
		for _, p := range []phrase{entry.title, entry.text} {
			for topic := range x.find(p).of {
				of[topic] = true
			}
		}
		for topic := range of {
			all[topic].entries++
		}
	}
}

// outermost leaves out the terms that stand within a longer one nearly always (Frantzi,
// Ananiadou and Mima, "Automatic recognition of multi-word terms", 2000).
func (g *gatherer) outermost(all []*term) []*term {
	within := map[string]int{}
	for _, one := range all {
		for from := range one.words {
			for to := from + 1; to <= len(one.words); to++ {
				if key := strings.Join(one.words[from:to], " "); to-from < len(one.words) {
					within[key] = max(within[key], one.entries)
				}
			}
		}
	}
	return slices.DeleteFunc(all, func(t *term) bool {
		return !t.whole && float64(within[strings.Join(t.words, " ")]) >= nestedShare*float64(t.entries)
	})
}

// name is how the document writes a term most often, its headings first.
func (t *term) name() string {
	best := slices.MaxFunc(slices.Sorted(maps.Keys(t.forms)), func(a, b string) int { return cmp.Compare(t.forms[a], t.forms[b]) })
	first, size := utf8.DecodeRuneInString(best)
	if len(best) > size && strings.ToLower(best) == best {
		best = string(unicode.ToUpper(first)) + best[size:]
	}
	return text.OneLine(best)
}

// stopsOf returns the words of a language that say nothing by themselves.
func stopsOf(cues lexicon.Cues) map[string]bool {
	return text.SetOf(cues["stop_words"].List(), cues["silent_words"].List(), cues["query_words"].List(), cues["question_words"].List(),
		cues["common_words"].List(), cues["commands"].List(), cues["articles"].List(), cues["openings_of_no_term"].List())
}

// vagueOf returns the words of a language that name nothing by themselves, though they say
// something of what stands beside them.
func vagueOf(cues lexicon.Cues) map[string]bool {
	var words [][]string
	for _, cue := range []lexicon.Cue{
		"asserting", "acting", "defining", "modal", "degrees_asked", "demands", "words_of_any_question", "pointing_around", "ordering_words",
		"empty_words", "modifiers", "label_fillers", "all_values", "figure_titles", "note_titles", "part_titles", "trap_titles", "condition_titles", "metadata_words", "stock_titles",
	} {
		words = append(words, cues[cue].List())
	}
	return text.SetOf(words...)
}
