package main

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/quarrykb/quarry/internal/faults"
)

// How much TestFaults injects: a sample, or everything, or one plan alone, which is
// named as a failure names it:
//
//	go test ./cmd/quarry -run '^TestFaults$' -faults.all -v
//	go test ./cmd/quarry -run '^TestFaults$' -faults.only=write/eio/once/17 -v
var (
	faultsAll  = flag.Bool("faults.all", false, "inject every fault at every operation")
	faultsOnly = flag.String("faults.only", "", "inject one fault: OPERATION, or OPERATION/KIND/once|lasting, or that with /N")
)

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

func (a *attempts) add(b attempts) {
	a.tried += b.tried
	a.sent += b.sent
	a.acknowledged += b.acknowledged
	a.during += b.during
	a.finished += b.finished
	a.lost += b.lost
	a.faults = append(a.faults, b.faults...)
}

func (a *attempts) complain(format string, args ...any) {
	a.faults = append(a.faults, fmt.Sprintf(format, args...))
}

// What Quarry acknowledges stands, whatever its disk does. Every operation of the disk
// fails in turn, in every way; then the fault ends, those who were refused try again, and
// the power is cut: what was acknowledged is there, all else is as if nothing had been.
func TestFaults(t *testing.T) {
	t.Parallel()
	grounds := newFaultGrounds(t)
	for name, operation := range grounds.operations() {
		if !strings.HasPrefix(*faultsOnly+"/", name+"/") && *faultsOnly != "" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			judgeAttempts(t, name, tryPlans(t, name, operation))
		})
	}
	if *faultsOnly == "" || *faultsOnly == "index" {
		t.Run("index", func(t *testing.T) {
			t.Parallel()
			judgeAttempts(t, "index", grounds.damageIndexes(t))
		})
	}
}

// judgeAttempts prints what came of all trials, and fails where a promise was broken.
func judgeAttempts(t *testing.T, name string, all attempts) {
	t.Helper()
	t.Logf("%-12s %6d tried %6d sent %6d acknowledged (%d under the fault) %6d finished %4d lost",
		name, all.tried, all.sent, all.acknowledged, all.during, all.finished, all.lost)
	if all.lost > 0 || all.finished != all.acknowledged {
		t.Errorf("%s: of %d that were acknowledged %d were finished and %d lost", name, all.acknowledged, all.finished, all.lost)
	}
	if 2*all.acknowledged < all.sent {
		t.Errorf("%s: of %d that were sent %d were acknowledged, less than half", name, all.sent, all.acknowledged)
	}
	if all.tried == 0 {
		t.Errorf("%s: no plan came into effect", name)
	}
}

func tryPlans(t *testing.T, name string, operation faultyOperation) attempts {
	t.Helper()
	var all attempts
	reachable := operation.undisturbed(t)
	for _, kind := range faults.Kinds() {
		for _, plan := range faultPlans(kind, reachable[kind]) {
			all.add(tryPlan(t, name, operation, plan))
		}
	}
	return all
}

func tryPlan(t *testing.T, name string, operation faultyOperation, plan faults.Plan) attempts {
	t.Helper()
	named := planName(name, plan)
	if *faultsOnly != "" && !strings.HasPrefix(named+"/", *faultsOnly+"/") {
		return attempts{}
	}
	came := operation.trial(t, plan, faultSeed+uint64(plan.N))
	for _, fault := range came.faults {
		t.Errorf("-faults.only=%s: %s", named, fault)
	}
	if came.lost > 0 {
		t.Errorf("-faults.only=%s: %d of %d that were acknowledged are lost", named, came.lost, came.acknowledged)
	}
	return came
}

func planName(operation string, plan faults.Plan) string {
	lasting := "once"
	if plan.Lasting {
		lasting = "lasting"
	}
	return strings.Join([]string{operation, string(plan.Kind), lasting, strconv.Itoa(plan.N)}, "/")
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
	if !*faultsAll && *faultsOnly == "" {
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
