package htmltext_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/quarrykb/quarry/ingest/format/htmltext"
)

func FuzzMarkdown(f *testing.F) {
	for _, seed := range []string{
		"", "a", "<p>a<b>b</p>c", "<ul><li>a<ol><li>b", "<table><tr><td rowspan=9>a<th>b<tr><td>c", "<pre><code>a\n", "<dl><dt>a?<dd>b",
		"<details><summary>a</summary>b", "<a href=http://a.b>c<p>d", "&lt;a&gt; \\* `", "[latex]a[/latex][sound:a]", "<script type=math/tex>a", "<sup><a href=#b>c",
		"<blockquote><ul><li><blockquote>a", "<h1>a<p>b</h1>", "<input type=radio>a", "\x00\xff<\x80>", "</p></br></li>", "<title>a", "<plaintext>a</p>",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, fragment string) {
		got := htmltext.Markdown(fragment)
		if !utf8.ValidString(got) {
			t.Errorf("%q is not UTF-8", got)
		}
		if got != htmltext.Markdown(fragment) {
			t.Errorf("%q came out otherwise the second time", fragment)
		}
		if got != strings.TrimSpace(got) {
			t.Errorf("%q has white space at its ends", got)
		}
		if len(got) > 20*len(fragment)+1000 {
			t.Errorf("%d bytes became %d", len(fragment), len(got))
		}
	})
}
