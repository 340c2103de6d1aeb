package backup

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/text"
)

// How long the command behind a backup may take, and how long is waited for what it
// started once it was ended.
const (
	ThenLimit = time.Hour
	thenGrace = 5 * time.Second
)

// MayRunThen refuses a command that is not there, before anything is made that it is for; ""
// is none.
func MayRunThen(command string) error {
	if command == "" {
		return nil
	}
	words := append(strings.Fields(command), "") // of spaces alone is no program
	if _, err := exec.LookPath(words[0]); err != nil {
		return quarry.Errorf(quarry.KindInvalid,
			"the command behind a backup cannot be run: there is no program %s in the path of this process", words[0]).
			Because(err)
	}
	return nil
}

// RunThen runs a command with the path of a backup as its last argument, in a group of
// its own that is ended as a whole where it takes too long or ctx ends. Its words are
// parted by spaces, and no shell reads them. The error says what it wrote last.
func RunThen(ctx context.Context, command, file string, limit time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	words := append(strings.Fields(command), file)
	said := &tail{}
	run := exec.CommandContext(ctx, words[0], words[1:]...) //nolint:gosec // Flags and the environment name it, and no request does.
	run.Stdout, run.Stderr = said, said
	inGroup(run)
	run.WaitDelay = thenGrace
	err := run.Run()
	switch {
	case err == nil:
		return nil
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return quarry.Errorf(quarry.KindUnavailable, "%s took more than %v and was ended", words[0], limit)
	}
	return quarry.Errorf(quarry.KindUnavailable, "%s: %v", words[0],
		strings.TrimSuffix(fmt.Sprintf("%v: %s", err, said), ": "))
}

// tail keeps the end of what is written to it.
type tail struct{ end []byte }

// Write keeps the last bytes.
func (t *tail) Write(some []byte) (int, error) {
	const most = 500
	t.end = append(t.end, some...)
	t.end = t.end[max(0, len(t.end)-most):]
	return len(some), nil
}

// String returns what was kept, for one line of a log.
func (t *tail) String() string { return text.OneLine(string(t.end)) }
