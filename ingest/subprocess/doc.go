// Package subprocess reads documents in processes of their own, so that one which takes
// too much processor time or memory can be ended, whatever its parser is at: a goroutine
// cannot be.
//
// [Reader] is the side of the program. It keeps a few processes, hands each one document
// at a time, and tells why one ended from how it did. [Serve] is what such a process runs:
// a watchdog measures the process, not the clock, so that a busy machine refuses nothing.
package subprocess
