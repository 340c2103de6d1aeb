package ingest_test

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/ingesttest"
)

// zipOf returns an archive of members that are stored as they are.
func zipOf(t *testing.T, members ...string) string {
	t.Helper()
	var archive bytes.Buffer
	w := zip.NewWriter(&archive)
	for _, name := range members {
		name, content, _ := strings.Cut(name, "=")
		file, err := w.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Store})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(file, content); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return archive.String()
}

func TestAFormatThatIsNoTextIsNamedWithWhatToDo(t *testing.T) {
	t.Parallel()
	p := pipeline(t)
	const filler = "\x00\x01\x02\x03 and so on"
	for name, tc := range map[string]struct{ content, code, reason string }{
		"a photo":          {"\xff\xd8\xff\xe0" + filler, "image", "an image (JPEG)"},
		"a WebP picture":   {"RIFF\x10\x00\x00\x00WEBPVP8 ", "image", "an image (WebP)"},
		"a phone's photo":  {"\x00\x00\x00\x18ftypheic" + filler, "image", "HEIC"},
		"a drawing":        {"<?xml version=\"1.0\"?>\n<!-- a pot -->\n<svg width=\"1\"/>\n", "image", "SVG"},
		"a song":           {"ID3\x04" + filler, "audio_or_video", "MP3"},
		"a film":           {"\x00\x00\x00\x18ftypisom" + filler, "audio_or_video", "MP4"},
		"a ZIP archive":    {zipOf(t, "notes/a.md=# Dough"), "archive", "unpack it, and ingest the folder"},
		"a gzip archive":   {"\x1f\x8b\x08" + filler, "archive", "unpack it, and ingest what was in it"},
		"a 7z archive":     {"7z\xbc\xaf\x27\x1c" + filler, "archive", "a 7z archive"},
		"a RAR archive":    {"Rar!\x1a\x07\x01" + filler, "archive", "a RAR archive"},
		"a tar archive":    {"a.md" + strings.Repeat("\x00", 253) + "ustar\x00", "archive", "a tar archive"},
		"an Anki package":  {zipOf(t, "collection.anki2=SQLite", "media={}"), "anki_package", "Notes in Plain Text, or with CrowdAnki"},
		"a newer one":      {zipOf(t, "meta=x", "collection.anki21b=zstd"), "anki_package", "CrowdAnki"},
		"a Word document":  {zipOf(t, "[Content_Types].xml=<x/>", "word/document.xml=<x/>"), "office_document", "a Word document: save it as"},
		"a spreadsheet":    {zipOf(t, "[Content_Types].xml=<x/>", "xl/workbook.xml=<x/>"), "office_document", "CSV"},
		"a book":           {zipOf(t, "mimetype=application/epub+zip", "book.opf=<x/>"), "office_document", "EPUB"},
		"a free text":      {zipOf(t, "mimetype=application/vnd.oasis.opendocument.text", "content.xml=<x/>"), "office_document", "an OpenDocument text"},
		"an old document":  {"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + filler, "office_document", "of the old kind"},
		"rich text":        {`{\rtf1\ansi Flour\par}`, "office_document", "Rich Text"},
		"a database":       {"SQLite format 3\x00" + filler, "database", "a SQLite database"},
		"a PDF":            {"%PDF-1.7\n" + filler, "pdf", "a PDF"},
		"a program":        {"\x7fELF\x02" + filler, "program", "a program"},
		"another program":  {"MZ\x90\x00" + filler, "program", "a program"},
		"an unknown thing": {"Q" + filler, "binary", "binary"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := p.Read(t.Context(), textSource("a.md", tc.content))
			refused, ok := errors.AsType[*ingest.StageError](err)
			if !ok || !quarry.IsKind(err, quarry.KindUnsupported) {
				t.Fatalf("error = %v, want one of kind %d", err, quarry.KindUnsupported)
			}
			if got := refused.Rejection(); got.Code != tc.code || !strings.Contains(got.Reason, tc.reason) {
				t.Errorf("rejection = %+v; want code %q and a reason with %q", got, tc.code, tc.reason)
			}
		})
	}
}

func TestATextMayBeginLikeNoText(t *testing.T) {
	t.Parallel()
	p := pipeline(t)
	for _, text := range []string{
		"MZ is the mark of a program\n", "PK is short for a name\n", "RIFF\n", "7z and rar are archives\n", "BZh\n",
		"GIF or PNG?\n", "ID3 tags\n", "%PD\n", "What does <svg> draw?\n", "<?xml version=\"1.0\"?>\n<note>Salt</note>\n", "ftyp\n",
	} {
		if _, err := p.Read(t.Context(), textSource("a.md", text)); err != nil {
			t.Errorf("%q is refused: %v", text, err)
		}
	}
}

// endless is a film that must not be read to its end.
type endless struct{ read int }

func (e *endless) Read(p []byte) (int, error) {
	clear(p)
	if e.read == 0 {
		copy(p, "\x1aE\xdf\xa3")
	}
	e.read += len(p)
	return len(p), nil
}

func TestOfAFilmOnlyTheBeginningIsRead(t *testing.T) {
	t.Parallel()
	film := &endless{}
	source := textSource("a.mkv", "")
	source.Open = func() (io.ReadCloser, error) { return io.NopCloser(film), nil }
	_, err := pipeline(t).Read(t.Context(), source)
	if !quarry.IsKind(err, quarry.KindUnsupported) || film.read > 2*ingest.HeadBytes {
		t.Errorf("read %d bytes, error %v; want a beginning and a refusal", film.read, err)
	}
}

// pictureReader takes the text out of pictures.
type pictureReader struct{}

func (pictureReader) Format() ingest.Format { return ingest.Format{Name: "picture", Version: 1} }
func (pictureReader) Limit() int            { return 1 << 20 }

func (pictureReader) Recognise(content []byte) ingest.Confidence {
	if bytes.HasPrefix(content, []byte("\x89PNG")) {
		return ingest.Certain
	}
	return ingest.NotMine
}

func (pictureReader) Extract(context.Context, []byte) (ingest.Extract, error) {
	return ingest.Extract{Text: []byte("Salt dissolves.\n")}, nil
}

func TestAFormatThatAnExtractorReadsIsNotRefused(t *testing.T) {
	t.Parallel()
	p := ingest.NewPipeline(ingest.Config{
		Extractors: []ingest.Extractor{pictureReader{}}, Parsers: []ingest.Parser{lineParser{}},
		Lexicon: ingesttest.Lexicon(t), Log: discard(), Now: epoch,
	})
	raw, err := p.Read(t.Context(), textSource("a.png", "\x89PNG\r\n\x1a\n\x00"))
	if err != nil || string(raw.Text.Bytes) != "Salt dissolves.\n" {
		t.Errorf("read %+v, error %v; want what was taken out of it", raw, err)
	}
}
