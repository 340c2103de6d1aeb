package charset_test

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/unicode"

	"github.com/quarrykb/quarry/ingest/format/charset"
)

// encoded writes a text in an encoding, which has to have all its letters.
func encoded(tb testing.TB, name, text string) []byte {
	tb.Helper()
	to, err := htmlindex.Get(name)
	if err != nil {
		tb.Fatal(err)
	}
	content, err := to.NewEncoder().String(text)
	if err != nil {
		return nil
	}
	return []byte(content)
}

// lengths returns a text in full, its first two lines, and so much of it as a page has.
func lengths(text string) []string {
	lines := strings.SplitAfter(text, "\n")
	return []string{text, lines[0] + lines[1], strings.Repeat(text, 6)}
}

// What cannot be told is Russian of DOS, which the detector does not know, and few words of
// another script. Of the detectors that were tried, without the judgement of what looks like
// a text, gogs/chardet told 143 of the 165 and took the others for something else,
// wlynxg/chardet 130 and saintfish/chardet 125.
func TestMostTextsAreToldAndNoneIsTakenForAnother(t *testing.T) {
	t.Parallel()
	const fewest = 144
	told, all := 0, foreign(t)
	for _, one := range all {
		name := charset.Guess(one.content)
		if name == "" {
			t.Logf("%s, %d bytes: not told", one.name, len(one.content))
			continue
		}
		told++
		if got, err := charset.Decode(one.content, name); err != nil || string(got) != one.text {
			t.Errorf("%s, %d bytes: taken for %s, which says %.80q (%v)", one.name, len(one.content), name, got, err)
		}
	}
	if told < fewest {
		t.Errorf("told %d of %d, want at least %d", told, len(all), fewest)
	}
}

// written is a text in an encoding.
type written struct {
	name, text string
	content    []byte
}

// foreign returns the samples, long and short, in each of their encodings that has all of
// their letters, where that is not UTF-8 as well.
func foreign(t *testing.T) []written {
	t.Helper()
	var all []written
	for _, of := range samples() {
		for _, in := range of.encodings {
			for _, text := range lengths(of.text) {
				if content := encoded(t, in, text); content != nil && !utf8.Valid(content) {
					all = append(all, written{of.name + " in " + in, text, content})
				}
			}
		}
	}
	return all
}

// An encoding that the detector does not know is hardly ever taken for another one.
func TestATextOfAnotherSystemIsSeldomTakenForOneOfWindows(t *testing.T) {
	t.Parallel()
	const most = 8
	wrong, all := 0, 0
	for _, of := range samples() {
		for _, in := range []*charmap.Charmap{
			charmap.Macintosh, charmap.MacintoshCyrillic, charmap.CodePage437, charmap.CodePage850, charmap.CodePage852, charmap.CodePage866,
		} {
			content, err := in.NewEncoder().Bytes([]byte(of.text))
			if err != nil || utf8.Valid(content) {
				continue
			}
			all++
			name := charset.Guess(content)
			if got, err := charset.Decode(content, name); err == nil && string(got) != of.text {
				t.Logf("%s in %s was taken for %s", of.name, in, name)
				wrong++
			}
		}
	}
	if wrong > most {
		t.Errorf("%d of %d were taken for another encoding, want at most %d", wrong, all, most)
	}
}

func TestUTF16WithoutAMarkIsTold(t *testing.T) {
	t.Parallel()
	for _, of := range samples() {
		for name, order := range map[string]unicode.Endianness{"utf-16le": unicode.LittleEndian, "utf-16be": unicode.BigEndian} {
			text := strings.Repeat(of.text, 4)
			content, err := unicode.UTF16(order, unicode.IgnoreBOM).NewEncoder().Bytes([]byte(text))
			if err != nil {
				t.Fatal(err)
			}
			if got := charset.Wide(content); got != name {
				t.Errorf("%s in %s: told %q", of.name, name, got)
			}
		}
	}
}

func TestWhatIsNoTextIsNotTold(t *testing.T) {
	t.Parallel()
	for name, content := range map[string]string{
		"control characters":      "caf\xe9\x01\x02 au lait\n",
		"a compressed file":       "\x78\x9c\xcb\x48\xcd\xc9\xc9\x57\x28\xcf\x2f\xca\x49\x51\xe4\x02",
		"numbers of four bytes":   strings.Repeat("\x01\x00\x00\x00\x20\x00\x00\x00", 20),
		"one letter in a word":    "\xe4\xf6\xfc\xdf",
		"letters without a word":  "\xff\xfe\xfd\xfc\xfb\xfa\xf9",
		"nothing but half a word": "\x81",
		"an empty text":           "",
	} {
		if got := charset.Guess([]byte(content)) + charset.Wide([]byte(content)); got != "" {
			t.Errorf("%s was taken for %s", name, got)
		}
	}
}

func TestWhatAFileDeclaresIsFound(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct{ content, want string }{
		"a page":                      {"<html><head><meta charset=Shift_JIS>\x83\x81", "shift_jis"},
		"an older page":               {"<meta http-equiv=content-type content='text/html; charset=latin1'>", "windows-1252"},
		"a page of XML":               {"<?xml version='1.0' encoding='ISO-8859-2'?>\n<html>\xb1", "iso-8859-2"},
		"XML with spaces":             {" \n<?xml version=\"1.0\" encoding = \"koi8-r\" standalone=\"no\" ?>", "koi8-r"},
		"a page that says nothing":    {"<html><p>caf\xe9", ""},
		"a page with letters of UTF8": {"<html><p>café", ""},
		"one that says nonsense":      {"<?xml version='1.0' encoding='klingon'?>", ""},
		"a declaration without end":   {"<?xml version='1.0' encoding='koi8-r'", ""},
		"a declaration without name":  {"<?xml version='1.0' encoding=?>", ""},
		"a text about charsets":       {"The charset of a page is told by a meta tag.\n", "windows-1252"},
	} {
		if got := charset.DeclaredByPage([]byte(tc.content)); got != tc.want {
			t.Errorf("%s: declared %q, want %q", name, got, tc.want)
		}
	}
}

func TestATornTextIsUTF8AllTheSame(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{
		"Crème fraîche, oran\xe9": 1, "caf\xe9": 0, "café": 0, "plain": 0, "ü\xfc": 1, "ü\xfc\xe4": 0,
	} {
		if got := charset.Torn([]byte(text)); got != want {
			t.Errorf("%q has %d torn bytes, want %d", text, got, want)
		}
	}
}

func FuzzGuess(f *testing.F) {
	for _, of := range samples() {
		f.Add(encoded(f, of.encodings[0], of.text))
	}
	f.Add([]byte("\x8f\xa1"))
	f.Add([]byte("\x81\x30\x81"))
	f.Fuzz(func(t *testing.T, content []byte) {
		name := charset.Guess(content)
		if again := charset.Guess(content); again != name {
			t.Errorf("told %q, and then %q", name, again)
		}
		charset.Wide(content)
		charset.DeclaredByPage(content)
		text, err := charset.DecodeAnyway(content, "gb18030")
		if err != nil || !utf8.Valid(text) {
			t.Errorf("decoded to %q (%v), want UTF-8", text, err)
		}
		if text, err := charset.Decode(content, name); err == nil && (!utf8.Valid(text) || bytes.IndexByte(text, 0) >= 0) {
			t.Errorf("decoded to %q, want a text", text)
		}
	})
}
