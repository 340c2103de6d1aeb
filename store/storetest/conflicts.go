package storetest

import (
	"slices"
	"strconv"
	"testing"

	"github.com/quarrykb/quarry"
)

func conflictHasClaims(t *testing.T, store Store) {
	t.Helper()
	of := func(device, family string, edits ...func(*quarry.Spec)) func(*quarry.Spec) {
		return func(s *quarry.Spec) {
			s.Device.ID, s.Device.Family = quarry.DeviceID(device), quarry.DeviceID(family)
			for _, edit := range edits {
				edit(s)
			}
		}
	}
	at := func(axis quarry.Axis, value string) func(*quarry.Spec) {
		return func(s *quarry.Spec) { s.Conditions[axis] = value }
	}
	open := func(s *quarry.Spec) { s.Value.Min, s.Value.Text = nil, "up to 9 W" }
	save(t, store, NewDraft("a.md").
		Spec("x", "power", 1, "W", of("mill-s", "mill", at(quarry.AxisPer, "gpu"))).
		Spec("x", "power", 2, "W", of("mill-s", "mill", at(quarry.AxisPer, "gpu"))).
		Spec("x", "power", 9, "W", of("mill-s", "mill", at(quarry.AxisPer, "gpu"), open)).
		Spec("x", "power", 4, "W", of("mill-s", "mill")).
		Spec("x", "power", 5, "W", of("mill", "", at(quarry.AxisPer, "gpu"))).
		Spec("x", "power", 6, "W", of("mill-p", "mill", at(quarry.AxisPer, "gpu"))).
		Spec("x", "power", 7, "W", of("mill-s", "mill", at(quarry.AxisPer, "system"))).
		Spec("x", "power", 8, "W", of("mill-s", "mill", at(quarry.AxisPer, "gpu"), at("weather", "dry"))).
		Spec("x", "speed", 3, "W", of("mill-s", "mill")).
		Spec("x", "power", 3, "Hz", of("mill-s", "mill")).
		Spec("x", "power", 3, "W", of("other", "")).
		Knowledge())
	derive(t, store)
	equal(t, "claims", conflictsSaid(t, store, quarry.Filter{}), []string{"mill-s power a.md=1 W a.md=2 W"})
	page, err := store.Conflicts(t.Context(), quarry.Filter{}, everything())
	whole, revision, err := store.Conflict(t.Context(), must(t, page, err).Items[0].ID)
	var related []string
	for _, s := range must(t, whole, err).Related {
		related = append(related, string(s.Device.ID)+" "+s.Value.Text)
	}
	equal(t, "related", related, []string{"mill-s up to 9 W", "mill-s 4 W", "mill 5 W", "mill-s 8 W"})
	equal(t, "related in the list", page.Items[0].Related, whole.Related)
	equal(t, "revision", revision, revisionOf(t, store))
	_, _, err = store.Conflict(t.Context(), "c_none")
	is(t, "a conflict that is none", err, quarry.KindNotFound)
}

// Rates of bits are judged beside those of bytes, and claims of an engine beside those of none;
// what no claim of a conflict can be meant by is not related to it.
func judgedTogether(t *testing.T, store Store) {
	t.Helper()
	of := func(engine string) func(*quarry.Spec) {
		return func(s *quarry.Spec) { s.Conditions[quarry.AxisEngine] = engine }
	}
	upTo := func(s *quarry.Spec) { s.Value.Min = nil }
	save(t, store, NewDraft("a.md").
		Spec("bus", "rate", 1, "B/s").Spec("bus", "rate", 2, "bit/s").
		Spec("mill", "speed", 3, "Hz", of("wheel")).Spec("mill", "speed", 4, "Hz").
		Spec("oven", "speed", 5, "Hz", of("wheel")).Spec("oven", "speed", 6, "Hz", of("wheel")).
		Spec("oven", "speed", 9, "Hz", of("wheel"), upTo).Spec("oven", "speed", 8, "Hz", of("belt"), upTo).
		Knowledge())
	derive(t, store)
	equal(t, "conflicts", conflictsSaid(t, store, quarry.Filter{}), []string{
		"bus rate a.md=1 B/s a.md=2 bit/s", "mill speed a.md=3 Hz a.md=4 Hz", "oven speed a.md=5 Hz a.md=6 Hz",
	})
	page, err := store.Conflicts(t.Context(), quarry.Filter{}, everything())
	items := must(t, page, err).Items
	equal(t, "unit", items[0].Unit, "B/s")
	var related []string
	for _, s := range items[2].Related {
		related = append(related, s.Value.Text)
	}
	equal(t, "related", related, []string{"9 Hz"})
}

