package ingest_test

import (
	"encoding/binary"
	"fmt"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
)

const (
	soup     = "Was gehört in die Suppe?\nMöhren, Sellerie und „grüne“ Kräuter.\n"
	porridge = "Что такое каша?\nКрупа, сваренная в воде или в молоке.\nПочему она густеет? Крахмал набухает.\n"
	noodles  = "麺とは何ですか。\n小麦粉を水でこねて、細長く切った食べ物です。\nなぜ塩を入れるのですか。\n"
	tea      = "茶是什么？\n茶是用茶树的叶子做的饮料。\n为什么水不能太热？\n因为它会变苦。\n"
	broth    = "什麼是高湯？\n高湯是用骨頭熬煮的湯。\n為什麼要慢慢地煮？\n因為這樣味道比較好。\n"
)

// in writes a text in an encoding.
func in(tb testing.TB, to encoding.Encoding, text string) string {
	tb.Helper()
	content, err := to.NewEncoder().String(text)
	if err != nil {
		tb.Fatal(err)
	}
	return content
}

func TestATextThatIsNotUTF8IsDecodedAndItsEncodingIsKept(t *testing.T) {
	t.Parallel()
	polish := "<?xml version='1.0' encoding='ISO-8859-2'?>\n<a>Zupa jest gorąca.</a>\n"
	long := strings.Repeat(strings.Repeat("Größe, ", 8)+"\n", 55_000)
	for name, tc := range map[string]struct{ content, text, encoding, says string }{
		"UTF-8":                 {soup, soup, "utf-8", ""},
		"UTF-8 with a mark":     {"\ufeff" + soup, "\ufeff" + soup, "utf-8", ""},
		"UTF-16":                {in16(binary.LittleEndian, "\ufeff"+soup), soup, "utf-16le", "UTF-16LE was"},
		"Russian in UTF-16":     {in16(binary.BigEndian, porridge), porridge, "utf-16be", "UTF-16BE was"},
		"Windows-1252":          {in(t, charmap.Windows1252, soup), soup, "windows-1252", "windows-1252, by the look of it, was"},
		"Latin-1":               {in(t, charmap.ISO8859_1, recipe[:20]), recipe[:20], "windows-1252", "by the look of it"},
		"nearly 4 MB":           {in(t, charmap.ISO8859_1, long), long, "windows-1252", "by the look of it"},
		"Windows-1251":          {in(t, charmap.Windows1251, porridge), porridge, "windows-1251", "windows-1251"},
		"KOI8-R":                {in(t, charmap.KOI8R, porridge), porridge, "koi8-r", "koi8-r"},
		"Shift_JIS":             {in(t, japanese.ShiftJIS, noodles), noodles, "shift_jis", "shift_jis"},
		"EUC-JP":                {in(t, japanese.EUCJP, noodles), noodles, "euc-jp", "euc-jp"},
		"GBK":                   {in(t, simplifiedchinese.GBK, tea), tea, "gb18030", "gb18030"},
		"Big5":                  {in(t, traditionalchinese.Big5, broth), broth, "big5", "big5"},
		"XML that declares it":  {in(t, charmap.ISO8859_2, polish), polish, "iso-8859-2", "iso-8859-2 was"},
		"old Macintosh lines":   {"caf\xe9\rcr\xe8me\rth\xe9\r", "café\ncrème\nthé\n", "windows-1252", "3 line ends"},
		"a text of ASCII alone": {"Salt?\nA mineral.\n", "Salt?\nA mineral.\n", "utf-8", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			k := ingested(t, tc.content)
			d := k.Document
			if string(k.Content.Text) != tc.text || d.Encoding != tc.encoding {
				t.Errorf("text = %.80q from %s, want %.80q from %s", k.Content.Text, d.Encoding, tc.text, tc.encoding)
			}
			if says := strings.Join(d.Report.Warnings, "\n"); (says == "") != (tc.says == "") || !strings.Contains(says, tc.says) {
				t.Errorf("warnings = %q, want %q in them", says, tc.says)
			}
			checkKept(t, k, tc.content, tc.says != "")
		})
	}
}

// checkKept wants the hashes of a file and of its text, and the file kept where the text
// was decoded.
func checkKept(t *testing.T, k quarry.Knowledge, content string, decoded bool) {
	t.Helper()
	d := k.Document
	if d.SHA256 != ingest.Hash([]byte(content)) || d.TextSHA256 != ingest.Hash(k.Content.Text) || d.Bytes != int64(len(content)) {
		t.Errorf("document = %+v, want the hashes and the length of both", d)
	}
	kept, of := "", quarry.TextOfFile
	if decoded {
		kept, of = content, quarry.TextOfExtract
	}
	if string(k.Content.Original) != kept || d.TextOf != of {
		t.Errorf("%d bytes of the file are kept, the text is of the %s; want %d, of the %s", len(k.Content.Original), d.TextOf, len(kept), of)
	}
}

// Two bytes a letter in UTF-8 are one in Latin-1.
func TestTheDecodedTextIsHeldToTheLimit(t *testing.T) {
	t.Parallel()
	line := strings.Repeat("Gr\xf6\xdfe ", 10) + "\n"
	content := strings.Repeat(line, ingest.MaxTextBytes/len(line))
	_, err := pipeline(t).Read(t.Context(), textSource("a.md", content))
	if !quarry.IsKind(err, quarry.KindTooLarge) || !strings.Contains(err.Error(), "4 MB") {
		t.Errorf("error = %v for %d bytes, want the text to be too long", err, len(content))
	}
}

// The last part alone could not be told: it is in what the file is in.
func TestThePartsOfAFileOfRecordsAreInTheEncodingOfItsBeginning(t *testing.T) {
	t.Parallel()
	p, to := splitting(t, &splitter{}), newShelf()
	parts := []string{tea, "plain\n", "显存\n"}
	sources := texts("x.jsonl", in(t, simplifiedchinese.GBK, file(parts...)), "2", in(t, charmap.Windows1252, soup))
	want := map[string]ingest.Status{"x.jsonl": ingest.Added, "x.jsonl/2": ingest.Added, "x.jsonl/3": ingest.Added, "2": ingest.Added}
	got, _ := ingestAll(t, p, to, sources)
	if diff := gocmp.Diff(want, got); diff != "" {
		t.Fatalf("documents (-want +got):\n%s", diff)
	}
	for path, want := range map[string]string{
		"x.jsonl": "gb18030 extract", "x.jsonl/2": "utf-8 file", "x.jsonl/3": "gb18030 extract", "2": "windows-1252 extract",
	} {
		d := to.at(t, "main", path).Document
		if got := fmt.Sprint(d.Encoding, " ", d.TextOf); got != want {
			t.Errorf("%s is in %s, want %s", path, got, want)
		}
	}
	if k := to.at(t, "main", "x.jsonl/3"); strings.TrimSpace(string(k.Content.Text)) != "显存" || k.Document.SHA256 != ingest.Hash(k.Content.Original) {
		t.Errorf("the last part is %q, kept as %q; want what it says, and its bytes", k.Content.Text, k.Content.Original)
	}
	before := to.documents
	second, _ := ingestAll(t, p, to, sources)
	became, err := again(t, p, wholeShelf{shelf: to}, to)
	for path := range want {
		if second[path] != ingest.Unchanged || became[path] != ingest.Unchanged || err != nil {
			t.Errorf("%s is %q in the second run, and %q when it is read again (%v); want it unchanged", path, second[path], became[path], err)
		}
	}
	if diff := gocmp.Diff(before, to.documents); diff != "" {
		t.Errorf("documents changed (-before +after):\n%s", diff)
	}
}
