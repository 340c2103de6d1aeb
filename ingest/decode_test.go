package ingest_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/ingesttest"
)

const recipe = "# Soße\n\nWann ist die Soße „fertig“? 😀\nWenn sie den Löffel überzieht.\n"

// in16 writes a text in UTF-16.
func in16(order binary.AppendByteOrder, text string) string {
	var out []byte
	for _, unit := range utf16.Encode([]rune(text)) {
		out = order.AppendUint16(out, unit)
	}
	return string(out)
}

func in32(order binary.AppendByteOrder, text string) string {
	var out []byte
	for _, r := range text {
		out = order.AppendUint32(out, uint32(r))
	}
	return string(out)
}

func TestATextInAnotherFormOfUnicodeIsConvertedAndSaidToBe(t *testing.T) {
	t.Parallel()
	const mark = "\ufeff"
	long := strings.Repeat(strings.Repeat("Ein Kuchen. ", 10)+"\n", 30_000)
	for name, tc := range map[string]struct{ content, text, says string }{
		"UTF-16LE":                      {in16(binary.LittleEndian, mark+recipe), recipe, "UTF-16LE was converted"},
		"UTF-16BE":                      {in16(binary.BigEndian, mark+recipe), recipe, "UTF-16BE was converted"},
		"UTF-32LE":                      {in32(binary.LittleEndian, mark+recipe), recipe, "UTF-32LE was converted"},
		"UTF-32BE":                      {in32(binary.BigEndian, mark+recipe), recipe, "UTF-32BE was converted"},
		"UTF-16LE without a mark":       {in16(binary.LittleEndian, recipe), recipe, "UTF-16LE was converted"},
		"UTF-16BE without a mark":       {in16(binary.BigEndian, recipe), recipe, "UTF-16BE was converted"},
		"more than 4 MB of it":          {in16(binary.LittleEndian, mark+long), long, "UTF-16LE was converted"},
		"old Macintosh lines":           {"Salt?\r\rA mineral.\r", "Salt?\n\nA mineral.\n", "3 line ends of one carriage return"},
		"the same, in UTF-16":           {in16(binary.BigEndian, mark+"a\rb\r"), "a\nb\n", "2 line ends"},
		"UTF-16 with half a character":  {in16(binary.LittleEndian, mark+"salt\n") + "\x00\xd8", "salt\n\ufffd", "broken UTF-16LE"},
		"a Chinese text with a mark":    {in16(binary.LittleEndian, mark+"盐是什么？\n"), "盐是什么？\n", "UTF-16LE was converted"},
		"a few line feeds among others": {"a\rb\rc\rd\ne\r\nf", "a\nb\nc\nd\ne\r\nf", "3 line ends"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			k := ingested(t, tc.content)
			if got := string(k.Content.Text); got != tc.text {
				t.Errorf("text = %.80q, want %.80q", got, tc.text)
			}
			if says := strings.Join(k.Document.Report.Warnings, "\n"); !strings.Contains(says, tc.says) {
				t.Errorf("warnings = %q, want one that says %q", says, tc.says)
			}
			if string(k.Content.Original) != tc.content || k.Document.TextOf != quarry.TextOfExtract ||
				k.Document.SHA256 != ingest.Hash([]byte(tc.content)) || k.Document.Bytes != int64(len(tc.content)) ||
				k.Document.TextSHA256 != ingest.Hash([]byte(tc.text)) {
				t.Errorf("document = %+v, want the extract of the file, whose own bytes are kept", k.Document)
			}
		})
	}
}

// ingested takes a text through all stages but the last.
func ingested(t *testing.T, content string) quarry.Knowledge {
	t.Helper()
	p := pipeline(t)
	raw, err := p.Read(t.Context(), textSource("a.md", content))
	if err != nil {
		t.Fatal(err)
	}
	tagged, err := p.Prepare(t.Context(), raw)
	if err != nil {
		t.Fatal(err)
	}
	return tagged.Knowledge
}

func TestATextInUTF8StaysAsItIs(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"Windows' line ends":     "a\r\n\r\nb\r\n",
		"a stray return":         "a\rb\nc\nd\n",
		"a mark":                 "\ufeffa\n",
		"a mark inside":          "a\n\ufeffb\n",
		"from right to left":     "מה זה מלח?\nמינרל.\n\u202eabc\u202c\n",
		"a line feed at the end": "a\n",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			k := ingested(t, text)
			if string(k.Content.Text) != text || k.Content.Original != nil {
				t.Errorf("text %q, original %q; want the file itself", k.Content.Text, k.Content.Original)
			}
			if k.Document.TextOf != quarry.TextOfFile || k.Document.Report.Coverage != 1 {
				t.Errorf("document = %+v; want the file's own text, all of it accounted for", k.Document)
			}
		})
	}
}

// paper is an extractor of a format that begins with some bytes. Its text is
// the length of the file and how many carriage returns it has.
type paper struct{ begins string }

func (paper) Format() ingest.Format { return ingest.Format{Name: "paper", Version: 1} }

func (paper) Limit() int { return 1 << 20 }

func (p paper) Recognise(content []byte) ingest.Confidence {
	if bytes.HasPrefix(content, []byte(p.begins)) {
		return ingest.Certain
	}
	return ingest.NotMine
}

func (paper) Extract(_ context.Context, content []byte) (ingest.Extract, error) {
	return ingest.Extract{Text: fmt.Appendf(nil, "%d bytes, %d returns", len(content), bytes.Count(content, []byte("\r")))}, nil
}

func TestAFileThatIsNoTextReachesItsExtractorAsItIs(t *testing.T) {
	t.Parallel()
	for name, content := range map[string]string{
		"a PDF with lines of one return": "%PDF-1.4\r%\xe2\xe3\rstream\r\nx\x9c\r\x01\rendstream\r",
		"another one, with a zero byte":  "%PAGE\rstream\rx\x9c\r\x00\rendstream\r",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := ingest.NewPipeline(ingest.Config{
				Extractors: []ingest.Extractor{paper{"%P"}}, Parsers: []ingest.Parser{lineParser{}},
				Lexicon: ingesttest.Lexicon(t), Log: discard(), Now: epoch,
			})
			k := knowledge(t, p, textSource("a.pdf", content))
			want := fmt.Sprintf("%d bytes, %d returns", len(content), strings.Count(content, "\r"))
			if got := string(k.Content.Text); got != want || len(k.Document.Report.Warnings) > 0 {
				t.Errorf("extracted from %q with the warnings %q, want %q and none", got, k.Document.Report.Warnings, want)
			}
		})
	}
}
