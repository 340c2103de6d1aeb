package pdf

import "errors"

// Limits of what is held in memory.
const (
	maxPacked  = 8 << 20 // bytes that a stream of objects unpacks to
	maxUnpacks = 256 << 20
	longestWay = 10 // references that lead to each other
)

// objects is a file's objects. Each is read once, and so is each stream of them.
type objects struct {
	content []byte
	work    *work
	places  map[int]place
	holders []place // streams of objects
	trailer dict
	cipher  *cipher // nil where the file is not encrypted
	known   map[int]object
}

func newObjects(content []byte, w *work) (*objects, error) {
	o := &objects{content: content, work: w, places: map[int]place{}, known: map[int]object{}, trailer: dict{}}
	o.scan()
	var err error
	if o.cipher, err = o.newCipher(); err != nil {
		return nil, err
	}
	clear(o.known) // what was read before the cipher was known
	left := maxUnpacks
	for _, one := range o.holders {
		left -= o.open(one, min(maxPacked, left))
	}
	if o.key(o.trailer["Root"], "Pages") == nil {
		return nil, errors.New("it does not say where its pages are")
	}
	return o, w.err
}

// get returns what a value refers to, if it does. What cannot be read is nil.
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

func (o *objects) resolve(to reference) object {
	if found, known := o.known[to.id]; known {
		return found
	}
	at, placed := o.places[to.id]
	if !placed || !o.work.spend(costOfObject) {
		return nil
	}
	found := o.read(at)
	o.known[to.id] = found
	return found
}

// read reads an object. Where a stream follows a dict, it is that stream.
func (o *objects) read(at place) object {
	p := newParser(at.content, o.work)
	if o.cipher != nil && !at.within {
		p.decrypt = func(text string) string { return string(o.cipher.decrypted(at.owner, []byte(text))) }
	}
	found := p.value(0)
	if of, isDict := found.(dict); isDict && !at.within {
		if packed := p.streamOf(of, at.owner); packed != nil {
			return packed
		}
	}
	return found
}

// open unpacks a stream of objects, which begins with their numbers and places, and
// returns how much it holds. What is said of an object further on in the file counts.
func (o *objects) open(holder place, limit int) int {
	packed, isStream := o.read(holder).(*stream)
	if !isStream {
		return 0
	}
	content, err := o.unpack(packed, limit)
	if err != nil {
		return 0
	}
	first := integer(o.get(packed.dict["First"]))
	heads := newParser(content, o.work)
	for range integer(o.get(packed.dict["N"])) {
		id, isNumber := heads.value(0).(float64)
		offset, isNumberToo := heads.value(0).(float64)
		if !isNumber || !isNumberToo {
			break
		}
		start := first + int(offset)
		if o.places[int(id)].at > holder.at || start < 0 || start >= len(content) {
			continue
		}
		o.places[int(id)] = place{at: holder.at, content: content[start:], within: true}
	}
	return len(content)
}
