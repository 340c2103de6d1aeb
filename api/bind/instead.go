package bind

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/rest"
	"github.com/quarrykb/quarry/api/view"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/text"
)

// Namesake is an attribute that goes by the id of one that is asked for.
type Namesake struct{ asked, ID quarry.AttributeID }

// Namesakes returns the attributes that go by the ids of those that are asked for.
func Namesakes(lexicon *lexicon.Lexicon, asked []quarry.AttributeID) []Namesake {
	var found []Namesake
	for _, id := range asked {
		for _, other := range lexicon.FindAttributes(string(id)) {
			if !slices.Contains(asked, other.ID) {
				found = append(found, Namesake{id, other.ID})
			}
		}
	}
	return found
}

// mostNamesakes is how many attributes are looked into where nothing is found.
const mostNamesakes = 8

// PageReader is a store's list of one noun.
type PageReader[T any] func(context.Context, quarry.Filter, quarry.PageRequest) (quarry.Page[T], error)

// NoteNamesakes says which attributes have something, of those that share a name with one
// that was asked for, and whether any has: "bandwidth" is that of a link, and what many call
// that of a memory.
func (a *Asked) NoteNamesakes(
	of *lexicon.Lexicon, asked []quarry.AttributeID, count func(quarry.AttributeID) (int, error),
) (bool, error) {
	others, noted := Namesakes(of, asked), false
	for _, other := range others[:min(len(others), mostNamesakes)] {
		found, err := count(other.ID)
		if err != nil {
			return noted, fmt.Errorf("look into attribute %q: %w", other.ID, err)
		}
		if found > 0 {
			a.Note("nothing in %s; in %s, which goes by that name too, there is (%d)", other.asked, other.ID, found)
			noted = true
		}
	}
	return noted, nil
}

// NoteInstead says that nothing is claimed in what was asked for, and what to ask for in
// its place.
func (a *Asked) NoteInstead(subject Subject) {
	a.Note("nothing is claimed in %s; %s", subject.Called, subject.Instead)
}

// instead says what to ask for where none of the devices that are asked about has any of
// the attributes that a word means: what they have that is like it, or else another device of
// the same document.
func (b *Binder) instead(
	ctx context.Context, claimed claimedIn, called []quarry.AttributeID, word string,
) (string, error) {
	if len(claimed.of) == 0 || claimed.has(called) {
		return "", nil
	}
	if like := claimed.measuringAlike(b.Lexicon, called).like(b.Lexicon, word); len(like) > 0 {
		return "did you mean " + strings.Join(view.Map(claimed.names(like), quotedWhole), ", ") + "?", nil
	}
	spec, found, err := b.claimBeside(ctx, claimed, called)
	if err != nil || !found {
		return "", err
	}
	return spec.Device.Name + " has it", nil
}

// refuseAttribute says that nothing is called so, and what may be meant: where devices are
// asked about one of theirs, or else who has it that is called almost so.
func (b *Binder) refuseAttribute(
	ctx context.Context, p *rest.Parameters, name string, claimed claimedIn, word string,
) error {
	message := fmt.Sprintf("%q is not known", word)
	if like := claimed.like(b.Lexicon, word); len(like) > 0 {
		p.Refuse(name, message, view.Texts(like)...)
		return nil
	}
	found, _, err := b.discovered(ctx)
	if err != nil {
		return err
	}
	like := attributesLike(b.Lexicon, found, word)
	if len(claimed.of) == 0 || len(like) == 0 {
		p.Refuse(name, message, like...)
		return nil
	}
	spec, has, err := b.claimBeside(ctx, claimed, idsOf(like))
	if has {
		message += fmt.Sprintf("; %s has %s", spec.Device.Name, quotedWhole(spec.Attribute.Name))
	}
	p.Refuse(name, message)
	return err
}

// claimBeside returns a claim in one of some attributes, which the devices do not have, that
// stands in a document of theirs, where there is any.
func (b *Binder) claimBeside(
	ctx context.Context, claimed claimedIn, attributes []quarry.AttributeID,
) (quarry.Spec, bool, error) {
	devices := quarry.Filter{Devices: slices.Sorted(maps.Keys(claimed.of))}
	own, err := b.store.Specs(ctx, devices, quarry.PageRequest{Limit: mostBeside})
	switch {
	case err != nil:
		return quarry.Spec{}, false, fmt.Errorf("look for the documents of the devices: %w", err)
	case len(own.Items) == 0:
		return quarry.Spec{}, false, nil
	}
	documents := view.Map(own.Items, func(spec quarry.Spec) string { return string(spec.Source.DocumentID) })
	slices.Sort(documents)
	beside := quarry.Filter{Attributes: attributes, Documents: slices.Compact(documents)}
	page, err := b.store.Specs(ctx, beside, quarry.PageRequest{Limit: 1})
	switch {
	case err != nil:
		return quarry.Spec{}, false, fmt.Errorf(
			"look for a claim in %s: %w", strings.Join(view.Texts(attributes), ", "), err)
	case len(page.Items) == 0:
		return quarry.Spec{}, false, nil
	}
	return page.Items[0], true, nil
}

// mostBeside is how many claims of devices are looked at for the documents that they are of.
const mostBeside = 500

// quotedWhole puts a name in quotation marks that could be read as two.
func quotedWhole(name string) string {
	if strings.Contains(name, string(rest.Separator)) {
		return strconv.Quote(name)
	}
	return name
}

// attributesLike returns the ids of attributes that come close to a word by one of
// their names; where none does, of those that share most of its words.
func attributesLike(lexicon *lexicon.Lexicon, found *discoveries, word string) []string {
	near := rest.NewSharing(strings.TrimPrefix(text.Slug(word), "x-"), 1)
	for _, attribute := range lexicon.Attributes() {
		for _, name := range lexicon.EverydayNames(attribute) {
			near.Try(name, string(attribute.ID))
		}
	}
	for _, id := range found.ids {
		near.Try(strings.TrimPrefix(string(id), "x_"), string(id))
	}
	return near.Best()
}
