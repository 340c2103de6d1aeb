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

// scan finds the objects of a file by what each begins with, and what is said of the file. The
// tables of places that a file has as well are not read: they say the same where they are right.
// What is said last counts, as files are changed by what is added to their end.
func (o *objects) scan() {
	last := place{}
	for at, start := 0, -1; at < len(o.content) && o.work.err == nil; {
		if start < at {
			start = find(o.content, at, "obj")
		}
		stream := find(o.content[:start], at, "stream")
		switch {
		case stream < start && followsDict(o.content[:stream]):
			o.note(last, o.content[last.at:stream])
			at = min(find(o.content, stream, "endstream")+len("endstream"), len(o.content))
			last = place{at: at}
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
	for _, rest, found := bytes.Cut(o.content, []byte("trailer")); found; _, rest, found = bytes.Cut(rest, []byte("trailer")) {
		o.addTrailer(rest)
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
	maps.Copy(o.trailer, as[dict](newParser(content, o.work).value(0)))
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

// find returns where a word stands from a place on, the length of the content where it does not.
func find(content []byte, at int, word string) int {
	if next := bytes.Index(content[at:], []byte(word)); next >= 0 {
		return at + next
	}
	return len(content)
}