// countsClaims looks whether the conflict over so many claims says how many there
// are, wherever it is read, and comes with the first of them.
func countsClaims(t *testing.T, store Store, claims int) {
	t.Helper()
	page, err := store.Conflicts(t.Context(), quarry.Filter{}, everything())
	listed := must(t, page, err).Items[0]
	whole, _, err := store.Conflict(t.Context(), listed.ID)
	equal(t, "claims of the conflict", len(must(t, whole, err).Claims), min(claims, 1000))
	equal(t, "claims in the list", listed.Claims, whole.Claims[:20])
	page, err = store.ConflictHeads(t.Context(), quarry.Filter{}, everything())
	for where, counted := range map[string]quarry.Conflict{"itself": whole, "a list": listed, "its head": must(t, page, err).Items[0]} {
		equal(t, "claims counted in "+where, counted.ClaimCount, claims)
	}
}

func conflictLists(t *testing.T, store Store) {
	t.Helper()
	save(t, store, NewDraft("a.md").Spec("mill", "power", 1, "W").Spec("drill", "power", 1, "W").
		Spec("mill", "speed", 1, "m/s").Knowledge())
	save(t, store, NewDraft("b.md").In("other").Spec("mill", "power", 2, "W").Spec("mill", "speed", 2, "m/s").Knowledge())
	save(t, store, NewDraft("c.md").Spec("drill", "power", 2, "W").Knowledge())
	derive(t, store)
	drill := "drill power a.md=1 W c.md=2 W"
	mill, speed := "mill power a.md=1 W b.md=2 W", "mill speed a.md=1 m/s b.md=2 m/s"
	headsAlone(t, store)
	for name, c := range map[string]struct {
		filter quarry.Filter
		want   []string
	}{
		"all":                       {quarry.Filter{}, []string{drill, mill, speed}},
		"a device":                  {quarry.Filter{Devices: []quarry.DeviceID{"drill"}}, []string{drill}},
		"an attribute":              {quarry.Filter{Attributes: []quarry.AttributeID{"speed"}}, []string{speed}},
		"a document of any claim":   {quarry.Filter{Documents: []string{"c.md"}}, []string{drill}},
		"a collection of any claim": {quarry.Filter{Collections: []string{"other"}}, []string{mill, speed}},
		"a value of any claim":      {quarry.Filter{Value: quarry.Single(2, "m/s")}, []string{speed}},
		"conflicts alone":           {quarry.Filter{Kinds: []quarry.EntryKind{quarry.EntryConflict}}, []string{drill, mill, speed}},
		"specs alone":               {quarry.Filter{Kinds: []quarry.EntryKind{quarry.EntrySpec}}, nil},
		"what is in no conflict":    {quarry.Filter{Conflict: quarry.No}, nil},
		"what only questions have":  {quarry.Filter{Styles: []quarry.Style{quarry.StyleOpen}}, nil},
		"an unknown device":         {quarry.Filter{Devices: []quarry.DeviceID{"lathe"}}, nil},
	} {
		got := conflictsSaid(t, store, c.filter)
		// Two conflicts of one device are in the order of their ids.
		slices.Sort(got)
		equal(t, name, got, c.want)
	}
	_, err := store.Conflicts(t.Context(), quarry.Filter{}, quarry.PageRequest{})
	is(t, "no page", err, quarry.KindInvalid)
	var walked []string
	for request := (quarry.PageRequest{Limit: 1}); ; {
		page, err := store.Conflicts(t.Context(), quarry.Filter{}, request)
		walked = append(walked, said(must(t, page, err).Items[0]))
		if page.Next == nil {
			break
		}
		request.After = *page.Next
	}
	equal(t, "page by page", walked, conflictsSaid(t, store, quarry.Filter{}))
}

