package pattern

import (
	"slices"
	"sort"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/question/phrase"
	textkit "github.com/quarrykb/quarry/internal/text"
)

// key is a section of answers to questions that stand above it.
type key struct {
	title   int // its line
	behind  int // the line behind which they stand, of an answer that counts them the answer before
	answers []keyed
}

// keyed is one counted answer of a key.
type keyed struct {
	position
	first, last int  // its lines
	start, end  int  // of what it says, in bytes
	parted      bool // another stands behind it on its last line
}

// position is what counts a question: a number or the letter of a part, from 1, and the number of
// the task that it stands below, -1 for none.
type position struct {
	task, number int
	letter       bool
}

// readKeys finds the keys of the text: below titles that say so, and where an answer is hidden or
// labelled that counts what the lines before it do, "a) …", back to the answer before.
func (t *reader) readKeys() {
	after := 0
	for n := 1; n < len(t.lines); n++ {
		before := after
		if t.lines[n].answers {
			after = max(n, t.hiding[n])
		}
		at, ok := t.opensKey(n)
		if !ok {
			continue
		}
		r := entries{t: t, outer: mark{number: -1}}
		r.labelled = t.lines[n].answers && at == 0 && !t.words.IsKeyTitle(t.text.Line(n))
		r.section = r.labelled
		end, level := len(t.lines), max(1, t.lines[n].form.heading)
		switch {
		case at > 0:
			r.readLine(n, at)
			if _, answers := t.words.CutAnswer(t.text.Line(n), false); answers && len(r.all) < 2 { // "Answer: 20 kg"
				continue
			}
		case r.labelled:
			level = lowestTitle
		}
		if t.hiding[n] > 0 {
			end = t.hiding[n] + 1
		}
		end = r.readFrom(n+1, end, level)
		r.all = t.answered(r.all)
		switch {
		case t.ask(r.all): // "Part A – Short answers"
			continue
		case !r.labelled:
			before = 0
		case !t.counts(before, n, r.all): // steps
			after = max(after, slices.Max(append(r.lines, 0)))
			continue
		default:
			after = end - 1
		}
		if at == 0 || len(r.all) > 1 {
			t.keys, t.lines[n].keyed = append(t.keys, key{n, before, r.all}), len(r.all) > 1
			for _, line := range r.lines {
				t.inKey[line] = true
			}
			n = end - 1
		}
	}
}

// ask reports whether most entries ask: what stands above them is the title of a kind of questions.
func (t *reader) ask(all []keyed) bool {
	asking := 0
	for _, one := range all {
		if t.words.Asking(t.says(one)) >= phrase.Strong {
			asking++
		}
	}
	return most(asking, len(all))
}

// answered returns the entries that say anything. What letters right behind their numbers say is
// all that some do: "1c 2a".
func (t *reader) answered(all []keyed) []keyed {
	for i := range all {
		one := &all[i]
		if one.letter && t.says(*one) == "" && isLetterByte(t.text.Bytes[one.start-1]) {
			one.position, one.start = position{-1, one.task, false}, one.start-1
		}
	}
	return slices.DeleteFunc(all, func(one keyed) bool { return t.says(one) == "" })
}

// counts reports whether the last list between two lines counts what the first and the last of
// several entries do.
func (t *reader) counts(from, to int, all []keyed) bool {
	last := to - 1
	for last > from && t.lines[last].number < 1 {
		last--
	}
	like := func(p position) func(line) bool {
		return func(l line) bool { return l.number == p.number && l.part == p.letter && l.form == t.lines[last].form }
	}
	return len(all) > 1 && last > from && t.lines[last].number >= all[len(all)-1].number &&
		slices.ContainsFunc(t.lines[from+1:last+1], like(all[0].position)) && slices.ContainsFunc(t.lines[from+1:last+1], like(all[len(all)-1].position))
}

// keyless are the questions above a key without an answer of their own, in their order.
type keyless struct {
	read     int // how many were looked at
	with     map[position][]int
	tasks    map[int]bool // that have parts
	numbered int
}

// add takes in the questions above a key that were not looked at yet.
func (k *keyless) add(title int, found []ingest.Found, positions []position) {
	for ; k.read < len(found) && found[k.read].Lines.LineEnd < title; k.read++ {
		at := positions[k.read]
		if found[k.read].Question.Answer != "" || at.number < 0 {
			continue
		}
		k.numbered++
		k.with[at] = append(k.with[at], k.read)
		if at.task >= 0 {
			k.tasks[at.task], at.task = true, -1
			k.with[at] = append(k.with[at], k.read)
		}
	}
}

