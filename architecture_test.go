package quarry_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/quarrykb/quarry"

// mayImport is the whole architecture: for each folder, the folders of this
// module that it may import besides itself. "" is the root: the words. The folders of
// internal are leaves, which everybody may use and which use one another only downwards.
func mayImport() map[string][]string {
	return map[string][]string{
		"":           {},
		"corpus":     {},
		"migrations": {},
		"openapi":    {},
		"feed":       {""},
		"ingest":     {"", "feed", "internal"},
		"search":     {"", "feed", "internal"},
		"store":      {"", "internal", "migrations"},
		"answer":     {"", "internal"},
		"grounding":  {"", "internal"},
		"quiz":       {"", "internal"},
		"jobs":       {"", "internal"},
		"api":        {"", "internal", "openapi"},
		"cmd":        {"", "api", "answer", "corpus", "feed", "grounding", "ingest", "internal", "jobs", "openapi", "quiz", "search", "store"},

		"internal/disk":       {},
		"internal/fit":        {},
		"internal/formula":    {},
		"internal/faults":     {"", "internal/disk"},
		"internal/text":       {""},
		"internal/quantity":   {"", "internal/text"},
		"internal/lexicon":    {"", "internal/quantity", "internal/text"},
		"internal/answerable": {"", "internal/fit", "internal/lexicon", "internal/quantity", "internal/text"},
		"internal/evidence":   {"", "internal/text"},
		"internal/noun":       {"internal/lexicon", "internal/text"},

		"internal/modelserver": {""},
		"internal/render":      {""},
	}
}

// levels says, for folders of several packages, which of these are below which others, the
// lowest first: each may import those of lower levels, and none beside it. "" is the folder's
// own package, which is above all where it is not named.
func levels() map[string][]string {
	return map[string][]string{
		"api":               {"compare view web", "mcp rest", "bind", "export read search write"},
		"cmd/quarry":        {"datadir present", "doctor", "backup", "app", "evaluate intake lookup"},
		"search":            {"", "bleveindex embed eval rerank vectorindex", "searchtest"},
		"search/bleveindex": {"analyzer postings", "query spelling", "score"},
		"store/sqlite":      {"db", "entries keys", "conflicts jobs", "salvage"},
	}
}

// homes names, for each heavy or telling dependency, the folders where the
// code of the service may import it. Tests may import it anywhere.
func homes() map[string][]string {
	return map[string][]string{
		module + "/ingest/layouts":                  {"cmd/quarry/app"}, // a reader of one layout knows none of the others
		"database/sql":                              {"store/sqlite"},
		"net/http":                                  {"api", "cmd/quarry/app", "internal/modelserver"},
		module + "/internal/faults":                 {}, // only tests know a machine that fails
		"testing":                                   {"ingest/ingesttest", "search/searchtest", "store/storetest"},
		"github.com/RoaringBitmap":                  {"search/bleveindex", "store/sqlite"},
		"github.com/alecthomas/chroma":              {"internal/render"},
		"github.com/alecthomas/kong":                {"cmd/quarry"},
		"github.com/blevesearch/bleve":              {"search/bleveindex"},
		"github.com/blevesearch/bleve_index_api":    {"search/bleveindex"},
		"github.com/blevesearch/scorch_segment_api": {"search/bleveindex"},
		"github.com/blevesearch/snowballstem":       {"internal/text"},
		"github.com/getkin/kin-openapi":             {},
		"github.com/gin-contrib":                    {"api"},
		"github.com/gin-gonic":                      {"api"},
		"github.com/goccy/go-yaml":                  {"internal/lexicon"},
		"github.com/gogs/chardet":                   {"ingest/format/charset"},
		"github.com/gofrs/flock":                    {"cmd/quarry/backup", "cmd/quarry/datadir", "search/bleveindex"},
		"github.com/google/jsonschema-go":           {"api/mcp"},
		"github.com/google/go-cmp":                  {"ingest/ingesttest", "search/searchtest", "store/storetest"},
		"github.com/hashicorp/golang-lru":           {"api", "grounding", "search/rerank", "search/vectorindex"},
		"github.com/mattn/go-sqlite3":               {"internal/faults", "store/sqlite"},
		"github.com/microcosm-cc/bluemonday":        {"internal/render"},
		"github.com/modelcontextprotocol":           {"api/mcp"},
		"github.com/pelletier/go-toml":              {"ingest/format/datatree"},
		"github.com/pressly/goose":                  {"store/sqlite"},
		"go.etcd.io/bbolt":                          {"search/bleveindex"},
		"go.opentelemetry.io":                       {"cmd/quarry/app"},
		"github.com/prometheus":                     {"api"},
		"github.com/rogpeppe/go-internal":           {},
		"github.com/schollz/progressbar":            {"cmd/quarry/intake", "cmd/quarry/present"},
		"github.com/tiktoken-go/tokenizer":          {"grounding"},
		"github.com/swaggest/swgui":                 {"api"},
		"github.com/swaggo":                         {},
		"github.com/wyatt915/treeblood":             {"internal/render"},
		"github.com/yuin/goldmark":                  {"ingest", "internal/render"},
		"golang.org/x/net/html":                     {"ingest", "internal/render"},
		"github.com/ledongthuc/pdf":                 {"ingest/format/pdf"},
		"go.uber.org/goleak":                        {"search/searchtest", "store/storetest"},
		"gonum.org/v1/gonum":                        {"search/embed/lsa", "search/vectorindex"},
		"go.yaml.in/yaml":                           {"ingest/format/datatree"},
		"golang.org/x/time":                         {"api"},
		"golang.org/x/term":                         {"cmd/quarry/present"},
		"golang.org/x/text/encoding":                {"ingest"},
		"pgregory.net/rapid":                        {"search/searchtest", "store/storetest"},
	}
}

