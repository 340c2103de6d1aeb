package backup

import "os/exec"

// inGroup leaves a command as it is: it is ended alone, for Windows has no groups of
// processes that a signal reaches.
func inGroup(*exec.Cmd) {}
