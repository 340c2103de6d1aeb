package pdf

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// object is a value in a file: nil, a float64, a named, a plain, a keyword, a list,
// a dict, a *stream, or a reference to one of those.
type object any

type (
	named     string // a name, its escapes resolved
	plain     string // a text, as bytes
	keyword   string // true, false, and what has no place among objects
	list      []object
	dict      map[string]object
	reference struct{ id, generation int }
)

// stream is bytes as they stand in the file, and what is said of them.
type stream struct {
	dict   dict
	owner  reference
	packed []byte // up to the end of the file: the length is in the dict
}

// integer returns a number without its fraction, and 0 for anything else.
func integer(o object) int {
	number := as[float64](o)
	if number > maxNumber || number < -maxNumber {
		return 0
	}
	return int(number)
}

// maxNumber is beyond every length and every place.
const maxNumber = 1 << 40

// as returns a value of a kind, and the zero value of that for anything else.
func as[T object](o object) T {
	value, _ := o.(T)
	return value
}

// each returns the values of a list, and anything else as the only one.
func each(o object) list {
	if all, isList := o.(list); isList {
		return all
	}
	return list{o}
}

// written returns an object as a file has it, references as they are. What is
// written alike is alike.
func written(o object) string {
	var out strings.Builder
	writeObject(&out, o)
	return out.String()
}

func writeObject(out *strings.Builder, o object) {
	switch value := o.(type) {
	case float64:
		out.WriteString(strconv.FormatFloat(value, 'f', -1, 64))
	case named:
		writeName(out, string(value))
	case plain:
		fmt.Fprintf(out, "<%x>", string(value))
	case keyword:
		out.WriteString(string(value))
	case reference:
		fmt.Fprintf(out, "%d %d R", value.id, value.generation)
	case list:
		out.WriteByte('[')
		for _, one := range value {
			writeObject(out, one)
			out.WriteByte(' ')
		}
		out.WriteByte(']')
	case dict:
		out.WriteString("<<")
		for _, key := range slices.Sorted(maps.Keys(value)) {
			writeName(out, key)
			out.WriteByte(' ')
			writeObject(out, value[key])
		}
		out.WriteString(">>")
	default:
		out.WriteString("null")
	}
}

func writeName(out *strings.Builder, name string) {
	out.WriteByte('/')
	for at := range len(name) {
		if c := name[at]; c <= ' ' || c >= 0x7f || c == '#' || isDelimiter(c) {
			fmt.Fprintf(out, "#%02x", c)
		} else {
			out.WriteByte(c)
		}
	}
}
