package render_test

import (
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	nethtml "golang.org/x/net/html"

	"github.com/quarrykb/quarry/internal/render"
)

// album is a place whose relative addresses lead to /x, and where every picture is.
type album struct{}

func (album) Link(address string) string {
	if strings.HasPrefix(address, "#") {
		return ""
	}
	return "/x/" + address
}

func (album) Picture(address string) (render.Picture, bool) {
	return render.Picture{URL: "/pictures/" + address, Width: 40, Height: 30}, address != "gone.png"
}

func TestMarkdownBecomesAFragment(t *testing.T) {
	t.Parallel()
	r := render.New()
	for name, tc := range map[string]struct{ markdown, want string }{
		"a paragraph":            {"a *b* **c** ~~d~~ `e`", `<p dir="auto">a <em>b</em> <strong>c</strong> <del>d</del> <code>e</code></p>`},
		"a title":                {"# T", `<h3 dir="auto">T</h3>`},
		"a deep title":           {"##### T", `<h6 dir="auto">T</h6>`},
		"a task":                 {"- [x] a", `<li dir="auto">☑ a</li>`},
		"a table":                {"|a|\n|--:|\n|1|", `tabindex="0">` + "\n<table>"},
		"a column":               {"|a|\n|--:|\n|1|", `<td align="right" dir="auto">1</td>`},
		"a list from 3":          {"3. a\n4. b", `<ol start="3">`},
		"code":                   {"```go\nfunc f() {}\n```", `<span class="c-k">func</span> <span class="c-f">f</span>() {}`},
		"code of a dialect":      {"```CUDA\nint i = 1; // one\n```", `<span class="c-c">// one`},
		"code of no language":    {"```\na<b\n```", "<code>a&lt;b\n</code>"},
		"code of another":        {"```nonsense\na<b\n```", `data-language="nonsense" dir="ltr" tabindex="0"><code>a&lt;b`},
		"indented code":          {"    a<b", `<pre class="code" dir="ltr" tabindex="0"><code>a&lt;b`},
		"a formula":              {"is $x^2$.", `is <math><mrow><msup><mi>x</mi><mn>2</mn></msup></mrow></math>.`},
		"brackets":               {`is \(x\).`, `<math><mrow><mi>x</mi></mrow></math>.`},
		"a display":              {`\[ x = 1 \]`, `<math display="block">`},
		"a display of lines":     {"so\n$$\nx\n= 1\n- 2\n$$\nand", `<p><math display="block"><mrow><mi>x</mi><mo>=</mo><mn>1</mn><mo>−</mo><mn>2</mn></mrow></math></p>`},
		"a display in a quote":   {"> $$\n> x\n> $$", `<blockquote dir="auto"><p><math display="block"><mrow><mi>x</mi></mrow></math></p>`},
		"no end":                 {"$$\nx\n\ny", "<p>$$\nx\n</p>"},
		"what is not known":      {`$\foo{x}$`, `<code class="math">\foo{x}</code>`},
		"money":                  {"costs $5 and $10 or $x$", "costs $5 and $10 or <math>"},
		"money of a country":     {"US$5 per US$", "US$5 per US$"},
		"money in a row":         {"$5-$10", "$5-$10"},
		"dollars in code":        {"`$x$`", "<code>$x$</code>"},
		"an escaped dollar":      {`\$x$ y`, "$x$ y"},
		"a citation":             {`as \[1\] \[see this\] \(and that\)`, "as [1] [see this] (and that)"},
		"an emphasis":            {`$a_1$ and $b_2$`, "<msub><mi>a</mi>"},
		"a link":                 {"[a](https://e.org/?a=1&b=2)", `<a href="https://e.org/?a=1&amp;b=2" rel="noopener noreferrer nofollow">a</a>`},
		"a bare link":            {"see https://e.org/x", `<a href="https://e.org/x" rel="noopener noreferrer nofollow">`},
		"a mail":                 {"[a](mailto:a@e.org)", `href="mailto:a@e.org"`},
		"a relative link":        {"[a](b/c.md#d)", `<a href="/x/b/c.md#d" rel="noopener noreferrer nofollow">a</a>`},
		"a link that is lost":    {"[a](#b) c", `<p dir="auto">a c</p>`},
		"a picture":              {"![a \"b\"](c/d.png)", `<img alt="a &#34;b&#34;" decoding="async" height="30" loading="lazy" src="/pictures/c/d.png" width="40">`},
		"a picture as HTML":      {`<img src="d.png" alt="x" width=1 onerror=f()>`, `<img alt="x" decoding="async" height="30" loading="lazy" src="/pictures/d.png" width="40">`},
		"a picture that is lost": {"![a](gone.png)", `<span class="picture">a</span>`},
		"a picture elsewhere":    {"![a](https://e.org/a.png)", `<a class="picture" href="https://e.org/a.png" rel="noopener noreferrer nofollow">a</a>`},
		"a badge":                {"[![a](https://e.org/a.png)](https://e.org)", `<a href="https://e.org" rel="noopener noreferrer nofollow"><span class="picture">a</span></a>`},
		"a small picture":        {"![a](data:image/png;base64,iVBORw0KGgo=)", `src="data:image/png;base64,iVBORw0KGgo="`},
		"HTML":                   {"a<sub>1</sub> <b>c</b><br>", "a<sub>1</sub> <b>c</b><br>"},
		"what is left open":      {"<b>a", "<b>a</b>"},
		"what closes another":    {"</li></section></div>a", "a"},
		"an item of no list":     {"<li>a</li>", "a"},
		"a rule":                 {"a\n\n" + strings.Repeat("-", 70) + "\n\nb", "<hr>"},
		"a title with a line":    {"a\n" + strings.Repeat("=", 70), `<h3 dir="auto">a</h3>`},
		"a zero":                 {"a\x00b", "a\ufffdb"},
		"bytes":                  {"a\xffb", "a\ufffdb"},
	} {
		if got := r.Fragment(t.Context(), tc.markdown, album{}); !strings.Contains(got, tc.want) {
			t.Errorf("%s is\n%s\nwant in it\n%s", name, got, tc.want)
		}
	}
}

