package ingest

import (
	"bytes"
	"slices"
	"strings"
)

// foreign is a format that holds no text which could be read as it lies there.
// Code groups formats in reports.
type foreign struct {
	code   string
	name   string
	advice string
}

// The codes of rejected formats.
const (
	codeImage    = "image"
	codeMedia    = "audio_or_video"
	codeArchive  = "archive"
	codeOffice   = "office_document"
	codeAnki     = "anki_package"
	codePDF      = "pdf"
	codeDatabase = "database"
	codeProgram  = "program"
	codeFont     = "font"
	codeBinary   = "binary"
	codeEncoding = "encoding"
	codeEmpty    = "empty"
)

// What to do with them.
const (
	noText     = "there is no text in it to read"
	unpack     = "unpack it, and ingest the folder"
	unpackFile = "unpack it, and ingest what was in it"
	saveAsText = "save it as Markdown, HTML or plain text"
	exportIt   = "export what it holds as CSV, JSON Lines or plain text"
)

// foreignFormat tells a format by the beginning of a file, nil where it is none
// that is known and not text. Only what no text begins with is looked for.
func foreignFormat(head []byte) *foreign {
	for _, m := range magics() {
		if at := m.at; len(head) >= at+len(m.bytes) && string(head[at:at+len(m.bytes)]) == m.bytes {
			return &m.foreign
		}
	}
	switch {
	case bytes.HasPrefix(head, []byte("PK\x03\x04")):
		return zipped(head)
	case bytes.HasPrefix(head, []byte("RIFF")) && len(head) >= 12:
		if form := string(head[8:12]); form != "WEBP" {
			return &foreign{codeMedia, "a recording (" + strings.TrimSpace(form) + ")", noText}
		}
		return &foreign{codeImage, "an image (WebP)", noText}
	case len(head) >= 12 && string(head[4:8]) == "ftyp": // the family of MP4, with pictures in it
		if brand := string(head[8:12]); slices.Contains([]string{"heic", "heix", "mif1", "avif"}, brand) {
			return &foreign{codeImage, "an image (" + strings.ToUpper(brand) + ")", noText}
		}
		return &foreign{codeMedia, "a recording (MP4)", noText}
	case bytes.HasPrefix(head, []byte("MZ")) && bytes.IndexByte(head, 0) > 0:
		return &foreign{codeProgram, "a program", noText}
	case isDrawing(head):
		return &foreign{codeImage, "a drawing (SVG)", "it is a picture, not a document"}
	}
	return nil
}

// magic is what a format's files have at a place.
type magic struct {
	foreign

	at    int
	bytes string
}

// magicsOf returns the magic of formats that have it at their beginning: pairs
// of a name and the bytes.
func magicsOf(code, advice string, pairs ...string) []magic {
	list := make([]magic, 0, len(pairs)/2)
	for i := 0; i+1 < len(pairs); i += 2 {
		list = append(list, magic{foreign: foreign{code, pairs[i], advice}, bytes: pairs[i+1]})
	}
	return list
}

