package api

import (
	"context"
	"fmt"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/text"
)

// bindAttributes takes attributes by any of their names: the lexicon's, and those
// that documents brought. Where a word may mean several, or none, those are named
// that it may mean.
func (s *Server) bindAttributes(ctx context.Context, p *parameters, name string) ([]quarry.AttributeID, error) {
	var chosen []quarry.AttributeID
	for _, word := range p.list(name) {
		id, err := s.bindAttribute(ctx, p, name, word)
		if err != nil {
			return nil, err
		}
		if id != "" {
			chosen = append(chosen, id)
		}
	}
	return chosen, nil
}

// bindAttribute returns the attribute that a word means, or refuses it.
func (s *Server) bindAttribute(ctx context.Context, p *parameters, name, word string) (quarry.AttributeID, error) {
	called, err := s.attributesCalled(ctx, word)
	if err != nil {
		return "", err
	}
	if len(called) == 1 {
		return called[0], nil
	}
	if len(called) > 1 {
		p.refuse(name, fmt.Sprintf("%q is what several are called", word), texts(called)...)
		return "", nil
	}
	if format := s.lexicon.ClaimSubject(word).Conditions[quarry.AxisPrecision]; format != "" {
		p.refuse(name, fmt.Sprintf("%q names a number format, which is asked for by precision=%s", word, format))
		return "", nil
	}
	found, err := s.discovered(ctx)
	if err != nil {
		return "", err
	}
	p.refuse(name, fmt.Sprintf("%q is not known", word), attributesLike(s.lexicon, found, word)...)
	return "", nil
}

// attributesCalled returns the attributes that a word may mean: the one whose id
// it is, or else those whose own name it is, or else those that go by it at all.
// What documents brought is read only for a word that is no id of the lexicon.
func (s *Server) attributesCalled(ctx context.Context, word string) ([]quarry.AttributeID, error) {
	id := quarry.AttributeID(word)
	if _, known := s.lexicon.Attribute(id); known {
		return []quarry.AttributeID{id}, nil
	}
	found, err := s.discovered(ctx)
	if err != nil {
		return nil, err
	}
	if found.has(id) {
		return []quarry.AttributeID{id}, nil
	}
	slug := text.Slug(word)
	named := append([]quarry.AttributeID(nil), found.called[slug]...)
	var called []quarry.AttributeID
	for _, attribute := range s.lexicon.FindAttributes(word) {
		if text.Slug(attribute.Name) == slug || text.Slug(string(attribute.ID)) == slug {
			named = append(named, attribute.ID)
		}
		called = append(called, attribute.ID)
	}
	if len(named) > 0 {
		return named, nil
	}
	return called, nil
}
