package pattern

import (
	"strings"

	"github.com/quarrykb/quarry/ingest/question/phrase"
)

// What counts for a line that may be a question, and how much. A line opens a
// question where the sum comes to enough.
const (
	enough = 1.0

	forQuestionMark = 1.0 // the line ends in a question mark, or a label says that it asks
	forExaminer     = 0.5 // it begins as examiners do: "Explain"
	forCommand      = 0.3 // it begins as examiners do, and as instructions: "Show"
	forNothing      = -0.3
	forColon        = -0.5 // it leads into what follows

	forShare      = 1.1 // of its like that ask, all of them
	forAnswer     = 0.5 // its own answer is labelled as one
	forAnswers    = 0.8 // those of its like are, all of them
	forLabel      = 0.4 // a label says that it asks
	forAnnounced  = 0.5 // a title that it stands under promises questions
	forCompany    = 0.3 // other lines of the text are questions beyond doubt
	forSign       = 0.2 // its like have a sign in front that stands nowhere else
	forNumbers    = 0.3 // its like are numbered one after the other
	forLikeness   = 0.3 // it is parted from what stands above like all that ask are
	forParted     = 0.2 // all of its like are parted from what stands above
	forTicket     = 1.5 // it is an item on a slip of an oral exam
	forBodies     = 0.3 // half of its like ask, all have something below them, and a title promises questions
	forCode       = 0.2 // code stands right below it, as below all of its like
	forRepetition = 0.4 // twenty or more of its like

	forLeading = -0.1 // bold words begin the line, others follow
	forItem    = -0.2 // it is an item of a numbered list
	forBullet  = -0.4 // it is an item of a list
	forPlain   = -0.5 // it has no mark at all

	forNoBody   = -0.3 // nothing stands below it
	forTitle    = -1.0 // a heading stands right below it, or nothing although its like have something
	forLeadIn   = -0.6 // it belongs to a list that a sentence leads into
	forStrange  = -0.7 // it lacks what all have that ask
	forUngraded = -1.3 // a plain line states no difficulty, and others that ask do
	forTopic    = -0.3 // a title without a number that asks nothing, where none promises questions
	forLeaning  = -1.8 // it says nothing by itself, and most titles like it ask nothing
	forSibling  = -1.2 // a title without a number that asks nothing, where those beside it end in question marks
	forSteps    = -0.6 // a command in a list that also has other steps, and no question
	forStock    = -1.0 // titles like it stand in any document
	forParting  = -0.8 // the whole text stands below it
)

// group is what the lines of one form have in common.
type group struct {
	members   []*candidate
	asking    float64 // how many ask, commands counting less
	certain   int
	silent    int // that ask nothing at all
	labelled  int
	bodies    int
	code      int
	apart     int // separated, of those that ask for certain
	separated int
	numbered  int // that carry the number behind the last one's, or 1
	indented  int
	graded    int // that state their difficulty, of those that ask for certain
	answered  int // whose answer is labelled or hidden, below other words or not
	// bodiesApart counts those whose body a blank line parts from them.
	bodiesApart int
	mark        *partner // of its answers, once it was looked for
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
	switch c.strength {
	case phrase.Certain:
		g.certain++
		g.asking++
		if c.separated {
			g.apart++
		}
		if c.graded {
			g.graded++
		}
	case phrase.Strong:
		g.asking += 0.8
	case phrase.Weak:
		g.asking += 0.3
	case phrase.None:
		g.silent++
	}
	if c.separated {
		g.separated++
	}
}

// addBody counts what stands below a member.
func (g *group) addBody(of body) {
	if of.labelled {
		g.labelled++
	}
	if of.first > 0 {
		g.bodies++
	}
	if of.code {
		g.code++
	}
	if of.answer > 0 {
		g.answered++
	}
	if of.indented {
		g.indented++
	}
	if of.apart {
		g.bodiesApart++
	}
}

func (g *group) share(count float64) float64 { return count / float64(len(g.members)) }

// most reports whether a count comes to four in five of a whole.
func most(count, whole int) bool { return whole > 0 && 5*count >= 4*whole }

// scene is what a candidate is weighed in: those of its form under its title,
// those of its form anywhere, and what the titles and the text promise.
type scene struct {
	near, all *group
	level     *group // the headings of its level, whatever else marks them
	announced bool
	named     bool // the title of it all names questions
	company   bool
	ticket    bool    // the title above is that of a slip of an oral exam
	plain     float64 // of half of the blocks that open with a plain line, the share that asks: every other one is an answer
}

// many is how many lines of one form are no coincidence.
const many = 5

// nearness is how many lines elsewhere weigh as much as what stands near.
const nearness = 10

func (s scene) share() float64 {
	near, all := s.near, s.all
	count := float64(len(near.members))
	return (near.asking + nearness*all.share(all.asking)) / (count + nearness)
}

// weigh returns the evidence that a candidate is a question.
func (s scene) weigh(w words, c *candidate) float64 {
	return s.own(w, c) + s.likes(c) + s.place(w, c) + s.below(c)
}

// own is what the line says itself.
func (s scene) own(w words, c *candidate) float64 {
	sum := s.words(w, c)
	if c.number < 0 && strings.HasSuffix(strings.TrimRight(c.words, " *_"), ":") {
		sum += forColon
	}
	switch {
	case c.form.label == "q":
		sum += forLabel
	case c.form.heading > 0:
	case c.form.bullet == '-':
		sum += forBullet
	case c.form.bullet != 0 && c.form.bold == 0 && (!s.announced || !s.answeredApart(c)):
		sum += forItem
	case c.form.plain():
		sum += forPlain
	}
	if c.form.bold == 'l' {
		sum += forLeading
	}
	if c.form.heading > 0 && c.strength == phrase.None && c.number < 0 && !c.body.labelled && !s.announced {
		sum += forTopic
	}
	if s.isStatement(w, c) {
		sum += forSibling
	}
	if c.stock && c.strength != phrase.Certain {
		sum += forStock
	}
	return sum
}