// attacks are texts that would run, load or change something.
func attacks() []string {
	return []string{
		`<script>alert(1)</script>`, `<ScRiPt src=//e.org>`, `<img src=x onerror=alert(1)>`, `<a href="javascript:alert(1)">a</a>`, `[a](javascript:alert(1))`,
		`[a](JaVaScRiPt&colon;alert(1))`, `[a](&#106;avascript:alert(1))`, `[a](data:text/html,<script>1</script>)`, "[a](java\nscript:1)", `[a](vbscript:1)`,
		`![a](javascript:1)`, `![a](data:image/svg+xml;base64,PHN2Zz4=)`, `<svg onload=alert(1)>`, `<svg><script>1</script></svg>`, `<math><mtext><script>1</script></mtext></math>`,
		`<math href="javascript:1"><mi xlink:href="javascript:1">a</mi></math>`, `<math><annotation-xml encoding="text/html"><img src onerror=1></annotation-xml></math>`,
		`<math><mglyph><style><img src onerror=1>`, `<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>`, `<style>*{}</style>`,
		`<p style="position:fixed">a`, `<div id="app" name="x" class="toast">`, `<iframe src=//e.org>`, `<object data=x>`, `<embed src=x>`, `<base href=//e.org>`, `<meta http-equiv=refresh content="0;//e.org">`,
		`<link rel=stylesheet href=//e.org>`, `<form action=//e.org><input name=q><button>a</button></form>`, `<input type=image src=//e.org>`, `<noscript><p title="</noscript><img src=x onerror=alert(1)>">`,
		`<textarea><img src=x onerror=1></textarea>`, `<title><img src=x onerror=1></title>`, `<!--><img src=x onerror=1>-->`, `<![CDATA[<img src=x onerror=1>]]>`, `<?x <img src=x onerror=1>?>`,
		"```\"><img src=x onerror=1>\na\n```", "```go onmouseover=1\na\n```", `$\text{<img src=x onerror=1>}$`, `$\begin{array}{l" onclick="x}a\end{array}$`, `$\class{x" onclick="y}{a}$`, `$\color{red" onclick="y}a$`,
		`<a href="//e.org">a</a>`, `[a](\\e.org)`, `[a](/\e.org)`, `<video src=x autoplay>`, `<details open ontoggle=alert(1)>`, `<x onclick=1>`, `<b <script>1</script>>`, `&lt;script&gt;1`, "\u202eevil\u2066",
		`<img src="x` + "`" + `onerror=1">`, `<img/src="x"/onerror=alert(1)>`, `<a href="x" style="x" class="button" ID=a>b</a>`, `<li value="9"><td><tr></table></ol></section>`,
	}
}

