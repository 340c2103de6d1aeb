package pdf

import (
	"bytes"
	"compress/zlib"
	"context"
	"errors"
	"io"
	"strconv"

	"github.com/quarrykb/quarry"
)

// Limits of what the library is let read. It follows references wherever they
// lead, in circles too, and reads everything that they lead to anew each time:
// what it may read bounds how long it takes.
const (
	maxRead    = 1 << 30
	leastRead  = 16 << 20
	leastCall  = 4 << 10 // bytes that a read counts for
	timesRead  = 200     // how often a file may be read over, on the whole
	mostCalls  = 400_000
	leastCalls = 5_000
	maxUnpacks = 4 << 30   // bytes unpacked from streams of objects, over all reads
	maxAtFirst = 512 << 20 // bytes unpacked from them before the library sees any
	maxObjects = 2_000_000
	maxPacked  = 8 << 20 // bytes that one stream of objects unpacks to
	smallest   = 64 << 10
	dictSeen   = 400 // bytes before a stream that are looked at for what it is
)

// source is the file as the library reads it.
type source struct {
	ctx     context.Context //nolint:containedctx // the library reads through an interface that has none
	content *bytes.Reader
	bytes   int64
	calls   int64
}

// newSource returns a file with the header that the library knows, after
// checking that nothing in it makes the library take all of the memory.
func newSource(ctx context.Context, content []byte) (*source, error) {
	const header = "%PDF-1.7\n"
	if len(content) < len(header) {
		return nil, quarry.Errorf(quarry.KindInvalid, "a damaged PDF: it was cut off")
	}
	content = append([]byte(header), content[len(header):]...)
	if !sizesAreSane(content) || !tablesAreSane(content) {
		return nil, quarry.Errorf(quarry.KindInvalid, "a damaged PDF: it claims more objects than it can hold")
	}
	largest, err := largestPacked(content)
	if err != nil {
		return nil, err
	}
	calls := min(max(maxUnpacks/max(int64(largest), smallest), leastCalls), mostCalls)
	return &source{ctx: ctx, content: bytes.NewReader(content), bytes: min(maxRead, leastRead+timesRead*int64(len(content))), calls: calls}, nil
}

func (s *source) size() int64 { return s.content.Size() }

// ReadAt reads, and ends everything where too much was read: the library takes
// an error for the end of the file, and goes on.
func (s *source) ReadAt(to []byte, at int64) (int, error) {
	if err := s.ctx.Err(); err != nil {
		panic(err)
	}
	s.calls--
	s.bytes -= int64(max(len(to), leastCall))
	if s.calls < 0 || s.bytes < 0 {
		panic(errors.New("the file sends its reader in circles"))
	}
	if at < 0 {
		return 0, io.EOF
	}
	return s.content.ReadAt(to, at)
}

// sizesAreSane looks at the sizes that tables of objects claim.
func sizesAreSane(content []byte) bool {
	for at := bytes.IndexByte(content, '/'); at >= 0; {
		name, behind := nameAt(content[at+1:])
		at += 1 + behind
		switch name {
		case "Size", "Columns", "W", "Index", "N", "First":
			if !smallNumbers(content[at:min(len(content), at+dictSeen)]) {
				return false
			}
		}
		next := bytes.IndexByte(content[at:], '/')
		if next < 0 {
			return true
		}
		at += next
	}
	return true
}

// longestName is the most bytes of a name that matters here.
const longestName = 40

// nameAt returns the name that stands at the beginning, its escapes resolved,
// and its length there.
func nameAt(content []byte) (string, int) {
	var name []byte
	for at := 0; at < min(len(content), longestName); at++ {
		c := content[at]
		if isSpace(c) || isDelimiter(c) {
			return string(name), at
		}
		if c == '#' && at+2 < len(content) {
			if code, err := strconv.ParseUint(string(content[at+1:at+3]), 16, 8); err == nil {
				name = append(name, byte(code))
				at += 2
				continue
			}
		}
		name = append(name, c)
	}
	return string(name), min(len(content), longestName)
}

// smallNumbers reports whether the numbers that a text begins with, in brackets
// or not, are such as a file of this length can have.
func smallNumbers(text []byte) bool {
	number := 0
	for _, c := range text {
		switch {
		case c >= '0' && c <= '9':
			if number = number*10 + int(c-'0'); number > maxObjects {
				return false
			}
		case isSpace(c) || c == '[':
			number = 0
		default:
			return true
		}
	}
	return true
}

