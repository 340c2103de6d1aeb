package intake

import (
	"fmt"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
)

func refusal(stage ingest.Stage, name string) ingest.Outcome {
	return ingest.Outcome{
		Name: name, Status: ingest.Rejected, Rejection: quarry.Rejection{Source: name, Stage: string(stage)},
	}
}

// A folder of photographs comes before what is worth an exit code.
func TestARefusalCountsHoweverManyCameBeforeIt(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		last ingest.Outcome
		want bool
	}{
		"a file that the caller named":  {refusal(ingest.StageDetect, "named.md"), true},
		"a path that two files claim":   {refusal(ingest.StageClaim, "folder/both.md"), true},
		"one more file of the folder":   {refusal(ingest.StageRead, "folder/last.png"), false},
		"a document that could be read": {ingest.Outcome{Name: "named.md", Status: ingest.Unchanged}, false},
	} {
		v := verdict{named: map[string]bool{"named.md": true}}
		v.add(ingest.Outcome{Name: "folder/a.md", Status: ingest.Added})
		for i := range 2 * ingest.MostRejections {
			v.add(refusal(ingest.StageRead, fmt.Sprintf("folder/%d.png", i)))
		}
		v.add(tc.last)
		if failed := v.err() != nil; failed != tc.want {
			t.Errorf("%s: the run fails: %t, want %t", name, failed, tc.want)
		}
	}
}

func TestARunThatCouldReadNothingFails(t *testing.T) {
	t.Parallel()
	v := verdict{}
	if err := v.err(); err != nil {
		t.Errorf("an empty folder: %v, want no error", err)
	}
	v.add(refusal(ingest.StageRead, "folder/only.png"))
	v.add(ingest.Outcome{Name: "gone.md", Status: ingest.Removed})
	if v.err() == nil {
		t.Error("a folder of which nothing could be read does not fail the run")
	}
}
