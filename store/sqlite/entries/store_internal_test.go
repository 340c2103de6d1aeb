package entries

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/store/sqlite/db"
)

func TestAListWalksAlongAnIndex(t *testing.T) {
	t.Parallel()
	d, err := db.Open(t.Context(), filepath.Join(t.TempDir(), "quarry.db"), db.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Close() })
	for index, asked := range map[string]struct {
		query string
		args  []any
	}{
		"questions_in_order":   {Questions().selectWalk(WhereQuestion(quarry.Filter{})), []any{"", 0, "", 10}},
		"corrections_in_order": {selectCorrections, []any{"[]", "", 0, "", 0, "", 10}},
	} {
		plan, err := db.Collect(t.Context(), d.Reader, func(scan db.ScanFunc) (string, error) {
			var id, parent, unused int
			var detail string
			err := scan(&id, &parent, &unused, &detail)
			return detail, err
		}, "EXPLAIN QUERY PLAN "+asked.query, asked.args...)
		if err != nil {
			t.Fatal(err)
		}
		got := strings.Join(plan, "\n")
		if !strings.Contains(got, index) || strings.Contains(got, "TEMP B-TREE") || !strings.Contains(asked.query, "LIMIT ?") {
			t.Errorf("plan of %s:\n%s\nwant a walk along %s without sorting, as far as the page goes", asked.query, got, index)
		}
	}
}
