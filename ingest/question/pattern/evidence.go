package pattern

import (
	_ "embed"

	"github.com/quarrykb/quarry/ingest/question/phrase"
	"github.com/quarrykb/quarry/internal/fit"
)

//go:embed model.json
var modelData []byte

// feature is something that the model is told of a line.
type feature struct {
	name string
	of   func(s *scene, c *candidate) float64
}

// features returns what the model is told of a line, in its order: what it says itself,
// how it is marked, what those like it do, where it stands, and what stands below it.
// Numbers of the lines in a row, what leads into a list, code below a line and the
// text's length lowered the errors out of fold by nothing.
func features() []feature {
	is := func(so func(s *scene, c *candidate) bool) func(s *scene, c *candidate) float64 {
		return func(s *scene, c *candidate) float64 { return fit.Yes(so(s, c)) }
	}
	return []feature{
		{"asks", func(_ *scene, c *candidate) float64 { return weightOf(c.strength) }},
		{"stands_alone", is((*scene).standsAlone)},
		{"leans_on_context", is((*scene).leans)},
		{"stock_title", is(func(_ *scene, c *candidate) bool { return c.stock && c.strength != phrase.Certain })},
		{"titles_answered", is(func(s *scene, c *candidate) bool { return c.form.heading > 0 && s.all.isAnswered() })},
		{"graded", is(func(_ *scene, c *candidate) bool { return c.graded })},

		{"numbered_item", is(func(s *scene, c *candidate) bool {
			return c.form.heading == 0 && c.form.label != "q" && c.form.bullet != 0 && c.form.bullet != '-' && !s.isStep(c)
		})},
		{"plain", is(func(_ *scene, c *candidate) bool { return c.form.plain() })},
		{"bold_begins", is(func(_ *scene, c *candidate) bool { return c.form.bold == 'l' && c.form.bullet == 0 })},
		{"tasks_in_a_row", is((*scene).isTaskInRow)},

		{"like_ask", (*scene).likeAsk},
		{"like_stand_alone", func(s *scene, _ *candidate) float64 { return float64(s.all.alone) / float64(max(1, s.all.seeking)) }},
		{"like_told", func(s *scene, _ *candidate) float64 { return s.all.share(float64(s.all.told)) }},
		{"like_answered", (*scene).likeAnswered},
		{"like_graded", is((*scene).lacksGrade)},
		{"topic", is((*scene).isTopic)},
		{"step_among_steps", is((*scene).isStep)},

		{"announced", is(func(s *scene, _ *candidate) bool { return s.announced })},
		{"unstudied", is(func(s *scene, _ *candidate) bool { return s.unstudied || s.serves() })},
		{"ticket", is(func(s *scene, c *candidate) bool { return s.ticket && c.form.bullet == '1' && c.form.depth == 0 })},
		{"parted", is((*scene).isParted)},
		{"title_of_all", is(func(_ *scene, c *candidate) bool { return c.parts })},

		{"options_below", is(func(_ *scene, c *candidate) bool { return c.offers })},
		{"nothing_below", is(func(_ *scene, c *candidate) bool { return c.body.first == 0 && !c.tailed })},
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
	asking    float64 // how many ask, commands counting less
	seeking   int     // that ask, or begin as examiners do
	alone     int     // of those, that speak of no one present and lean on nothing
	certain   int
	labelled  int
	bodies    int
	told      int // of those, in which their author speaks of himself
	serving   int // of those, that speak of a course or a shop
	apart     int // separated, of those that ask for certain
	separated int
	numbered  int      // that carry the number behind the last one's, or 1
	graded    int      // that state their difficulty, of those that ask for certain
	answered  int      // whose answer is labelled or hidden, below other words or not
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
	if n := len(g.members); c.number == 1 || (n > 0 && c.number > 0 && c.number == g.members[n-1].number+1) {
		g.numbered++
	}
	g.members = append(g.members, c)
	g.addBody(c.body)
	g.asking += weightOf(c.strength)
	if c.strength == phrase.Certain {
		g.certain++
		if c.separated {
			g.apart++
		}
		if c.graded {
			g.graded++
		}
	}
	if c.strength >= phrase.Strong {
		g.seeking++
		if c.alone {
			g.alone++
		}
	}
	if c.separated {
		g.separated++
	}
}

// weightOf returns how much a line counts as one that asks.
func weightOf(strength phrase.Strength) float64 {
	switch strength {
	case phrase.Certain:
		return 1
	case phrase.Strong:
		return 0.8
	case phrase.Weak:
		return 0.3
	case phrase.None:
	}
	return 0
}

// addBody counts what stands below a member.
func (g *group) addBody(of body) {
	if of.labelled {
		g.labelled++
	}
	if of.first > 0 {
		g.bodies++
	}
	if of.told {
		g.told++
	}
	if of.serves {
		g.serving++
	}
	if of.answer > 0 {
		g.answered++
	}
}

func (g *group) share(count float64) float64 { return count / float64(len(g.members)) }

// most reports whether a count comes to four in five of a whole.
func most(count, whole int) bool { return whole > 0 && 5*count >= 4*whole }

// scene is what a candidate is weighed in: those of its form under its title,
// those of its form anywhere, and what the titles and the text promise.
type scene struct {
	words     words
	near, all *group
	announced bool
	unstudied bool    // the text's title is one of what nobody studies
	ticket    bool    // the title above is that of a slip of an oral exam
	plain     float64 // of half of the blocks that open with a plain line, the share that asks: every other one is an answer
}

// many is how many lines of one form are no coincidence.
const many = 5

// nearness is how many lines elsewhere weigh as much as what stands near.
const nearness = 10

// share returns how many of those like a candidate ask, those near it counting more.
func (s *scene) share() float64 {
	near, all := s.near, s.all
	count := float64(len(near.members))
	return (near.asking + nearness*all.share(all.asking)) / (count + nearness)
}

func (s *scene) likeAsk(c *candidate) float64 {
	if c.form.plain() {
		return s.plain
	}
	return s.share()
}

// likeAnswered returns how many of those like a candidate have a labelled answer, also
// below words that say what is asked. A line that asks nothing and has no like, "Solutions",
// is the title of its answer.
func (s *scene) likeAnswered(c *candidate) float64 {
	if len(s.all.members) < 2 && c.strength == phrase.None {
		return 0
	}
	labelled := s.all.labelled
	if c.form.heading > 0 && s.announced && len(s.all.members) >= companions && s.all.isAnswered() {
		labelled = max(labelled, s.all.answered)
	}
	return s.all.share(float64(labelled))
}

// serves reports whether several of those like a candidate, one in five, speak of a course or a
// shop, as those who run it are asked.
func (s *scene) serves() bool {
	return s.all.serving > 1 && 5*s.all.serving >= len(s.all.members)
}

// lacksGrade reports whether a plain line states no difficulty, and others that ask do.
func (s *scene) lacksGrade(c *candidate) bool {
	return s.all.graded >= companions && most(s.all.graded, s.all.certain) && !c.graded && c.form.plain()
}

// leans reports whether a line asks, and says nothing without what stands around it, as
// "Why Rust?" does. What a label calls a question does not: "Q: Define wort", say.
func (s *scene) leans(c *candidate) bool {
	return c.strength != phrase.None && c.form.label != "q" && s.words.LeansOnContext(c.words)
}

// standsAlone reports whether a candidate asks, is no step of instructions, and speaks neither
// of what stands around it nor to who is present.
func (s *scene) standsAlone(c *candidate) bool {
	return c.strength >= phrase.Strong && c.alone && !s.isStep(c)
}

// isParted reports whether a rule parts a candidate from what stands above, or nothing
// stands there, where rules part those like it that ask, or several that have numbers.
func (s *scene) isParted(c *candidate) bool {
	n := len(s.all.members)
	usual := s.all.certain > 1 && most(s.all.apart, s.all.certain) || n >= many && c.number >= 0 && most(s.all.separated, n)
	return usual && (c.separated || c == s.near.members[0])
}

// isTopic reports whether a title asks nothing, no label calls what stands below it the answer,
// and no title above promises questions.
func (s *scene) isTopic(c *candidate) bool {
	return c.form.heading > 0 && c.strength == phrase.None && c.body.answer == 0 && !s.announced
}

// isStep reports whether a candidate is a command in a list of instructions, where no
// title promises questions.
func (s *scene) isStep(c *candidate) bool {
	return !s.announced && !c.worth && !phrase.HasBlank(c.words) && c.form.bullet != 0 && c.strength < phrase.Certain && c.form.label == "" &&
		s.near.certain == 0 && s.near.labelled == 0 && s.near.share(s.near.asking) < shareOfTasks
}

// isTaskInRow reports whether a title promises questions, and a candidate is one of several that
// are numbered in a row, with something below each.
func (s *scene) isTaskInRow(c *candidate) bool {
	n := len(s.all.members)
	return s.announced && c.form.bullet == '1' && n >= companions && most(s.all.numbered, n) && most(s.all.bodies, n)
}

// shareOfTasks is what the share of a list's items that ask comes to, where all
// begin as examiners do.
const shareOfTasks = 0.75
