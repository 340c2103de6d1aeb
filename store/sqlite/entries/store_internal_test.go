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
	query := Questions().selectWalk(whereQuestion(quarry.Filter{}))
	plan, err := db.Collect(t.Context(), d.Reader, func(scan db.ScanFunc) (string, error) {
		var id, parent, unused int
		var detail string
		err := scan(&id, &parent, &unused, &detail)
		return detail, err
	}, "EXPLAIN QUERY PLAN "+query, "", 0, "", 10)
	if err != nil {
		t.Fatal(err)
	}
	got := strings.Join(plan, "\n")
	if !strings.Contains(got, "questions_in_order") || strings.Contains(got, "TEMP B-TREE") {
		t.Errorf("plan:\n%s\nwant a walk along questions_in_order without sorting", got)
	}
}