func TestImportsFollowTheArchitecture(t *testing.T) {
	t.Parallel()
	for _, pkg := range listPackages(t) {
		from := insideModule(pkg.ImportPath)
		for _, path := range pkg.Imports {
			report(t, judgeFolder(from, path))
			report(t, judgeLevel(from, path))
			report(t, judgeHome(from, path))
		}
		for _, path := range slices.Concat(pkg.TestImports, pkg.XTestImports) {
			if path != module+"/internal/faults" { // any test may let a disk fail
				report(t, judgeFolder(from, path))
			}
		}
	}
}

func TestAnImportThatBreaksTheArchitectureIsNamed(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		from, path string
		allowed    bool
	}{
		"everybody may use the words":          {"api", module, true},
		"a folder may use itself":              {"search/bleveindex", module + "/search", true},
		"the store may use its migrations":     {"store/sqlite", module + "/migrations", true},
		"only cmd knows everyone":              {"cmd/quarry", module + "/store/sqlite", true},
		"a route uses what all routes share":   {"api/read", module + "/api/rest", true},
		"and knows no other kind of route":     {"api/search", module + "/api/read", false},
		"nor what stands before all of them":   {"api/rest", module + "/api", false},
		"a new package must have a level":      {"api/newcomer", module + "/api/rest", false},
		"the lowest knows none of its folder":  {"api/view", module + "/api", false},
		"an engine knows no other engine":      {"search/vectorindex", module + "/search/bleveindex/query", false},
		"an engine's parts know none above":    {"search/bleveindex/query", module + "/search/bleveindex/score", false},
		"a neighbour is out of bounds":         {"api", module + "/store/sqlite", false},
		"so is a neighbour's sub-package":      {"ingest/derive", module + "/search", false},
		"the words know no neighbour":          {"", module + "/ingest", false},
		"no package knows cmd":                 {"api", module + "/cmd/quarry", false},
		"everybody may use a leaf":             {"ingest/fact", module + "/internal/text", true},
		"a leaf uses those below it":           {"internal/lexicon", module + "/internal/quantity", true},
		"and none above it":                    {"internal/text", module + "/internal/lexicon", false},
		"nor does the root use one":            {"", module + "/internal/text", false},
		"a new leaf must be declared":          {"internal/newcomer", module, false},
		"a new folder must be declared":        {"newcomer", module, false},
		"SQLite lives in one place":            {"store/sqlite", "github.com/mattn/go-sqlite3", true},
		"SQLite lives nowhere else":            {"store/storetest", "github.com/mattn/go-sqlite3", false},
		"nothing that is built has faults":     {"cmd/quarry", module + "/internal/faults", false},
		"a whole family has one home":          {"search", "github.com/blevesearch/bleve/v2/mapping", false},
		"a longer name is another module":      {"search", "github.com/blevesearcher/other", true},
		"a folder's longer name is not a home": {"apiary", "github.com/gin-gonic/gin", false},
		"a major version is the same module":   {"cmd/quarry", "github.com/pressly/goose/v3", false},
		"the standard library is free":         {"search", "slices", true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			complaint := judgeFolder(tc.from, tc.path) + judgeLevel(tc.from, tc.path) + judgeHome(tc.from, tc.path)
			if (complaint == "") != tc.allowed {
				t.Errorf("%q imports %s: complaint %q, want allowed %t", tc.from, tc.path, complaint, tc.allowed)
			}
		})
	}
}

