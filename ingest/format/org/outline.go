package org

import (
	"sort"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/format/markup"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// heading is one heading of an outline.
type heading struct {
	line       int
	level      int
	title      string // without state, priority and tags
	tags       []string
	properties map[string]string // by key in lower case
	grade      quarry.Grade
}

// outline is the headings of a text, and where its blocks and drawers end.
type outline struct {
	text     *ingest.Text
	cues     lexicon.Cues
	cards    cards
	headings []heading
	ends     map[int]int // by the line that a block or a drawer begins on
}

// Marks that begin and end a block with a name.
const (
	blockBegins = "begin_"
	blockEnds   = "end_"
)

// read finds the headings of a text, and what they state. A block that does not end
// holds the rest of the text.
func read(lexicon *lexicon.Lexicon, text *ingest.Text) *outline {
	o := &outline{text: text, cues: lexicon.Cues(), ends: map[int]int{}}
	for n := 1; n <= text.Lines(); n++ {
		line := text.Line(n)
		key, _ := cutKeyword(line)
		name, isBlock := strings.CutPrefix(key, blockBegins)
		level, _ := markup.CutHeading(line, "*")
		switch {
		case isBlock:
			n = o.block(n, blockEnds+name)
		case level > 0:
			h := cutHeading(line)
			h.line, h.level = n, level
			o.headings = append(o.headings, h)
		case isDrawer(line):
			n = o.drawer(n)
		}
	}
	o.readGrades(lexicon)
	return o
}

// block finds the end of the block that begins on a line.
func (o *outline) block(n int, end string) int {
	last := n + 1
	for ; last < o.text.Lines(); last++ {
		if key, _ := cutKeyword(o.text.Line(last)); key == end {
			break
		}
	}
	o.ends[n] = last
	return last
}

// mostDrawer is how many lines a drawer has at most.
const mostDrawer = 200

// drawer reads the properties in the drawer that a line opens, and returns its last
// line; the line itself where nothing closes it.
func (o *outline) drawer(n int) int {
	properties := map[string]string{}
	for at := n + 1; at <= min(n+mostDrawer, o.text.Lines()); at++ {
		line := strings.TrimSpace(o.text.Line(at))
		level, _ := markup.CutHeading(o.text.Line(at), "*")
		switch key, value, ok := strings.Cut(strings.TrimPrefix(line, ":"), ":"); {
		case strings.EqualFold(line, ":end:"):
			o.ends[n] = at
			if last := len(o.headings) - 1; last >= 0 && len(properties) > 0 {
				o.headings[last].properties = properties
			}
			return at
		case level > 0 || isDrawer(line):
			return n
		case ok:
			properties[strings.ToLower(key)] = strings.TrimSpace(value)
		}
	}
	return n
}

// Cue of the properties that state a difficulty.
const gradeFields lexicon.Cue = "grade_keys"

// readGrades finds out which difficulty every heading states: by a property, a
// tag, or that of the heading above it.
func (o *outline) readGrades(lexicon *lexicon.Lexicon) {
	var above []heading
	for i := range o.headings {
		h := &o.headings[i]
		for len(above) > 0 && above[len(above)-1].level >= h.level {
			above = above[:len(above)-1]
		}
		if h.grade = quarry.NoGrade(); len(above) > 0 {
			h.grade = above[len(above)-1].grade
		}
		var words []string
		for _, field := range o.cues[gradeFields].List() {
			words = append(words, h.properties[field])
		}
		for _, word := range append(words, h.tags...) {
			if grade, ok := lexicon.GradeOf(word); ok && word != "" {
				h.grade = quarry.StatedGrade(grade)
				break
			}
		}
		above = append(above, *h)
	}
}

// gradeAt returns the difficulty that is stated for a line.
func (o *outline) gradeAt(line int) quarry.Grade {
	behind := sort.Search(len(o.headings), func(i int) bool { return o.headings[i].line > line })
	if behind == 0 {
		return quarry.NoGrade()
	}
	return o.headings[behind-1].grade
}

// behind returns the first heading that does not stand under another.
func (o *outline) behind(i int) int {
	next := i + 1
	for next < len(o.headings) && o.headings[next].level > o.headings[i].level {
		next++
	}
	return next
}

// below returns the lines below a heading up to another.
func (o *outline) below(i, next int) markup.Region {
	at := markup.Region{First: o.headings[i].line + 1, Last: o.text.Lines()}
	if next < len(o.headings) {
		at.Last = o.headings[next].line - 1
	}
	for at.Last >= at.First && o.text.Blank(at.Last) {
		at.Last--
	}
	return at
}

// body returns the lines between a heading and the next.
func (o *outline) body(i int) markup.Region { return o.below(i, i+1) }

// tree returns the lines below a heading, with the headings under it.
func (o *outline) tree(i int) markup.Region { return o.below(i, o.behind(i)) }