// answerFromKey gives questions without an answer of their own the one that stands under their
// number in a key below them, both in their order. Most of the key must fit, or half of it most
// of the questions, or it is of something else.
func (t *reader) answerFromKey(k key, found []ingest.Found, open *keyless) {
	fits := map[int]int{}
	next := sort.Search(len(found), func(i int) bool { return found[i].Lines.LineStart > k.behind })
	for entry, one := range k.answers {
		if !open.tasks[one.task] {
			one.task = -1
		}
		with := open.with[one.position]
		for len(with) > 0 && found[with[0]].Question.Answer != "" { // by a key before this one
			with = with[1:]
		}
		open.with[one.position] = with
		at := sort.SearchInts(with, next)
		for ; at < len(with) && found[with[at]].Question.Answer != ""; at++ {
		}
		if at < len(with) {
			fits[entry] = with[at]
			next = with[at] + 1
		}
	}
	if 5*len(fits) < 4*len(k.answers) && (2*len(fits) < len(k.answers) || 5*len(fits) < 4*open.numbered) {
		return
	}
	for entry, question := range fits {
		t.answerWith(&found[question], k.answers[entry])
		open.numbered-- // an entry has a number
	}
}

// positions returns what each line counts.
func (t *reader) positions() []position {
	all := make([]position, len(t.lines))
	title, task := -1, -1
	for n := 1; n < len(t.lines); n++ {
		l := &t.lines[n]
		_, _, letters := cutLetter(strings.TrimSpace(t.text.Line(n)))
		switch {
		case l.part && letters == "": // "6. a) Why …"
			all[n], task = position{l.number, 1, true}, l.number
		case l.part:
			all[n] = position{task, l.number, true}
		case l.number < 0:
			all[n] = position{-1, -1, false}
		case l.kind == heading || l.form.label == "q":
			all[n], title, task = position{-1, l.number, false}, l.number, l.number
		default:
			all[n], task = position{title, l.number, false}, l.number
		}
	}
	return all
}

// opensKey reports whether a line is the title of a key, and where entries begin that stand
// behind it on its line, 0 for none.
func (t *reader) opensKey(n int) (int, bool) {
	l, written := t.lines[n], t.text.Line(n)
	if t.hiding[n] > 0 || l.answers && t.words.IsAnswerLabel(written) {
		first := t.text.Next(n)
		if first > 0 && strings.Contains(t.text.Line(first), "<summary") {
			first = t.text.Next(first)
		}
		return 0, first > 0 && (t.opensEntry(first) || t.lines[first].form.label == "q") || t.words.IsKeyTitle(written)
	}
	if l.kind != heading && (l.kind != text || l.form.bold != asAWhole && !opensBlock(t.lines, n) && !t.opensEntry(n+1)) {
		return 0, false
	}
	if t.words.IsKeyTitle(written) {
		return 0, true
	}
	for _, end := range []string{":", "：", ".", "**"} {
		at := strings.Index(written, end)
		if at <= 0 || at > longestTitle || !t.words.IsKeyTitle(written[:at]) {
			continue
		}
		rest := strings.TrimLeft(written[at+len(end):], ":* ")
		if _, size := t.markAt(rest); size > 0 {
			return len(written) - len(rest), true
		}
	}
	return 0, false
}

// opensEntry reports whether a line begins with what may count an entry.
func (t *reader) opensEntry(n int) bool {
	if n >= len(t.lines) || t.lines[n].kind != text {
		return false
	}
	_, size := t.markAt(cutItem(t.text.Line(n)))
	return size > 0
}

// says returns what an entry says.
func (t *reader) says(entry keyed) string {
	said := strings.Trim(t.text.Cut(quarry.Span{ByteStart: entry.start, ByteEnd: entry.end}), " \t\r\n|")
	if entry.parted {
		said = strings.TrimRight(said, " \t　,;|/·-–—")
	}
	return said
}

func (t *reader) answerWith(found *ingest.Found, entry keyed) {
	answer := t.clean(textkit.Dedented(t.says(entry)))
	if answer == "" {
		return
	}
	found.Question.Answer = t.words.Named(answer, found.Question.Choices)
	span := t.source.LineSpan(entry.first, entry.last)
	found.Question.Source.Context = append(found.Question.Source.Context, quarry.Context{Role: quarry.RoleAnswer, Span: span})
	found.Elsewhere = append(found.Elsewhere, quarry.LineRange{LineStart: entry.first, LineEnd: entry.last})
}
