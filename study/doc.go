// Package study asks stored questions again when they are about to be forgotten. A Desk (desk.go)
// hands out what a learner is to be asked next (next.go), records how well they knew it (record.go),
// and tells how they get on (stats.go); what is kept of a learner can be taken elsewhere and back
// (history.go), and the schedules that documents carry are taken over (take.go, read in carried.go).
// When a card is due is worked out by FSRS-6 with its default weights (schedule.go).
//
// It promises that the same history gives the same schedule, that a review which was answered for
// is never lost, and that a question whose source was edited is asked again before all that is
// merely due.
package study
