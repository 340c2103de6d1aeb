package study

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/store/sqlite/db"
)

// However many cards and reviews there are, what is asked and recorded looks at few of them.
func TestWhatIsAskedAndRecordedIsFoundByAnIndex(t *testing.T) {
	t.Parallel()
	d, err := db.Open(t.Context(), filepath.Join(t.TempDir(), "quarry.db"), db.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Close() })
	days := history{learner: "ann"}
	for name, asked := range map[string]struct {
		query, index string
		args         []any
	}{
		"due cards":              {selectDue, "COVERING INDEX cards_in_queue (learner=? AND state=? AND due<?)", []any{"ann", 1, 2}},
		"cards by their slots":   {selectSlotted + ofSlots, "PRIMARY KEY (learner=? AND question=?)", []any{"ann", 1, "[]"}},
		"cards being learnt":     {selectSlotted + isLearnt, "cards_in_queue (learner=? AND state=?)", []any{"ann"}},
		"changed cards":          {selectSlotted + isChanged, "cards_changed (learner=? AND changed>?)", []any{"ann"}},
		"buried cards":           {selectSlotted + isBuried, "cards_buried (learner=? AND buried_until>?)", []any{"ann", 1}},
		"the last review":        {selectNewest, "reviews_of_card (question=? AND learner=?)", []any{"q_1", "ann"}},
		"the reviews of days":    {"SELECT count(*)" + days.on(), "reviews_in_time (learner=? AND at>? AND at<?)", days.args(nil)},
		"cards of what is saved": {selectAmong, "COVERING INDEX cards_of_question (question=?)", []any{"[]"}},
		"cards that wait":        {selectWaiting, "cards_of_quote (quote=?)", []any{"[]"}},
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
		if !strings.Contains(got, asked.index) || strings.Contains(got, "SCAN cards") || strings.Contains(got, "SCAN reviews") {
			t.Errorf("%s:\n%s\nwant %s", name, got, asked.index)
		}
	}
}

func TestACardIsReadAsItIsCounted(t *testing.T) {
	t.Parallel()
	got, err := readStanding("7 review 1000000 2000000 105000 5")
	want := standing{slot: 6, suspended: true, changed: true}
	want.State, want.Stability = quarry.CardReview, 10.5
	want.Due, want.LastReview = fromMicro(1_000_000), fromMicro(2_000_000)
	if err != nil || got != want {
		t.Errorf("card = %+v (%v), want %+v", got, err, want)
	}
	for _, broken := range []string{"", "7", "7 review", "x review 1 2 3 4", "7 review 1 2 3"} {
		if _, err := readStanding(broken); err == nil {
			t.Errorf("%q is read as a card", broken)
		}
	}
}
