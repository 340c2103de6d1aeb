package api_test

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/quarrykb/quarry"
)

// fragment asks for a fragment, and holds it against what is true of all.
func (k *kit) fragment(t *testing.T, target string) string {
	t.Helper()
	answer := k.get(t, target)
	if got := answer.Header().Get("Content-Type"); answer.Code != http.StatusOK || got != "text/html; charset=utf-8" {
		t.Errorf("%s = %d as %q: %.300s", target, answer.Code, got, answer.Body)
	}
	for field, want := range map[string]string{
		"Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox",
		"X-Content-Type-Options":  "nosniff",
	} {
		if got := answer.Header().Get(field); got != want {
			t.Errorf("%s has %s %q, want %q", target, field, got, want)
		}
	}
	if answer.Header().Get("Quarry-Revision") == "" {
		t.Errorf("%s names no revision", target)
	}
	return answer.Body.String()
}

func TestAnEntryIsAnsweredAsAFragment(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	k.store.questions[0].Text = "What is $x^2$ <script>alert(1)</script>?"
	k.store.questions[0].Choices = []string{"*one*", "two"}
	k.store.questions[0].Answer, k.store.questions[0].Answered = "| a |\n|--|\n| **1** |", true
	k.store.facts[0].Citations = []quarry.Citation{{URL: "https://example.org/a?b=<c>", Label: "[1]"}, {URL: "javascript:alert(1)", Label: "2"}}
	id := func(kind string) string { return kind + strings.Repeat("a", 20) }
	for target, wanted := range map[string][]string{
		"/v1/questions/" + id("q_"): {
			`<article data-kind="question" data-id="` + id("q_") + `">`, `<section data-part="question"><p dir="auto">What is <math>`,
			`<ol data-part="choices"><li><p dir="auto"><em>one</em></p>`, `<section data-part="answer"><div`, "<strong>1</strong>",
			`<p data-part="source"><a href="/documents/d_aaaaaaaaaaaaaaaaaaaa#L`,
		},
		"/v1/facts/" + id("f_"): {
			`data-kind="fact"`, `<p data-part="subject" dir="auto">`, `<section data-part="statement"><p`,
			`<a href="https://example.org/a?b=%3Cc%3E" rel="noopener noreferrer nofollow">[1]</a>`, `<li><p dir="auto">2</p>`,
		},
		"/v1/passages/" + id("p_"): {`data-kind="passage"`, `<section data-part="text"><p dir="auto">A kiln has a door.</p>`},
	} {
		got := k.fragment(t, target+"?format=html")
		for _, want := range wanted {
			if !strings.Contains(got, want) {
				t.Errorf("%s is\n%s\nwant in it\n%s", target, got, want)
			}
		}
		if strings.Contains(got, "<script") || strings.Contains(got, "javascript:") {
			t.Errorf("%s holds a script: %s", target, got)
		}
		if answer := k.get(t, target); !strings.HasPrefix(answer.Header().Get("Content-Type"), "application/json") {
			t.Errorf("%s without a format is %q", target, answer.Header().Get("Content-Type"))
		}
	}
}

func TestAGeneratedQuestionIsAnsweredAsAFragment(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	source := k.store.questions[0].Source
	k.store.questions[0].Made = &quarry.Made{
		Type: "of_device", Proof: quarry.Claim{ID: "s_" + quarry.EntryID(strings.Repeat("a", 20)), Source: source},
		Refutes: []quarry.Ground{{Claim: quarry.Claim{ID: "s_b", Source: source}, Choice: "300 W"}},
	}
	got := k.fragment(t, "/v1/questions/q_"+strings.Repeat("a", 20)+"?format=html")
	if want := `<ul data-part="refutes"><li><p dir="auto">300 W</p>` + "\n" + `<p data-part="source">`; !strings.Contains(got, want) {
		t.Errorf("fragment is\n%s\nwant in it\n%s", got, want)
	}
}

func TestAFragmentIsNotSentAgain(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	for _, target := range []string{
		"/v1/questions/q_aaaaaaaaaaaaaaaaaaaa", "/v1/facts/f_aaaaaaaaaaaaaaaaaaaa", "/v1/passages/p_aaaaaaaaaaaaaaaaaaaa", "/v1/documents/d_aaaaaaaaaaaaaaaaaaaa/content",
	} {
		k.costsOneLook(t, target+"?format=html")
		if data, page := k.get(t, target).Header().Get("ETag"), k.get(t, target+"?format=html").Header().Get("ETag"); data == page {
			t.Errorf("%s has one tag for data and page, %s", target, page)
		}
	}
}