// isSafe holds a fragment against what no fragment may be, by reading it as a browser does.
func isSafe(t *testing.T, markdown, fragment string) {
	t.Helper()
	root, err := nethtml.Parse(strings.NewReader(`<html><body><section data-part="x">` + fragment + `</section><p data-after="x"></p></body></html>`))
	if err != nil {
		t.Fatalf("%q: %v", markdown, err)
	}
	outside := 0
	for node := range root.Descendants() {
		if node.Type != nethtml.ElementNode {
			continue
		}
		switch node.Data {
		case "script", "style", "iframe", "object", "embed", "form", "svg", "link", "input", "meta", "base", "button", "textarea", "template", "noscript":
			t.Errorf("%q holds <%s>: %s", markdown, node.Data, fragment)
		}
		for _, one := range node.Attr {
			value := strings.ToLower(strings.Join(strings.Fields(one.Val), ""))
			switch {
			case strings.HasPrefix(one.Key, "on"), one.Key == "style", one.Key == "id", one.Key == "name", one.Key == "srcset", one.Namespace != "":
				t.Errorf("%q holds %s=%q: %s", markdown, one.Key, one.Val, fragment)
			case (one.Key == "href" || one.Key == "src") && regexp.MustCompile(`^(?:javascript|vbscript|data:text|data:image/svg|file|blob):?`).MatchString(value):
				t.Errorf("%q leads to %q", markdown, one.Val)
			case one.Key == "src" && !strings.HasPrefix(value, "/pictures/") && !strings.HasPrefix(value, "data:image/"):
				t.Errorf("%q loads %q", markdown, one.Val)
			}
			if one.Key == "data-after" {
				outside++
				if node.Parent.Data != "body" || node.PrevSibling == nil || node.PrevSibling.Data != "section" {
					t.Errorf("%q changes what is outside: %s", markdown, fragment)
				}
			}
		}
	}
	if outside != 1 {
		t.Errorf("%q swallows what is outside: %s", markdown, fragment)
	}
}

func TestNoFragmentRunsOrLoadsAnything(t *testing.T) {
	t.Parallel()
	r := render.New()
	for _, attack := range attacks() {
		for _, markdown := range []string{attack, "a " + attack + " b", "- " + attack, "> " + attack, "|" + attack + "|\n|-|\n|" + attack + "|", "<div>\n" + attack, "**" + attack + "**"} {
			isSafe(t, markdown, r.Fragment(t.Context(), markdown, album{}))
		}
	}
}

func TestTextsAreRenderedSideBySide(t *testing.T) {
	t.Parallel()
	shared := render.New()
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for _, r := range []*render.Renderer{shared, render.New()} {
				for _, markdown := range append(attacks(), "```go\nfunc f() {}\n```\n```cuda\nint i;\n```\n$x^2$ $\\mathbf{x}$\n\n$$\ny\n$$\n\n|a|\n|-|\n") {
					r.Fragment(t.Context(), markdown, album{})
				}
			}
		})
	}
	all.Wait()
}

// Reading of Markdown is quadratic in many ways, and cannot be interrupted.
func TestAHostileTextCostsLittle(t *testing.T) {
	t.Parallel()
	r := render.New()
	for name, unit := range map[string]string{
		"emphasis": "*a_ ", "brackets": "[", "links": "[a](", "pictures": "![](<", "code": "` `` ", "quotes": ">", "lists": "- ", "HTML": "<a ", "comments": "<!--", "elements": "<b>", "entities": "&amp",
		"dollars": "$a ", "displays": "$$", "brackets of formulas": `\(a`, "escapes": `\`, "tables": "|a", "rows": "|a|b|\n|-|-|\n", "spaces": " ", "definitions": "[a]: b\n", "tildes": "~~a", "fences": "```\n",
		"code of a language": "```go\n\"" + strings.Repeat("\\", 500) + "\n```\n", "formulas": "$" + strings.Repeat("{", 10) + "a" + strings.Repeat("}", 10) + "$ ", "titles": "# a\n", "addresses": "https://a.", "mails": "a@b.",
		"numbers": "1. ", "nested": "  - a\n", "anchors": "<a href=x>", "divs": "<div>\n\n",
	} {
		for _, block := range []int{2 << 20, 32_000, 2_000} {
			cheaply(t, r, name, strings.Repeat(strings.Repeat(unit, max(1, block/len(unit)))+"\n\n", (2<<20)/block))
		}
	}
}

// slow is how long a fragment may take on a machine that has other things to do. What is
// quadratic in a megabyte takes hours.
const slow = time.Minute

func cheaply(t *testing.T, r *render.Renderer, name, text string) {
	t.Helper()
	begin := time.Now()
	fragment := r.Fragment(t.Context(), text, album{})
	took := time.Since(begin)
	if took > slow {
		t.Errorf("%s took %s", name, took)
	}
	if len(text) > 1<<20 && !strings.HasSuffix(fragment, `<p class="cut">Cut off after a megabyte.</p>`) {
		t.Errorf("%s does not say that it was cut off: …%s", name, fragment[max(0, len(fragment)-200):])
	}
}

func FuzzFragment(f *testing.F) {
	r := render.New()
	for _, attack := range attacks() {
		f.Add(attack)
	}
	for _, text := range []string{"# a\n\n- b\n  1. c\n\n> d\n\n|a|b|\n|-|-|\n|1|2|\n", "$$\na\n$$\n\n\\[x\\]", "```go\nx\n```", "![a](b)[c](d)", "<table><tr><td>a<math><mi>b"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, markdown string) {
		isSafe(t, markdown, r.Fragment(t.Context(), markdown, album{}))
	})
}
