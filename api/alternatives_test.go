package api_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/quarrykb/quarry/api/rest"
	"github.com/quarrykb/quarry/api/view"
)

func TestAValueMayHoldACommaBehindABackslash(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		given string
		want  []string
	}{
		"one with a comma":       {`a\,b.md`, []string{"a,b.md"}},
		"two, one with a comma":  {`a\,b.md, c.md`, []string{"a,b.md", "c.md"}},
		"a backslash":            {`a\\,b.md`, []string{`a\`, "b.md"}},
		"a backslash, by itself": {`a\b.md`, []string{`a\b.md`}},
		"one at the end":         {`b.md,a\`, []string{"b.md", `a\`}},
		"beyond ASCII":           {`ä\,ö.md`, []string{"ä,ö.md"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			k := newKit(t)
			target := "/v1/facts?document=" + url.QueryEscape(tc.given)
			decoded[view.List[view.Fact]](t, k.get(t, target), http.StatusOK)
			if diff := cmp.Diff(tc.want, k.store.lastAsked().Documents); diff != "" {
				t.Errorf("documents asked for (-want +got):\n%s", diff)
			}
		})
	}
}

func TestADocumentWithACommaInItsPathIsFoundByIt(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	k.store.documents[0].Path = `notes, old\,.md`
	target := "/v1/facts?document=" + url.QueryEscape(rest.Alternatives(k.store.documents[0].Path))
	page := decoded[view.List[view.Fact]](t, k.get(t, target), http.StatusOK)
	if len(page.Notes) != 0 {
		t.Errorf("notes = %q, want none", page.Notes)
	}
}

func TestAlternativesAreReadAsTheyWereWritten(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	word := rapid.StringOfN(rapid.RuneFrom([]rune(`ab,\ é`)), 1, 8, -1).
		Filter(func(s string) bool { return strings.TrimSpace(s) == s })
	rapid.Check(t, func(r *rapid.T) {
		want := rapid.SliceOfN(word, 1, 5).Draw(r, "words")
		answer := k.raw(request(t, "/v1/facts?subject="+url.QueryEscape(rest.Alternatives(want...))))
		if diff := cmp.Diff(want, k.store.lastAsked().Subjects); diff != "" || answer.Code != http.StatusOK {
			r.Errorf("subjects (-want +got):\n%s%s", diff, answer.Body)
		}
	})
}

func TestListsThatMeanTheSameHaveOneTagAndNoOthersDo(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	tag := func(subjects string) string {
		return k.get(t, "/v1/facts?subject="+url.QueryEscape(subjects)).Header().Get("ETag")
	}
	for _, same := range []string{`b,a\,c`, ` a\,c , b`} {
		if got, want := tag(same), tag(`a\,c,b`); got != want {
			t.Errorf("%s has the tag %s, want %s", same, got, want)
		}
	}
	for first, second := range map[string]string{`a\,b`: `a,b`, `b,a\`: `a\,b`, `a\\,b`: `a\,b`} {
		if tag(first) == tag(second) {
			t.Errorf("%s and %s have one tag", first, second)
		}
	}
}