// tablesAreSane looks at the numbers in the tables of objects: where a part of
// one begins and how long it is.
func tablesAreSane(content []byte) bool {
	spent := 0
	for at := 0; ; {
		next := bytes.Index(content[at:], []byte("xref"))
		if next < 0 {
			return true
		}
		at += next + len("xref")
		if at >= len("startxref") && bytes.HasPrefix(content[at-len("startxref"):], []byte("start")) {
			continue
		}
		size, sane := readTable(content[at:])
		spent += size
		if !sane || spent > timesTables*len(content) {
			return false
		}
	}
}

// timesTables is how often a file's length its tables may be long together. What
// looks like a table may hold the word that begins one, or the real one: no
// table is passed over because it stands in another.
const timesTables = 8

// readTable reads one table and returns its length. Each of its parts has two
// numbers, and then three words a line.
func readTable(content []byte) (int, bool) {
	rest := content
	for {
		var first, count []byte
		first, rest = word(rest)
		count, rest = word(rest)
		start, err := strconv.Atoi(string(first))
		many, errToo := strconv.Atoi(string(count))
		if err != nil || errToo != nil {
			return len(content) - len(rest), true
		}
		if start < 0 || many < 0 || start > maxObjects || many > maxObjects {
			return 0, false
		}
		for range 3 * many {
			var one []byte
			if one, rest = word(rest); len(one) == 0 {
				return len(content), true
			}
		}
	}
}

// word returns the next word and what stands behind it. A remark goes to the end
// of its line, is no word, and ends one.
func word(content []byte) ([]byte, []byte) {
	start := 0
	for start < len(content) && (isSpace(content[start]) || content[start] == '%') {
		if content[start] != '%' {
			start++
			continue
		}
		length := bytes.IndexAny(content[start:], "\r\n")
		if length < 0 {
			return nil, nil
		}
		start += length
	}
	end := start
	for end < len(content) && !isSpace(content[end]) && content[end] != '%' {
		end++
	}
	return content[start:end], content[end:]
}

// largestPacked unpacks every stream that holds objects, or may, and returns the
// length of the largest. One that is too long is refused, so are many that are
// too long together, and so is one that ends within a text in angle brackets:
// the library never ends on it.
func largestPacked(content []byte) (int, error) {
	largest, all := 0, 0
	for at := 0; ; {
		next := bytes.Index(content[at:], []byte("stream"))
		if next < 0 {
			return largest, nil
		}
		before := content[max(0, at+next-dictSeen) : at+next]
		at += next + len("stream")
		if !mayHoldObjects(before) {
			continue
		}
		size, ends := unpacked(content[at:])
		if all += size; size > maxPacked || all > maxAtFirst || !ends {
			return 0, quarry.Errorf(quarry.KindInvalid, "a damaged PDF: a part of it unpacks to more than it may, or never ends")
		}
		largest = max(largest, size)
	}
}

// mayHoldObjects reports whether the words before a stream say that it holds
// objects, or do not say what it holds in a way that can be read.
func mayHoldObjects(before []byte) bool {
	if start := bytes.LastIndex(before, []byte("obj")); start >= 0 {
		before = before[start:]
	}
	if bytes.Contains(before, []byte("ObjStm")) {
		return true
	}
	return bytes.IndexByte(before, '#') >= 0 && bytes.Contains(before, []byte("/Type"))
}

// unpacked returns the length that a stream unpacks to, as far as it matters,
// and whether no text in angle brackets is open at its end.
func unpacked(packed []byte) (int, bool) {
	packed = bytes.TrimLeft(packed, "\r\n")
	var plain []byte
	if reader, err := zlib.NewReader(bytes.NewReader(packed)); err == nil {
		plain, err = io.ReadAll(io.LimitReader(reader, maxPacked+1))
		if err != nil && len(plain) == 0 {
			return 0, true
		}
	} else {
		plain = packed[:min(len(packed), maxPacked+1)]
		if end := bytes.Index(plain, []byte("endstream")); end >= 0 {
			plain = plain[:end]
		}
	}
	return len(plain), closesBrackets(plain)
}

// closesBrackets reports whether an angle bracket closes behind the last that
// opens.
func closesBrackets(text []byte) bool {
	return bytes.LastIndexByte(text, '<') <= bytes.LastIndexByte(text, '>')
}
