package pattern

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/question/fold"
	"github.com/quarrykb/quarry/ingest/question/phrase"
	"github.com/quarrykb/quarry/internal/fit"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// Finder finds questions by evidence.
type Finder struct {
	words   words
	folds   *fold.Finder
	model   *fit.Model
	marks   *regexp.Regexp // of the entries of a key
	section *regexp.Regexp // the name of a part of a sheet, before them
}

// New returns a finder that knows the lexicon's grade words.
func New(lexicon *lexicon.Lexicon) *Finder {
	words := words{Reader: phrase.New(lexicon), time: regexp.MustCompile(timePattern)}
	return &Finder{words: words, folds: fold.New(lexicon), model: fit.Embedded(modelData), marks: markPattern(), section: regexp.MustCompile(sectionPattern)}
}

// Format names the layout.
func (*Finder) Format() ingest.Format { return ingest.Format{Name: "pattern", Version: 7} }

// reader is the state of reading one text.
type reader struct {
	*Finder

	hiding map[int]int // the last line of each fold that hides an answer, by its first
	source *ingest.Lines
	text   *ingest.Lines // the same, its marks as they are read
	lines  []line        // by number, from 1
	bounds bounds
	// promised says that the text's title promises questions.
	promised bool
	// unstudied says that its title is one of what nobody studies.
	unstudied bool
	dense     bool // each line says a thing of its own
	wraps     bool // only blank lines and marks end what it says
	// hasStock says that titles stand in it that any document has.
	hasStock    bool
	width       int     // of its lines that others go on from, in characters, a quarter of them aside
	asking      float64 // of the blocks that open with a plain line, the share that asks
	keys        []key
	inKey       map[int]bool // the lines on which they stand
	told        []int        // in how many lines up to each the author speaks of himself
	gradedLines int          // plain lines that state a difficulty
	letters     bool         // some letter labels a question
	lettered    map[int]bool // numbers under which a key has a letter
	judged      map[int]bool // the first lines of statements that are to be judged
	offers      map[int]bool // the lines that offer true and false for such statements
}

// Find weighs every line that may open a question.
func (f *Finder) Find(lines *ingest.Lines) []ingest.Found {
	t, all := f.read(lines)
	taken := slices.DeleteFunc(all, func(c *candidate) bool { return f.model.Probability(c.features) < enough })
	return t.questions(t.resolve(taken))
}

// read reads a text, and returns the lines of it that may open questions.
func (f *Finder) read(lines *ingest.Lines) (*reader, []*candidate) {
	source := lines
	lines, wraps := f.words.plainly(lines)
	t := &reader{Finder: f, source: source, wraps: wraps, hiding: f.folds.Hiding(lines.Text), text: lines, offers: map[int]bool{}, inKey: map[int]bool{}, letters: slices.ContainsFunc(slices.Collect(lines.Each()), f.words.LettersQuestion)}
	t.lines, t.dense = f.words.readLines(lines, wraps)
	t.width = t.lineWidth()
	t.promised = slices.ContainsFunc(t.titlesOfAll(), t.words.Announces)
	t.unstudied = !t.promised && t.isUnstudied()
	t.readEach()
	t.readKeys()
	t.readLetters()
	t.readJudged()
	t.asking = t.plainShare()
	t.hasStock = slices.ContainsFunc(t.lines, func(l line) bool { return l.kind == heading && t.words.IsStockTitle(l.words) })
	all := t.candidates()
	t.readBodies(all)
	t.describe(all)
	return t, all
}

// readEach tells of every line whether it answers, speaks of its author or is a title.
func (t *reader) readEach() {
	t.told = make([]int, len(t.lines)+1)
	for n := 1; n < len(t.lines); n++ {
		l := &t.lines[n]
		l.answers = t.answers(n)
		t.told[n] = t.told[n-1]
		if (l.kind == text || l.kind == heading) && t.words.TellsOfOneself(t.text.Line(n)) {
			t.told[n]++
		}
		if l.kind == heading && !l.answers {
			t.bounds.headings[l.form.heading] = append(t.bounds.headings[l.form.heading], n)
		}
		if t.words.asking(l); l.graded && l.fresh && l.form.plain() {
			t.gradedLines++
		}
	}
}

// questions makes the questions, those without an answer with the one that stands in a key.
func (t *reader) questions(taken []asked) []ingest.Found {
	found := make([]ingest.Found, 0, len(taken))
	positions, at := t.positions(), make([]position, 0, len(taken))
	for _, one := range taken {
		if question, ok := t.question(one); ok {
			found, at = append(found, question), append(at, positions[one.line])
		}
	}
	open := keyless{with: map[position][]int{}, tasks: map[int]bool{}}
	for _, key := range t.keys {
		open.add(key.title, found, at)
		t.answerFromKey(key, found, &open)
	}
	return found
}

// Limits of what a text is called.
const (
	longestHead  = 50  // lines of front matter
	longestTitle = 160 // bytes of a first line that is no sentence

	longestOpening = 10 // lines up to the greeting of a letter
)