// headsAlone looks whether conflicts come without their claims as they come with
// them.
func headsAlone(t *testing.T, store Store) {
	t.Helper()
	for _, filter := range []quarry.Filter{{}, {Devices: []quarry.DeviceID{"mill"}}} {
		whole, err := store.Conflicts(t.Context(), filter, quarry.PageRequest{Limit: 2})
		want := must(t, whole, err)
		for i, c := range want.Items {
			c.Claims, c.Related = nil, nil
			c.Device, c.Attribute = quarry.Device{ID: c.Device.ID}, quarry.Attribute{ID: c.Attribute.ID}
			want.Items[i] = c
		}
		heads, err := store.ConflictHeads(t.Context(), filter, quarry.PageRequest{Limit: 2})
		equal(t, "heads", must(t, heads, err), want)
	}
	_, err := store.ConflictHeads(t.Context(), quarry.Filter{}, quarry.PageRequest{})
	is(t, "no page of heads", err, quarry.KindInvalid)
}

func specsInConflict(t *testing.T, store Store) {
	t.Helper()
	powers(t, store, "a.md", 1)
	powers(t, store, "b.md", 2)
	save(t, store, NewDraft("c.md").Spec("press-2", "power", 3, "W").Knowledge())
	derive(t, store)
	list := func(wanted quarry.Tristate) []string {
		page, err := store.Specs(t.Context(), quarry.Filter{Conflict: wanted}, everything())
		var texts []string
		for _, s := range must(t, page, err).Items {
			texts = append(texts, s.Value.Text)
		}
		equal(t, "total", page.Total, len(texts))
		return texts
	}
	equal(t, "in conflict", list(quarry.Yes), []string{"1 W", "2 W"})
	equal(t, "in none", list(quarry.No), []string{"3 W"})
}

func feedTellsConflicts(t *testing.T, store Store) {
	t.Helper()
	told := func() []string {
		var all []string
		for _, change := range changesOf(t, store) {
			if change.Kind == quarry.EntryConflict {
				all = append(all, string(change.Op)+" "+strconv.FormatBool(change.Sequence == revisionOf(t, store)))
			}
		}
		return all
	}
	powers(t, store, "a.md", 1)
	powers(t, store, "b.md", 2)
	derive(t, store)
	equal(t, "a conflict", told(), []string{"put true"})
	save(t, store, NewDraft("c.md").Spec("press-2", "power", 3, "W").Knowledge())
	derive(t, store)
	equal(t, "nothing new", told(), []string{"put false"})
	remove(t, store, "b.md")
	derive(t, store)
	equal(t, "a conflict that is gone", told(), []string{"delete true"})
}

func claimsOfDevices(t *testing.T, store Store) {
	t.Helper()
	save(t, store, NewDraft("b.md").Spec("mill", "power", 1, "W").Spec("drill", "power", 2, "W").Knowledge())
	save(t, store, NewDraft("a.md").Spec("mill", "speed", 3, "m/s").Spec("lathe", "power", 4, "W").Knowledge())
	for name, c := range map[string]struct {
		devices    []quarry.DeviceID
		attributes []quarry.AttributeID
		want       []string
	}{
		"two devices":             {[]quarry.DeviceID{"mill", "drill"}, nil, []string{"3 m/s", "1 W", "2 W"}},
		"one attribute":           {[]quarry.DeviceID{"mill", "drill"}, []quarry.AttributeID{"power"}, []string{"1 W", "2 W"}},
		"an attribute of none":    {[]quarry.DeviceID{"mill"}, []quarry.AttributeID{"price"}, nil},
		"no device":               {nil, []quarry.AttributeID{"power"}, nil},
		"a device of no document": {[]quarry.DeviceID{"saw"}, nil, nil},
	} {
		specs, revision, err := store.ClaimsOf(t.Context(), c.devices, c.attributes)
		var got []string
		for _, s := range must(t, specs, err) {
			got = append(got, s.Value.Text)
		}
		equal(t, name, got, c.want)
		equal(t, name+": revision", revision, revisionOf(t, store))
	}
}
