package jobs_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/jobs"
)

func TestAFailureIsToldAsFarAsACallerMayKnow(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		run  jobs.Runner
		want quarry.JobFailure
	}{
		"of its own code": {
			failing(quarry.Errorf(quarry.KindUnavailable, "the disk is full").WithCode("disk_full").Because(errors.New("/var/secret"))),
			quarry.JobFailure{Code: "disk_full", Detail: "the disk is full"},
		},
		"of no code":  {failing(quarry.Errorf(quarry.KindInvalid, "odd")), quarry.JobFailure{Code: "invalid_request", Detail: "odd"}},
		"not found":   {failing(quarry.Errorf(quarry.KindNotFound, "gone")), quarry.JobFailure{Code: "not_found", Detail: "gone"}},
		"of our own":  {failing(errors.New("/var/secret")), quarry.JobFailure{Code: "internal", Detail: "internal error"}},
		"of a panic":  {panicking, quarry.JobFailure{Code: "internal", Detail: "internal error"}},
		"with a part": {failing(fmt.Errorf("save: %w", quarry.Errorf(quarry.KindConflict, "taken").WithCode("taken"))), quarry.JobFailure{Code: "taken", Detail: "taken"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := newOffice(t, newLedger(), tc.run)
			o.work(t)
			job := o.end(t, o.submit(t, "a").ID)
			if job.State != quarry.JobFailed || *job.Failure != tc.want || len(job.Outcome.Documents) != len(partOfIt().Documents) {
				t.Errorf("job = %+v, want it failed with %+v and what was done until then", job, tc.want)
			}
		})
	}
}

// What a kind is called is explained to callers, and every job's failure has such a code.
func TestAFailureWithoutACodeHasThatOfItsKind(t *testing.T) {
	t.Parallel()
	for _, kind := range quarry.Kinds() {
		o := newOffice(t, newLedger(), failing(quarry.Errorf(kind, "odd")))
		stop := o.work(t)
		if job := o.end(t, o.submit(t, "a").ID); job.Failure.Code != kind.Code() {
			t.Errorf("a failure of the kind %d has the code %q, want %q", kind, job.Failure.Code, kind.Code())
		}
		stop()
	}
}

func partOfIt() quarry.JobOutcome {
	return quarry.JobOutcome{Documents: []quarry.JobDocument{}}
}

func failing(err error) jobs.Runner {
	return func(context.Context, quarry.Job, func(quarry.JobProgress)) (quarry.JobOutcome, error) {
		return partOfIt(), err
	}
}

func panicking(context.Context, quarry.Job, func(quarry.JobProgress)) (quarry.JobOutcome, error) {
	panic("the runner fell over at /var/secret")
}
