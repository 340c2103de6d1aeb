//go:build !windows

package backup

import (
	"os/exec"
	"syscall"
)

// inGroup has a command run in a group of its own, which is ended as a whole.
func inGroup(run *exec.Cmd) {
	run.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	run.Cancel = func() error { return syscall.Kill(-run.Process.Pid, syscall.SIGKILL) }
}
