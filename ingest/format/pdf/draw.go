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

// turned returns the page's space where it is shown turned by so many degrees.
func turned(degrees int) matrix {
	space := identity()
	for range (degrees/90%4 + 4) % 4 {
		space = space.times(matrix{0, -1, 1, 0, 0, 0})
	}
	return space
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
	args  list
}

// read returns the lines that are drawn on a page, and whether nothing of it is damaged, as
// far as work was left to read it.
func (f *file) read(p page) ([]line, bool) {
	d := &drawing{file: f, page: p}
	d.state = state{space: turned(p.turn), scale: 1, textAt: identity(), lineStart: identity()}
	content, whole, err := f.contentOf(p.content)
	if err == nil {
		err = eachOperator(content, f.work, maxOperands, d.do)
	}
	return linesOf(d.runs), f.work.err != nil || err == nil && whole
}

// contentOf unpacks what is drawn on a page, and reports whether all parts of it are there.
func (f *file) contentOf(content object) ([]byte, bool, error) {
	parts, several := f.get(content).(list)
	if !several {
		parts = list{content} // as a reference, which may lead nowhere
	}
	var all []byte
	whole := true
	for _, part := range parts {
		packed, isStream := f.get(part).(*stream)
		if !isStream {
			whole = whole && part == nil
			continue
		}
		plain, err := f.unpack(packed, maxContent-len(all))
		if err != nil {
			return nil, false, err
		}
		all = append(append(all, plain...), '\n')
	}
	return all, whole, f.work.err
}

// eachOperator calls a function with each operator of what is drawn, or of a map, and so
// many of the operands before it, until it returns an error or the work is used up.
func eachOperator(content []byte, w *work, most int, do func(operator string, args list) error) error {
	p := newParser(content, w)
	p.drawn = true
	var args list
	for {
		p.blank()
		if len(p.rest) == 0 {
			return w.err
		}
		one := p.value(0)
		operator, isOperator := one.(keyword)
		switch {
		case isOperator:
			if err := do(string(operator), args); err != nil {
				return err
			}
			args = args[:0]
		case len(args) < most:
			args = append(args, one)
		}
	}
}

// arg returns the operand that stands so many places before the operator.
func (d *drawing) arg(back int) object {
	if back > len(d.args) {
		return nil
	}
	return d.args[len(d.args)-back]
}

func (d *drawing) number(back int) float64 { return as[float64](d.arg(back)) }

func (d *drawing) matrixArg() matrix {
	var m matrix
	for i := range m {
		m[i] = d.number(len(m) - i)
	}
	return m
}

func (d *drawing) do(operator string, args list) error {
	d.args = args
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
	d.size = d.number(1)
	found, err := d.file.find(d.page.resources, string(as[named](d.arg(2))))
	d.font = found
	return err
}

// move changes where and how text is drawn.
func (d *drawing) move(operator string) {
	value := d.number(1)
	switch operator {
	case "Td":
		d.nextLine(d.number(2), value)
	case "TD":
		d.leading = -value
		d.nextLine(d.number(2), value)
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
			d.wordGap, d.charGap = d.number(3), d.number(2)
		}
		d.nextLine(0, -d.leading)
	}
	if d.font == nil {
		return
	}
	for _, item := range each(d.arg(1)) {
		switch item := item.(type) {
		case float64:
			d.advance(-item / 1000 * d.size * d.scale)
		case plain:
			d.draw(string(item))
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
