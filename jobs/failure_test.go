package jobs_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

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
			failing(quarry.Errorf(quarry.KindConflict, "another one has its place").WithCode("taken").Because(errors.New("/var/secret"))),
			quarry.JobFailure{Code: "taken", Detail: "another one has its place"},
		},
		"of no code":  {failing(quarry.Errorf(quarry.KindInvalid, "odd")), quarry.JobFailure{Code: "invalid_request", Detail: "odd"}},
		"not found":   {failing(quarry.Errorf(quarry.KindNotFound, "gone")), quarry.JobFailure{Code: "not_found", Detail: "gone"}},
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

// What a kind is called is explained to callers, and every job's failure has such a code,
// whether it ends with it or waits.
func TestAFailureWithoutACodeHasThatOfItsKind(t *testing.T) {
	t.Parallel()
	for _, kind := range quarry.Kinds() {
		o := newOffice(t, newLedger(), failing(quarry.Errorf(kind, "odd")))
		stop := o.work(t)
		if job := o.told(t, o.submit(t, "a").ID); job.Failure.Code != kind.Code() {
			t.Errorf("a failure of the kind %d has the code %q, want %q", kind, job.Failure.Code, kind.Code())
		}
		stop()
	}
}

// What the machine did is no reason to refuse a job, and neither is an unknown cause:
// the first is waited for however long it lasts, the second is tried three times.
func TestAJobIsRefusedForWhatItSaysAlone(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		err  error
		want quarry.JobState
	}{
		"a full disk":                {quarry.Errorf(quarry.KindFull, "full"), quarry.JobWaiting},
		"a store that fails":         {quarry.Errorf(quarry.KindUnavailable, "odd"), quarry.JobWaiting},
		"an error of the system":     {fmt.Errorf("write: %w", &fs.PathError{Op: "write", Path: "/var/secret", Err: syscall.EIO}), quarry.JobWaiting},
		"a deadline of an endpoint":  {fmt.Errorf("embed: %w", context.DeadlineExceeded), quarry.JobWaiting},
		"what contradicts the store": {quarry.Errorf(quarry.KindConflict, "taken"), quarry.JobFailed},
		"what is too large":          {quarry.Errorf(quarry.KindTooLarge, "long"), quarry.JobFailed},
		"what is unknown":            {errors.New("/var/secret"), quarry.JobGivenUp},
		"what cannot be done":        {quarry.Errorf(quarry.KindUnsupported, "odd"), quarry.JobGivenUp},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				o := newOffice(t, newLedger(), failing(tc.err))
				id := o.submit(t, "a").ID
				o.work(t)
				<-time.After(24 * time.Hour) // of the bubble's clock
				synctest.Wait()
				job, err := o.Job(t.Context(), id)
				kept := map[bool]int{true: 1}[tc.want.KeepsFiles()]
				if err != nil || job.State != tc.want || o.waiting(t) != kept {
					t.Errorf("job = %+v (%v) and %d uploads, want it %s and %d", job, err, o.waiting(t), tc.want, kept)
				}
				if strings.Contains(job.Failure.Detail, "secret") {
					t.Errorf("failure = %+v, which no caller may read", job.Failure)
				}
			})
		})
	}
}

func TestAJobWhoseRunnerPanicsIsGivenUpAndKept(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		o := newOffice(t, newLedger(), panicking)
		o.work(t)
		job := o.end(t, o.submit(t, "a").ID)
		if job.State != quarry.JobGivenUp || job.Attempts != 3 || o.waiting(t) != 1 || strings.Contains(job.Failure.Detail, "secret") {
			t.Errorf("job = %+v and %d uploads, want it given up after three attempts, and kept", job, o.waiting(t))
		}
	})
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
