package quarry_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
)

func TestExplainShowsTheMessageAndKeepsTheCause(t *testing.T) {
	t.Parallel()
	secret := errors.New("disk I/O error at /var/db")
	for name, tc := range map[string]struct {
		err     error
		kind    quarry.Kind
		message string
	}{
		"a known kind":        {quarry.Errorf(quarry.KindNotFound, "no fact %q", "f"), quarry.KindNotFound, `no fact "f"`},
		"wrapped":             {fmt.Errorf("outer: %w", quarry.Errorf(quarry.KindConflict, "taken")), quarry.KindConflict, "taken"},
		"with a cause":        {quarry.Errorf(quarry.KindUnavailable, "try later").Because(secret), quarry.KindUnavailable, "try later"},
		"internal":            {quarry.Errorf(quarry.KindInternal, "the index is odd"), quarry.KindInternal, "internal error"},
		"an error of no kind": {secret, quarry.KindInternal, "internal error"},
		"joined with a fault": {errors.Join(quarry.Errorf(quarry.KindInvalid, "no"), secret), quarry.KindInvalid, "no"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			shown := quarry.Explain(tc.err)
			if shown.Kind != tc.kind || shown.Message != tc.message {
				t.Errorf("explained as %v %q, want %v %q", shown.Kind, shown.Message, tc.kind, tc.message)
			}
			if strings.Contains(shown.Error(), "/var/db") {
				t.Errorf("the cause leaks: %v", shown)
			}
		})
	}
}

func TestAnErrorIsBuiltWithoutChangingItsParts(t *testing.T) {
	t.Parallel()
	base := quarry.Errorf(quarry.KindInvalid, "difficulty is not known")
	first := base.OnField("difficulty", "unknown").WithFixes("easy")
	second := first.OnField("topic", "unknown").WithFixes("hard").WithCode("bad")
	if len(base.Fields) != 0 || len(first.Fields) != 1 || len(second.Fields) != 2 {
		t.Errorf("fields = %v, %v, %v", base.Fields, first.Fields, second.Fields)
	}
	if diff := cmp.Diff([]string{"easy"}, first.Fixes); diff != "" {
		t.Errorf("fixes of the first changed (-want +got):\n%s", diff)
	}
	if first.Code != "" || second.Code != "bad" {
		t.Errorf("codes = %q, %q", first.Code, second.Code)
	}
}
