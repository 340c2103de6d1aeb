// Package jobs keeps work that was accepted and does it later: one job after the
// other, in the order in which they came. It promises that an accepted job is done,
// or that it is said why not, whenever the program is killed or the power cut: jobs and
// the files that were handed in with them stand on disk before they are accepted, and
// files go once the end of their job stands there, with all that it made of them. What
// was under way at the end of one run begins anew at the next.
//
// Read desk.go for how a job is accepted and looked at, worker.go for how it is
// done, and spool.go for where files wait. What a kind of job does is a [Runner],
// which is handed in.
package jobs
