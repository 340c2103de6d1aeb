package pattern

import (
	_ "embed"
	"math"

	"github.com/quarrykb/quarry/ingest/question/phrase"
	"github.com/quarrykb/quarry/internal/fit"
)

//go:embed model.json
var modelData []byte

// feature is something that the model is told of a line.
type feature struct {
	name string
	of   func(s *scene) float64
}

// features returns what the model is told of a line, in its order: what it says itself, how it is
// marked, what those like it do, and where it stands. Whether options or nothing stand below it,
// what leads into a list and the text's length lowered the errors out of fold by nothing.
func features() []feature {
	is := func(so func(s *scene) bool) func(s *scene) float64 {
		return func(s *scene) float64 { return fit.Yes(so(s)) }
	}
	return []feature{
		{"asks", func(s *scene) float64 { return weightOf(s.strength) }},
		{"stock_title", is(func(s *scene) bool { return s.stock && s.strength != phrase.Certain })},
		{"titles_answered", is(func(s *scene) bool { return s.form.heading > 0 && s.all.isAnswered() })},
		{"graded", is(func(s *scene) bool { return s.graded })},
		{"numbered_item", is((*scene).isNumberedItem)},
		{"plain", is(func(s *scene) bool { return s.form.plain() })},
		{"topic", is(func(s *scene) bool {
			return s.form.heading > 0 && s.strength == phrase.None && s.body.answer == 0 && !s.announced
		})},
		{"bold_begins", is(func(s *scene) bool { return s.form.bold == atFirst && s.form.bullet == 0 })},
		{"like_ask", (*scene).likeAsk},
		{"like_open", func(s *scene) float64 { return s.all.ofSeeking(s.all.opening) }},
		{"like_lean", func(s *scene) float64 { return s.all.ofSeeking(s.all.leaning) * (1 - s.likeAnswered()) }},
		{"like_stand_alone", func(s *scene) float64 { return s.all.ofSeeking(s.all.alone) }},
		{"like_blank", func(s *scene) float64 { return s.all.share(float64(s.all.blanks)) }},
		{"like_many", func(s *scene) float64 { return math.Log(float64(1 + min(2*many, s.all.seeking))) }},
		{"like_told", func(s *scene) float64 { return s.all.share(float64(s.all.told)) }},
		{"like_answered", (*scene).likeAnswered},
		{"like_graded", is((*scene).lacksGrade)},
		{"step_among_steps", is((*scene).isStep)},

		{"below_question", is(func(s *scene) bool { return s.t.words.asking(&s.t.lines[s.section]) >= phrase.Strong })},
		{"announced", is(func(s *scene) bool { return s.announced })},
		// One in five of those like it speaks of a course or a shop, as those who run it are asked.
		{"unstudied", is(func(s *scene) bool {
			return s.t.unstudied || s.all.serving > 1 && 5*s.all.serving >= len(s.all.members)
		})},
		{"ticket", is(func(s *scene) bool {
			return s.t.words.IsTicket(s.t.lines[s.section].words) && s.form.bullet == byNumber && s.form.depth == 0
		})},
		{"parted", (*scene).parted},
		{"title_of_all", is(func(s *scene) bool { return s.parts })},
	}
}

// Features are the names of what the model is told of a line, in their order.
func Features() []string {
	var names []string
	for _, f := range features() {
		names = append(names, f.name)
	}
	return names
}

// group is what the lines of one form have in common.
type group struct {
	members   []*candidate
	asking    float64  // how many ask, commands counting less
	seeking   int      // that ask, or begin as examiners do
	opening   int      // of those, that a question word or a command opens, and no "is" or "does"
	leaning   int      // of those, that say nothing without what stands around them
	alone     int      // of those, that speak of no one present and lean on nothing
	blanks    int      // that leave a blank to fill
	certain   int      // that ask for certain
	graded    int      // of those, that state their difficulty
	apart     int      // of those, that are separated
	separated int      // by a rule or a filler
	labelled  int      // that are answered right below
	answered  int      // whose answer is labelled or hidden, below other words or not
	bodies    int      // that have something below them
	told      int      // of which the author speaks of himself there
	serving   int      // that speak of a course or a shop
	mark      *partner // of its answers, once it was looked for
}

func groupsOf[K comparable](all []*candidate, key func(*candidate) K) map[K]*group {
	groups := make(map[K]*group)
	for _, c := range all {
		g := groups[key(c)]
		if g == nil {
			g = &group{}
			groups[key(c)] = g
		}
		g.add(c)
	}
	return groups
}

