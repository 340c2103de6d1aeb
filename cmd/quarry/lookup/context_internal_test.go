package lookup

import "testing"

func TestPassagesAreCountedInWords(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]string{0: "0 passages", 1: "1 passage", 2: "2 passages"} {
		if got := passagesIn(n); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}
