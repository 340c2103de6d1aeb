package ingest

import (
	"context"

	"github.com/quarrykb/quarry"
)

// extractor returns the extractor that is surest of some bytes, nil where none
// knows them. Of two that are equally sure the earlier in the list wins.
func (p *Pipeline) extractor(content []byte) Extractor {
	var best Extractor
	surest := NotMine
	for _, one := range p.extractors {
		if sure := one.Recognise(content); sure > surest {
			surest, best = sure, one
		}
	}
	return best
}

// extract takes the text out of a file and keeps the file's own bytes beside
// it.
func extract(ctx context.Context, raw Raw, content []byte, by Extractor) (Raw, error) {
	if len(content) > by.Limit() {
		return Raw{}, tooLong(by.Limit())
	}
	noteFormat(ctx, by.Format())
	found, err := by.Extract(ctx, content)
	if err != nil {
		return Raw{}, err
	}
	if err := checkText(found.Text); err != nil {
		return Raw{}, quarry.Errorf(quarry.KindUnsupported, "no text could be taken out of it").Because(err)
	}
	if len(found.Text) > MaxTextBytes {
		return Raw{}, quarry.Errorf(quarry.KindTooLarge,
			"the text in it is longer than %d MB, the most that is read of one document", MaxTextBytes>>20)
	}
	raw.Text, raw.Original, raw.Extract = NewText(found.Text), content, found
	raw.Extract.Text, raw.Extract.format = nil, by.Format().Name
	return raw, nil
}
