package ankitext

import (
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/delimited"
	"github.com/quarrykb/quarry/ingest/record"
)

// role is what a field is on its card.
type role int

// The roles. A side is the front where no name says which is, and else a part
// of the back.
const (
	roleSide role = iota
	roleFront
	roleGrade
	roleAside
)

// roles tell what the columns are.
type roles struct {
	named   bool // one of them is known to be the front
	columns []role
}

// of returns the role of a column, from 1.
func (r roles) of(column int) role {
	if column > len(r.columns) {
		return roleSide
	}
	return r.columns[column-1]
}

// rolesOf decides by the names of the columns, where the head gives them, and
// by what the records hold.
func (p *Parser) rolesOf(s *shape, text *ingest.Text) roles {
	found := roles{columns: make([]role, min(len(s.names), delimited.MaxColumns))}
	if len(found.columns) == 0 {
		return found
	}
	question := p.records.Infer(s.sample(text)).Question()
	for i := range found.columns {
		switch name := s.name(i + 1); {
		case name != "" && !found.named && s.names[i] == question && !s.isMeta(i+1):
			found.columns[i], found.named = roleFront, true
		case isGradeName(name):
			found.columns[i] = roleGrade
		case isAsideName(name):
			found.columns[i] = roleAside
		}
	}
	return found
}

// sample returns the first records with their names.
func (s *shape) sample(text *ingest.Text) []record.Record {
	var all []record.Record
	for scanner := delimited.NewScanner(text.Bytes, s.end, s.separator); len(all) < mostSampled; {
		next, ok := scanner.Next()
		if !ok {
			break
		}
		if !isComment(next) {
			all = append(all, s.namedRecord(next, text))
		}
	}
	return all
}

func (s *shape) namedRecord(next delimited.Record, text *ingest.Text) record.Record {
	one := record.Record{Span: text.Span(next.Start, next.End)}
	for i, field := range next.Fields {
		if i >= len(s.names) || s.isMeta(i+1) {
			continue
		}
		one.Fields = append(one.Fields, record.Field{Name: s.names[i], Value: record.Value{
			Kind: record.Text, Text: field.Text, Span: text.Span(field.Start, field.End),
		}})
	}
	return one
}

func isGradeName(name string) bool {
	switch name {
	case "difficulty", "level", "grade":
		return true
	}
	return false
}

// isAsideName reports whether a field of this name is about its card and not on
// it.
func isAsideName(name string) bool {
	switch name {
	case "id", "guid", "uuid", "note id", "noteid", "tags", "tag", "deck", "note type", "notetype", "source", "url", "link",
		"audio", "sound", "sort", "sort field", "index", "no", "nr", "#":
		return true
	}
	return false
}
