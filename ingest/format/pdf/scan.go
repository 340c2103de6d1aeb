package pdf

import (
	"bytes"
	"maps"
	"strconv"
)

// place is where an object stands: in the file, or in a stream of objects.
type place struct {
	at      int // in the file, or where that stream stands in it
	content []byte
	owner   reference
	within  bool // a stream of objects
}

// scan finds the objects of a file by what each begins with, and what is said of the
// file. The tables of places that a file has as well are not read: they say the same
// where they are right. What is said last counts, as files are changed by what is added
// to their end.
func (o *objects) scan() {
	starts, streams, ends := newFinder(o.content, "obj"), newFinder(o.content, "stream"), newFinder(o.content, "endstream")
	last := place{}
	for at := 0; at < len(o.content) && o.work.err == nil; {
		start, stream := starts.from(at), streams.from(at)
		switch {
		case stream < start && followsDict(o.content[:stream]):
			o.note(last, o.content[last.at:stream])
			at = ends.from(stream) + len("endstream")
			last = place{at: min(at, len(o.content))}
		case stream < start:
			at = stream + len("stream")
		default:
			at = min(start+len("obj"), len(o.content))
			owner, begins := headBefore(o.content[:start])
			if begins && endsWord(o.content[at:]) && o.work.spend(costOfPlace) {
				last = place{at: at, content: o.content[at:], owner: owner}
				o.places[owner.id] = last
			}
		}
	}
	trailers := newFinder(o.content, "trailer")
	for at := trailers.from(0); at < len(o.content); at = trailers.from(at + 1) {
		o.addTrailer(o.content[at+len("trailer"):])
	}
	o.work.spend(len(o.content) / unpackedPer)
}

// note keeps what streams are for that hold more than their own content.
func (o *objects) note(at place, said []byte) {
	if bytes.Contains(said, []byte("/ObjStm")) {
		o.holders = append(o.holders, at)
	}
	if bytes.Contains(said, []byte("/XRef")) {
		o.addTrailer(said)
	}
}

func (o *objects) addTrailer(content []byte) {
	said, _ := newParser(content, o.work).value(0).(dict)
	maps.Copy(o.trailer, said)
}

// longestHead is the most bytes of the two numbers before an object.
const longestHead = 32

// headBefore returns the two numbers that an object begins with.
func headBefore(content []byte) (reference, bool) {
	head := bytes.Fields(content[max(0, len(content)-longestHead):])
	if len(head) < 2 || !isSpace(content[len(content)-1]) {
		return reference{}, false
	}
	id, generation := string(head[len(head)-2]), string(head[len(head)-1])
	number, err := strconv.Atoi(id)
	if err != nil || !isDigits(id) || !isDigits(generation) {
		return reference{}, false
	}
	times, err := strconv.Atoi(generation)
	return reference{id: number, generation: times}, err == nil
}

func endsWord(behind []byte) bool {
	return len(behind) == 0 || isSpace(behind[0]) || isDelimiter(behind[0])
}

// followsDict reports whether a dict ends right before a place.
func followsDict(content []byte) bool {
	return bytes.HasSuffix(bytes.TrimRight(content[max(0, len(content)-longestHead):], " \r\n\t\f\x00"), []byte(">>"))
}

// finder finds a word again and again, ever further on, and looks at everything once.
type finder struct {
	content, word []byte
	at            int
}

func newFinder(content []byte, word string) *finder {
	return &finder{content: content, word: []byte(word), at: -1}
}

// from returns where the word stands next, the length of the content at the end.
func (f *finder) from(at int) int {
	if f.at >= at {
		return f.at
	}
	f.at = len(f.content)
	if next := bytes.Index(f.content[min(at, len(f.content)):], f.word); next >= 0 {
		f.at = at + next
	}
	return f.at
}
