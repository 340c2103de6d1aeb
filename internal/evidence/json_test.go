package evidence_test

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/evidence"
)

func TestWordsOfJSONAreReadThroughTheirEscapes(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		text, claim string
		missing     []string
	}{
		"line breaks":              {`{"a": "rye\nand oats\tare\r\nit"}`, "rye and oats are it", nil},
		"quotes and slashes":       {`{"a": "the \"it\" and\/or \\no"}`, `the "it" and/or \no`, nil},
		"characters by number":     {`{"a": "caf\u00e9 \u4e09"}`, "café 三", nil},
		"characters of two halves": {`{"a": "x\ud835\udfd8y"}`, "x𝟘y", nil},
		"half a character":         {`{"a": "one\ud835 two\udfd8"}`, "one two", nil},
		"entities behind escapes":  {`{"a": "\u0026quot;it\u0026quot; is\n&eacute;t&eacute;"}`, `"it" is été`, nil},
		"markup behind escapes":    {`{"a": "<b>no<\/b>t\nit"}`, "not it", nil},
		"lines of JSON":            {"{\"a\": \"x\"}\n{\"a\": \"rye\\nit\"}\n", "rye it", nil},
		"a list behind a mark":     {"\ufeff[\"rye\\nit\"]", "rye it", nil},
		"numbers in a list":        {`{"a": [10,11,-1.5]}`, "10 11 1.5", nil},
		"a number in a text":       {`{"a": ["10,11", {"b": "16,320"}]}`, "11 16", []string{"11", "16"}},
		"what is not there":        {`{"a": "rye\nit"}`, "rye is", []string{"is"}},
		"an escaped backslash":     {`{"a": "\\nabla"}`, "abla", []string{"abla"}},
		"no JSON":                  {"{a} rye\\nit", "it", []string{"it"}},
		"a text with braces":       {"{rye}\nx\\nit\n{oats}", "it", []string{"it"}},
		"JSON and more":            {`{"a": "rye"} x\nit`, "it", []string{"it"}},
		"other brackets":           {`["rye"} "\nit"`, "it", []string{"it"}},
		"words beside texts":       {`{"a" rye: "x\nit"}`, "it", []string{"it"}},
		"a text that never ends":   {`{"a": "rye\nit`, "it", []string{"it"}},
		"one bad line of many":     {"{\"a\": \"x\"}\n{\"a\": oats\n{\"a\": \"rye\\nit\"}\n", "rye it", nil},
		"empty records before it":  {"[{}, [],\n{\"a\": \"rye\\nit\"}]", "rye it", nil},
		"a link before lines":      {"[rye](x)\n{\"a\": \"b\"}\nx\\nit", "it", []string{"it"}},
		"a link in brackets":       {"[rye](x\\nit)", "it", []string{"it"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			sum := sha256.Sum256([]byte(tc.text))
			whole := quarry.Source{Span: quarry.Span{
				ByteEnd: len(tc.text), LineStart: 1, LineEnd: 1 + strings.Count(tc.text[:len(tc.text)-1], "\n"),
			}}
			got := evidence.NewVerifier([]byte(tc.text), hex.EncodeToString(sum[:])).Verify(whole, tc.claim)
			if !slices.Equal(got.MissingWords, tc.missing) || got.Verified != (len(tc.missing) == 0) {
				t.Errorf("verified %t, missing %q; want %q", got.Verified, got.MissingWords, tc.missing)
			}
		})
	}
}

func TestAPieceOfJSONIsReadThroughItsEscapesToo(t *testing.T) {
	t.Parallel()
	text := `{"a": "rye\nit", "b": "oats"}`
	sum := sha256.Sum256([]byte(text))
	source := quarry.Source{Span: quarry.Span{ByteStart: 7, ByteEnd: 14, LineStart: 1, LineEnd: 1}}
	if got := evidence.NewVerifier([]byte(text), hex.EncodeToString(sum[:])).Verify(source, "rye it"); !got.Verified {
		t.Errorf("not verified: %+v", got)
	}
}
