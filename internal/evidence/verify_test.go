package evidence_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/evidence"
)

func sha(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// spanOf returns the span of the first occurrence of a quote in the recipe.
func spanOf(t *testing.T, quote string) quarry.Span {
	t.Helper()
	text := recipe
	start := strings.Index(text, quote)
	if start < 0 {
		t.Fatalf("%q does not stand in the text", quote)
	}
	return quarry.Span{
		ByteStart: start, ByteEnd: start + len(quote),
		LineStart: 1 + strings.Count(text[:start], "\n"),
		LineEnd:   1 + strings.Count(text[:start+len(quote)-1], "\n"),
	}
}

const recipe = `# Bread

| Flour | Water |
|-------|-------|
| 500 g | 340 g |

Knead the **dough** for 10 minutes. Caf&eacute; owners let it rest.

6．1 小时后进烤箱。
`

func TestAnEntryIsVerifiedByTheWordsOfItsSource(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		quote   string
		heading []string
		context []string
		claims  []string
		missing []string
	}{
		"every word stands in the quote": {
			quote: "Knead the **dough** for 10 minutes.", claims: []string{"Knead the dough", "10 minutes"},
		},
		"case and punctuation do not matter": {
			quote: "Knead the **dough** for 10 minutes.", claims: []string{"DOUGH: knead"},
		},
		"an entity is the letter that it stands for": {
			quote: "Caf&eacute; owners let it rest.", claims: []string{"Café owners"},
		},
		"a wide full stop behind the number of an item is no decimal point": {
			quote: "6．1 小时后进烤箱。", claims: []string{"1 小时后进烤箱。"},
		},
		"a cell is proved by its header": {
			quote: "340 g", context: []string{"| Flour | Water |"}, claims: []string{"Water", "340 g"},
		},
		"a heading is evidence": {
			quote: "500 g", heading: []string{"Bread"}, claims: []string{"Bread", "500 g"},
		},
		"a word that is not there is missing": {
			quote: "500 g", claims: []string{"600 g of rye"}, missing: []string{"600", "of", "rye"},
		},
		"half a number is no number": {
			quote: "500 g", claims: []string{"50 g"}, missing: []string{"50"},
		},
		"two words are not one": {
			quote: "Knead the **dough** for 10 minutes.", claims: []string{"thedough"}, missing: []string{"thedough"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			source := quarry.Source{Span: spanOf(t, tc.quote), Heading: tc.heading}
			for _, quote := range tc.context {
				source.Context = append(source.Context, quarry.Context{Role: quarry.RoleHeader, Span: spanOf(t, quote)})
			}
			got := evidence.NewVerifier([]byte(recipe), sha(recipe)).Verify(source, tc.claims...)
			if got.Verified != (len(tc.missing) == 0) || !slices.Equal(got.MissingWords, tc.missing) {
				t.Errorf("verified %t, missing %q; want missing %q", got.Verified, got.MissingWords, tc.missing)
			}
			if got.Quote != tc.quote || len(got.Context) != len(tc.context) {
				t.Errorf("quote %q with %d pieces of context; want %q with %d",
					got.Quote, len(got.Context), tc.quote, len(tc.context))
			}
		})
	}
}

func TestAnEntryIsNotVerifiedWhereItsPlaceIsWrong(t *testing.T) {
	t.Parallel()
	right := spanOf(t, "Knead the **dough**")
	for name, wrong := range map[string]func(*quarry.Source){
		"an empty span":             func(s *quarry.Source) { s.ByteEnd = s.ByteStart },
		"a span turned round":       func(s *quarry.Source) { s.ByteStart, s.ByteEnd = s.ByteEnd, s.ByteStart },
		"a span before the text":    func(s *quarry.Source) { s.ByteStart = -1 },
		"a span behind the text":    func(s *quarry.Source) { s.ByteEnd = len(recipe) + 1 },
		"another first line":        func(s *quarry.Source) { s.LineStart-- },
		"another last line":         func(s *quarry.Source) { s.LineEnd++ },
		"context outside the text":  func(s *quarry.Source) { s.Context = []quarry.Context{{Span: quarry.Span{ByteEnd: 1e6}}} },
		"context on the wrong line": func(s *quarry.Source) { s.Context = []quarry.Context{{Span: quarry.Span{ByteEnd: 1}}} },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			source := quarry.Source{Span: right}
			if got := evidence.NewVerifier([]byte(recipe), sha(recipe)).Verify(source); !got.Verified {
				t.Fatalf("the right place is not verified: %+v", got)
			}
			wrong(&source)
			if got := evidence.NewVerifier([]byte(recipe), sha(recipe)).Verify(source); got.Verified {
				t.Errorf("verified at %+v", source)
			}
		})
	}
}

func TestAnEntryIsNotVerifiedOnceItsDocumentChanged(t *testing.T) {
	t.Parallel()
	source := quarry.Source{Span: spanOf(t, "500 g")}
	edited := strings.Replace(recipe, "10 minutes", "12 minutes", 1)
	got := evidence.NewVerifier([]byte(edited), sha(recipe)).Verify(source, "500 g")
	if got.Verified || got.TextSHA256 != sha(edited) {
		t.Errorf("verified %t with hash %s; want false with %s", got.Verified, got.TextSHA256, sha(edited))
	}
}

// A long answer is held against a quote as long as itself: were every word
// looked for from the quote's beginning, this would take minutes.
func TestALongAnswerIsVerifiedInOnePass(t *testing.T) {
	t.Parallel()
	var text strings.Builder
	for i := range 200_000 {
		fmt.Fprintf(&text, "word%d ", i)
	}
	long := strings.TrimSpace(text.String())
	source := quarry.Source{Span: quarry.Span{ByteEnd: len(long), LineStart: 1, LineEnd: 1}}
	if got := evidence.NewVerifier([]byte(long), sha(long)).Verify(source, long); !got.Verified {
		t.Errorf("missing: %.100q", got.MissingWords)
	}
}
