package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// memoryFigure is the most memory of its own that an ingest takes, in a process
// of its own. It has to stay as it is when there are ten times as many
// documents. The index maps its files into memory, and the system may drop
// those pages whenever it likes: they are not counted, though VmHWM does.
func memoryFigure(count int) figure {
	return figure{
		name:   fmt.Sprintf("memory of %d documents", count),
		ours:   "the most anonymous memory of a process that ingests a folder, files that it maps not counted",
		peer:   fmt.Sprintf("the same with %d documents", count/10),
		target: 1.5, unit: 1000, called: "MB",
		open: func(_ context.Context, dir string) (contest, error) {
			many, err := writeFolder(dir, count)
			if err != nil {
				return contest{}, err
			}
			few, err := writeFolder(dir, count/10)
			return contest{
				ours: peakOf(many), peer: peakOf(few), each: 1, anew: true,
				close: func() error { return nil },
			}, err
		},
	}
}

// peakOf is the most memory of a process that ingests a folder.
func peakOf(folder string) side { return peakWhile("--peak-of", folder) }

// peakWhile is a side that measures kilobytes: it starts this program once more.
func peakWhile(arguments ...string) side {
	return func(ctx context.Context, _ int) (time.Duration, error) {
		self, err := os.Executable()
		if err != nil {
			return 0, err
		}
		out, err := exec.CommandContext(ctx, self, arguments...).Output() //nolint:gosec // This very program.
		if err != nil {
			return 0, fmt.Errorf("work in a process of its own: %w", err)
		}
		kilobytes, err := strconv.Atoi(string(bytes.TrimSpace(out)))
		return time.Duration(kilobytes), err
	}
}

// printIngested ingests a folder and prints the most kilobytes that this process
// had of its own meanwhile.
func printIngested(ctx context.Context, out io.Writer, folder string) error {
	dir, err := os.MkdirTemp("", "quarry-bench-")
	if err != nil {
		return err
	}
	return errors.Join(printPeak(ctx, out, func(ctx context.Context) error {
		_, err := ingestFolder(ctx, dir, folder)
		return err
	}), os.RemoveAll(dir))
}

// printPeak does something and prints the most kilobytes that this process had
// of its own meanwhile.
func printPeak(ctx context.Context, out io.Writer, work func(context.Context) error) error {
	watching, stop := context.WithCancel(ctx)
	watched := make(chan seen, 1)
	go func() { watched <- watchMemory(watching) }()
	err := work(ctx)
	stop()
	most := <-watched
	if err := errors.Join(err, most.err); err != nil {
		return err
	}
	_, err = fmt.Fprintln(out, most.kilobytes)
	return err
}

// seen is the most memory that was seen.
type seen struct {
	kilobytes int
	err       error
}

// watchMemory looks at this process's memory until ctx ends.
func watchMemory(ctx context.Context) seen {
	var most seen
	look := time.NewTicker(20 * time.Millisecond)
	defer look.Stop()
	for most.err == nil {
		now, err := anonymous()
		most = seen{kilobytes: max(most.kilobytes, now), err: err}
		select {
		case <-ctx.Done():
			return most
		case <-look.C:
		}
	}
	return most
}

// anonymous returns the kilobytes that this process has in memory of its own.
// Linux alone tells.
func anonymous() (int, error) {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(string(status)) {
		if value, ok := strings.CutPrefix(line, "RssAnon:"); ok {
			return strconv.Atoi(strings.TrimSuffix(strings.TrimSpace(value), " kB"))
		}
	}
	return 0, errors.New("the system does not tell the memory of a process")
}
