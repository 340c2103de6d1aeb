package datadir

import (
	"cmp"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/quarrykb/quarry"
)

// BackupsName is the folder of backups in the data directory.
const BackupsName = "backups"

// The name of a backup, around its time. Several may be asked for in a second.
const (
	backupBegin  = "quarry-"
	backupEnd    = ".db"
	backupMoment = "20060102T150405.000Z"
)

// clockSkew is how far the date of a backup may lie ahead and still be true.
const clockSkew = 5 * time.Minute

// Backup is a file that has the name of a backup.
type Backup struct {
	Name   string
	Moment time.Time
	number int // of those of one moment; 0 for the first
}

// NewBackupName returns a name that no backup of a folder has.
func NewBackupName(folder string, now time.Time) string {
	moment := now.UTC().Format(backupMoment)
	name := backupBegin + moment + backupEnd
	for n := 2; Exists(filepath.Join(folder, name)); n++ {
		name = backupBegin + moment + "-" + strconv.Itoa(n) + backupEnd
	}
	return name
}

// ParseBackup reads a name that newBackupName makes.
func ParseBackup(name string) (Backup, bool) {
	middle, begins := strings.CutPrefix(name, backupBegin)
	middle, ends := strings.CutSuffix(middle, backupEnd)
	moment, digits, numbered := strings.Cut(middle, "-")
	at, err := time.Parse(backupMoment, moment)
	if err != nil || !begins || !ends {
		return Backup{}, false
	}
	number, err := strconv.Atoi(digits)
	if numbered && (err != nil || number < 2 || strconv.Itoa(number) != digits) {
		return Backup{}, false
	}
	return Backup{name, at, number}, true
}

// BackupsIn lists the backups of a folder, the newest first. What is dated ahead of the
// clock is none of them: it is newer than nothing, and removed for nothing.
func (d *Dir) BackupsIn(folder string, now time.Time) ([]Backup, error) {
	entries, err := d.Disk.ReadFolder(folder)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, quarry.Errorf(quarry.KindUnavailable, "cannot read %s: %v", folder, err).Because(err)
	}
	latest := now.Add(clockSkew)
	var found []Backup
	for _, entry := range entries {
		if b, ok := ParseBackup(entry.Name()); ok && !b.Moment.After(latest) {
			found = append(found, b)
		}
	}
	slices.SortFunc(found, func(a, b Backup) int {
		return cmp.Or(b.Moment.Compare(a.Moment), cmp.Compare(b.number, a.number))
	})
	return found, nil
}
