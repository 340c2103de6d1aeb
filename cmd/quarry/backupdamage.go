package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/cmd/quarry/datadir"
	"github.com/quarrykb/quarry/store/sqlite"
)

// damageCode is the code of every error that says that a database is damaged.
const damageCode = "database_damaged"

// isDamage reports whether an error says that a database is damaged.
func isDamage(err error) bool {
	known, ok := errors.AsType[*quarry.Error](err)
	return ok && known.Code == damageCode
}

// unread reports whether an error says only that something could not be looked at now:
// another process has it, the disk did not answer, there is no room, no memory or no file left to
// open. That says nothing of what is stored, and another time it may be read.
func unread(err error) bool {
	known, ok := errors.AsType[*quarry.Error](err)
	return ok && known.Code != damageCode && (known.Kind == quarry.KindUnavailable || known.Kind == quarry.KindFull)
}

// damages says what is damaged in a database, or nothing where it is well. Examine says
// how much of it is looked at.
func damages(
	ctx context.Context, d *datadir.Dir, file string, examine func(*examiner, context.Context) error, rest func(context.Context) error,
) (string, error) {
	store, err := sqlite.OpenReadOnly(ctx, file, d.StoreOptions())
	if err != nil {
		return "", err
	}
	found := &chart{json: true, said: map[string]int{}}
	err = examine(&examiner{store: store, lexicon: d.Lexicon, chart: found, show: showNothing, rest: rest}, ctx)
	if err := errors.Join(err, store.Close()); err != nil || found.Problems == 0 {
		return "", err
	}
	first := found.Findings[0]
	said := first.place() + first.Problem
	if more := found.Problems - 1; more > 0 {
		said += fmt.Sprintf(" (and %d more)", more)
	}
	return said, nil
}

// mustBeWell refuses a copy in which the doctor would find something. One of an older
// schema was looked at by SQLite and held against its hashes, which is all that this
// program can read of it.
func mustBeWell(ctx context.Context, d *datadir.Dir, copied string, held sqlite.Held) error {
	if held.Older {
		return nil
	}
	said, err := damages(ctx, d, copied, (*examiner).everything, noRest)
	if err == nil && said != "" {
		err = quarry.Errorf(quarry.KindUnavailable, "%s", said).WithCode(damageCode)
	}
	return err
}

// blame makes of a damaged copy what is to be said: the database is damaged, which no
// other attempt mends (KindConflict), or it is well, and so the copy did not become what
// was written.
func blame(ctx context.Context, d *datadir.Dir, to string, err error) error {
	if !isDamage(err) || ctx.Err() != nil {
		return err
	}
	said, failed := damages(ctx, d, d.Database(), (*examiner).everything, noRest)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case unread(failed):
		return failed
	case failed != nil: // it cannot even be opened
		said = quarry.Explain(err).Message
	case said == "":
		return quarry.Errorf(quarry.KindUnavailable,
			"the copy for %s does not hold what was written to it, although the database is sound: look at that disk", to).
			WithCode("copy_incomplete").Because(err)
	}
	return quarry.Errorf(quarry.KindConflict, "the database is damaged, nothing was backed up, and every older backup is kept: "+
		"quarry doctor says all that is wrong, quarry salvage takes out what can be read, quarry restore puts a backup in place. What is damaged: %s",
		said).WithCode(damageCode).Because(err)
}
