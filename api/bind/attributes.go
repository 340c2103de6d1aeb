package bind

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/rest"
	"github.com/quarrykb/quarry/api/view"
	"github.com/quarrykb/quarry/internal/text"
)

// AttributeReader knows the attributes that were found in documents and stand
// in no lexicon, and those that devices have, as their documents call them.
type AttributeReader interface {
	DiscoveredAttributes(ctx context.Context) ([]quarry.Attribute, error)
	ClaimedAttributes(ctx context.Context, devices []quarry.DeviceID) (
		map[quarry.DeviceID][]quarry.AttributeMention, error)
}

// bindAttributes takes attributes by any of their names. A condition that one states is
// one of all that is asked for: it goes for a single one, where no parameter says
// otherwise.
func (b *Binder) bindAttributes(ctx context.Context, p *rest.Parameters, a *Asked) error {
	subjects, err := b.Subjects(ctx, p, "attribute", a.Filter.Devices, a.strangers)
	if err != nil {
		return err
	}
	for _, subject := range subjects {
		a.Filter.Attributes = append(a.Filter.Attributes, subject.Attributes...)
		if subject.Instead != "" {
			a.NoteInstead(subject)
		}
		if subject.several {
			a.Note("%q is what several are called: %s", subject.Called, strings.Join(view.Texts(subject.Attributes), ", "))
		}
		for axis, value := range subject.conditions {
			switch {
			case len(subjects) > 1:
				p.Refuse("attribute", fmt.Sprintf(
					"%q states a condition, which of several attributes is asked for by %s=%s", subject.Called, axis, value))
			case len(a.Filter.Conditions[axis]) == 0:
				a.Filter.Conditions[axis] = []string{value}
			}
		}
	}
	return nil
}

// Subject is some attributes, or any, under conditions.
type Subject struct {
	Called     string               // as it was asked for
	Attributes []quarry.AttributeID // none: any
	conditions quarry.Conditions
	several    bool   // no device is asked about that tells which of the attributes is meant
	Instead    string // what to ask for where none of the devices has it; "" where one has, or that is not known
}

// Has reports whether a claim is made in one of the attributes and under the conditions.
func (s Subject) Has(claim quarry.Spec) bool {
	if len(s.Attributes) > 0 && !slices.Contains(s.Attributes, claim.Attribute.ID) {
		return false
	}
	for axis, value := range s.conditions {
		if claim.Conditions.Value(axis) != value {
			return false
		}
	}
	return true
}

// Subjects takes attributes by any of their names, and words that state a
// condition, with an attribute or without: "fp16", "fp8 throughput". What is claimed of
// the devices that are asked about, with their SKUs, comes before what the lexicon calls so;
// unknown says that devices are asked about and none is known.
func (b *Binder) Subjects(
	ctx context.Context, p *rest.Parameters, name string, of []quarry.DeviceID, unknown bool,
) ([]Subject, error) {
	words := p.List(name)
	if len(words) == 0 {
		return nil, nil
	}
	attributes, err := b.store.ClaimedAttributes(ctx, of)
	if err != nil {
		return nil, fmt.Errorf("read what is claimed of the devices: %w", err)
	}
	claimed := claimedIn{of: attributes, asked: len(of) > 0, unknown: unknown}
	var subjects []Subject
	for _, word := range claimed.whole(b.Lexicon, words) {
		subject, err := b.bindSubject(ctx, p, name, claimed, word)
		if err != nil {
			return nil, err
		}
		subjects = append(subjects, subject)
	}
	return subjects, nil
}

// bindSubject is bindSubjects for one of the words. A condition that they state is one
// unless it stands in an attribute's own name. Of several attributes that are called
// alike the condition tells which is meant: it has claims under it.
func (b *Binder) bindSubject(
	ctx context.Context, p *rest.Parameters, name string, claimed claimedIn, word string,
) (Subject, error) {
	subject, said := Subject{Called: word}, b.Lexicon.ClaimSubject(word)
	called, err := b.attributesCalled(ctx, claimed, word)
	if err != nil {
		return subject, err
	}
	states := len(said.Conditions) > 0 && !b.isNamed(called, word)
	if states {
		subject.conditions, word = said.Conditions, said.Attribute
	}
	if states && word != "" {
		if called, err = b.attributesCalled(ctx, claimed, word); err != nil {
			return subject, err
		}
	}
	called = b.measuring(b.AskedUnit(p), called)
	switch {
	case word == "": // any attribute
	case len(called) == 0 && claimed.unknown: // of no device anything is claimed, which is noted
	case len(called) == 0:
		return subject, b.refuseAttribute(ctx, p, name, claimed, word)
	default:
		subject.Attributes = b.ofClasses(p, called)
		subject.several = len(subject.Attributes) > 1 && !states && !claimed.asked
		subject.Instead, err = b.instead(ctx, claimed, called, word)
	}
	return subject, err
}

