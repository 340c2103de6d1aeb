package api_test

import (
	"compress/gzip"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/quarrykb/quarry/api/web"
)

// What the page may weigh, in bytes: a view with all that it loads, on its way, and the frame
// as it is parsed.
const (
	heaviestView  = 120_000
	heaviestFrame = 15_000
)

// views are the addresses that people look at.
func views() []string { return []string{"/", "/study", "/specs", "/corpus", "/documents/d_x"} }

// assets are the addresses of all files that pages load, by what they are.
func assets(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	types := map[string]string{
		".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml", ".png": "image/png",
		".txt": "text/plain; charset=utf-8",
	}
	err := fs.WalkDir(web.Files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && path.Ext(name) != ".html" {
			all["/assets/"+name] = types[path.Ext(name)]
		}
		return err
	})
	if err != nil || len(all) < 2 {
		t.Fatalf("the files of the pages are %v: %v", all, err)
	}
	return all
}

// gzipped asks for a file as browsers do.
func (k *kit) gzipped(t *testing.T, target string) *httptest.ResponseRecorder {
	t.Helper()
	r := request(t, target)
	r.Header.Set("Accept-Encoding", "br;q=1.0, gzip;q=0.8, *;q=0.1")
	return k.raw(r)
}

func TestEveryFileOfThePagesIsServedAsWhatItIs(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	for target, want := range assets(t) {
		answer := k.raw(request(t, target))
		file, err := web.Files.ReadFile(strings.TrimPrefix(target, "/assets/"))
		if err != nil {
			t.Fatal(err)
		}
		if got := answer.Header().Get("Content-Type"); answer.Code != http.StatusOK || got != want || want == "" {
			t.Errorf("%s = %d as %q, want 200 as %q", target, answer.Code, got, want)
		}
		if answer.Body.String() != string(file) || answer.Header().Get("Content-Encoding") != "" {
			t.Errorf("%s is not sent as it is to who does not ask for gzip", target)
		}
		if got := answer.Header().Get("Cache-Control"); got != "no-cache" {
			t.Errorf("%s has Cache-Control %q, want no-cache", target, got)
		}
		revalidates(t, k, request(t, target))
	}
}

func TestFilesOfThePagesAreSentShorterToWhoTakesThemSo(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	for _, target := range []string{"/", "/docs", "/assets/quarry.css"} {
		plain, packed := k.raw(request(t, target)), k.gzipped(t, target)
		if got := packed.Header().Get("Content-Length"); got != strconv.Itoa(packed.Body.Len()) {
			t.Errorf("%s: Content-Length %s of %d bytes", target, got, packed.Body.Len())
		}
		reader, err := gzip.NewReader(packed.Body)
		if err != nil {
			t.Fatalf("%s: %v", target, err)
		}
		content, err := io.ReadAll(reader)
		if err != nil || string(content) != plain.Body.String() {
			t.Errorf("%s unpacks to something else: %v", target, err)
		}
		for name, answer := range map[string]*httptest.ResponseRecorder{"as it is": plain, "shorter": packed} {
			if got := answer.Header().Get("Vary"); !strings.Contains(got, "Accept-Encoding") {
				t.Errorf("%s %s: Vary = %q", target, name, got)
			}
		}
		if a, b := plain.Header().Get("ETag"), packed.Header().Get("ETag"); a != b || !strings.HasPrefix(a, "W/") {
			t.Errorf("%s: the tags are %s and %s, want one weak one", target, a, b)
		}
	}
	for accepted, want := range map[string]string{
		"": "", "identity": "", "gzip": "gzip", "GZIP , br": "gzip", "gzip;q=0": "", "gzip; q=0.0": "", "br": "", "*": "", "gzip;q=0.5": "gzip",
	} {
		r := request(t, "/assets/quarry.css")
		r.Header.Set("Accept-Encoding", accepted)
		if got := k.raw(r).Header().Get("Content-Encoding"); got != want {
			t.Errorf("to %q it is %q, want %q", accepted, got, want)
		}
	}
}

// A person who opens a view waits for its frame, for what that imports, and for what the view
// loads by itself. What another view needs is not waited for.
func TestEveryViewIsLight(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	frame := k.gzipped(t, "/").Body.Len()
	for _, view := range []string{"search", "study", "specs", "corpus", "reader"} {
		files := map[string]bool{"/assets/quarry.css": true, "/assets/theme.js": true}
		k.gather(t, "/assets/app.js", imported(), files)
		k.gather(t, "/assets/"+view+".js", loadedBy(), files)
		total := frame
		for target := range files {
			total += k.gzipped(t, target).Body.Len()
		}
		t.Logf("%s: %d files, %d bytes gzipped", view, len(files), total)
		if total > heaviestView {
			t.Errorf("%s and all that it loads are %d bytes gzipped, more than %d", view, total, heaviestView)
		}
	}
	if got := k.raw(request(t, "/")).Body.Len(); got > heaviestFrame {
		t.Errorf("the frame has %d bytes, more than %d", got, heaviestFrame)
	}
}

// imported finds what a script imports as it is read.
func imported() *regexp.Regexp {
	return regexp.MustCompile(`(?m)^\s*(?:import|export)\b[^"';]*["']\./([^"']+)["']`)
}