func TestAFragmentHasNoFields(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	for target, field := range map[string]string{
		"/v1/facts/f_aaaaaaaaaaaaaaaaaaaa?format=html&fields=id":                       "fields",
		"/v1/facts/f_aaaaaaaaaaaaaaaaaaaa?format=pdf":                                  "format",
		"/v1/documents/d_aaaaaaaaaaaaaaaaaaaa/content?mark=1":                          "mark",
		"/v1/documents/d_aaaaaaaaaaaaaaaaaaaa/content?format=html&mark=2-1":            "mark",
		"/v1/documents/d_aaaaaaaaaaaaaaaaaaaa/content?format=html&bytes=5-5":           "bytes",
		"/v1/documents/d_aaaaaaaaaaaaaaaaaaaa/content?format=html&bytes=5-999999":      "bytes",
		"/v1/documents/d_aaaaaaaaaaaaaaaaaaaa/content?format=html&lines=4000-5000":     "lines",
		"/v1/documents/d_aaaaaaaaaaaaaaaaaaaa/content?format=html&lines=99999999999-1": "lines",
	} {
		got := problem(t, k.get(t, target), http.StatusBadRequest)
		if len(got.Errors) != 1 || got.Errors[0].Field != field {
			t.Errorf("%s is refused for %v, want %s", target, got.Errors, field)
		}
	}
}

// textOf puts a text in the place of the notes.
func (k *kit) textOf(text string) { k.store.contents[notesID] = quarry.Content{Text: []byte(text)} }

const contentTarget = "/v1/documents/" + string(notesID) + "/content?format=html"

func TestAStoredTextIsAnsweredLineByLine(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	k.textOf("one\r\n<two> & \"2\"\nthré\x00e\nfour")
	for query, want := range map[string]string{
		"": `<ol class="lines" start="1" data-line-start="1" data-line-end="4" data-lines-total="4">` +
			`<li id="L1" value="1"><code dir="auto">one</code></li>` +
			`<li id="L2" value="2"><code dir="auto">&lt;two&gt; &amp; &#34;2&#34;</code></li>` +
			"<li id=\"L3\" value=\"3\"><code dir=\"auto\">thré\ufffde</code></li>" +
			`<li id="L4" value="4"><code dir="auto">four</code></li></ol>`,
		"&lines=2-3&mark=3": `<ol class="lines" start="2" data-line-start="2" data-line-end="3" data-lines-total="4">` +
			`<li id="L2" value="2"><code dir="auto">&lt;two&gt; &amp; &#34;2&#34;</code></li>` +
			"<li id=\"L3\" value=\"3\" class=\"marked\"><code dir=\"auto\">thré\ufffde</code></li></ol>",
		"&lines=4&bytes=1-2": `<ol class="lines" start="4" data-line-start="4" data-line-end="4" data-lines-total="4"><li id="L4" value="4"><code dir="auto">four</code></li></ol>`,
		"&lines=1-2&bytes=1-8": `<ol class="lines" start="1" data-line-start="1" data-line-end="2" data-lines-total="4">` +
			`<li id="L1" value="1" class="marked"><code dir="auto">o<mark>ne</mark></code></li>` +
			`<li id="L2" value="2" class="marked"><code dir="auto"><mark>&lt;tw</mark>o&gt; &amp; &#34;2&#34;</code></li></ol>`,
	} {
		if got := k.fragment(t, contentTarget+query); got != want {
			t.Errorf("%s is\n%s\nwant\n%s", query, got, want)
		}
	}
	k.textOf("")
	if got, want := k.fragment(t, contentTarget), `<ol class="lines" start="1" data-line-start="1" data-line-end="0" data-lines-total="0"></ol>`; got != want {
		t.Errorf("an empty text is %s, want %s", got, want)
	}
}

func TestALongTextIsShownInParts(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	k.textOf(strings.Repeat("a line\n", 10_000))
	for query, want := range map[string]string{
		"":                  `start="1" data-line-start="1" data-line-end="2000" data-lines-total="10000"`,
		"&lines=2001-9999":  `start="2001" data-line-start="2001" data-line-end="4000" data-lines-total="10000"`,
		"&mark=5000-5001,9": `start="4800" data-line-start="4800" data-line-end="6799" data-lines-total="10000"`,
		"&bytes=7000-7005":  `start="801" data-line-start="801" data-line-end="2800" data-lines-total="10000"`,
	} {
		if got := k.fragment(t, contentTarget+query); !strings.Contains(got, want) {
			t.Errorf("%s is %.200s, want %s", query, got, want)
		}
	}
}

