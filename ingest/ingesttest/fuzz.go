package ingesttest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// longestFuzzed is the longest text that is fuzzed: faults show in short ones,
// and what long ones cost is measured elsewhere.
const longestFuzzed = 32 << 10

// Fuzz gives the parser whatever the fuzzer makes of the cases in testdata and
// of texts that parsers trip over. It may take a text for its own or leave it;
// one that it takes must be read like a case: without a panic, every entry
// traced, every line accounted for, the same the second time.
func (l Layout) Fuzz(f *testing.F) {
	b := l.bench(f)
	for _, path := range cases(f) {
		content, err := os.ReadFile(path) //nolint:gosec // a file of the test's own folder
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(content))
	}
	for _, text := range awkward() {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > longestFuzzed {
			return
		}
		if raw, mine := b.read(t.Context(), t, "fuzzed", []byte(text)); mine {
			b.check(t.Context(), t, raw)
		}
	})
}

// awkward returns texts at the edges of what a parser may meet.
func awkward() []string {
	return []string{
		"a", "\n\n\na\n\n", "\ufeffa\r\nb\r\n", "\ufeff# T\n\n\ufeff", "\ufeffT\n\ufeff", "\u2028\u2029a", "\x0b\x0c\x1c a", "a\rb\rc\n",
		"---\n---\n", "---\ntitle: x\n", "---\na: &a [x]\nb: *a\n---\n# T\n", "---\n- a: [\n---\n",
		"```", "~~~\na", "```\n```\n```", "- ```\n  a\n", "> ```\n> a\nb\n", "````\n```\n````\n",
		"# ", "#", "a\n=", "a\n-", "===", "- \n-\n- a", "1. a\n1) b\n", "- - - a\n", "* * *\n", "> > a\nb\n",
		"|a|\n|-|\n", "|a|b|\n|-|-|\n|c|\n|d|e|f|\n", "a|b\n-|-\n`c|d`|e\\|f\n", "p\n|a|b|\n|-|-|\n|c|d|\n", "> |a|\n> |-|\n> |b|c|\n",
		"[a]: b\n\n# T\n", "[a]: b\n[c]: d\n", "x[^1]\n\n[^1]: y\n\nz\n", "[^1]: y\n", "- x[^1]\n  [^1]: y\n- z\n",
		"a\n: b\n\n  c\n", "a\n:   - b\n    - c\n", "a\nb\n: c\n\n  |d|e|\n  |-|-|\n  |f|1 g|\n", "[^a]: b\n\n    - c\n\nd[^a]\n", "<pre>a<br>b</pre>\n", "**a**\n\n- b: c\n", "a:\n\n- b\n", "a: b\nc: d\n", "**a**:\n", "*a:* b\n",
		"A & B is a &copy; thing. `C` is a `d`.\n", "A is a <http://a.b>. B is a c.\n", "*A* is a **b**. _C_ is a __d__.\n",
		"A is a b.<x-y u=\"http://a.b\">1</x-y> C is a d.<x-y u='http://c.d'/>\n", "A<x-y u=\"http://a.b\"> is a b\n", "<div>\n\na\n\n</div>\n",
		"A $a*b*c$ is a $d_e_f$. It costs $5 or $6.\n", "$$a\n$$", "$", "$$$$", "\\", "\\\\", "&#0; &#x110000; &;", "&amp",
		"# What?\n\n## Why?\n\na\n\n---\n", "# What? easy\n\n**Answer:**\n", "### 1. Q\n\nAnswer: TODO\n", "# A\n### B\n## C\n# \n",
		"What? easy\n\na\n\nWhy? hard\n\nb\n\nWho? medium\n\nc\n\nx\n", "What?\nWhy?\n", "What?\na\nWhy?\nb\n", "Question: a\nb\nQ: c\nd\n",
		strings.Repeat("> ", 70) + "a\n", strings.Repeat("- ", 70) + "a\n", strings.Repeat("|", 600) + "\n", strings.Repeat("*", 300) + "a\n",
		"# " + strings.Repeat("long ", 100) + "\n\n- a: b\n", "- " + strings.Repeat("k", 300) + ":\n  - a: b\n", "שלום: עולם\n\n- א: ב\n",
		"# e\u0301 \u1100\u1161 \ufb01\n\n- x\u0301: \u2460\n", "a\u00adb is a c\u200bd e.\n", "İ is a Ǆ thing, ß.\n", "X1: 5 GB\n\n# X1\n\n- Memory: 5 GB\n",
		"Q5.6 Which?\nQ5.7 What?\n", "What?\na\nQ3.5N4me a@\nA\n", "* *K*\u0323[\u0223", "0<A0:> 0\n", "A00&Aacute0&Auml; is 0 0\n", "- 0*1*_2: a\n",
		"|A|X1|\n|-|-|\n|Memory|5 GB|\n||6 GB|\n", "|A||\n|-|-|\n|X1|5 GB|\n", "|a|b|c|\n|-|-|-|\n|![](x)|<br>|`` ` ``|\n",
	}
}

// cases returns the documents in testdata.
func cases(tb testing.TB) []string {
	tb.Helper()
	all, err := filepath.Glob(filepath.Join("testdata", "*"))
	if err != nil {
		tb.Fatal(err)
	}
	var documents []string
	for _, path := range all {
		if !strings.HasSuffix(path, goldenSuffix) && filepath.Ext(path) != "" {
			documents = append(documents, path)
		}
	}
	return documents
}
