package pdf

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// Limits of a file.
const (
	maxBytes   = 32 << 20
	maxPages   = 2000
	headerSeen = 1024 // bytes among which the header must begin
)

// Extractor takes the text out of PDF files.
type Extractor struct{ pageWords lexicon.Words }

const pageWords lexicon.Cue = "page_words"

// New returns an extractor that knows the words of a lexicon beside the numbers of pages.
func New(lexicon *lexicon.Lexicon) *Extractor {
	return &Extractor{pageWords: lexicon.Cues()[pageWords]}
}

// Format names the format.
func (*Extractor) Format() ingest.Format { return ingest.Format{Name: "pdf", Version: 2} }

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
func (e *Extractor) Extract(ctx context.Context, content []byte) (ingest.Extract, error) {
	file, err := open(ctx, content)
	if err != nil {
		return ingest.Extract{}, refused(ctx, err)
	}
	extract, err := file.extract(e.pageWords)
	if err != nil {
		return ingest.Extract{}, refused(ctx, err)
	}
	return extract, nil
}

// refused returns why a file is not read: the run has ended, or what is wrong with the file.
func refused(ctx context.Context, err error) error {
	if ended := ctx.Err(); ended != nil {
		return ended
	}
	if _, known := errors.AsType[*quarry.Error](err); known {
		return err
	}
	return quarry.Errorf(quarry.KindInvalid, "a damaged PDF: its structure cannot be read").Because(err)
}

// file is an open PDF.
type file struct {
	*objects

	fonts *fontCache
}

func open(ctx context.Context, content []byte) (*file, error) {
	content = content[headerAt(content):]
	end := bytes.LastIndex(content, []byte("%%EOF"))
	if end < 0 {
		return nil, quarry.Errorf(quarry.KindInvalid, "a damaged PDF: its end is missing, it was cut off")
	}
	work := newWork(ctx, end)
	all, err := newObjects(content[:end], work)
	if err != nil {
		return nil, cmp.Or(work.err, err)
	}
	return &file{objects: all, fonts: &fontCache{fonts: map[string]*font{}}}, nil
}

// Limits of what is kept of all pages. What is longer is no document that is read.
const (
	maxText  = 2 * ingest.MaxTextBytes
	maxLines = 1 << 20
)

func (f *file) extract(pageWords lexicon.Words) (ingest.Extract, error) {
	pages, cut := f.pages()
	if len(pages) == 0 {
		return ingest.Extract{}, cmp.Or(f.work.err, error(quarry.Errorf(quarry.KindInvalid, "a damaged PDF: it has no pages")))
	}
	d, length, lines := document{pageWords: pageWords}, 0, 0
	for number, page := range pages {
		f.work.page = number + 1
		ingest.NotePlace(f.work.ctx, fmt.Sprintf("page %d", f.work.page))
		read, whole := f.read(page)
		if !whole {
			d.unread = append(d.unread, strconv.Itoa(number+1))
		}
		d.pages = append(d.pages, read)
		lines += len(read)
		for _, one := range read {
			length += len(one.text)
		}
		if f.work.err != nil || length > maxText || lines > maxLines {
			cut = true
			break
		}
	}
	if err := f.work.ctx.Err(); err != nil {
		return ingest.Extract{}, err
	}
	if f.work.err != nil && f.fonts.letters == 0 {
		return ingest.Extract{}, f.work.err
	}
	if err := d.judge(f.fonts); err != nil {
		return ingest.Extract{}, err
	}
	extract := ingest.Extract{Text: d.markdown(), Warnings: d.warnings(f.fonts)}
	switch {
	case f.work.err != nil:
		extract.Warnings = append(extract.Warnings, fmt.Sprintf("only the first %d of %d pages were read, the last in part: the rest takes more work than the file's length and its text account for", len(d.pages), len(pages)))
	case cut:
		extract.Warnings = append(extract.Warnings, fmt.Sprintf("only the first %d pages were read", len(d.pages)))
	}
	info := f.trailer["Info"]
	extract.Title, extract.Metadata.Author = f.said(info, "Title"), f.said(info, "Author")
	return extract, nil
}

// longestSaid is the most bytes of what a file says of itself.
const longestSaid = 300

// said returns what a file says of itself. The name of the program's own file is no title.
func (f *file) said(info object, name string) string {
	found := as[plain](f.key(info, name))
	if len(found) > 4*longestSaid {
		return ""
	}
	text := understood(found).Text()
	text = strings.Join(strings.Fields(strings.ToValidUTF8(strings.Map(printable, text), "")), " ")
	lower := strings.ToLower(text)
	if len(text) > longestSaid || strings.HasPrefix(lower, "microsoft word - ") || lower == "untitled" || strings.HasSuffix(lower, ".doc") || strings.HasSuffix(lower, ".docx") {
		return ""
	}
	return text
}
