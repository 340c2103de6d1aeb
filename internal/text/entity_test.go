package text_test

import (
	"testing"

	"github.com/quarrykb/quarry/internal/text"
)

func TestEntitiesThatEndInASemicolonAreResolved(t *testing.T) {
	t.Parallel()
	for written, want := range map[string]string{
		"salt &amp; pepper": "salt & pepper", "1 &lt; 2 &#38; 3 &#x3e; 2": "1 < 2 & 3 > 2", "caf&eacute;": "café",
		"salt & pepper": "salt & pepper", "R&D": "R&D", "&amp": "&amp", "&nonsense;": "&nonsense;", "&;": "&;", "&": "&", "": "",
		"&CounterClockwiseContourIntegral;": "∳", "&&amp;": "&&", "?a=1&copy=2": "?a=1&copy=2",
	} {
		if got := text.Resolved(written); got != want {
			t.Errorf("Resolved(%q) = %q, want %q", written, got, want)
		}
	}
}