// judgeFolder says what is wrong with an import of this module's own, or "".
func judgeFolder(from, path string) string {
	if path != module && !strings.HasPrefix(path, module+"/") {
		return ""
	}
	source, target := folder(from), folder(insideModule(path))
	allowed, known := mayImport()[source]
	if !known {
		return fmt.Sprintf("%q is a new folder: add it to mayImport", source)
	}
	if target == source || slices.Contains(allowed, target) || slices.Contains(allowed, topFolder(target)) {
		return ""
	}
	return fmt.Sprintf("%q must not import %s", from, path)
}

// judgeLevel says what is wrong with an import within a folder of several packages, or "".
func judgeLevel(from, path string) string {
	to := insideModule(path)
	for area, levels := range levels() {
		source, target := partOf(area, from), partOf(area, to)
		if !within(from, area) || !within(to, area) || source == target {
			continue
		}
		levelOf := func(part string) int {
			return slices.IndexFunc(levels, func(level string) bool { return slices.Contains(strings.Split(level, " "), part) })
		}
		own, other := levelOf(source), levelOf(target)
		switch {
		case own < 0 && source == "": // above all
		case own < 0:
			return fmt.Sprintf("%q is a new package: add it to levels", from)
		case other < 0 || other >= own:
			return fmt.Sprintf("%q must not import %s: see levels", from, path)
		}
	}
	return ""
}

// partOf returns the first folder of a path below an area, "" for the area itself.
func partOf(area, path string) string {
	return topFolder(strings.TrimPrefix(strings.TrimPrefix(path, area), "/"))
}

// judgeHome says what is wrong with an import from outside, or "".
func judgeHome(from, path string) string {
	for dependency, allowed := range homes() {
		if within(path, dependency) && !slices.ContainsFunc(allowed, func(home string) bool { return within(from, home) }) {
			return fmt.Sprintf("%q imports %s, which belongs in %q only", from, path, allowed)
		}
	}
	return ""
}

func within(path, root string) bool {
	return path == root || strings.HasPrefix(path, root+"/")
}

func insideModule(path string) string {
	return strings.TrimPrefix(strings.TrimPrefix(path, module), "/")
}

// folder returns the folder that mayImport knows a package by: a leaf is one of its own.
func folder(path string) string {
	first, rest, _ := strings.Cut(path, "/")
	if first != "internal" || rest == "" {
		return first
	}
	leaf, _, _ := strings.Cut(rest, "/")
	return first + "/" + leaf
}

func topFolder(path string) string {
	first, _, _ := strings.Cut(path, "/")
	return first
}

func report(t *testing.T, complaint string) {
	t.Helper()
	if complaint != "" {
		t.Error(complaint)
	}
}

type listedPackage struct {
	ImportPath   string
	Imports      []string
	TestImports  []string
	XTestImports []string
}

// listPackages asks the go command, which needs no network for a module whose
// dependencies were just compiled.
func listPackages(t *testing.T) []listedPackage {
	t.Helper()
	command := exec.CommandContext(t.Context(), "go", "list", "-e", "-json=ImportPath,Imports,TestImports,XTestImports", "./...")
	out, err := command.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var all []listedPackage
	for decoder := json.NewDecoder(strings.NewReader(string(out))); ; {
		var one listedPackage
		if err := decoder.Decode(&one); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatalf("decode go list: %v", err)
		}
		all = append(all, one)
	}
	if !slices.ContainsFunc(all, func(p listedPackage) bool { return p.ImportPath == module+"/openapi" }) {
		t.Fatalf("go list found %d packages and not %s/openapi: the test looks in the wrong place", len(all), module)
	}
	return all
}
