package api_test

import (
	"bytes"
	"image"
	"image/png"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/quarrykb/quarry"
)

// drawn is a picture of 40 by 30 pixels.
func drawn(t *testing.T) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := png.Encode(&out, image.NewGray(image.Rect(0, 0, 40, 30))); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// album lets the notes come from a folder with pictures, some of which they name.
func (k *kit) album(t *testing.T, text string) string {
	t.Helper()
	outside := t.TempDir()
	folder := filepath.Join(outside, "root")
	picture := drawn(t)
	for name, content := range map[string][]byte{
		"root/notes/img/kiln one.png": picture, "root/top.png": picture, "root/unnamed.png": picture, "outside.png": picture,
		"root/notes/plan.svg": []byte(`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`),
		"root/notes/text.png": []byte("no picture"), "root/notes/page.html": []byte("<p>"), "root/notes/huge.png": append(picture, make([]byte, 17<<20)...),
	} {
		path := filepath.Join(outside, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(filepath.Join(outside, "outside.png"), filepath.Join(folder, "notes", "link.png")); err != nil {
		t.Skip(err)
	}
	k.store.documents[0].Root = folder
	k.textOf(text)
	return folder
}

const (
	pictures = "/v1/documents/" + string(notesID) + "/pictures/"
	named    = "![a](<img/kiln one.png>) ![b](../top.png) <img src='plan.svg'> ![c][ref] ![d](link.png) ![e](../../outside.png) ![f](huge.png)\n" +
		"![g](page.html) ![h](missing.png) ![i](/etc/passwd) ![j](img) ![k](img/kiln%20one.png)\n\n[ref]: text.png\n"
)

func TestAPictureThatADocumentNamesIsAnswered(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	k.album(t, named)
	for path, want := range map[string]string{"notes/img/kiln%20one.png": "image/png", "top.png": "image/png", "notes/plan.svg": "image/svg+xml"} {
		answer := k.raw(request(t, pictures+path))
		if got := answer.Header().Get("Content-Type"); answer.Code != http.StatusOK || got != want {
			t.Errorf("%s = %d as %q, want 200 as %q: %.200s", path, answer.Code, got, want, answer.Body)
		}
		if got := answer.Header().Get("Content-Security-Policy"); !strings.HasPrefix(got, "default-src 'none'") || !strings.HasSuffix(got, "; sandbox") {
			t.Errorf("%s has the policy %q", path, got)
		}
		if got := answer.Header().Get("X-Content-Type-Options"); got != "nosniff" {
			t.Errorf("%s may be sniffed: %q", path, got)
		}
		revalidates(t, k, request(t, pictures+path))
	}
}

func TestNoOtherFileIsRead(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	folder := k.album(t, named)
	for path, reason := range map[string]string{
		"unnamed.png":                 "names no picture",
		"notes/link.png":              "is not there", // it leads out
		"../outside.png":              "names no picture",
		"..%2foutside.png":            "names no picture",
		"notes/..%2f..%2foutside.png": "names no picture",
		"etc/passwd":                  "names no picture",
		"/etc/passwd":                 "names no picture",
		"notes/huge.png":              "more than 16777216",
		"notes/text.png":              "no picture of a kind",
		"notes/page.html":             "no picture of a kind",
		"notes/missing.png":           "is not there",
		"notes/img":                   "is no file",
		"":                            "names no picture",
	} {
		answer := k.raw(request(t, pictures+path))
		got := problem(t, answer, http.StatusNotFound)
		if got.Code != "not_found" || !strings.Contains(got.Detail, reason) || strings.Contains(answer.Body.String(), folder) {
			t.Errorf("%q is refused as %s: %s, want %q", path, got.Code, got.Detail, reason)
		}
	}
	for name, tc := range map[string]struct{ root, as, reason string }{
		"a folder that is gone":   {filepath.Join(folder, "gone"), "", "is not there"},
		"an upload":               {"upload/notes/kiln.md", "", "came from no folder"},
		"the starter corpus":      {"embedded", "", "came from no folder"},
		"a file that carried it":  {folder, notesPath, "came from no folder"},
		"a folder that is a file": {filepath.Join(folder, "top.png"), "", "is not there"},
	} {
		k.store.documents[0].Root, k.store.documents[0].As = tc.root, tc.as
		target := pictures + "top.png"
		if k.textOf(named); tc.as != "" {
			k.textOf("![](top.png)")
		}
		if got := problem(t, k.raw(request(t, target)), http.StatusNotFound); !strings.Contains(got.Detail, tc.reason) {
			t.Errorf("%s: %s, want %q", name, got.Detail, tc.reason)
		}
	}
}

func TestAFragmentShowsThePicturesOfItsDocument(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	folder := k.album(t, named)
	k.store.passages[0].Text = "![a kiln](<img/kiln one.png>) ![a plan](plan.svg) ![gone](missing.png) ![out](../../outside.png)"
	got := k.fragment(t, "/v1/passages/p_"+strings.Repeat("a", 20)+"?format=html")
	for _, want := range []string{
		`<img alt="a kiln" decoding="async" height="30" loading="lazy" src="` + pictures + `notes/img/kiln%20one.png" width="40">`,
		`<img alt="a plan" decoding="async" loading="lazy" src="` + pictures + `notes/plan.svg">`,
		`<span class="picture">gone</span>`, `<span class="picture">out</span>`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("fragment is\n%s\nwant in it\n%s", got, want)
		}
	}
	if strings.Contains(got, folder) {
		t.Errorf("the fragment tells where the document came from: %s", got)
	}
}

func TestALinkToAnotherDocumentLeadsToItsPage(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	k.store.documents[0].ID = quarry.DocumentID(quarry.NewID(k.store.documents[0].Identity()))
	k.store.passages[0].Text = "[itself](./kiln.md#fire) [none](other.md) [up](../../etc) [root](/docs) [here](#fire)"
	got := k.fragment(t, "/v1/passages/p_"+strings.Repeat("a", 20)+"?format=html")
	if want := `<a href="/documents/` + string(k.store.documents[0].ID) + `" rel="noopener noreferrer nofollow">itself</a> none up root here</p>`; !strings.Contains(got, want) {
		t.Errorf("fragment is\n%s\nwant in it\n%s", got, want)
	}
}
