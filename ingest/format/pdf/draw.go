package pdf

import (
	"math"
	"slices"
	"strings"
)

// run is a piece of text that was drawn in one go.
type run struct {
	text      string
	x, y, end float64 // where it begins, its baseline, and where it ends
	size      float64
}

// matrix is the upper two columns of a transformation.
type matrix [6]float64

func identity() matrix { return matrix{1, 0, 0, 1, 0, 0} }

// times returns what m does, and then n.
func (m matrix) times(n matrix) matrix {
	return matrix{
		m[0]*n[0] + m[1]*n[2], m[0]*n[1] + m[1]*n[3],
		m[2]*n[0] + m[3]*n[2], m[2]*n[1] + m[3]*n[3],
		m[4]*n[0] + m[5]*n[2] + n[4], m[4]*n[1] + m[5]*n[3] + n[5],
	}
}

// state is what drawing text depends on.
type state struct {
	space             matrix // of the page
	font              *font
	size, leading     float64
	charGap, wordGap  float64
	scale             float64
	textAt, lineStart matrix
}

// turned returns the page's space where it is shown turned.
func turned(degrees int) matrix {
	switch (degrees + 360) % 360 {
	case 90:
		return matrix{0, -1, 1, 0, 0, 0}
	case 180:
		return matrix{-1, 0, 0, -1, 0, 0}
	case 270:
		return matrix{0, 1, -1, 0, 0, 0}
	}
	return identity()
}

// Limits of a page.
const (
	maxContent   = 8 << 20 // bytes that are drawn
	deepestState = 100
	maxOperands  = 64
)

// drawing reads what is drawn on a page.
type drawing struct {
	state

	file  *file
	page  page
	saved []state
	runs  []run
	args  []token
}

// drawn is what a page holds.
type drawn struct {
	lines  []line
	length int  // of its texts, in bytes
	whole  bool // nothing of it is damaged, as far as work was left to read it
}

// read returns the texts that are drawn on a page. Pages that draw the same are
// read once.
func (f *file) read(p page) drawn {
	if known, found := f.drawn[p.key]; found {
		return known
	}
	d := &drawing{file: f, page: p}
	d.state = state{space: turned(p.turn), scale: 1, textAt: identity(), lineStart: identity()}
	f.damage = nil
	content, err := f.contentOf(p.content)
	if err == nil {
		l := newLexer(content, f.work)
		err = d.all(&l)
	}
	result := drawn{lines: linesOf(d.runs), whole: f.work.err != nil || err == nil && f.damage == nil}
	for _, one := range result.lines {
		result.length += len(one.text)
	}
	f.drawn[p.key] = result
	return result
}

// contentOf unpacks what is drawn on a page.
func (f *file) contentOf(content object) ([]byte, error) {
	parts, several := f.get(content).(list)
	if !several {
		parts = list{content}
	}
	var all []byte
	for _, part := range parts {
		packed, isStream := f.get(part).(*stream)
		if !isStream {
			continue
		}
		plain, err := f.unpack(packed, maxContent-len(all))
		if err != nil {
			return nil, err
		}
		all = append(append(all, plain...), '\n')
	}
	return all, f.work.err
}

func (d *drawing) all(l *lexer) error {
	for {
		one, more := l.next()
		if !more {
			return d.file.work.err
		}
		if one.kind != operator {
			if len(d.args) < maxOperands {
				d.args = append(d.args, one)
			}
			continue
		}
		if err := d.do(one.value); err != nil {
			return err
		}
		d.args = d.args[:0]
	}
}

// arg returns the operand that stands so many places before the operator.
func (d *drawing) arg(back int) token {
	if back > len(d.args) {
		return token{}
	}
	return d.args[len(d.args)-back]
}

func (d *drawing) matrixArg() matrix {
	var m matrix
	for i := range m {
		m[i] = d.arg(len(m) - i).number
	}
	return m
}

func (d *drawing) do(operator string) error {
	switch operator {
	case "q":
		if len(d.saved) < deepestState {
			d.saved = append(d.saved, d.state)
		}
	case "Q":
		if last := len(d.saved) - 1; last >= 0 {
			d.state, d.saved = d.saved[last], d.saved[:last]
		}
	case "cm":
		d.space = d.matrixArg().times(d.space)
	case "BT":
		d.textAt, d.lineStart = identity(), identity()
	case "Tj", "TJ", "'", "\"":
		d.show(operator)
	case "Tf":
		return d.setFont()
	default:
		d.move(operator)
	}
	return nil
}

// setFont takes a font. One that cannot be read is none, and so is its text.
func (d *drawing) setFont() error {
	d.size = d.arg(1).number
	found, err := d.file.find(d.page.resources, d.arg(2).value)
	d.font = found
	return err
}

// move changes where and how text is drawn.
func (d *drawing) move(operator string) {
	value := d.arg(1).number
	switch operator {
	case "Td":
		d.nextLine(d.arg(2).number, value)
	case "TD":
		d.leading = -value
		d.nextLine(d.arg(2).number, value)
	case "T*":
		d.nextLine(0, -d.leading)
	case "Tm":
		d.lineStart = d.matrixArg()
		d.textAt = d.lineStart
	case "TL":
		d.leading = value
	case "Tc":
		d.charGap = value
	case "Tw":
		d.wordGap = value
	case "Tz":
		d.scale = value / 100
	}
}

func (d *drawing) nextLine(x, y float64) {
	d.lineStart = matrix{1, 0, 0, 1, x, y}.times(d.lineStart)
	d.textAt = d.lineStart
}

func (d *drawing) show(operator string) {
	if operator == "'" || operator == "\"" {
		if operator == "\"" {
			d.wordGap, d.charGap = d.arg(3).number, d.arg(2).number
		}
		d.nextLine(0, -d.leading)
	}
	if d.font == nil {
		return
	}
	shown := d.arg(1)
	if shown.kind == characters {
		d.draw(shown.value)
	}
	for _, item := range shown.items {
		if item.kind == number {
			d.advance(-item.number / 1000 * d.size * d.scale)
		} else {
			d.draw(item.value)
		}
	}
}

func (d *drawing) advance(by float64) {
	d.textAt[4] += by * d.textAt[0]
	d.textAt[5] += by * d.textAt[1]
}

// draw adds a run for the codes, unless they are written at a right angle to
// the page, like a mark in the margin.
func (d *drawing) draw(codes string) {
	at := d.textAt.times(d.space)
	var drawn strings.Builder
	for _, one := range d.file.glyphs(d.font, codes) {
		drawn.WriteString(one.text)
		gap := d.charGap
		if one.space {
			gap += d.wordGap
		}
		d.advance((one.width/1000*d.size + gap) * d.scale)
	}
	end := d.textAt.times(d.space)
	size := math.Abs(d.size) * math.Hypot(at[2], at[3])
	upright := math.Abs(at[1]) <= math.Abs(at[0])
	d.file.work.spend(costOfRun)
	if drawn.Len() > 0 && upright && finite(at[4], at[5], end[4], size) {
		d.runs = append(d.runs, run{text: drawn.String(), x: at[4], y: at[5], end: end[4], size: size})
	}
}

func finite(numbers ...float64) bool {
	return !slices.ContainsFunc(numbers, func(one float64) bool { return math.IsNaN(one) || math.IsInf(one, 0) })
}