func (g *group) add(c *candidate) {
	g.members = append(g.members, c)
	g.asking += weightOf(c.strength)
	seeks, certain := c.strength >= phrase.Strong, c.strength == phrase.Certain
	for _, counted := range []struct {
		count *int
		so    bool
	}{
		{&g.seeking, seeks},
		{&g.opening, seeks && c.opens},
		{&g.leaning, seeks && c.leaning && !c.body.labelled && !c.announced},
		{&g.alone, seeks && c.alone},
		{&g.blanks, phrase.HasBlank(c.words)},
		{&g.certain, certain},
		{&g.graded, certain && c.graded},
		{&g.apart, certain && c.separated},
		{&g.separated, c.separated},
		{&g.labelled, c.body.labelled},
		{&g.answered, c.body.answer > 0},
		{&g.bodies, c.body.first > 0},
		{&g.told, c.body.told},
		{&g.serving, c.body.serves},
	} {
		if counted.so {
			*counted.count++
		}
	}
}

// weightOf returns how much a line counts as one that asks.
func weightOf(strength phrase.Strength) float64 {
	return [...]float64{phrase.None: 0, phrase.Weak: 0.3, phrase.Strong: 0.8, phrase.Certain: 1}[strength]
}

func (g *group) share(count float64) float64 { return count / float64(len(g.members)) }

func (g *group) ofSeeking(count int) float64 { return float64(count) / float64(1+g.seeking) }

// most reports whether a count comes to four in five of a whole.
func most(count, whole int) bool { return whole > 0 && 5*count >= 4*whole }

// scene is what a candidate is weighed in: those of its form under its title,
// those of its form anywhere, and what the titles and the text promise.
type scene struct {
	*candidate

	t         *reader
	near, all *group
}

// many is how many lines of one form are no coincidence.
const many = 5

// nearness is how many lines elsewhere weigh as much as what stands near.
const nearness = 10

// likeAsk returns how many of those like a candidate ask, those near it counting more.
func (s *scene) likeAsk() float64 {
	if s.form.plain() {
		return min(1, 2*s.t.asking) // every other block is an answer
	}
	count := float64(len(s.near.members))
	return (s.near.asking + nearness*s.all.share(s.all.asking)) / (count + nearness)
}

// likeAnswered returns how many of those like a candidate have a labelled answer, also
// below words that say what is asked. A line that asks nothing and has no like, "Solutions",
// is the title of its answer.
func (s *scene) likeAnswered() float64 {
	if len(s.all.members) < 2 && s.strength == phrase.None {
		return 0
	}
	if s.form.heading > 0 && s.announced && len(s.all.members) >= companions && s.all.isAnswered() {
		return s.all.share(float64(max(s.all.labelled, s.all.answered)))
	}
	return s.all.share(float64(s.all.labelled))
}

// lacksGrade reports whether a plain line states no difficulty, and others that ask do.
func (s *scene) lacksGrade() bool {
	return s.all.graded >= companions && most(s.all.graded, s.all.certain) && !s.graded && s.form.plain()
}

// parted is 1 where a rule parts a candidate from what stands above, or nothing stands there, -1
// where it asks nothing and none does, and 0 where rules do not part those like it that ask, nor
// several that have numbers.
func (s *scene) parted() float64 {
	n := len(s.all.members)
	usual := s.all.certain > 1 && most(s.all.apart, s.all.certain) || n >= many && s.number >= 0 && most(s.all.separated, n)
	switch {
	case !usual:
		return 0
	case s.separated || s.candidate == s.near.members[0]:
		return 1
	}
	return -fit.Yes(s.strength == phrase.None)
}

// isNumberedItem reports whether a candidate is an item of a list that is counted, and no
// command in a list of instructions.
func (s *scene) isNumberedItem() bool {
	return s.form.heading == 0 && s.form.label != "q" && s.form.bullet != 0 && s.form.bullet != byMark && !s.isStep()
}

// isStep reports whether a candidate is a command in a list of instructions, where no
// title promises questions.
func (s *scene) isStep() bool {
	return !s.announced && !s.worth && !phrase.HasBlank(s.words) && s.form.bullet != 0 && s.strength < phrase.Certain && s.form.label == "" &&
		s.near.certain == 0 && s.near.labelled == 0 && s.near.share(s.near.asking) < shareOfTasks
}

// shareOfTasks is what the share of a list's items that ask comes to, where all
// begin as examiners do.
const shareOfTasks = 0.75
