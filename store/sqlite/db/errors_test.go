package db_test

import (
	"errors"
	"fmt"
	"syscall"
	"testing"

	"github.com/mattn/go-sqlite3"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/store/sqlite/db"
)

func TestEveryErrorThatACallerCanActOnHasAKind(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		failure sqlite3.Error
		kind    quarry.Kind
	}{
		"full":             {sqlite3.Error{Code: sqlite3.ErrFull}, quarry.KindFull},
		"no room to open":  {sqlite3.Error{Code: sqlite3.ErrCantOpen, SystemErrno: syscall.ENOSPC}, quarry.KindFull},
		"no quota to sync": {sqlite3.Error{Code: sqlite3.ErrIoErr, SystemErrno: syscall.EDQUOT}, quarry.KindFull},
		"busy":             {sqlite3.Error{Code: sqlite3.ErrBusy}, quarry.KindUnavailable},
		"locked":           {sqlite3.Error{Code: sqlite3.ErrLocked}, quarry.KindUnavailable},
		"no memory":        {sqlite3.Error{Code: sqlite3.ErrNomem}, quarry.KindUnavailable},
		"disk":             {sqlite3.Error{Code: sqlite3.ErrIoErr}, quarry.KindUnavailable},
		"read-only":        {sqlite3.Error{Code: sqlite3.ErrReadonly}, quarry.KindUnavailable},
		"cannot open":      {sqlite3.Error{Code: sqlite3.ErrCantOpen}, quarry.KindUnavailable},
		"damaged":          {sqlite3.Error{Code: sqlite3.ErrCorrupt}, quarry.KindUnavailable},
		"foreign":          {sqlite3.Error{Code: sqlite3.ErrNotADB}, quarry.KindUnsupported},
		"too big":          {sqlite3.Error{Code: sqlite3.ErrTooBig}, quarry.KindTooLarge},
		"twice": {
			sqlite3.Error{Code: sqlite3.ErrConstraint, ExtendedCode: sqlite3.ErrConstraintUnique}, quarry.KindConflict,
		},
	} {
		err := db.Explain(fmt.Errorf("write: %w", c.failure))
		if !quarry.IsKind(err, c.kind) || !errors.Is(err, c.failure) {
			t.Errorf("%s: error = %v, want one of kind %d with its cause", name, err, c.kind)
		}
	}
}

func TestAFaultOfOursStaysOne(t *testing.T) {
	t.Parallel()
	for name, err := range map[string]error{
		"a broken statement":   sqlite3.Error{Code: sqlite3.ErrError},
		"a missing value":      sqlite3.Error{Code: sqlite3.ErrConstraint, ExtendedCode: sqlite3.ErrConstraintNotNull},
		"no error of a driver": errors.New("something else"),
	} {
		if got := quarry.Explain(db.Explain(err)); got.Kind != quarry.KindInternal {
			t.Errorf("%s: kind = %d, want %d", name, got.Kind, quarry.KindInternal)
		}
	}
}
