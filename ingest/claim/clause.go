package claim

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/quantity"
)

// say adds words to what speaks of the clause's numbers.
func (c *clause) say(words string) {
	if len(c.words)+len(words) <= mostWords {
		c.words += words
	}
}

// statement is a text with its numbers, cut into the clauses that speak of
// them: "40 MB (H100), 6 MB (A100)" has two.
type statement struct {
	text    string
	bare    string // with blanks for the devices that it names
	numbers []number
	of      []int // by number: its clause
	clauses []clause
}

// clause is a piece of a statement with at least one number.
type clause struct {
	start    int
	lead     string                 // what it says before its first number
	words    string                 // without the brackets that hold numbers of their own
	devices  []quarry.DeviceMention // whose the numbers may be
	givers   []int                  // the clauses without a number that it has some of these from
	parent   int                    // the clause around its bracket, or -1
	part     int                    // the commas' part that it is a piece of
	numbers  int
	relative bool // it says by how much something differs
	elliptic bool // it left out what the number before it says
}

// Limits of what is read for numbers, in bytes: a longer text is prose, and no
// number is spoken of by more words than that.
const (
	longestStatement = 2000
	mostWords        = 400
)

// statement reads the numbers of a text and what speaks of each.
func (r *Reader) statement(style quantity.NumberStyle, text string) *statement {
	if len(text) > longestStatement {
		return &statement{}
	}
	text = unstruck(strings.ReplaceAll(text, "`", ""))
	mentions := r.mentionsIn(text)
	s := &statement{text: text, bare: blanked(text, mentions), numbers: r.numbersIn(style, text, mentions)}
	if len(s.numbers) == 0 {
		return s
	}
	cutter := clauseCutter{statement: s, reader: r, mentions: mentions, parents: []int{-1}, of: make([]int, len(s.numbers))}
	cutter.cut()
	s.of, s.clauses = cutter.of, cutter.clauses
	s.join()
	r.complete(s)
	return s
}

// blanked returns a text with blanks for the devices and formats that it names.
func blanked(text string, mentions []mention) string {
	if len(mentions) == 0 {
		return text
	}
	bare := []byte(text)
	for _, m := range mentions {
		for i := m.start; i < m.end; i++ {
			bare[i] = ' '
		}
	}
	return string(bare)
}

// clauseCutter goes through a statement once.
type clauseCutter struct {
	*statement

	reader   *Reader
	mentions []mention
	clauses  []clause
	parents  []int // the open clauses around this place, outermost first
	current  int
	parts    int
	compared bool // what follows in this clause is what something is compared with
	of       []int
	written  int // up to where the text belongs to a clause
	number   int // the next
}

func (c *clauseCutter) cut() {
	c.open(0, c.newPart())
	for at := 0; at < len(c.text); {
		switch end := c.numberEnd(at); {
		case end > at:
			at = end
		case c.text[at] == '(' || c.text[at] == '[':
			c.bracket(at)
			at++
		case (c.text[at] == ')' || c.text[at] == ']') && len(c.parents) > 1:
			c.closeBracket(at)
			at++
		case isPartEnd(c.text, at):
			c.end(at)
			c.open(at+1, c.newPart())
			at++
		default:
			at = c.word(at)
		}
	}
	c.end(len(c.text))
}

// numberEnd takes the number in that begins here and returns its end; 0 where
// none begins.
func (c *clauseCutter) numberEnd(at int) int {
	if c.number >= len(c.numbers) || c.numbers[c.number].start != at {
		return 0
	}
	c.of[c.number] = c.current
	if one := &c.clauses[c.current]; one.numbers == 0 && one.lead == "" {
		one.lead = strings.TrimSpace(c.text[one.start:at])
	}
	if c.compared {
		c.of[c.number] = -1
	} else {
		c.clauses[c.current].numbers++
	}
	c.number++
	return max(c.numbers[c.number-1].end, at+1)
}

func isPartEnd(text string, at int) bool {
	return (text[at] == ',' || text[at] == ';') && at+1 < len(text) && text[at+1] == ' '
}

// open begins a clause within the one that is open around it.
func (c *clauseCutter) open(at, part int) {
	c.clauses = append(c.clauses, clause{start: at, parent: c.parents[len(c.parents)-1], part: part})
	c.current, c.written, c.compared = len(c.clauses)-1, at, false
}

func (c *clauseCutter) newPart() int {
	c.parts++
	return c.parts
}

// end gives the text up to here to the clause that is open, but for what it
// compares itself with.
func (c *clauseCutter) end(at int) {
	if c.written < at && !c.compared {
		c.clauses[c.current].say(" " + strings.TrimSpace(c.text[c.written:at]))
	}
	c.written = at
}

// deepest is how deep brackets with numbers of their own are told apart.
const deepest = 4

// bracket begins a clause of its own where numbers stand in the bracket.
func (c *clauseCutter) bracket(at int) {
	if len(c.parents) > deepest || c.number >= len(c.numbers) || c.compared {
		return
	}
	closing := strings.IndexAny(c.text[at+1:], ")]")
	if closing < 0 || c.numbers[c.number].start > at+1+closing {
		return
	}
	c.end(at)
	c.parents = append(c.parents, c.current)
	c.open(at+1, c.newPart())
}

func (c *clauseCutter) closeBracket(at int) {
	c.end(at)
	last := len(c.parents) - 1
	c.current, c.parents = c.parents[last], c.parents[:last]
	c.written, c.compared = at+1, false
}

