package pdf

import (
	"bytes"
	"errors"
	"strconv"
	"strings"

	"github.com/quarrykb/quarry/internal/text"
)

// deepestObject is how deep objects stand in one another.
const deepestObject = 100

// parser reads objects. It ends on anything, and nothing stands where one cannot
// be read.
type parser struct {
	lexer

	decrypt func(string) string // of texts; nil where they are not encrypted
}

func newParser(content []byte, w *work) *parser {
	p := &parser{lexer: newLexer(content, w)}
	p.exact = true
	return p
}

// value returns the next object. A word that is none is a keyword, and so is what
// closes a list.
func (p *parser) value(depth int) object {
	p.blank()
	if len(p.rest) == 0 || depth > deepestObject || !p.account(0) || !p.work.hold() {
		p.stop()
		return nil
	}
	return p.one(depth)
}

func (p *parser) one(depth int) object {
	switch c := p.rest[0]; {
	case c == '(':
		return p.text(p.literal())
	case bytes.HasPrefix(p.rest, []byte("<<")):
		p.rest = p.rest[len("<<"):]
		return p.dict(depth)
	case c == '<':
		return p.text(p.hex())
	case c == '[':
		p.rest = p.rest[1:]
		return p.list("]", depth)
	case c == '/':
		p.rest = p.rest[1:]
		return named(unescaped(p.word()))
	case bytes.HasPrefix(p.rest, []byte(">>")):
		p.rest = p.rest[len(">>"):]
		return keyword(">>")
	case isDelimiter(c):
		p.rest = p.rest[1:]
		return keyword(c)
	}
	return p.numberOrWord()
}

func (p *parser) text(value string) object {
	if p.decrypt != nil {
		value = p.decrypt(value)
	}
	return plain(value)
}

// list returns what stands before a keyword that closes, or before the end.
func (p *parser) list(closes keyword, depth int) list {
	all := list{}
	for {
		p.blank()
		if len(p.rest) == 0 {
			return all
		}
		one := p.value(depth + 1)
		if one == closes {
			return all
		}
		if one == keyword("obj") || one == keyword("endobj") { // it is not closed
			p.stop()
			return all
		}
		all = append(all, one)
	}
}

func (p *parser) dict(depth int) dict {
	pairs := p.list(">>", depth)
	all := make(dict, len(pairs)/2)
	for ; len(pairs) > 1; pairs = pairs[2:] {
		if key, isName := pairs[0].(named); isName {
			all[string(key)] = pairs[1]
		}
	}
	return all
}

// numberOrWord returns a number, a reference, or a keyword.
func (p *parser) numberOrWord() object {
	word := p.word()
	switch word {
	case "null":
		return nil
	case "true", "false":
		return keyword(word)
	}
	value, err := strconv.ParseFloat(word, 64)
	if err != nil {
		return keyword(word)
	}
	if generation, rest, found := behindReference(p.rest); found && isDigits(word) {
		p.rest = rest
		return reference{id: int(value), generation: generation}
	}
	return value
}

// longestReference is the most bytes between the number of an object and the sign
// of a reference to it.
const longestReference = 32

// behindReference reads the rest of a reference, "0 R".
func behindReference(rest []byte) (int, []byte, bool) {
	l := lexer{rest: rest[:min(len(rest), longestReference)]}
	l.blank()
	generation := l.word()
	l.blank()
	if !isDigits(generation) || l.word() != "R" {
		return 0, nil, false
	}
	number, err := strconv.Atoi(generation)
	return number, rest[min(len(rest), longestReference)-len(l.rest):], err == nil
}

func isDigits(word string) bool {
	return len(word) < 10 && text.AllDigits(word)
}

// unescaped returns a name with its letters in the place of "#41".
func unescaped(name string) string {
	if !strings.Contains(name, "#") {
		return name
	}
	var out strings.Builder
	for at := 0; at < len(name); at++ {
		if name[at] == '#' && at+2 < len(name) {
			if code, err := strconv.ParseUint(name[at+1:at+3], 16, 8); err == nil {
				out.WriteByte(byte(code))
				at += 2
				continue
			}
		}
		out.WriteByte(name[at])
	}
	return out.String()
}

// definition reads an object with its number before it, "5 0 obj ...". Where a
// stream follows, it is that stream. Texts in it are decrypted, unless the cipher
// is nil.
func (p *parser) definition(c *cipher) (object, reference, error) {
	id, isNumber := p.value(0).(float64)
	generation, isNumberToo := p.value(0).(float64)
	owner := reference{id: int(id), generation: int(generation)}
	if !isNumber || !isNumberToo || p.value(0) != keyword("obj") {
		return nil, owner, errors.New("no object stands where one is said to")
	}
	if c != nil {
		p.decrypt = func(text string) string { return string(c.decrypted(owner, []byte(text))) }
	}
	o := p.value(0)
	if of, isDict := o.(dict); isDict {
		if found := p.stream(of, owner); found != nil {
			return found, owner, nil
		}
	}
	return o, owner, nil
}

// stream returns what begins behind a dict, nil where no stream does.
func (p *parser) stream(of dict, owner reference) *stream {
	p.blank()
	rest, found := bytes.CutPrefix(p.rest, []byte("stream"))
	if !found {
		return nil
	}
	if behind, marked := bytes.CutPrefix(rest, []byte("\r")); marked {
		rest = behind
	}
	rest, _ = bytes.CutPrefix(rest, []byte("\n"))
	return &stream{dict: of, owner: owner, packed: rest}
}
