package db

import (
	"errors"
	"fmt"
	"slices"
	"syscall"

	"github.com/mattn/go-sqlite3"

	"github.com/quarrykb/quarry"
)

// Explain gives an error of the driver the kind and the message that a caller
// can act on, by its code. Any other error passes as it is.
func Explain(err error) error {
	failure, ok := errors.AsType[sqlite3.Error](err)
	if _, explained := errors.AsType[*quarry.Error](err); !ok || explained {
		return err
	}
	known := explainCode(failure)
	if known == nil {
		return err
	}
	return known.Because(err)
}

func explainCode(failure sqlite3.Error) *quarry.Error {
	if slices.Contains([]syscall.Errno{syscall.ENOSPC, syscall.EDQUOT}, failure.SystemErrno) {
		failure.Code = sqlite3.ErrFull // SQLite calls it so where it writes, and not where it opens or syncs
	}
	switch failure.Code {
	case sqlite3.ErrFull:
		return quarry.Errorf(quarry.KindFull, "the disk is full: nothing of this was stored, what was stored before is safe")
	case sqlite3.ErrBusy, sqlite3.ErrLocked, sqlite3.ErrProtocol:
		return quarry.Errorf(quarry.KindUnavailable, "the database is busy: try again")
	case sqlite3.ErrNomem:
		return quarry.Errorf(quarry.KindUnavailable, "there is no memory left: try again")
	case sqlite3.ErrIoErr:
		return quarry.Errorf(quarry.KindUnavailable, "the disk cannot be read or written")
	case sqlite3.ErrReadonly, sqlite3.ErrPerm, sqlite3.ErrCantOpen:
		return quarry.Errorf(quarry.KindUnavailable,
			"the database file or its folder cannot be opened or written: look whose they are, and whether the disk may be written to")
	case sqlite3.ErrNotADB:
		return quarry.Errorf(quarry.KindUnsupported,
			"the file is not a SQLite database: restore a backup, or let quarry salvage save what can be read")
	case sqlite3.ErrCorrupt:
		return quarry.Errorf(quarry.KindUnavailable, "the database file is damaged: restore a backup, or let quarry salvage save what can be read").
			WithCode("database_damaged")
	case sqlite3.ErrTooBig:
		return quarry.Errorf(quarry.KindTooLarge, "the text is larger than a database row can be")
	case sqlite3.ErrConstraint:
		return explainConstraint(failure)
	}
	return nil
}

func explainConstraint(failure sqlite3.Error) *quarry.Error {
	switch failure.ExtendedCode {
	case sqlite3.ErrConstraintUnique, sqlite3.ErrConstraintPrimaryKey:
		return quarry.Errorf(quarry.KindConflict,
			"another document holds this place, or an entry of the same id")
	}
	return nil
}

// Wrap says what was being done when an error came; nil stays nil.
func Wrap(err error, format string, args ...any) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf(format+": %w", append(args, err)...)
}
