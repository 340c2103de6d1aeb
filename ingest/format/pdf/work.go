package pdf

import (
	"context"
	"fmt"

	"github.com/quarrykb/quarry"
)

// What reading a file may cost, counted in bytes that are looked at, of about ten nanoseconds each.
// It grows with the file and with the text that comes out of it: what a small file draws again and
// again, and what it refers to in circles, costs no more than a file of as many words. Text takes
// about five for each byte of its file, drawings up to thirty.
const (
	workAtLeast   = 1 << 20
	workPerByte   = 40
	workPerLetter = 16
	contextSeen   = 1 << 20 // work between two looks at the context
)

// What other steps count for, as they take about as long as so many bytes. Unpacking
// takes the less the more a stream unpacks to.
const (
	costOfToken  = 8
	costOfObject = 32
	costOfPlace  = 16
	costOfNode   = 64
	costOfRun    = 16
	unpackedPer  = 8 // bytes that are unpacked
)

// maxHeld is the most values that are held in memory.
const maxHeld = 4 << 20

// work is what is left of that for one file.
type work struct {
	ctx    context.Context //nolint:containedctx // the work of one reading
	left   int
	page   int   // that is read, counted from 1; 0 for none
	unseen int   // since the context was looked at
	held   int   // values
	err    error // why it ended, nil as long as it goes on
}

func newWork(ctx context.Context, length int) *work {
	return &work{ctx: ctx, left: workAtLeast + workPerByte*length, err: ctx.Err()}
}

// spend counts a step and reports whether the reading goes on. It does not once
// the work is used up or the context has ended.
func (w *work) spend(cost int) bool {
	w.left -= cost
	if w.unseen += cost; w.unseen > contextSeen {
		w.unseen = 0
		w.end(w.ctx.Err())
	}
	if w.left < 0 {
		w.end(w.tooMuch())
	}
	return w.err == nil
}

// tooMuch refuses a file that takes more work than it may.
func (w *work) tooMuch() error {
	place := ""
	if w.page > 0 {
		place = fmt.Sprintf(" (page %d)", w.page)
	}
	return quarry.Errorf(quarry.KindTooLarge, "to read this PDF takes more work than its length and its text account for%s: "+
		"print it to a PDF anew, or split it", place).WithCode("parse_timeout")
}

// hold counts a value, which is kept.
func (w *work) hold() bool {
	if w.held++; w.held > maxHeld {
		w.end(quarry.Errorf(quarry.KindInvalid, "a damaged PDF: it claims more objects than it can hold"))
	}
	return w.spend(costOfObject)
}

// end keeps the first reason to end.
func (w *work) end(why error) {
	if w.err == nil {
		w.err = why
	}
}

// earn adds what the reading of letters may cost.
func (w *work) earn(letters int) { w.left += workPerLetter * letters }
