package quarry_test

import (
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// The tour names the packages along the way of a document. Each name is a folder with code,
// and every folder at the top that has code is named.
func TestTheTourNamesPackagesThatExist(t *testing.T) {
	t.Parallel()
	tour := parse(t, "doc.go", readPage(t, "doc.go")).tree.Doc.Text()
	named := regexp.MustCompile(`\b[a-z]+(?:/[a-z]+)+\b`).FindAllString(tour, -1)
	for _, found := range regexp.MustCompile(`\bpackage ([a-z/]+)`).FindAllStringSubmatch(strings.ToLower(tour), -1) {
		named = append(named, found[1])
	}
	if len(named) < 20 {
		t.Errorf("found only %q: the test looks in the wrong place", named)
	}
	folders := map[string]bool{}
	for _, pkg := range listPackages(t) {
		for folder := insideModule(pkg.ImportPath); folder != "." && folder != ""; folder = filepath.ToSlash(filepath.Dir(folder)) {
			folders[folder] = true
		}
	}
	for _, name := range named {
		if !folders[name] && name != "quarry" {
			t.Errorf("doc.go names %s, which is no package", name)
		}
	}
	words := strings.FieldsFunc(tour, func(r rune) bool { return !unicode.IsLower(r) })
	for folder := range folders {
		if !strings.Contains(folder, "/") && !slices.Contains(words, folder) {
			t.Errorf("doc.go does not name %s", folder)
		}
	}
}

// A link in a page leads to a file that is there, and to a title that it has.
func TestEveryLinkOfThePagesLeadsSomewhere(t *testing.T) {
	t.Parallel()
	pages := []string{"README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "corpus/README.md", "examples/README.md"}
	docs, err := filepath.Glob("docs/*.md")
	if err != nil || len(docs) < 20 {
		t.Fatalf("found the pages %q: %v", docs, err)
	}
	links := 0
	for _, page := range append(pages, docs...) {
		for _, target := range linksOf(readPage(t, page)) {
			links++
			if complaint := judgeLink(page, target); complaint != "" {
				t.Errorf("%s: %s", page, complaint)
			}
		}
	}
	if links < 100 {
		t.Errorf("found only %d links: the test looks in the wrong place", links)
	}
}

// Every page of docs is one that the README leads to.
func TestTheReadmeLeadsToEveryPage(t *testing.T) {
	t.Parallel()
	docs, err := filepath.Glob("docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	links := linksOf(readPage(t, "README.md"))
	for _, page := range docs {
		if !slices.Contains(links, filepath.ToSlash(page)) {
			t.Errorf("the README has no link to %s", page)
		}
	}
}

func TestALinkThatLeadsNowhereIsNamed(t *testing.T) {
	t.Parallel()
	page := "[a](docs/search.md) and ![b](docs/context-reliability.svg)\n```\n[no](no)\n```\n`[no](no)` [c](https://example.org/x) [d](#it)\n"
	want := []string{"docs/search.md", "docs/context-reliability.svg", "#it"}
	if got := linksOf(page); !slices.Equal(got, want) {
		t.Errorf("links = %q, want %q", got, want)
	}
	for target, right := range map[string]bool{
		"docs/search.md":              true,
		"docs/search.md#as-you-type":  true,
		"docs/search.md#as-you-typed": false,
		"docs/nothing.md":             false,
		"search.md":                   false,
		"Makefile":                    true,
	} {
		if got := judgeLink("README.md", target); (got == "") != right {
			t.Errorf("%s: %q, want it to be right: %t", target, got, right)
		}
	}
	if got := judgeLink("docs/search.md", "../README.md"); got != "" {
		t.Error(got)
	}
	if got := anchor("What `answerable` means, and HBM-3?"); got != "what-answerable-means-and-hbm-3" {
		t.Errorf("anchor = %q", got)
	}
}

// linksOf returns where the links of a page lead, but for those to other sites.
func linksOf(page string) []string {
	page = regexp.MustCompile("(?ms)^ *```.*?^ *```").ReplaceAllString(page, "")
	page = regexp.MustCompile("`[^`\n]*`").ReplaceAllString(page, "")
	var targets []string
	for _, link := range regexp.MustCompile(`\]\(([^()\s]+)\)`).FindAllStringSubmatch(page, -1) {
		if to, err := url.Parse(link[1]); err != nil || to.Scheme == "" {
			targets = append(targets, link[1])
		}
	}
	return targets
}

// judgeLink says what is wrong with a link from a page, or "".
func judgeLink(page, target string) string {
	path, title, _ := strings.Cut(target, "#")
	file := page
	if path != "" {
		file = filepath.Join(filepath.Dir(page), path)
	}
	if title == "" {
		if _, err := os.Stat(file); err != nil {
			return target + " leads to no file"
		}
		return ""
	}
	content, err := os.ReadFile(file)
	if err != nil {
		return target + " leads to no page"
	}
	for _, heading := range regexp.MustCompile(`(?m)^#+ +(.+?) *$`).FindAllStringSubmatch(string(content), -1) {
		if anchor(heading[1]) == title {
			return ""
		}
	}
	return target + " leads to no title"
}

// anchor is how GitHub calls a title in an address.
func anchor(title string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case unicode.IsLetter(r) || unicode.IsDigit(r) || r == '-' || r == '_':
			return unicode.ToLower(r)
		}
		return -1
	}, title)
}

func readPage(t *testing.T, path string) string {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}
