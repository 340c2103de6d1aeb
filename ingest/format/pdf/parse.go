package pdf

import (
	"bytes"
	"strconv"
)

// deepestObject is how deep objects stand in one another.
const deepestObject = 100

// parser reads objects, and what is drawn on a page: operands and operators, which are keywords. It
// ends on anything and where the work is used up; nothing stands where an object cannot be read.
type parser struct {
	lexer

	work    *work
	counted int                 // length of the rest up to which the work is counted
	decrypt func(string) string // of texts; nil where they are not encrypted
	drawn   bool                // what it reads is drawn, and not kept: it holds no references
}

func newParser(content []byte, w *work) *parser {
	return &parser{lexer: lexer{rest: content}, work: w, counted: len(content)}
}

// account counts what was read and a step, and reports whether the reading goes on.
func (p *parser) account() bool {
	read := p.counted - len(p.rest)
	p.counted = len(p.rest)
	if p.drawn {
		return p.work.spend(read + costOfToken)
	}
	return p.work.spend(read) && p.work.hold()
}

// stop leaves the rest unread.
func (p *parser) stop() { p.rest, p.counted = nil, 0 }

// value returns the next object. A word that is none is a keyword, and so is what closes a list.
func (p *parser) value(depth int) object {
	p.blank()
	if len(p.rest) == 0 || depth > deepestObject || !p.account() {
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
		return named(p.name())
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

// numberOrWord returns a number, a reference, or a keyword. A picture within what is
// drawn is skipped.
func (p *parser) numberOrWord() object {
	word := p.word()
	if value, err := strconv.ParseFloat(word, 64); err == nil {
		if p.drawn || !isDigits(word) {
			return value
		}
		if generation, refers := p.generation(); refers {
			return reference{id: int(value), generation: generation}
		}
		return value
	}
	switch {
	case word == "null":
		return nil
	case word == "ID" && p.drawn:
		p.skipPicture()
	}
	return keyword(word)
}

// skipPicture goes behind the word that ends a picture.
func (p *parser) skipPicture() {
	for isEnd := false; !isEnd && len(p.rest) > 0; {
		picture, rest, _ := bytes.Cut(p.rest, []byte("EI"))
		isEnd = len(picture) > 0 && isSpace(picture[len(picture)-1]) && endsWord(rest)
		p.rest = rest
	}
}

// streamOf returns what begins behind a dict, nil where no stream does.
func (p *parser) streamOf(of dict, owner reference) *stream {
	p.blank()
	rest, found := bytes.CutPrefix(p.rest, []byte("stream"))
	if !found {
		return nil
	}
	rest, _ = bytes.CutPrefix(rest, []byte("\r"))
	rest, _ = bytes.CutPrefix(rest, []byte("\n"))
	return &stream{dict: of, owner: owner, packed: rest}
}
