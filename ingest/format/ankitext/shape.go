package ankitext

import (
	"bytes"
	"strings"
	"unicode"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/format/delimited"
	"github.com/quarrykb/quarry/ingest/question/card"
)

// shape is what the records of a text are like.
type shape struct {
	head

	delimited.Dialect

	loose  int // lines that are no cards
	prose  int // of them, those that are no titles
	seen   int // cards with as many fields as most
	blank  int // without a front
	asking int // whose front asks
	wordy  int // whose front has letters, and is no longer than a front
	tagged int // with HTML in a field
	tags   int // whose last field is like a list of tags
	named  int // of these, those that no answer is like
}

// mostSampled is how many records tell what the fields hold.
const mostSampled = 400

// longestFront is the longest side, in bytes, that is taken for a front where
// nothing else tells.
const longestFront = 400

// shapeOf looks at a text. One that neither announces cards nor has anything
// that parts them is seen through at once.
func (p *Parser) shapeOf(text []byte) shape {
	s := shape{head: readHead(text)}
	if !s.announced && bytes.IndexByte(text[s.end:], s.separator) < 0 {
		return s
	}
	s.Dialect = delimited.Sniff(text, s.end, string(s.separator), func(r delimited.Record) bool { return s.isLoose(p, r) })
	for scanner := delimited.NewScanner(text, s.end, s.separator); s.seen < mostSampled; {
		record, ok := scanner.Next()
		if !ok {
			break
		}
		switch {
		case isComment(record):
		case s.isLoose(p, record):
			s.loose++
			if !p.isTitle(record) {
				s.prose++
			}
		case record.Columns == s.Columns:
			s.look(p, record)
		}
	}
	return s
}

// isLoose reports whether a record is a line among cards that is none: in a
// file without headers one that has no separator and asks nothing.
func (h *head) isLoose(p *Parser, record delimited.Record) bool {
	return isComment(record) || (record.Columns == 1 && !h.announced && !p.asks(record.Text(0)))
}

func (p *Parser) isTitle(record delimited.Record) bool {
	_, ok := p.phrases.Heading(record.Text(0))
	return ok
}

func (s *shape) look(p *Parser, record delimited.Record) {
	front := record.Text(0)
	s.seen++
	switch {
	case front == "":
		s.blank++
	case p.asks(front):
		s.asking++
	}
	if len(front) <= longestFront && strings.ContainsFunc(front, unicode.IsLetter) {
		s.wordy++
	}
	for _, field := range record.Fields {
		if card.HasHTML(field.Text) {
			s.tagged++
			break
		}
	}
	last := record.Text(len(record.Fields) - 1)
	if last == "" || isTags(last) {
		s.tags++
	}
	if last != "" && isTags(last) && strings.Contains(last, "::") {
		s.named++
	}
}

// asks reports whether a front asks something, whatever else stands on it.
func (p *Parser) asks(front string) bool {
	return p.phrases.IsQuestion(front) || p.phrases.EndsAsking(strings.TrimRight(front, "</brdivp> ")) ||
		strings.Contains(front, "{{c1::")
}

// isComment reports whether a record is a line that Anki passes over.
func isComment(record delimited.Record) bool {
	return record.Columns == 1 && strings.HasPrefix(record.Text(0), "#")
}

// announced is more than a reader of other tables is sure of, to whom header
// lines are comments.
const announced ingest.Confidence = 0.97

// confidence returns how sure it is that the text is one of cards. Header lines
// announce them. Else most lines have the same number of fields between tabs,
// and most ask, or hold HTML; or all have two fields, and the first holds
// words.
func (s *shape) confidence() ingest.Confidence {
	if s.announced {
		return announced
	}
	if !s.isRegular() || s.blank*oneInSilent > s.seen {
		return ingest.NotMine
	}
	switch {
	case 2*s.asking > s.seen, 2*s.tagged > s.seen:
		return ingest.Certain
	case s.Table() && s.Columns == 2 && s.seen >= fewestPairs && (s.seen-s.wordy)*oneInSilent <= s.seen:
		return ingest.Likely
	}
	return ingest.NotMine
}

// isRegular reports whether there are cards, three in four of which have the
// same number of fields, and few other lines: titles between them, and next to
// no prose.
func (s *shape) isRegular() bool {
	return s.separator == '\t' && s.Columns > 1 && s.Records > 1 && 4*s.Regular >= 3*s.Records &&
		2*s.loose <= s.seen && s.prose*oneInSilent <= s.seen
}

// Of the records of a file without headers one in ten may lack a front; of
// pairs that do not ask there are at least three.
const (
	oneInSilent = 10
	fewestPairs = 3
)

// tagColumn returns the column of the tags, from 1, 0 for none. Old exports put
// them last, and do not say so: all are lists of tags, and most of those that
// are there have levels.
func (s *shape) tagColumn() int {
	if column := s.columns["tags"]; column > 0 {
		return column
	}
	for column := range s.names {
		if strings.EqualFold(s.name(column+1), "tags") {
			return column + 1
		}
	}
	if s.announced {
		return 0
	}
	if s.Columns > 2 && s.tags == s.seen && 2*s.named > s.seen {
		return s.Columns
	}
	return 0
}

// isTags reports whether a field is a list of tags: words without what ends or
// parts sentences.
func isTags(field string) bool {
	for word := range strings.FieldsSeq(field) {
		if strings.ContainsAny(word, ",;?!()<>\"'") || strings.HasSuffix(word, ".") {
			return false
		}
	}
	return true
}
