package api

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/quarrykb/quarry"
)

// noteUnclaimed says in which of the attributes that were asked for nothing is
// claimed of any of the devices, and which others of that name would have had
// something.
func (s *Server) noteUnclaimed(ctx context.Context, asked *comparing, family []quarry.DeviceID, claims []quarry.Spec) error {
	claimed := func(of quarry.AttributeID) bool {
		return slices.ContainsFunc(claims, func(claim quarry.Spec) bool { return claim.Attribute.ID == of })
	}
	for _, subject := range asked.subjects {
		others := namesakes(s.lexicon, subject.attributes)
		answered := slices.ContainsFunc(others, func(n namesake) bool { return claimed(n.id) })
		if answered || slices.ContainsFunc(claims, subject.has) {
			continue
		}
		noted, err := s.noteOthers(ctx, asked, family, others[:min(len(others), mostNamesakes)])
		if err != nil {
			return err
		}
		switch {
		case noted:
		case subject.instead != "":
			asked.only.noteInstead(subject)
		default:
			asked.only.note("nothing is claimed in %s", subject.called)
		}
	}
	return nil
}

// noteOthers says in which attributes of the same name there are claims, and
// reports whether there are any.
func (s *Server) noteOthers(ctx context.Context, asked *comparing, family []quarry.DeviceID, others []namesake) (bool, error) {
	if len(others) == 0 {
		return false, nil
	}
	ids := mapped(others, func(n namesake) quarry.AttributeID { return n.id })
	found, _, err := s.read.Claims.ClaimsOf(ctx, family, ids)
	if err != nil {
		return false, fmt.Errorf("look into %s: %w", strings.Join(texts(ids), ", "), err)
	}
	noted := false
	for _, other := range others {
		count := 0
		for _, claim := range found {
			if claim.Attribute.ID == other.id && asked.allows(claim) {
				count++
			}
		}
		if count > 0 {
			asked.only.noteNamesake(other, count)
			noted = true
		}
	}
	return noted, nil
}

// noteNamesake says that another attribute has what the one that is asked for has
// not.
func (a *asked) noteNamesake(other namesake, count int) {
	a.note("nothing in %s; in %s, which goes by that name too, there is (%d)", other.asked, other.id, count)
}

// noteInstead says that nothing is claimed in what was asked for, and what to ask for in
// its place.
func (a *asked) noteInstead(subject askedSubject) {
	a.note("nothing is claimed in %s; %s", subject.called, subject.instead)
}

// instead says what to ask for where none of the devices that are asked about has any of
// the attributes that a word means: what they have that is like it, or else another device of
// the same document.
func (s *Server) instead(ctx context.Context, claimed claimedIn, called []quarry.AttributeID, word string) (string, error) {
	if len(claimed.of) == 0 || claimed.has(called) {
		return "", nil
	}
	if like := claimed.like(s.lexicon, word); len(like) > 0 {
		return "did you mean " + strings.Join(mapped(claimed.names(like), quotedWhole), ", ") + "?", nil
	}
	spec, found, err := s.claimBeside(ctx, claimed, called)
	if err != nil || !found {
		return "", err
	}
	return spec.Device.Name + " has it", nil
}

// refuseAttribute says that nothing is called so, and what may be meant: where devices are
// asked about one of theirs, or else who has it that is called almost so.
func (s *Server) refuseAttribute(ctx context.Context, p *parameters, name string, claimed claimedIn, word string) error {
	message := fmt.Sprintf("%q is not known", word)
	if like := claimed.like(s.lexicon, word); len(like) > 0 {
		p.refuse(name, message, texts(like)...)
		return nil
	}
	found, err := s.discovered(ctx)
	if err != nil {
		return err
	}
	like := attributesLike(s.lexicon, found, word)
	if len(claimed.of) == 0 || len(like) == 0 {
		p.refuse(name, message, like...)
		return nil
	}
	spec, has, err := s.claimBeside(ctx, claimed, mapped(like, func(id string) quarry.AttributeID { return quarry.AttributeID(id) }))
	if has {
		message += fmt.Sprintf("; %s has %s", spec.Device.Name, quotedWhole(spec.Attribute.Name))
	}
	p.refuse(name, message)
	return err
}

// claimBeside returns a claim in one of some attributes, which the devices do not have, that
// stands in a document of theirs, where there is any.
func (s *Server) claimBeside(ctx context.Context, claimed claimedIn, attributes []quarry.AttributeID) (quarry.Spec, bool, error) {
	own, err := s.read.Specs.Specs(ctx, quarry.Filter{Devices: slices.Sorted(maps.Keys(claimed.of))}, quarry.PageRequest{Limit: mostBeside})
	switch {
	case err != nil:
		return quarry.Spec{}, false, fmt.Errorf("look for the documents of the devices: %w", err)
	case len(own.Items) == 0:
		return quarry.Spec{}, false, nil
	}
	documents := mapped(own.Items, func(spec quarry.Spec) string { return string(spec.Source.DocumentID) })
	slices.Sort(documents)
	page, err := s.read.Specs.Specs(ctx, quarry.Filter{Attributes: attributes, Documents: slices.Compact(documents)}, quarry.PageRequest{Limit: 1})
	switch {
	case err != nil:
		return quarry.Spec{}, false, fmt.Errorf("look for a claim in %s: %w", strings.Join(texts(attributes), ", "), err)
	case len(page.Items) == 0:
		return quarry.Spec{}, false, nil
	}
	return page.Items[0], true, nil
}

// mostBeside is how many claims of devices are looked at for the documents that they are of.
const mostBeside = 500

// quotedWhole puts a name in quotation marks that could be read as two.
func quotedWhole(name string) string {
	if strings.Contains(name, string(separator)) {
		return strconv.Quote(name)
	}
	return name
}
