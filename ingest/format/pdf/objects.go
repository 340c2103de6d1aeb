package pdf

import (
	"errors"
	"fmt"
)

// Limits of what is held in memory.
const (
	maxTable   = 64 << 20 // bytes that a table of places unpacks to
	maxPacked  = 8 << 20  // bytes that a stream of objects unpacks to
	maxUnpacks = 256 << 20
	longestWay = 10 // references that lead to each other
)

// objects is a file's objects. Each is read once, and so is each stream of them.
type objects struct {
	content []byte
	work    *work
	places  map[int]place
	trailer dict
	cipher  *cipher // nil where the file is not encrypted
	known   map[int]object
	streams map[int]*packedObjects
	left    int   // bytes of streams of objects that may yet be held
	damage  error // the first object that could not be read
}

// packedObjects is a stream of objects: where each stands in it.
type packedObjects struct {
	content []byte
	places  map[int]int
}

func newObjects(content []byte, w *work) (*objects, error) {
	o := &objects{
		content: content, work: w, places: map[int]place{}, known: map[int]object{},
		streams: map[int]*packedObjects{}, left: maxUnpacks,
	}
	if err := o.readTables(); err != nil {
		return nil, err
	}
	return o, w.err
}

// get returns what a value refers to, if it does. What cannot be read is nil, and
// damage.
func (o *objects) get(value object) object {
	for range longestWay {
		to, refers := value.(reference)
		if !refers {
			return value
		}
		value = o.resolve(to)
	}
	return nil
}

// key returns what stands in a dict, or in that of a stream.
func (o *objects) key(of object, name string) object {
	switch value := o.get(of).(type) {
	case dict:
		return o.get(value[name])
	case *stream:
		return o.get(value.dict[name])
	}
	return nil
}

// list returns a list, and nil for anything else.
func (o *objects) list(of object) list {
	all, _ := o.get(of).(list)
	return all
}

func (o *objects) resolve(to reference) object {
	if found, known := o.known[to.id]; known {
		return found
	}
	at, placed := o.places[to.id]
	if !placed || at == (place{}) || !o.work.spend(costOfObject) {
		return nil
	}
	var found object
	var err error
	if at.within == 0 {
		found, err = o.standing(to.id, at.offset)
	} else {
		found, err = o.within(to.id, at.within)
	}
	if err != nil && o.damage == nil {
		o.damage = fmt.Errorf("object %d: %w", to.id, err)
	}
	o.known[to.id] = found
	return found
}

// standing reads an object that stands in the file.
func (o *objects) standing(id, offset int) (object, error) {
	if offset <= 0 || offset >= len(o.content) {
		return nil, errors.New("it is said to stand beyond the file")
	}
	found, owner, err := newParser(o.content[offset:], o.work).definition(o.cipher)
	if err != nil {
		return nil, err
	}
	if owner.id != id {
		return nil, fmt.Errorf("object %d stands in its place", owner.id)
	}
	return found, nil
}

// within reads an object that stands in a stream of objects.
func (o *objects) within(id, number int) (object, error) {
	from, known := o.streams[number]
	if !known {
		from = &packedObjects{}
		o.streams[number] = from // what it needs itself cannot stand in it
		if err := o.open(from, number); err != nil {
			return nil, err
		}
	}
	at, found := from.places[id]
	if !found || at < 0 || at >= len(from.content) {
		return nil, errors.New("its stream does not hold it")
	}
	return newParser(from.content[at:], o.work).value(0), nil
}

// open unpacks a stream of objects, which begins with their numbers and places.
func (o *objects) open(into *packedObjects, number int) error {
	at := o.places[number]
	if at.within != 0 {
		return errors.New("a stream of objects stands in another")
	}
	packed, isStream := o.resolve(reference{id: number}).(*stream)
	if !isStream || nameOf(o.get(packed.dict["Type"])) != "ObjStm" {
		return errors.New("no stream of objects stands where one is said to")
	}
	content, err := o.unpack(packed, min(maxPacked, o.left))
	if err != nil {
		return err
	}
	o.left -= len(content)
	first := integer(o.get(packed.dict["First"]))
	p := newParser(content, o.work)
	into.content, into.places = content, map[int]int{}
	for range integer(o.get(packed.dict["N"])) {
		id, isNumber := p.value(0).(float64)
		offset, isNumberToo := p.value(0).(float64)
		if !isNumber || !isNumberToo {
			break
		}
		if _, twice := into.places[int(id)]; !twice {
			into.places[int(id)] = first + int(offset)
		}
	}
	return nil
}
