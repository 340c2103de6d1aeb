package doc_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest/doc"
)

// run is "use `tar` [now](https://tar.example)" as it is shown, from the tenth byte of a
// document on.
func run() doc.Text {
	return doc.Text{
		Text: "use tar now", Span: quarry.Span{ByteStart: 10, ByteEnd: 46, LineStart: 2, LineEnd: 2}, Strong: 7,
		Inline: &doc.Inline{
			Runs:  []doc.Run{{At: 0, Byte: 10}, {At: 4, Byte: 15}, {At: 7, Byte: 19}, {At: 8, Byte: 21}},
			Code:  []doc.Range{{From: 4, To: 7}},
			Links: []doc.Link{{Range: doc.Range{From: 8, To: 11}, URL: "https://tar.example", Label: "now"}},
		},
	}
}

func TestAByteOfATextHasItsOriginInTheDocument(t *testing.T) {
	t.Parallel()
	for at, want := range map[int]int{0: 10, 3: 13, 4: 15, 6: 17, 7: 19, 8: 21, 10: 23} {
		if got := run().Origin(at); got != want {
			t.Errorf("byte %d stands at %d, want %d", at, got, want)
		}
	}
	if got := (doc.Text{Text: "bare", Span: quarry.Span{ByteStart: 3}}).Origin(2); got != 5 {
		t.Errorf("a text without marks: %d, want 5", got)
	}
}

func TestCodeIsMarked(t *testing.T) {
	t.Parallel()
	marked := run().Marked()
	if marked.Text != "use `tar` now" || marked.Strong != len("use `tar`") {
		t.Errorf("marked as %q, %d bytes of it strong", marked.Text, marked.Strong)
	}
	want := []doc.Link{{Range: doc.Range{From: 10, To: 13}, URL: "https://tar.example", Label: "now"}}
	if diff := cmp.Diff(want, marked.Inline.Links); diff != "" {
		t.Errorf("links (-want +got):\n%s", diff)
	}
	for at, want := range map[int]int{0: 10, 5: 15, 7: 17, 10: 21} {
		if got := marked.Origin(at); got != want {
			t.Errorf("byte %d of %q stands at %d, want %d", at, marked.Text, got, want)
		}
	}
	if bare := (doc.Text{Text: "bare"}); bare.Marked() != bare {
		t.Error("a text without code was changed")
	}
}

func TestAPartKeepsWhatWasWrittenInIt(t *testing.T) {
	t.Parallel()
	part := run().Part(4, 11, 4, 11)
	want := &doc.Inline{
		Runs:  []doc.Run{{At: 0, Byte: 15}, {At: 3, Byte: 19}, {At: 4, Byte: 21}},
		Code:  []doc.Range{{From: 0, To: 3}},
		Links: []doc.Link{{Range: doc.Range{From: 4, To: 7}, URL: "https://tar.example", Label: "now"}},
	}
	if diff := cmp.Diff(want, part.Inline); diff != "" || part.Text != "tar now" || part.Strong != len("tar") {
		t.Errorf("%q, %d bytes of it strong (-want +got):\n%s", part.Text, part.Strong, diff)
	}
	if part := run().Part(0, 7, 0, 7); len(part.Inline.Links) != 0 {
		t.Errorf("%q leads to %v", part.Text, part.Inline.Links)
	}
}

func TestJoinedLinesKeepTheirOrigins(t *testing.T) {
	t.Parallel()
	last := doc.Text{Text: "it", Span: quarry.Span{ByteStart: 50, ByteEnd: 52, LineStart: 3, LineEnd: 3}}
	joined := doc.Joined([]doc.Text{run(), last}, "\n")
	if joined.Text != "use tar now\nit" || joined.Span != (quarry.Span{ByteStart: 10, ByteEnd: 52, LineStart: 2, LineEnd: 3}) {
		t.Errorf("joined to %q at %+v", joined.Text, joined.Span)
	}
	for at, want := range map[int]int{0: 10, 8: 21, 12: 50, 13: 51} {
		if got := joined.Origin(at); got != want {
			t.Errorf("byte %d stands at %d, want %d", at, got, want)
		}
	}
}
