package main

import (
	"bufio"
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

// memoryFigure is the most memory that an ingest takes, in a process of its
// own. It has to stay as it is when there are ten times as many documents.
func memoryFigure(count int) figure {
	return figure{
		name:   fmt.Sprintf("memory of %d documents", count),
		ours:   "the most memory that a process which ingests a folder ever had",
		peer:   fmt.Sprintf("the same with %d documents", count/10),
		target: 1.5, unit: 1000, called: "MB",
		open: func(_ context.Context, dir string) (contest, error) {
			many, err := writeFolder(dir, count)
			if err != nil {
				return contest{}, err
			}
			few, err := writeFolder(dir, count/10)
			return contest{ours: peakOf(many), peer: peakOf(few), each: 1, anew: true, close: func() error { return nil }}, err
		},
	}
}

// peakOf is a side that measures kilobytes: it starts this program once more.
func peakOf(folder string) side {
	return func(ctx context.Context, _ int) (time.Duration, error) {
		self, err := os.Executable()
		if err != nil {
			return 0, err
		}
		out, err := exec.CommandContext(ctx, self, "--peak-of", folder).Output() //nolint:gosec // This very program.
		if err != nil {
			return 0, fmt.Errorf("ingest in a process of its own: %w", err)
		}
		kilobytes, err := strconv.Atoi(string(bytes.TrimSpace(out)))
		return time.Duration(kilobytes), err
	}
}

// printPeak ingests a folder and prints the most kilobytes that this process
// ever had.
func printPeak(ctx context.Context, out io.Writer, folder string) error {
	dir, err := os.MkdirTemp("", "quarry-bench-")
	if err != nil {
		return err
	}
	_, err = ingestFolder(ctx, dir, folder)
	if err := errors.Join(err, os.RemoveAll(dir)); err != nil {
		return err
	}
	kilobytes, err := peak()
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(out, kilobytes)
	return err
}

// peak returns the most kilobytes that this process ever had in memory. Linux
// alone tells.
func peak() (int, error) {
	file, err := os.Open("/proc/self/status")
	if err != nil {
		return 0, err
	}
	defer func() { _ = file.Close() }() // It was only read.
	for lines := bufio.NewScanner(file); lines.Scan(); {
		if value, ok := strings.CutPrefix(lines.Text(), "VmHWM:"); ok {
			return strconv.Atoi(strings.TrimSpace(strings.TrimSuffix(value, "kB")))
		}
	}
	return 0, errors.New("the system does not tell the most memory of a process")
}
