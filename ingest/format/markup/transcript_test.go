package markup_test

import (
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/format/markup"
)

func TestWhatIsFoundComesBackToWhereItStands(t *testing.T) {
	t.Parallel()
	text := ingest.NewText([]byte("\ufeffTitle é\r\n=====\r\nöne two\r\nrow\r\nmore\r\n"))
	out := markup.NewTranscript(text)
	out.Write(1, 1, "# Title é")
	out.Skip(2, 2, "rule")
	out.Write(3, 3, "öne *two*")
	out.Insert(4, "fence")
	out.Write(4, 5, "| row more |")
	written := out.Written()
	for name, tc := range map[string]struct{ said, want string }{
		"behind a mark":        {"Title é", "Title é"},
		"with the mark":        {"# Title", "Title"},
		"before what changed":  {"öne", "öne"},
		"within what changed":  {"*two*", "two"},
		"a line that was made": {"fence", ""},
		"lines put together":   {"more", "row\r\nmore"},
		"over several lines":   {"öne *two*\nfence\n| row", "öne two\r\nrow\r\nmore"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			at := indexOf(t, string(written.Bytes), tc.said)
			passage := quarry.Passage{Text: tc.said}
			passage.Source.Span = written.Span(at, at+len(tc.said))
			back := out.Back(ingest.Extraction{Passages: []quarry.Passage{passage}})
			got := ""
			for _, p := range back.Passages {
				got = text.Cut(p.Source.Span)
			}
			if got != tc.want {
				t.Errorf("%q came back as %q; want %q", tc.said, got, tc.want)
			}
		})
	}
}

func indexOf(t *testing.T, text, part string) int {
	t.Helper()
	for at := 0; at+len(part) <= len(text); at++ {
		if text[at:at+len(part)] == part {
			return at
		}
	}
	t.Fatalf("%q is not in %q", part, text)
	return -1
}

func TestMarksComeBackAndThoseOfMadeLinesAreLeftOut(t *testing.T) {
	t.Parallel()
	out := markup.NewTranscript(ingest.NewText([]byte("a\n==\nb\n")))
	out.Write(1, 1, "# a")
	out.Skip(2, 2, "rule")
	out.Insert(3, "x")
	out.Keep(3)
	back := out.Back(ingest.Extraction{Marks: []ingest.Mark{
		ingest.Structure(1, 1, "heading"), ingest.Structure(3, 3, "made"), ingest.Structure(3, 4, "both"),
	}})
	want := []ingest.Mark{ingest.Structure(1, 1, "heading"), ingest.Structure(3, 3, "both"), ingest.Structure(2, 2, "rule")}
	if len(back.Marks) != len(want) {
		t.Fatalf("marks %+v; want %+v", back.Marks, want)
	}
	for i := range want {
		if back.Marks[i] != want[i] {
			t.Errorf("mark %d is %+v; want %+v", i, back.Marks[i], want[i])
		}
	}
}
