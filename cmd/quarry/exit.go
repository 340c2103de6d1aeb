package main

import "fmt"

// What a command's exit code says.
const (
	exitDone     = 0
	exitCouldNot = 1
	exitWrongUse = 2
)

// exitError ends a command that has said all there is to say.
type exitError struct{ code int }

// Error names the code.
func (e *exitError) Error() string { return fmt.Sprintf("exit %d", e.code) }

// interruption ends a command that was stopped, and says what was done.
type interruption struct{ done string }

// Error says that it was interrupted, and how far it came.
func (e *interruption) Error() string { return "interrupted; " + e.done }