// loadedBy finds what a script loads in any way, later or a style sheet among it.
func loadedBy() *regexp.Regexp {
	return regexp.MustCompile(`(?m)(?:^\s*(?:import|export)\b[^"';]*["']\./|\bimport\(["']\./|\bstyle\(["'])([^"']+)["']`)
}

// gather adds a script to files, and what the pattern finds in it, and so on.
func (k *kit) gather(t *testing.T, target string, pattern *regexp.Regexp, files map[string]bool) {
	t.Helper()
	if files[target] {
		return
	}
	files[target] = true
	if path.Ext(target) != ".js" {
		return
	}
	for _, match := range pattern.FindAllStringSubmatch(k.raw(request(t, target)).Body.String(), -1) {
		k.gather(t, path.Join(path.Dir(target), match[1]), pattern, files)
	}
}

func TestEveryViewIsTheSamePage(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	frame := k.get(t, "/").Body.String()
	for _, target := range views() {
		for _, query := range []string{"", "?q=warp&kind=fact&q=again&empty=", "?lines=" + strings.Repeat("1", 3000)} {
			r := request(t, target+query)
			answer := k.raw(r)
			if answer.Code != http.StatusOK || answer.Body.String() != frame {
				t.Errorf("%s%.40s = %d, which is another page", target, query, answer.Code)
			}
			if got := answer.Header().Get("Content-Security-Policy"); !strings.Contains(got, "require-trusted-types-for 'script'; trusted-types lit-html quarry") {
				t.Errorf("%s has the policy %q", target, got)
			}
		}
		head := request(t, target)
		head.Method = http.MethodHead
		if answer := k.raw(head); answer.Code != http.StatusOK || answer.Body.Len() > 0 || answer.Header().Get("Content-Length") == "" {
			t.Errorf("HEAD %s = %d with %d bytes", target, answer.Code, answer.Body.Len())
		}
		revalidates(t, k, request(t, target))
	}
	for _, target := range []string{"/study/", "/documents", "/documents/", "/documents/d_x/content", "/app.html"} {
		problem(t, k.raw(request(t, target)), http.StatusNotFound)
	}
}

func TestThePageIsShownToWhoHasNoKey(t *testing.T) {
	t.Parallel()
	k, _ := newGuarded(t, closed)
	for _, target := range append(views(), "/assets/quarry.css") {
		if answer := k.raw(from(t, stranger, http.MethodGet, target)); answer.Code != http.StatusOK {
			t.Errorf("%s = %d to a stranger, want 200", target, answer.Code)
		}
	}
}

// loaded finds what a page loads.
func loaded(page string) []string {
	var urls []string
	for _, match := range regexp.MustCompile(`(?:src|href)="(/(?:docs|assets)/[^"]+)"`).FindAllStringSubmatch(page, -1) {
		urls = append(urls, match[1])
	}
	return urls
}

func TestThePagesLoadWhatIsThere(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	for _, path := range []string{"/", "/docs"} {
		urls := loaded(k.get(t, path).Body.String())
		if len(urls) == 0 {
			t.Errorf("%s loads nothing", path)
		}
		for _, url := range urls {
			answer := k.raw(request(t, url))
			if answer.Code != http.StatusOK || answer.Body.Len() == 0 || answer.Header().Get("Content-Type") == "" {
				t.Errorf("%s = %d (%s) with %d bytes", url, answer.Code, answer.Header().Get("Content-Type"), answer.Body.Len())
			}
		}
	}
}

// A script imports others by addresses beside its own.
func TestTheScriptsImportWhatIsThere(t *testing.T) {
	t.Parallel()
	k, imports := newKit(t), imported()
	for target := range assets(t) {
		if path.Ext(target) != ".js" {
			continue
		}
		for _, match := range imports.FindAllStringSubmatch(k.raw(request(t, target)).Body.String(), -1) {
			wanted := path.Join(path.Dir(target), match[1])
			if answer := k.raw(request(t, wanted)); answer.Code != http.StatusOK {
				t.Errorf("%s imports %s, which is %d", target, wanted, answer.Code)
			}
		}
	}
}

func TestTheReferenceAndTheFilesTakeNoParameters(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	for _, path := range []string{"/docs", "/assets/start.js", "/docs/swagger-ui.css"} {
		if got := problem(t, k.raw(request(t, path+"?x=1")), http.StatusBadRequest); got.Code != "unknown_parameter" {
			t.Errorf("%s?x=1: code = %q, want unknown_parameter", path, got.Code)
		}
	}
	k.get(t, "/docs?x=1") // as the contract says
}

func TestThePagesHoldNothingThatTheirPolicyForbids(t *testing.T) {
	t.Parallel()
	inline := regexp.MustCompile(`<script>|<script [^>]*>[^<]|<style|\son[a-z]+=|\sstyle=|javascript:`)
	pages, err := fs.Glob(web.Files, "*.html")
	if err != nil || !slices.Contains(pages, "app.html") {
		t.Fatalf("the pages are %q: %v", pages, err)
	}
	for _, page := range pages {
		content, err := web.Files.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		if found := inline.FindString(string(content)); found != "" {
			t.Errorf("%s holds %q", page, found)
		}
	}
}