// magics lists the formats that a few bytes tell, code by code.
func magics() []magic {
	return slices.Concat(
		magicsOf(codeImage, noText,
			"an image (PNG)", "\x89PNG\r\n\x1a\n", "an image (JPEG)", "\xff\xd8\xff", "an image (GIF)", "GIF87a",
			"an image (GIF)", "GIF89a", "an image (TIFF)", "II*\x00", "an image (TIFF)", "MM\x00*",
			"an image (icon)", "\x00\x00\x01\x00", "an image (Photoshop)", "8BPS\x00",
			"an image (JPEG XL)", "\x00\x00\x00\x0cJXL ", "an image (JPEG 2000)", "\x00\x00\x00\x0cjP  "),
		magicsOf(codeMedia, noText,
			"a sound file (MP3)", "ID3\x02", "a sound file (MP3)", "ID3\x03", "a sound file (MP3)", "ID3\x04",
			"a sound file (MP3)", "\xff\xfb", "a sound file (FLAC)", "fLaC\x00", "a recording (Ogg)", "OggS\x00",
			"a sound file (MIDI)", "MThd\x00", "a video (Matroska or WebM)", "\x1aE\xdf\xa3"),
		magicsOf(codeArchive, unpack,
			"a 7z archive", "7z\xbc\xaf\x27\x1c", "a RAR archive", "Rar!\x1a\x07",
			"an empty ZIP archive", "PK\x05\x06", "a ZIP archive", "PK\x07\x08"),
		magicsOf(codeArchive, unpackFile,
			"a gzip archive", "\x1f\x8b", "an xz archive", "\xfd7zXZ\x00", "a zstd archive", "\x28\xb5\x2f\xfd",
			"a bzip2 archive", "BZh91AY&SY", "an lz4 archive", "\x04\x22\x4d\x18"),
		[]magic{
			{foreign: foreign{codeArchive, "a tar archive", unpack}, at: 257, bytes: "ustar"},
			{foreign: foreign{codeOffice, "a Kindle book", saveAsText}, at: 60, bytes: "BOOKMOBI"},
		},
		magicsOf(codePDF, "export its text, or ingest the page that it was made of", "a PDF", "%PDF-"),
		magicsOf(codeOffice, saveAsText,
			"an Office document of the old kind", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
			"a Rich Text document", `{\rtf`, "a PostScript document", "%!PS-", "a DjVu document", "AT&TFORM"),
		magicsOf(codeDatabase, exportIt,
			"a SQLite database", "SQLite format 3\x00", "a Parquet table", "PAR1", "an HDF5 file", "\x89HDF\r\n"),
		magicsOf(codeProgram, noText,
			"a program", "\x7fELF", "a program", "\xcf\xfa\xed\xfe", "a program", "\xca\xfe\xba\xbe",
			"a WebAssembly module", "\x00asm"),
		magicsOf(codeFont, noText,
			"a font", "wOFF", "a font", "wOF2", "a font", "OTTO\x00", "a font", "\x00\x01\x00\x00\x00"))
}

// zipped tells what a ZIP archive is by the names of what lies in it.
func zipped(head []byte) *foreign {
	const local = "PK\x03\x04"
	for rest := head; len(rest) > 0; {
		at := bytes.Index(rest, []byte(local))
		if at < 0 {
			break
		}
		member := memberAt(rest[at:])
		for _, p := range packages() {
			if strings.HasPrefix(member, p.bytes) {
				return &p.foreign
			}
		}
		rest = rest[at+len(local):]
	}
	return &foreign{codeArchive, "a ZIP archive", unpack}
}

// memberAt returns the name of a member of an archive and what follows it, from
// the member's header on.
func memberAt(header []byte) string {
	const nameLength, name, longest = 26, 30, 128
	if len(header) < name {
		return ""
	}
	size := int(header[nameLength]) | int(header[nameLength+1])<<8
	if string(header[name:min(len(header), name+len("mimetype"))]) == "mimetype" {
		size = longest // the type itself stands behind the name
	}
	return string(header[name:min(len(header), name+size)])
}

// packages lists the formats that are ZIP archives, by how the name of a member begins; the
// type of EPUB and OpenDocument stands behind the name of the first one.
func packages() []magic {
	return slices.Concat(
		magicsOf(codeAnki, "export it from Anki as Notes in Plain Text, or with CrowdAnki as JSON", "an Anki package", "collection.anki2"),
		magicsOf(codeOffice, saveAsText,
			"a Word document", "word/", "a PowerPoint presentation", "ppt/", "an EPUB book", "mimetypeapplication/epub+zip",
			"an OpenDocument text", "mimetypeapplication/vnd.oasis.opendocument.text",
			"an OpenDocument file", "mimetypeapplication/vnd.oasis.opendocument"),
		magicsOf(codeOffice, "save its sheets as CSV", "an Excel workbook", "xl/"),
		magicsOf(codeProgram, noText, "a Java archive", "META-INF/MANIFEST.MF"))
}

// isDrawing reports whether a file is an SVG picture: its first element says so.
func isDrawing(head []byte) bool {
	const near = 2048
	text := bytes.TrimLeft(bytes.TrimPrefix(head[:min(len(head), near)], []byte(byteOrderMark)), " \t\r\n")
	if bytes.HasPrefix(text, []byte("<svg")) {
		return true
	}
	declared := bytes.HasPrefix(text, []byte("<?xml")) || bytes.HasPrefix(text, []byte("<!DOCTYPE svg"))
	return declared && bytes.Contains(text, []byte("<svg"))
}
