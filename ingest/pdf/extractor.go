package pdf

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	library "github.com/ledongthuc/pdf"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
)

// Limits of a file.
const (
	maxBytes   = 32 << 20
	maxPages   = 2000
	headerSeen = 1024 // bytes among which the header must begin
)

// Extractor takes the text out of PDF files.
type Extractor struct{}

// New returns an extractor.
func New() *Extractor { return &Extractor{} }

// Format names the format.
func (*Extractor) Format() ingest.Format { return ingest.Format{Name: "pdf", Version: 1} }

// Limit returns 32 MB.
func (*Extractor) Limit() int { return maxBytes }

// Recognise looks for the header.
func (*Extractor) Recognise(content []byte) ingest.Confidence {
	if headerAt(content) < 0 {
		return ingest.NotMine
	}
	return ingest.Certain
}

func headerAt(content []byte) int {
	return bytes.Index(content[:min(len(content), headerSeen)], []byte("%PDF-"))
}

// Extract returns the text of all pages, one after the other.
func (*Extractor) Extract(ctx context.Context, content []byte) (ingest.Extract, error) {
	var extract ingest.Extract
	err := guarded(func() error {
		file, err := open(ctx, content)
		if err != nil {
			return err
		}
		extract, err = file.extract(ctx)
		return err
	})
	if err == nil {
		return extract, nil
	}
	if ended := ctx.Err(); ended != nil {
		return ingest.Extract{}, ended
	}
	if _, known := errors.AsType[*quarry.Error](err); known {
		return ingest.Extract{}, err
	}
	return ingest.Extract{}, quarry.Errorf(quarry.KindInvalid, "a damaged PDF: its structure cannot be read").Because(err)
}

// guarded turns the library's panics into errors: it panics at what is broken.
func guarded(do func() error) error {
	var err error
	func() {
		defer func() {
			if fault := recover(); fault != nil {
				if wrapped, ok := fault.(error); ok {
					err = wrapped
				} else {
					err = fmt.Errorf("%v", fault)
				}
			}
		}()
		err = do()
	}()
	return err
}

// file is an open PDF.
type file struct {
	reader *library.Reader
	fonts  *fontCache
}

func open(ctx context.Context, content []byte) (*file, error) {
	content = content[headerAt(content):]
	end := bytes.LastIndex(content, []byte("%%EOF"))
	if end < 0 {
		return nil, quarry.Errorf(quarry.KindInvalid, "a damaged PDF: its end is missing, it was cut off")
	}
	whole, err := newSource(ctx, content[:end+len("%%EOF")])
	if err != nil {
		return nil, err
	}
	reader, err := library.NewReader(whole, whole.size())
	switch {
	case errors.Is(err, library.ErrInvalidPassword):
		return nil, quarry.Errorf(quarry.KindUnsupported, "a PDF protected by a password")
	case err != nil && strings.Contains(err.Error(), "encrypt"):
		return nil, quarry.Errorf(quarry.KindUnsupported, "a PDF encrypted in a way that is not read").Because(err)
	case err != nil:
		return nil, fmt.Errorf("open: %w", err)
	}
	return &file{reader: reader, fonts: newFontCache()}, nil
}

func (f *file) extract(ctx context.Context) (ingest.Extract, error) {
	pages, cut := f.pages()
	if len(pages) == 0 {
		return ingest.Extract{}, quarry.Errorf(quarry.KindInvalid, "a damaged PDF: it has no pages")
	}
	d := document{}
	for number, page := range pages {
		if err := ctx.Err(); err != nil {
			return ingest.Extract{}, err
		}
		ingest.NotePlace(ctx, fmt.Sprintf("page %d", number+1))
		runs, err := f.read(page)
		if err != nil {
			d.unread = append(d.unread, strconv.Itoa(number+1))
		}
		d.pages = append(d.pages, linesOf(runs))
	}
	if err := d.judge(f.fonts); err != nil {
		return ingest.Extract{}, err
	}
	extract := ingest.Extract{Text: d.markdown(), Warnings: d.warnings(f.fonts)}
	if cut {
		extract.Warnings = append(extract.Warnings, fmt.Sprintf("only the first %d pages were read", maxPages))
	}
	info := f.reader.Trailer().Key("Info")
	extract.Title, extract.Metadata.Author = said(info.Key("Title").Text()), said(info.Key("Author").Text())
	return extract, nil
}

// longestSaid is the most bytes of what a file says of itself.
const longestSaid = 300

// said cleans what a file says of itself. The name of the program's own file is
// no title.
func said(text string) string {
	text = strings.Join(strings.Fields(strings.ToValidUTF8(strings.Map(printable, text), "")), " ")
	lower := strings.ToLower(text)
	if len(text) > longestSaid || strings.HasPrefix(lower, "microsoft word - ") || lower == "untitled" || strings.HasSuffix(lower, ".doc") || strings.HasSuffix(lower, ".docx") {
		return ""
	}
	return text
}