// titlesOfAll returns what a text is called: the title in its front matter, which was taken
// already, and the lines that it begins with, where they are no sentences.
func (t *reader) titlesOfAll() []string {
	var titles []string
	n := 1
	for ; n <= min(longestHead, t.text.Lines()) && (!t.text.Free(n) || t.text.Blank(n)); n++ {
		if title, ok := strings.CutPrefix(t.text.Line(n), "title:"); ok {
			titles = append(titles, title)
		}
	}
	for first := n; n < len(t.lines) && t.lines[n].form.plain() && t.lines[n].kind == text; n++ {
		written := t.text.Line(n)
		if !phrase.IsTitle(written) && (n > first || len(written) > longestTitle || strings.HasSuffix(written, ".")) {
			break
		}
		titles = append(titles, written)
	}
	return titles
}

// isUnstudied reports whether the title of a text is one of what asks its readers about
// themselves, or reports, or it begins as letters and minutes do.
func (t *reader) isUnstudied() bool {
	for n := 1; n <= min(longestOpening, t.text.Lines()) && !t.words.Announces(t.text.Line(n)); n++ {
		if t.words.OpensLetter(t.text.Line(n)) {
			return true
		}
	}
	first := slices.IndexFunc(t.lines, func(l line) bool { return l.kind == heading })
	return first > 0 && t.words.Unstudied(t.lines[first].words) || slices.ContainsFunc(t.titlesOfAll(), t.words.Unstudied)
}

// lineWidth returns the width that three in four of the lines keep which another goes on from.
func (t *reader) lineWidth() int {
	var widths []int
	for n := 1; n+1 < len(t.lines); n++ {
		if t.lines[n].kind == text && t.lines[n+1].kind == text && t.lines[n+1].isBare() {
			widths = append(widths, utf8.RuneCountInString(t.text.Line(n)))
		}
	}
	if len(widths) == 0 {
		return 0
	}
	slices.Sort(widths)
	return widths[3*len(widths)/4]
}

// readBodies looks below every candidate, up to the next of its form or the heading behind it.
func (t *reader) readBodies(all []*candidate) {
	next, sure := map[form]int{}, 0
	for _, c := range slices.Backward(all) {
		end := t.bounds.next(c.last, c.form.heading, len(t.lines))
		if line, ok := next[c.form]; ok {
			end = min(end, line)
		}
		next[c.form] = c.line
		t.readBody(c, end)
		first := t.bounds.next(c.last, 0, len(t.lines))
		several := first < len(t.lines) && t.bounds.next(first, 0, len(t.lines)) < len(t.lines) // headings below it
		c.parts = c.form.heading == 1 && len(t.bounds.headings[1]) == 1 && (several || sure >= companions) &&
			(sure > 0 || len(t.lines) > longestNote || !t.words.StandsAlone(c.words) || t.hasStock) // or a short note that answers its title
		if c.strength == phrase.Certain {
			sure++
		}
	}
}

// longestNote is how many lines a note has at most that answers its title.
const longestNote = 80

// describe tells the model's features of every candidate.
func (t *reader) describe(all []*candidate) {
	type place struct {
		form    form
		section int
	}
	forms := groupsOf(all, func(c *candidate) form { return c.form })
	places := groupsOf(all, func(c *candidate) place { return place{c.form, c.section} })
	told := features()
	for _, c := range all {
		s := scene{candidate: c, t: t, near: places[place{c.form, c.section}], all: forms[c.form]}
		c.features = make([]float64, len(told))
		for f, one := range told {
			c.features[f] = one.of(&s)
		}
	}
}

// enough is the probability from which on a line opens a question: below a half, for a question
// that is missed costs a little more than a line too many, which is seen and can be left.
const enough = 0.45

// companions is how many questions make a text one that asks.
const companions = 3

// plainShare returns the share of the blocks that open with a plain line which ask.
func (t *reader) plainShare() float64 {
	asking, all := 0, 0
	for n := 1; n < len(t.lines); n++ {
		l := &t.lines[n]
		if l.kind != text || !l.form.plain() || !l.fresh {
			continue
		}
		all++
		if asks := t.words.asking(l); asks == phrase.Certain || asks == phrase.Strong && (t.dense || l.graded) {
			asking++
		}
	}
	if asking < companions && (asking < companions-1 || 2*asking < all) {
		return 0
	}
	return float64(asking) / float64(all)
}

// words reads what the words of a line say.
type words struct {
	*phrase.Reader

	time *regexp.Regexp // at which something is said
}

// Case is a line that may open a question, as the model is told of it.
type Case struct {
	Texts    []string  // what it may ask: its own words, and these with all that belongs to them
	Features []float64 // one for each of [Features]
}

// Cases returns the lines of a text that may open questions: what the model is fitted to.
func (f *Finder) Cases(lines *ingest.Lines) []Case {
	t, all := f.read(lines)
	groups := groupsOf(all, func(c *candidate) form { return c.form })
	cases := make([]Case, len(all))
	for i, c := range all {
		words, _, _ := t.words.CutGrade(c.words)
		cases[i] = Case{Texts: []string{t.words.Strip(words), c.words}, Features: c.features}
		one := asked{candidate: c, group: groups[c.form], end: t.bounds.next(c.last, c.form.heading, len(t.lines))}
		for _, next := range all[i+1:] {
			if next.form == c.form {
				one.end = min(one.end, next.line)
				break
			}
		}
		if found, ok := t.question(one); ok {
			cases[i].Texts = append(cases[i].Texts, found.Question.Text)
		}
	}
	return cases
}
