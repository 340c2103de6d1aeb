package present

import (
	"context"
	"fmt"
)

// What a command's exit code says.
const (
	ExitDone     = 0
	ExitCouldNot = 1
	ExitWrongUse = 2
)

// ExitError ends a command that has said all there is to say.
type ExitError struct{ Code int }

// Error names the code.
func (e *ExitError) Error() string { return fmt.Sprintf("exit %d", e.Code) }

// InterruptedError ends a command that was stopped, and says what was done.
type InterruptedError struct{ Done string }

// Error says that it was interrupted, and how far it came.
func (e *InterruptedError) Error() string { return "interrupted; " + e.Done }

// Stopped returns what ends a command that was stopped, with what was done, and any other error
// as it is.
func Stopped(ctx context.Context, err error, done string) error {
	if err == nil || ctx.Err() == nil {
		return err
	}
	return &InterruptedError{Done: done}
}
