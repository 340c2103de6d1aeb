package main

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest/subprocess"
)

// readingLimits are what the reading of one document may take.
type readingLimits struct {
	Timeout time.Duration `help:"Most processor time that one document may take to be read; 0 for any (${default})." default:"60s" env:"QUARRY_PARSE_TIMEOUT" placeholder:"DURATION"`
	Memory  byteSize      `help:"Most memory that one document may take to be read; 0 for any (${default})." default:"1GB" env:"QUARRY_PARSE_MEMORY" placeholder:"SIZE"`
}

// What less than lets hardly any document be read.
const (
	leastTimeout = 100 * time.Millisecond
	leastMemory  = 1 << 20
)

func (l readingLimits) limits() subprocess.Limits {
	return subprocess.Limits{Time: l.Timeout, Memory: int64(l.Memory)}
}

// mayRun refuses a command that reads documents within limits that let it read none.
func (l readingLimits) mayRun(command string) error {
	switch {
	case !readsDocuments(command):
		return nil
	case l.Timeout != 0 && l.Timeout < leastTimeout:
		return quarry.Errorf(quarry.KindInvalid,
			"--parse-timeout is %v: it has to be %v or more, such as 60s, or 0 for any time", l.Timeout, leastTimeout)
	case l.Memory != 0 && l.Memory < leastMemory:
		return quarry.Errorf(quarry.KindInvalid,
			"--parse-memory is %d bytes: it has to be 1MB or more, such as 1GB, or 0 for any memory", l.Memory)
	}
	return nil
}

// readsDocuments reports whether a command reads documents.
func readsDocuments(command string) bool {
	switch command {
	case "serve", "ingest", "reindex", "salvage":
		return true
	}
	return false
}

// byteSize is a number of bytes, as a person writes it: 512MB, 1GB. A KB has 1,024 bytes.
type byteSize int64

// UnmarshalText reads a size.
func (b *byteSize) UnmarshalText(text []byte) error {
	digits := strings.ToUpper(string(text))
	shift := 0
	for unit, bits := range map[string]int{"KB": 10, "MB": 20, "GB": 30} {
		if number, ok := strings.CutSuffix(digits, unit); ok {
			digits, shift = number, bits
			break
		}
	}
	const most = 1 << 62
	number, err := strconv.ParseInt(strings.TrimSpace(strings.TrimSuffix(digits, "B")), 10, 64)
	if err != nil || number < 0 || number > most>>shift {
		return fmt.Errorf("%q is no size: write it as 512MB or 1GB", text)
	}
	*b = byteSize(number << shift)
	return nil
}
