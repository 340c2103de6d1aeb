// Package jobs keeps work that was accepted and does it later, one job at a time. It
// promises that an accepted job is done, or refused for what it says, and never for what
// the machine did: jobs and the files that were handed in with them stand on the disk
// before they are accepted, and the files go once the end of their job stands there, with
// all that it made of them.
//
// What a job needs may be unavailable: a disk is full or fails, an index cannot be written,
// an embedder does not answer. Then the job waits, with the reason for all to see, and is
// tried again after a pause that grows, while others that do not depend on it go on. A job
// that ends the program several times, or fails for a reason that is not known, is given
// up: its files are kept until it is tried again on request, or dropped. What was under
// way at the end of one run of the program begins anew at the next.
//
// Read desk.go for how a job is accepted and looked at, orders.go for how one is retried
// or dropped, worker.go for how it is done, verdict.go for what becomes of one that fails,
// and spool.go for where files wait. What a kind of job does is a [Runner], which is
// handed in.
package jobs
