package lsa_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry/search"
	"github.com/quarrykb/quarry/search/embed/lsa"
)

func TestADecodedModelIsTheSame(t *testing.T) {
	t.Parallel()
	_, model := trained(t, texts(200))
	encoded := model.Encode()
	again, err := lsa.Decode(strings.Fields, encoded)
	if err != nil {
		t.Fatal(err)
	}
	if again.ID() != model.ID() || again.Dim() != model.Dim() {
		t.Errorf("%q of %d numbers became %q of %d", model.ID(), model.Dim(), again.ID(), again.Dim())
	}
	if !bytes.Equal(again.Encode(), encoded) {
		t.Error("it is encoded otherwise")
	}
	if diff := cmp.Diff(vectorOf(t, model, "oven1 lock1"), vectorOf(t, again, "oven1 lock1")); diff != "" {
		t.Errorf("it embeds otherwise (-before +after):\n%s", diff)
	}
}

// sealed writes the digest that ends a model anew.
func sealed(encoded []byte) []byte {
	body := encoded[:max(0, len(encoded)-sha256.Size)]
	sum := sha256.Sum256(body)
	return append(slices.Clone(body), sum[:]...)
}

func TestADamagedModelIsRefusedByName(t *testing.T) {
	t.Parallel()
	_, model := trained(t, texts(200))
	whole := model.Encode()
	const (
		dim   = len("quarry-lsa/1\n")
		size  = dim + 4
		first = size + 4 // the length of the first term
	)
	with := func(at int, number uint32) []byte {
		changed := slices.Clone(whole)
		binary.LittleEndian.PutUint32(changed[at:], number)
		return sealed(changed)
	}
	flipped := slices.Clone(whole)
	flipped[len(flipped)/2] ^= 1

	for name, tc := range map[string]struct {
		encoded []byte
		want    string
	}{
		"nothing":             {nil, "does not begin"},
		"something else":      {[]byte("SQLite format 3"), "does not begin"},
		"another encoding":    {append([]byte("quarry-lsa/9\n"), whole[dim:]...), "does not begin"},
		"only the beginning":  {whole[:dim+20], "cut short"},
		"half of it":          {whole[:len(whole)/2], "not what was written"},
		"one bit":             {flipped, "not what was written"},
		"something behind":    {append(slices.Clone(whole), 0), "not what was written"},
		"too many directions": {with(dim, 1<<31), "cannot have"},
		"too many terms":      {with(size, math.MaxUint32), "cannot have"},
		"more terms":          {with(size, 202), "its"},
		"fewer terms":         {with(size, 1), "directions are not of its terms"},
		"a long term":         {with(first, 1<<20), "directions are not of its terms"},
	} {
		model, err := lsa.Decode(strings.Fields, tc.encoded)
		if err == nil || model != nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s: %v, want an error that says %q", name, err, tc.want)
		}
	}
}

func FuzzDecode(f *testing.F) {
	_, model := trained(f, slices.Repeat([]string{"dough yeast", "tort\ncourt", "acid base"}, 20))
	f.Add(model.Encode())
	_, none := trained(f, nil)
	f.Add(none.Encode())
	f.Fuzz(func(t *testing.T, encoded []byte) {
		for _, encoded := range [][]byte{encoded, sealed(encoded)} {
			model, err := lsa.Decode(strings.Fields, encoded)
			if err != nil {
				continue
			}
			if !bytes.Equal(model.Encode(), encoded) {
				t.Errorf("what was decoded is encoded otherwise")
			}
			if _, err := model.Embed(t.Context(), []string{"yeast\ncourt", ""}, search.TextEntry); err != nil {
				t.Error(err)
			}
		}
	})
}
