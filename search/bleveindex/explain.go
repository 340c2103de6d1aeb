package bleveindex

import (
	"context"
	"errors"
	"syscall"

	"github.com/quarrykb/quarry"
)

// explain gives what the disk or bleve said the kind and the message that a caller can act
// on: KindUnavailable, index_unavailable, without a path. Nothing of it is lost that is
// stored, for the index follows the store. What is explained already passes as it is, and
// so does the end of a context. The cause is for the log.
func explain(err error) error {
	_, explained := errors.AsType[*quarry.Error](err)
	if err == nil || explained || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	reason := "its files are not what was written"
	if said, ok := errors.AsType[syscall.Errno](err); ok {
		reason = said.Error()
	}
	return quarry.Errorf(quarry.KindUnavailable, "the search index cannot be read or written: %s. What is stored is safe: "+
		"the index follows, or is built anew, as soon as it can be", reason).WithCode("index_unavailable").Because(err)
}