// word takes one word in: a device, a conjunction between two numbers, the
// beginning of a comparison.
func (c *clauseCutter) word(at int) int {
	for len(c.mentions) > 0 && c.mentions[0].start < at {
		c.mentions = c.mentions[1:]
	}
	if len(c.mentions) > 0 && c.mentions[0].start == at {
		c.device(c.mentions[0])
		return c.mentions[0].end
	}
	end := at + 1
	if !isWordByte(c.text[at]) {
		c.stroke(at)
		if c.text[at] != '+' {
			return end
		}
	} else {
		for end < len(c.text) && isWordByte(c.text[end]) {
			end++
		}
	}
	c.said(at, strings.ToLower(c.text[at:end]))
	return end
}

// stroke ends a clause at a stroke that parts a number and its words from the
// next number: "40 TFLOPS dense / 80 TFLOPS sparse", "dense 40 / sparse 80".
func (c *clauseCutter) stroke(at int) {
	one := c.clauses[c.current]
	if c.text[at] != '/' && c.text[at] != '|' || c.compared || c.number >= len(c.numbers) || one.numbers == 0 && !c.endsCondition(at) {
		return
	}
	if next := c.numbers[c.number].start; next > at+1 && c.reader.onlyStates(c.text[at+1:next]) {
		c.end(at)
		c.open(at+1, one.part)
	}
}

// onlyStates reports whether every word of a text states a condition.
func (r *Reader) onlyStates(text string) bool {
	return !slices.ContainsFunc(tokensOf(text), func(word token) bool { return !r.isStating(word.text) })
}

func isWordByte(b byte) bool {
	return b >= 0x80 || (b >= '0' && b <= '9') || (b >= 'a' && b <= 'z') || (b >= 'A' && b <= 'Z')
}

// said ends a clause at a word that joins two, or that begins a comparison.
func (c *clauseCutter) said(at int, word string) {
	switch {
	case word == "+", c.reader.cues[clauseJoints].Has(word):
		if one := c.clauses[c.current]; (one.numbers > 0 || c.endsCondition(at)) && !c.compared {
			c.end(at)
			c.open(at, one.part)
			if c.reader.cues[andWords].Has(word) { // "achieved 84 TFLOPS and 159 TFLOPS"
				c.clauses[c.current].lead = one.lead
				c.clauses[c.current].say(one.lead)
			}
		}
	case c.reader.cues[comparisonLeads].Has(word):
		c.end(at)
		c.compared = true
		c.clauses[c.current].relative = c.clauses[c.current].relative || c.reader.cues[thanWords].Has(word)
	}
}

// endsCondition reports whether the clause that is open says what the number
// before it depends on, and another number follows: "80 TFLOPS with sparsity and
// 40 TFLOPS without".
func (c *clauseCutter) endsCondition(at int) bool {
	said := c.text[c.clauses[c.current].start:at]
	return c.number > 0 && c.number < len(c.numbers) && c.reader.speaks(said) && c.reader.states(said, quarry.Quantity{})
}

// device notes whose a clause's numbers may be. What something is the same as
// does not speak for it.
func (c *clauseCutter) device(m mention) {
	if c.compared || c.reader.isLikened(c.text[:m.start]) || c.isOfCounted(m) {
		return
	}
	devices := &c.clauses[c.current].devices
	if !slices.ContainsFunc(*devices, func(d quarry.DeviceMention) bool { return d.ID == m.ID }) {
		*devices = append(*devices, m.DeviceMention)
	}
}

// isOfCounted reports whether a device is a link or a memory of which the number
// before it counts pieces: "64 lanes of PCIe 5.0" are no number of that link.
func (c *clauseCutter) isOfCounted(m mention) bool {
	if c.clauses[c.current].numbers == 0 || !isLinkOrMemory(m.DeviceMention) || !c.reader.counts(c.numbers[c.number-1]) {
		return false
	}
	return c.reader.cues[ofWords].Suffix(strings.TrimRight(c.text[:m.start], " ")) != ""
}

// isLikened reports whether the words before a device make it another's
// measure: "same as FP32", "similar to the H100".
func (r *Reader) isLikened(before string) bool {
	before = strings.TrimRight(strings.ToLower(before[max(0, len(before)-24):]), " ")
	before = strings.TrimRight(strings.TrimSuffix(before, r.cues["articles"].Suffix(before)), " ")
	return r.cues[likenedWords].Suffix(before) != ""
}

// join gives clauses without a number of their own to the one before them in
// the same bracket, or to the first behind them: "40 TFLOPS, dense".
func (s *statement) join() {
	last := map[int]int{} // by parent: the last clause with a number
	var waiting []int
	for i := range s.clauses {
		one := &s.clauses[i]
		to, had := last[one.parent]
		switch {
		case one.numbers > 0:
			last[one.parent] = i
			waiting = s.give(waiting, i)
		case had:
			s.give([]int{i}, to)
		default:
			waiting = append(waiting, i)
		}
	}
}

// give adds what some clauses say to another, where they stand in the same
// bracket, and returns the others.
func (s *statement) give(from []int, to int) []int {
	var left []int
	for _, i := range from {
		if s.clauses[i].parent != s.clauses[to].parent {
			left = append(left, i)
			continue
		}
		s.clauses[to].say("," + s.clauses[i].words)
		s.clauses[to].devices = append(s.clauses[to].devices, s.clauses[i].devices...)
		s.clauses[to].givers = append(s.clauses[to].givers, i)
	}
	return left
}