// words is what the line's words say, its marks aside.
func (s scene) words(w words, c *candidate) float64 {
	switch c.strength {
	case phrase.Certain:
		return forQuestionMark
	case phrase.Strong:
		return forExaminer
	case phrase.Weak:
		return forCommand
	case phrase.None:
	}
	if s.announced && c.form.heading > 0 && w.Complains(c.words) {
		return 0
	}
	return forNothing
}

// likes is what those of the same form add.
func (s scene) likes(c *candidate) float64 {
	sum, n := 0.0, len(s.all.members)
	switch {
	case c.form.plain():
		sum += forShare*s.plain + forAnswers*s.all.share(float64(s.all.labelled))
	case n > 1:
		sum += forShare * s.share()
		sum += forAnswers * s.all.share(float64(max(s.all.labelled, s.solved(c))))
	}
	if n >= companions && c.form.sign != "" {
		sum += forSign
	}
	if n > 1 && c.number >= 0 && 5*s.all.numbered >= 4*n {
		sum += forNumbers
	}
	sum += forRepetition * float64(min(n, 20)) / 20
	if g := s.all; g.graded >= companions && most(g.graded, g.certain) && !c.graded && c.form.plain() {
		sum += forUngraded
	}
	parted := c.separated || c == s.near.members[0] // the first has nothing to be parted from
	apart := most(s.all.apart, s.all.certain) && s.all.certain > 1
	switch {
	case apart && !parted && c.strength != phrase.Certain:
		sum += forStrange
	case apart && parted:
		sum += forLikeness
	case parted && n >= many && most(s.all.separated, n):
		sum += forParted
	}
	return sum
}

// solved returns how many titles like a candidate have a labelled answer, where
// most of them have one below words that say what is asked.
func (s scene) solved(c *candidate) int {
	if c.form.heading == 0 || !s.announced || len(s.all.members) < companions || !s.all.isAnswered() {
		return 0
	}
	return s.all.answered
}

// place is what titles and neighbours add.
func (s scene) place(w words, c *candidate) float64 {
	sum := 0.0
	if s.ticket && c.form.bullet == '1' && c.form.depth == 0 {
		sum += forTicket
	}
	switch {
	case s.announced:
		sum += forAnnounced
	case s.company:
		sum += forCompany
	}
	if s.announced && c.strength == phrase.None && c.form.bold == 'w' && c.body.first > 0 && s.alike() {
		sum += forBodies
	}
	if c.ledIn && !s.announced {
		sum += forLeadIn
	}
	if s.isStep(c) && !s.announced {
		sum += forSteps
	}
	if s.isAside(c) && !s.announced && w.LeansOnContext(c.words) {
		sum += forLeaning
	}
	return sum
}

// alike reports whether half or more of those of a form ask, and all of them
// have something below them that may be an answer.
func (s scene) alike() bool {
	n := len(s.all.members)
	return n >= companions && 2*s.all.asking >= 0.9*float64(n) && most(s.all.bodies, n)
}

// isStep reports whether a candidate is a command in a list of instructions, or
// among titles with numbers that tell something one by one.
func (s scene) isStep(c *candidate) bool {
	return c.form.bullet != 0 && c.strength < phrase.Certain && c.form.label == "" &&
		s.near.certain == 0 && s.near.labelled == 0 && s.near.share(s.near.asking) < shareOfTasks
}

// isAside reports whether a candidate is a title that asks among many of its
// level that do not.
func (s scene) isAside(c *candidate) bool {
	return c.form.heading > 0 && c.strength == phrase.Certain && c.number < 0 &&
		(s.level.certain == 1 && s.level.labelled == 0 && len(s.level.members) >= companions || 3*s.all.asking <= float64(len(s.all.members)) || 3*s.level.asking <= float64(len(s.level.members)))
}

// isStatement reports whether a candidate is a title that says something, where
// all others of its level that are no such title end in question marks.
func (s scene) isStatement(w words, c *candidate) bool {
	if s.named || c.form.heading == 0 || c.strength != phrase.None || c.number >= 0 || c.form.label != "" || c.body.labelled || w.Complains(c.words) || w.Inverts(c.words) {
		return false
	}
	silent := len(s.level.members) - s.level.certain
	return s.level.certain >= companions && silent == s.level.silent && 3*silent <= s.level.certain
}

// answeredApart reports whether a list's items have each an answer of their own,
// which a blank line parts from them, as those of no list of steps have.
func (s scene) answeredApart(c *candidate) bool {
	n := len(s.near.members)
	return n >= companions && s.near.certain > 1 && c.body.apart && most(s.near.bodiesApart, n)
}

// shareOfTasks is what the share of a list's items that ask comes to, where all
// begin as examiners do.
const shareOfTasks = 0.75

// below is what the body adds.
func (s scene) below(c *candidate) float64 {
	n := len(s.all.members)
	switch {
	case c.parts:
		return forParting
	case c.strength != phrase.Certain && (c.body.titles || (c.body.first == 0 && 2*s.all.bodies > n)):
		return forTitle
	case c.body.labelled, c.body.answer > 0 && s.solved(c) > 0:
		return forAnswer
	case c.form.tail:
		return 0
	case c.body.first == 0 && 5*s.all.bodies > n:
		return forNoBody
	case c.body.code && n >= companions && most(s.all.code, n):
		return forCode
	}
	return 0
}
