package pdf

import (
	"fmt"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// document is what the pages hold.
type document struct {
	pageWords lexicon.Words // what stands beside the number of a page

	pages  [][]line
	unread []string // numbers of pages that could not be read
}

// The least of a document's codes that must be letters, and how many make it worth a warning.
const (
	leastKnown = 0.5
	wellKnown  = 0.98
)

// judge refuses a document that there is no text in, or none that can be read.
func (d *document) judge(fonts *fontCache) error {
	all := fonts.letters + fonts.unknown
	switch {
	case all == 0 && len(d.unread) > 0:
		return quarry.Errorf(quarry.KindInvalid, "a damaged PDF: none of its pages can be read")
	case all == 0:
		return quarry.Errorf(quarry.KindUnsupported, "a PDF without text: its pages are pictures, as a scanner makes them")
	case float64(fonts.letters) < leastKnown*float64(all):
		return quarry.Errorf(quarry.KindUnsupported, "a PDF whose fonts do not say which letters their signs are")
	}
	return nil
}

func (d *document) warnings(fonts *fontCache) []string {
	var all []string
	if known := float64(fonts.letters) / float64(fonts.letters+fonts.unknown); known < wellKnown {
		all = append(all, fmt.Sprintf("%.0f %% of the signs are left out: their fonts do not say which letters they are", 100*(1-known)))
	}
	const shown = 10
	if len(d.unread) > 0 {
		all = append(all, "damaged, and read in part or not at all: page "+strings.Join(d.unread[:min(shown, len(d.unread))], ", "))
	}
	empty := 0
	for _, page := range d.pages {
		if len(page) == 0 {
			empty++
		}
	}
	if empty*2 > len(d.pages) {
		all = append(all, fmt.Sprintf("%d of %d pages have no text: they may be pictures", empty, len(d.pages)))
	}
	return all
}

func (d *document) markdown() []byte {
	pages := d.withoutFurniture()
	l := layout{measures: measure(pages)}
	for _, one := range slices.Concat(pages...) {
		l.line(one)
	}
	l.end("\n")
	return []byte(l.out.String())
}