func TestALineOfMegabytesIsCutOff(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	k.textOf("first\n" + strings.Repeat("é", 2_500_000) + "needle" + strings.Repeat("x", 100_000) + "\nlast")
	for query, wanted := range map[string][]string{
		"": {`<span class="cut">… 5,096,006 bytes more: <a href="/v1/documents/` + string(notesID) + `/content?lines=2">all of line 2</a></span>`, ">last</code>"},
		"&bytes=5000006-5000012": {
			`<span class="cut">… 4,999,000 bytes more:`, "é<mark>needle</mark>xxx", `<span class="cut">… 97,006 bytes more:`,
		},
	} {
		got := k.fragment(t, contentTarget+query)
		for _, want := range wanted {
			if !strings.Contains(got, want) {
				t.Errorf("%s is %.600s, want in it %s", query, got, want)
			}
		}
		if len(got) > 20_000 {
			t.Errorf("%s has %d bytes", query, len(got))
		}
	}
	k.textOf(strings.Repeat(strings.Repeat("<", 3_900)+"\n", 1_200))
	if got := len(k.fragment(t, contentTarget)); got > 2<<20 {
		t.Errorf("long lines are %d bytes of a fragment", got)
	}
}

// navigation is how a browser asks for a page.
func navigation(r *http.Request, more ...string) *http.Request {
	r.Header.Set("Accept", "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8")
	for i := 0; i+1 < len(more); i += 2 {
		r.Header.Set(more[i], more[i+1])
	}
	return r
}

func TestWhoOpensAStoredTextIsSentToItsPage(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	const address = "/v1/documents/" + string(notesID) + "/content"
	for name, tc := range map[string]struct {
		r    *http.Request
		want string
	}{
		"a browser":                 {navigation(request(t, address), "Sec-Fetch-Dest", "document"), "/documents/" + string(notesID)},
		"one that does not say":     {navigation(request(t, address)), "/documents/" + string(notesID)},
		"lines":                     {navigation(request(t, address+"?lines=19-23"), "Sec-Fetch-Dest", "document"), "/documents/" + string(notesID) + "#L19-L23"},
		"one line":                  {navigation(request(t, address+"?lines=2")), "/documents/" + string(notesID) + "#L2-L2"},
		"lines that are none":       {navigation(request(t, address+"?lines=x")), "/documents/" + string(notesID)},
		"a browser that has it":     {navigation(request(t, address), "If-None-Match", k.get(t, address).Header().Get("ETag")), "/documents/" + string(notesID)},
		"a script":                  {navigation(request(t, address), "Sec-Fetch-Dest", "empty"), ""},
		"a frame":                   {navigation(request(t, address), "Sec-Fetch-Dest", "iframe"), ""},
		"a program":                 {request(t, address), ""},
		"a program that takes all":  {navigation(request(t, address), "Accept", "*/*"), ""},
		"who wants text":            {navigation(request(t, address), "Accept", "text/plain, text/html;q=0.5"), ""},
		"who wants a fragment":      {navigation(request(t, address+"?format=html"), "Sec-Fetch-Dest", "document"), ""},
		"who names the text's form": {navigation(request(t, address+"?format=text"), "Sec-Fetch-Dest", "document"), ""},
	} {
		answer := k.do(t, tc.r)
		if got := answer.Header().Get("Location"); got != tc.want || (got != "") != (answer.Code == http.StatusSeeOther) {
			t.Errorf("%s is sent to %q with %d, want %q", name, got, answer.Code, tc.want)
		}
		if got := answer.Header().Values("Vary"); !slices.Contains(got, "Accept, Sec-Fetch-Dest") {
			t.Errorf("%s: Vary = %q", name, got)
		}
	}
	if answer := k.do(t, navigation(request(t, "/v1/facts"), "Sec-Fetch-Dest", "document")); answer.Code != http.StatusOK {
		t.Errorf("a list that is opened = %d, want 200", answer.Code)
	}
}

func BenchmarkALongText(b *testing.B) {
	k := newKit(b)
	k.store.contents[notesID] = quarry.Content{Text: bytes.Repeat([]byte("x"), 5<<20)}
	for b.Loop() {
		if answer := k.raw(httptest.NewRequestWithContext(b.Context(), http.MethodGet, "http://localhost"+contentTarget, http.NoBody)); answer.Code != http.StatusOK {
			b.Fatal(answer.Code)
		}
	}
}
