// Package write takes documents in, and tells what becomes of them.
//
// One promise: what is answered with a job is on the disk, and is done even if the server is
// killed. Read write.go for how an order becomes a job, upload.go (with form.go and json.go)
// for how files are taken, jobs.go and events.go for how a job is followed, and admin.go for
// the orders that are about all that is stored.
package write