// isNamed reports whether the id or the name of an attribute says all that a word says.
// Documents' own labels do not count: their numbers may stand below a format.
func (b *Binder) isNamed(called []quarry.AttributeID, word string) bool {
	slug := text.Slug(word)
	return slices.ContainsFunc(called, func(id quarry.AttributeID) bool {
		attribute, known := b.Lexicon.Attribute(id)
		return !known || text.Slug(attribute.Name) == slug || text.Slug(string(id)) == slug
	})
}

// measuring keeps of several attributes those whose values may be in a unit, as far as
// that is known; all where none may.
func (b *Binder) measuring(unit string, attributes []quarry.AttributeID) []quarry.AttributeID {
	known, ok := b.Lexicon.FindUnit(unit)
	if !ok || len(attributes) < 2 {
		return attributes
	}
	var fit []quarry.AttributeID
	for _, id := range attributes {
		if attribute, ours := b.Lexicon.Attribute(id); !ours || b.measuredIn(attribute, known) {
			fit = append(fit, id)
		}
	}
	if len(fit) == 0 {
		return attributes
	}
	return fit
}

// ofClasses keeps of several attributes those that devices of the classes have which are asked
// about, as far as that is known; all where none has.
func (b *Binder) ofClasses(p *rest.Parameters, attributes []quarry.AttributeID) []quarry.AttributeID {
	classes := p.List("class")
	var fit []quarry.AttributeID
	for _, id := range attributes {
		attribute, _ := b.Lexicon.Attribute(id)
		has := func(class string) bool { return slices.Contains(attribute.Classes, quarry.DeviceClass(class)) }
		if len(attribute.Classes) == 0 || slices.ContainsFunc(classes, has) {
			fit = append(fit, id)
		}
	}
	if len(fit) == 0 || len(classes) == 0 {
		return attributes
	}
	return fit
}

// attributesCalled returns the attributes that a word may mean: those of the devices
// that are asked about, an exact id, those of which a device's attribute has the word in
// its name, those whose own name it is, or those that go by it at all.
func (b *Binder) attributesCalled(
	ctx context.Context, claimed claimedIn, word string,
) ([]quarry.AttributeID, error) {
	if own := claimed.called(b.Lexicon, word); len(own) > 0 {
		return own, nil
	}
	id := quarry.AttributeID(word)
	if _, known := b.Lexicon.Attribute(id); known {
		return []quarry.AttributeID{id}, nil
	}
	found, _, err := b.discovered(ctx)
	if err != nil {
		return nil, err
	}
	if _, brought := slices.BinarySearch(found.ids, id); brought {
		return []quarry.AttributeID{id}, nil
	}
	if parts := claimed.holding(word); len(parts) > 0 {
		return parts, nil
	}
	slug := text.Slug(word)
	named := append([]quarry.AttributeID(nil), found.called[slug]...)
	var called []quarry.AttributeID
	for _, attribute := range b.Lexicon.FindAttributes(word) {
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

// discoveries are the attributes that documents brought and that stand in no lexicon.
type discoveries struct {
	all    []quarry.Attribute
	ids    []quarry.AttributeID            // in the order of the alphabet
	called map[string][]quarry.AttributeID // by the slugs of their names
}

func (b *Binder) discovered(ctx context.Context) (*discoveries, quarry.Sequence, error) {
	return b.brought.get(ctx, b, func(_ *discoveries, revision quarry.Sequence) (*discoveries, quarry.Sequence, error) {
		attributes, err := b.store.DiscoveredAttributes(ctx)
		if err != nil {
			return nil, 0, fmt.Errorf("read the discovered attributes: %w", err)
		}
		found := &discoveries{all: attributes, called: make(map[string][]quarry.AttributeID, len(attributes))}
		for _, attribute := range attributes {
			found.ids = append(found.ids, attribute.ID)
			names := []string{text.Slug(attribute.Name), text.Slug(strings.TrimPrefix(string(attribute.ID), "x_"))}
			slices.Sort(names)
			for _, name := range slices.Compact(names) {
				found.called[name] = append(found.called[name], attribute.ID)
			}
		}
		slices.Sort(found.ids)
		return found, revision, nil
	})
}

// DiscoveredAttributes returns the attributes that documents brought, as of one revision.
func (b *Binder) DiscoveredAttributes(ctx context.Context) ([]quarry.Attribute, quarry.Sequence, error) {
	found, revision, err := b.discovered(ctx)
	if err != nil {
		return nil, 0, err
	}
	return found.all, revision, nil
}
