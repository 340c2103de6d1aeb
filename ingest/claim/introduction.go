package claim

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/text"
)

// introduction is an item of a list which says by its key that its value is a name, and
// speaks for the items below it as a title would: "Model: Dorica 5".
type introduction struct {
	key     string
	label   Label
	device  quarry.DeviceMention // known; none if what has the name is unknown
	told    bool                 // a title above names its family, or its class
	builtIn bool                 // the key names what is built into other things
	against bool                 // another item names what else the numbers may be of
}

// introduce lets an item that begins a list speak for those below it where it names
// what the list is of, and reports whether it does. One of the same key begins anew,
// and what was said of the one before is returned.
func (s *Sheet) introduce(item Item) ([]quarry.Spec, bool) {
	again := s.named.key != "" && item.Key == s.named.key
	switch {
	case again && s.named.label.Text == item.Value:
		return nil, true
	case again:
		before := s.Rest().Specs
		fresh := s.reader.Sheet()
		fresh.nested = s.nested
		*s = *fresh
		if s.named = s.introducedBy(item); s.named.key == "" {
			s.named = introduction{key: item.Key, against: true}
		}
		return before, true
	case s.named.key != "":
		s.named.meet(s.reader, item)
	case s.parent.items == 0:
		s.named = s.introducedBy(item)
		return nil, s.named.key != ""
	}
	return nil, false
}

// introducedBy returns what an item introduces at the beginning of a list; nothing
// where its key is no title of names, or titles above have named the thing.
func (s *Sheet) introducedBy(item Item) introduction {
	if item.Key == "" || len(item.Key) > longestKey || len(item.Value) > longestName || !s.reader.isNameTitle(item.Key) {
		return introduction{}
	}
	found := introduction{key: item.Key, label: Label{Text: strings.TrimSpace(item.Value), Span: item.Span}}
	above := s.reader.around(item.Place)
	if name := s.reader.label(found.label.Text); name.names {
		found.device = name.device
		if len(above) > 0 {
			return found.below(above[0].devices)
		}
		if isPart(name.device) {
			return introduction{}
		}
		return s.reader.unopposed(found, item.Place)
	}
	if _, ok := s.reader.thingCalled(found.label.Text); !ok || len(above) > 0 || s.reader.isNamedAbove(item) {
		return introduction{}
	}
	return found
}

// below returns the introduction of a known device where a title further up names one:
// another of the same class, or the family that it is of. In any other the title speaks.
func (n introduction) below(above []quarry.DeviceMention) introduction {
	if len(above) != 1 || isPart(n.device) || above[0].Class != n.device.Class || above[0].ID == n.device.ID || above[0].Family == n.device.ID {
		return introduction{}
	}
	n.told = above[0].ID == n.device.Family
	return n
}

// unopposed returns the introduction of a known device where the titles above leave open
// that the items are its: where its key names what is built into other things, none of
// them may be such a thing, "Workstation", or say what is needed or done.
func (r *Reader) unopposed(n introduction, place Place) introduction {
	if !r.isBuiltIn(n.key) && !r.isThingWord(text.Slug(n.key), n.device.Class) {
		return n
	}
	n.builtIn = true
	if device, _ := r.parentAt(place); device.ID != "" && isModelName(device.Written) {
		return introduction{}
	}
	against := []lexicon.Cue{wholeWord, needWord, deedWord, settingWord}
	for title := range place.upwards() {
		if r.has(title, against...) {
			return introduction{}
		}
		slug := text.Slug(title)
		if n.told = strings.Contains(slug, text.Slug(n.key)) || strings.Contains(slug, string(n.device.Class)); n.told {
			break
		}
		against = against[:2]
	}
	return n
}

// isNamedAbove reports whether the titles above an item leave no room for the unknown
// thing that it names: the last names a model, or what the item's may be built into.
func (r *Reader) isNamedAbove(item Item) bool {
	if device, _ := r.parentAt(item.Place); device.ID != "" {
		return isModelName(device.Written) || r.isBuiltIn(item.Key)
	}
	return r.isBuiltIn(item.Key) && !slices.ContainsFunc(slices.Collect(item.Place.upwards()), func(title string) bool {
		return strings.Contains(text.Slug(title), text.Slug(item.Key))
	})
}

// isBuiltIn reports whether what a key names is mostly built into something else.
func (r *Reader) isBuiltIn(key string) bool { return r.is(text.SlugWith(key, ' '), builtInTitle) }

// meet looks at a further item: one that names a part beside a part leaves open whose
// the numbers are, and a setting says that they are of no thing.
func (n *introduction) meet(r *Reader, item Item) {
	if n.against || len(item.Key) > longestKey || n.device.ID == "" && !r.isBuiltIn(n.key) {
		return
	}
	beside := r.isBuiltIn(n.key) || isCard(n.device)
	n.against = beside && r.isBuiltIn(item.Key) && text.Slug(item.Key) != string(n.device.Class) || r.has(item.Key, settingWord)
}

// under returns the place of an item below the introduction.
func (n *introduction) under(place Place) Place {
	if n.label.Text == "" {
		return place
	}
	return place.Under(n.label)
}

// ownIntroduced is how many numbers of a known device's own a list has to have that a
// part's name introduces: "GPU: H200".
const ownIntroduced = 2

// areIntroduced reports whether items are of the known device that the first of them
// names: most of what they measure is what its class has, and where that may be built
// into something one is what the other does not have.
func (s *Sheet) areIntroduced(held []*line) bool {
	own := map[quarry.AttributeID]bool{}
	others, proper := 0, !s.named.builtIn || s.named.told
	for _, l := range held {
		at := slices.IndexFunc(l.key.attributes, func(a quarry.Attribute) bool {
			return a.Measures(l.kind()) && s.reader.isOfClass(a, s.named.device.Class)
		})
		switch {
		case l.reader.saysNoThing(l.Key) || l.reader.has(l.Key, settingWord, doingWord):
			return false
		case at >= 0:
			own[l.key.attributes[at].ID] = true
			proper = proper || !l.reader.is(text.SlugWith(l.Key, ' '), sharedTitle)
		case l.isSized() && len(l.key.attributes) == 0:
			others++
		}
	}
	enough := 1
	if s.reader.isPartTitle(s.named.key) && !s.named.told {
		enough = ownIntroduced
	}
	return !s.named.against && proper && len(own) >= enough && len(own) >= others
}

// isOfClass reports whether an attribute is one that devices of a class have.
func (r *Reader) isOfClass(a quarry.Attribute, class quarry.DeviceClass) bool {
	return slices.Contains(a.Classes, class) || slices.ContainsFunc(r.known[a.ID], func(k quarry.KnownRange) bool { return slices.Contains(k.Classes, class) })
}
