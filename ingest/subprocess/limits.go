package subprocess

import (
	"fmt"
	"strings"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
)

// Limits are what the reading of one document may take. None of it is limited by 0.
type Limits struct {
	Time   time.Duration // of processors
	Memory int64         // bytes, beyond what a process has that reads nothing
}

// tooLong refuses a document that takes too much processor time.
func (l Limits) tooLong(at ingest.Progress) error {
	return quarry.Errorf(quarry.KindTooLarge,
		"more than %v of processor time, the most for one document%s: --parse-timeout allows more", l.Time, where(at)).WithCode("parse_timeout")
}

// tooMuch refuses a document that takes too much memory.
func (l Limits) tooMuch(at ingest.Progress) error {
	return quarry.Errorf(quarry.KindTooLarge,
		"more than %s of memory, the most for one document%s: --parse-memory allows more", sizeOf(l.Memory), where(at)).WithCode("parse_memory")
}

// crashed refuses a document that ended the process which read it.
func crashed(at ingest.Progress) error {
	return quarry.Errorf(quarry.KindUnsupported,
		"a fault of the program ended the process that read it%s: the log says more", where(at)).WithCode("parse_crashed")
}

// sizeOf writes a number of bytes as a person does.
func sizeOf(bytes int64) string {
	unit, units := "bytes", []string{"KB", "MB", "GB"}
	for len(units) > 0 && bytes%1024 == 0 {
		bytes, unit, units = bytes/1024, units[0], units[1:]
	}
	return fmt.Sprintf("%d %s", bytes, unit)
}

// where names the format and the place that the reading had come to, "" where neither is known.
func where(at ingest.Progress) string {
	known := strings.Trim(at.Format+", "+at.Place, ", ")
	if known == "" {
		return ""
	}
	return " (" + known + ")"
}
