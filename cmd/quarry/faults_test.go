package main

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/quarrykb/quarry/internal/faults"
)

// How much TestFaults injects: a sample, or everything, of which -run chooses, as a failure
// names it:
//
//	go test ./cmd/quarry -faults.all -run '^TestFaults$/^write$/^eio$/^once$/^17$'
var faultsAll = flag.Bool("faults.all", false, "inject every fault at every operation, and print the figures")

const (
	everyFault  = 200 // operations of each command at which every fault is injected
	seededFault = 200 // operations beyond those
	faultSeed   = 17
)

// faultyOperation is something that Quarry does, while a fault comes.
type faultyOperation interface {
	// undisturbed does it under a plan that reaches nothing, and returns how many
	// operations each kind of fault concerns.
	undisturbed(t *testing.T) map[faults.Kind]int
	// trial does it under a plan, and everything that follows.
	trial(t *testing.T, plan faults.Plan, seed uint64) attempts
}

// attempts is what came of one trial, or of many.
type attempts struct {
	tried        int // plans that came into effect
	sent         int // requests, those that were refused and sent again counted again
	acknowledged int
	during       int // acknowledged while the fault was there
	finished     int
	lost         int
	faults       []string // what else is not as it should be
}

func (a *attempts) complain(format string, args ...any) {
	a.faults = append(a.faults, fmt.Sprintf(format, args...))
}

// tally sums attempts up that are made side by side.
type tally struct {
	mu  sync.Mutex
	all attempts
}

func (s *tally) add(came attempts) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.all.tried += came.tried
	s.all.sent += came.sent
	s.all.acknowledged += came.acknowledged
	s.all.during += came.during
	s.all.finished += came.finished
	s.all.lost += came.lost
}

// What Quarry acknowledges stands, whatever its disk does. Every operation of the disk
// fails in turn, in every way; then the fault ends, those who were refused try again, and
// the power is cut: what was acknowledged is there, all else is as if nothing had been.
func TestFaults(t *testing.T) {
	t.Parallel()
	grounds := newFaultGrounds(t)
	for name, operation := range grounds.operations() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tryPlans(t, operation)
		})
	}
	t.Run("index", func(t *testing.T) {
		t.Parallel()
		grounds.damageIndexes(t)
	})
}

// judgeAttempts sums up what comes of all trials below a test, and at its end prints it
// and fails where a promise was broken.
func judgeAttempts(t *testing.T) *tally {
	t.Helper()
	sum := &tally{}
	t.Cleanup(func() {
		all := sum.all
		tellFigures(t, "%6d tried %6d sent %6d acknowledged (%d under the fault) %6d finished %4d lost",
			all.tried, all.sent, all.acknowledged, all.during, all.finished, all.lost)
		if all.lost > 0 || all.finished != all.acknowledged {
			t.Errorf("of %d that were acknowledged %d were finished and %d lost", all.acknowledged, all.finished, all.lost)
		}
		if 2*all.acknowledged < all.sent {
			t.Errorf("of %d that were sent %d were acknowledged, less than half", all.sent, all.acknowledged)
		}
		if all.tried == 0 {
			t.Error("no plan came into effect")
		}
	})
	return sum
}

// tellFigures prints figures, and under -faults.all also where go test keeps what is logged.
func tellFigures(t *testing.T, format string, args ...any) {
	t.Helper()
	figures := fmt.Sprintf(format, args...)
	t.Log(figures)
	if *faultsAll && !testing.Verbose() {
		_, _ = fmt.Fprintf(os.Stdout, "%-40s %s\n", t.Name(), figures)
	}
}

func tryPlans(t *testing.T, operation faultyOperation) {
	t.Helper()
	sum, reachable := judgeAttempts(t), operation.undisturbed(t)
	for _, kind := range faults.Kinds() {
		for _, plan := range faultPlans(kind, reachable[kind]) {
			t.Run(planName(plan), func(t *testing.T) {
				t.Parallel()
				tryPlan(t, operation, plan, sum)
			})
		}
	}
}

func tryPlan(t *testing.T, operation faultyOperation, plan faults.Plan, sum *tally) {
	t.Helper()
	came := operation.trial(t, plan, faultSeed+uint64(plan.N))
	for _, fault := range came.faults {
		t.Error(fault)
	}
	if came.lost > 0 {
		t.Errorf("%d of %d that were acknowledged are lost", came.lost, came.acknowledged)
	}
	sum.add(came)
}

func planName(plan faults.Plan) string {
	lasting := "once"
	if plan.Lasting {
		lasting = "lasting"
	}
	return strings.Join([]string{string(plan.Kind), lasting, strconv.Itoa(plan.N)}, "/")
}

// faultPlans are the plans of a kind where so many operations can be reached: for all of
// the first and some of the others, or for one of them.
func faultPlans(kind faults.Kind, reachable int) []faults.Plan {
	random := rand.New(rand.NewPCG(faultSeed, uint64(reachable)))
	var plans []faults.Plan
	for _, lasting := range []bool{false, true} {
		if lasting && kind == faults.Cut { // it lasts in any case
			continue
		}
		for _, n := range faultPlaces(random, reachable) {
			plans = append(plans, faults.Plan{Kind: kind, N: n, Lasting: lasting})
		}
	}
	return plans
}

func faultPlaces(random *rand.Rand, reachable int) []int {
	if reachable == 0 {
		return nil
	}
	if !*faultsAll {
		return []int{1 + random.IntN(reachable)}
	}
	var places []int
	for n := 1; n <= min(reachable, everyFault); n++ {
		places = append(places, n)
	}
	if beyond := reachable - everyFault; beyond > 0 {
		chosen := random.Perm(beyond)[:min(beyond, seededFault)]
		slices.Sort(chosen)
		for _, n := range chosen {
			places = append(places, everyFault+1+n)
		}
	}
	return places
}
