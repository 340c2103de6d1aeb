package quarry_test

import (
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"

	"github.com/quarrykb/quarry"
)

// The ids below are a promise: they stand in exports, links and other people's
// notes. A change here means a new id scheme.
func TestIDsStayWhatTheyAre(t *testing.T) {
	t.Parallel()
	in := quarry.Source{Collection: "main", Path: "notes/ferments.md", Heading: []string{"Bread", "Sourdough"}}
	conditions := quarry.NewConditions()
	conditions[quarry.AxisPrecision] = "fp16"
	question := quarry.Question{Text: "Why does dough rise?", Source: in}
	again := question.Identity()
	again.Ordinal = 1
	starter := question
	starter.Source.Collection = quarry.StarterCollection
	for name, tc := range map[string]struct {
		identity quarry.Identity
		want     quarry.EntryID
	}{
		"a document": {quarry.Document{Collection: "main", Path: "notes/ferments.md"}.Identity(), "d_aex2zw2red3mhjblgwlm"},
		"a question": {question.Identity(), "q_jxvmxiyvrxkuoo76cecc"},
		"the same question again in its document": {again, "q_vzrheie5csrwfnuavbzx"},
		"the same question in another collection": {starter.Identity(), "q_ustgdvlebfpuqinp4spe"},
		"a question in French, composed":          {quarry.Question{Text: "Pourquoi la pâte lève-t-elle ?", Source: in}.Identity(), "q_b2dfjwtprk3bpawhtgxn"},
		"a fact":                                  {quarry.Fact{Subject: "Autolyse", Statement: "a rest of flour and water", Source: in}.Identity(), "f_cfz7z2tfp3lnj3nz2obv"},
		"a passage":                               {quarry.Passage{Text: "Flour and water rest for an hour.", Source: in}.Identity(), "p_fmvmbp6xqivjiaz2md4i"},
		"a spec": {quarry.Spec{
			Device:     quarry.DeviceMention{Device: quarry.Device{ID: "oven-x"}},
			Attribute:  quarry.AttributeMention{Attribute: quarry.Attribute{ID: "power"}},
			Conditions: conditions, Value: quarry.Quantity{Text: "3.5 kW"}, Source: in,
		}.Identity(), "s_jlucigpgro6etbfdk6wu"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := quarry.NewID(tc.identity); got != tc.want {
				t.Errorf("id = %q, want %q", got, tc.want)
			}
		})
	}
}

func TestAnIDDoesNotDependOnHowItsTextIsWritten(t *testing.T) {
	t.Parallel()
	id := func(path string, key ...string) quarry.EntryID {
		return quarry.NewID(quarry.Identity{Kind: quarry.EntryQuestion, Collection: "main", Path: path, Key: key})
	}
	want := id("caf\u00e9.md", "What is a caf\u00e9 au lait?")
	for name, got := range map[string]quarry.EntryID{
		"a decomposed letter":   id("caf\u00e9.md", "What is a cafe\u0301 au lait?"),
		"a decomposed path":     id("cafe\u0301.md", "What is a caf\u00e9 au lait?"),
		"emphasis":              id("caf\u00e9.md", "What is a **caf\u00e9 au lait**?"),
		"code":                  id("caf\u00e9.md", "What is a `caf\u00e9 au lait`?"),
		"white space and lines": id("caf\u00e9.md", "  What is\ta caf\u00e9\r\n au\u00a0lait? "),
	} {
		if got != want {
			t.Errorf("%s: id = %q, want %q", name, got, want)
		}
	}
	for name, other := range map[string]quarry.EntryID{
		"another word":       id("caf\u00e9.md", "What is a caf\u00e9 noir?"),
		"another case":       id("caf\u00e9.md", "What is a Caf\u00e9 au lait?"),
		"another path":       id("tea.md", "What is a caf\u00e9 au lait?"),
		"the text cut apart": id("caf\u00e9.md", "What is a caf\u00e9", "au lait?"),
	} {
		if other == want {
			t.Errorf("%s: the id is the same, %q", name, other)
		}
	}
}

// identities draws two identities that are likely to be near to each other:
// the same few letters, cut into parts at different places.
func identities(t *rapid.T) (quarry.Identity, quarry.Identity) {
	text := rapid.StringOfN(rapid.SampledFrom([]rune("a1: *\u0301é")), 0, 3, -1)
	draw := func(name string) quarry.Identity {
		return quarry.Identity{
			Kind:       rapid.SampledFrom(quarry.EntryKinds()).Draw(t, name+" kind"),
			Collection: text.Draw(t, name+" collection"),
			Path:       text.Draw(t, name+" path"),
			Key:        rapid.SliceOfN(text, 0, 3).Draw(t, name+" key"),
			Ordinal:    rapid.IntRange(0, 11).Draw(t, name+" ordinal"),
		}
	}
	return draw("first"), draw("second")
}

// same is what equal identities are, in other words than NewID's.
func same(a, b quarry.Identity) bool {
	bare := func(key string) string {
		key = strings.ReplaceAll(norm.NFC.String(key), "*", "")
		return strings.Join(strings.Fields(key), " ")
	}
	return a.Kind == b.Kind && a.Collection == b.Collection && norm.NFC.String(a.Path) == norm.NFC.String(b.Path) &&
		a.Ordinal == b.Ordinal && slices.EqualFunc(a.Key, b.Key, func(x, y string) bool { return bare(x) == bare(y) })
}

func TestTwoIDsAreEqualOnlyWhereTheIdentitiesAre(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a, b := identities(t)
		if rapid.Bool().Draw(t, "make them equal") {
			b = a
		}
		if got, want := quarry.NewID(a) == quarry.NewID(b), same(a, b); got != want {
			t.Fatalf("ids equal: %t, want %t\n%+v\n%+v", got, want, a, b)
		}
	})
}

func TestAnIDSaysItsKind(t *testing.T) {
	t.Parallel()
	kinds := append(quarry.EntryKinds(), quarry.EntryDocument, quarry.EntryConflict)
	for _, kind := range kinds {
		id := quarry.NewID(quarry.Identity{Kind: kind})
		if got := quarry.EntryKindOf(id); got != kind {
			t.Errorf("EntryKindOf(%q) = %q, want %q", id, got, kind)
		}
		if len(id) != 22 || strings.Trim(string(id[2:]), "abcdefghijklmnopqrstuvwxyz234567") != "" {
			t.Errorf("id %q is not a letter, an underscore and 20 characters of base32", id)
		}
	}
	for _, foreign := range []quarry.EntryID{"", "q", "q_", "z_aaaa", "qaaaaa"} {
		if got := quarry.EntryKindOf(foreign); got != "" {
			t.Errorf("EntryKindOf(%q) = %q, want none", foreign, got)
		}
	}
}
