package pdf

import (
	"bytes"
	"errors"

	"github.com/quarrykb/quarry"
)

// place says where an object stands: so far from the beginning, or in a stream of
// objects.
type place struct {
	offset int
	within int // the number of that stream, 0 where there is none
}

// startOf returns where the last table of places is said to begin.
func startOf(content []byte) (int, error) {
	last := bytes.LastIndex(content, []byte("startxref"))
	if last < 0 {
		return 0, errors.New("it does not say where its table is")
	}
	l := lexer{rest: content[last+len("startxref"):]}
	l.blank()
	offset := l.word()
	if !isDigits(offset) {
		return 0, errors.New("it does not say where its table is")
	}
	return digits(offset), nil
}

func digits(word string) int {
	number := 0
	for _, c := range []byte(word) {
		number = number*10 + int(c-'0')
	}
	return number
}

// readTables reads the tables of places, the last first: what it says of an object
// counts. Each names the one before it, and one that comes again ends the reading.
func (o *objects) readTables() error {
	at, err := startOf(o.content)
	if err != nil {
		return err
	}
	for seen := map[int]bool{}; ; {
		if seen[at] || at < 0 || at >= len(o.content) {
			return errors.New("its tables are no chain")
		}
		seen[at] = true
		trailer, err := o.readTable(at)
		if err != nil {
			return err
		}
		if o.trailer == nil {
			o.trailer = trailer
		}
		if _, more := trailer["Prev"].(float64); !more {
			return nil
		}
		at = integer(trailer["Prev"])
	}
}

// readTable reads one table and returns what it says of the file.
func (o *objects) readTable(at int) (dict, error) {
	p := newParser(o.content[at:], o.work)
	p.blank()
	if rest, found := bytes.CutPrefix(p.rest, []byte("xref")); found {
		p.rest = rest
		return o.readPlainTable(p)
	}
	found, _, err := p.definition(nil)
	if err != nil {
		return nil, err
	}
	packed, isStream := found.(*stream)
	if !isStream || nameOf(packed.dict["Type"]) != "XRef" {
		return nil, errors.New("no table stands where one is said to")
	}
	return packed.dict, o.readPackedTable(packed)
}

// readPlainTable reads parts of two numbers and that many lines each, up to the
// trailer.
func (o *objects) readPlainTable(p *parser) (dict, error) {
	for {
		first := p.value(0)
		if first == keyword("trailer") {
			break
		}
		if err := o.readLines(p, first, p.value(0)); err != nil {
			return nil, err
		}
	}
	trailer, isDict := p.value(0).(dict)
	if !isDict {
		return nil, errors.New("a table without a trailer")
	}
	return trailer, o.work.err
}

// Limits of a table: the highest number of an object (ISO 32000-1, annex C), and the
// least bytes of a line.
const (
	mostObjects  = 8_388_607
	shortestLine = len("0 0 n ")
)

func (o *objects) readLines(p *parser, first, count object) error {
	id, isNumber := first.(float64)
	many, isNumberToo := count.(float64)
	if !isNumber || !isNumberToo {
		return errors.New("a table without numbers")
	}
	if id > mostObjects || many > float64(len(p.rest)/shortestLine) {
		return quarry.Errorf(quarry.KindInvalid, "a damaged PDF: it claims more objects than it can hold")
	}
	for i := range integer(many) {
		offset, isOffset := p.value(0).(float64)
		p.value(0)
		switch used := p.value(0); {
		case !isOffset || used != keyword("n") && used != keyword("f"):
			return errors.New("a table with a line that is none")
		case used == keyword("n") && offset > 0:
			o.add(integer(id)+i, place{offset: integer(offset)})
		}
	}
	return nil
}

// add keeps the first that is said of an object.
func (o *objects) add(id int, at place) {
	if _, known := o.places[id]; !known && o.work.spend(costOfPlace) {
		o.places[id] = at
	}
}

// The kinds of places in a packed table.
const (
	placeFree   = 0
	placePlain  = 1
	placeWithin = 2
)

// widestField is the most bytes of a number in a packed table.
const widestField = 8

// readPackedTable reads a table that is a stream of numbers, so many bytes each.
func (o *objects) readPackedTable(s *stream) error {
	content, err := o.unpack(s, maxTable)
	if err != nil {
		return err
	}
	widths, err := widthsOf(s.dict["W"])
	if err != nil {
		return err
	}
	line := widths[0] + widths[1] + widths[2]
	parts, _ := s.dict["Index"].(list)
	if parts == nil {
		parts = list{0.0, s.dict["Size"]}
	}
	for ; len(parts) > 1; parts = parts[2:] {
		for i := range integer(parts[1]) {
			if len(content) < line {
				return errors.New("a table that is shorter than it says")
			}
			o.addPacked(integer(parts[0])+i, content[:line], widths)
			content = content[line:]
		}
	}
	return o.work.err
}

// widthsOf returns the bytes of each of the three numbers of a line.
func widthsOf(said object) ([3]int, error) {
	fields, _ := said.(list)
	var widths [3]int
	for i := range widths {
		if i >= len(fields) || integer(fields[i]) < 0 || integer(fields[i]) > widestField {
			return widths, errors.New("a table that does not say how wide it is")
		}
		widths[i] = integer(fields[i])
	}
	if widths == ([3]int{}) {
		return widths, errors.New("a table of nothing")
	}
	return widths, nil
}

func (o *objects) addPacked(id int, line []byte, widths [3]int) {
	sort := placePlain
	if widths[0] > 0 {
		sort = bigEndian(line[:widths[0]])
	}
	value := bigEndian(line[widths[0] : widths[0]+widths[1]])
	switch sort {
	case placeFree:
		o.add(id, place{})
	case placePlain:
		o.add(id, place{offset: value})
	case placeWithin:
		o.add(id, place{within: value})
	}
}

func bigEndian(field []byte) int {
	number := 0
	for _, one := range field {
		number = number<<8 | int(one)
	}
	return number
}
