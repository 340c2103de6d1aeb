package spec_test

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/quarrykb/quarry"
)

const listedSuffix = ".specs.txt"

// Documents with tables, and with lines of other forms, have lists of their numbers beside
// them: "line: thing | attribute (label) | text = value | conditions". A spec is one of a list
// by its line, its thing and its least value. What is not found is logged (-v).
func TestTheReaderFindsTheNumbersThatAreListed(t *testing.T) {
	t.Parallel()
	for kind, want := range map[string]struct{ listed, found int }{
		"tables": {1356, 1195}, // a hundredth less than was measured (1,207)
		"lines":  {768, 616},   // (622)
	} {
		specs := specsIn(t, kind)
		listed, found := 0, 0
		for path, of := range specs {
			list, err := os.ReadFile(filepath.Join("testdata", "listed", kind, strings.TrimSuffix(path, filepath.Ext(path))+listedSuffix))
			if err != nil {
				t.Fatal(err)
			}
			for line := range strings.Lines(string(list)) {
				listed++
				if key := listedAs(t, line); of[key] > 0 {
					of[key]--
					found++
				} else {
					t.Logf("%s/%s lacks %s", kind, path, strings.TrimSpace(line))
				}
			}
		}
		if listed != want.listed || found < want.found {
			t.Errorf("%s: %d of %d numbers found, want at least %d of %d", kind, found, listed, want.found, want.listed)
		}
	}
}

// Logs, schedules, minutes, what people and meals weigh: their numbers are of no thing that
// anybody looks up, though they stand like those of data sheets.
func TestWhatIsOfNoThingGivesFewSpecs(t *testing.T) {
	t.Parallel()
	const most = 196 // a hundredth more than was measured (194)
	made := 0
	for _, of := range specsIn(t, "none") {
		for _, count := range of {
			made += count
		}
	}
	if made > most {
		t.Errorf("%d specs of what states none, want at most %d", made, most)
	}
}

// specsIn counts the specs of each document of a kind, by what lists tell them by. The words
// of its lexicon.yaml are known, where there is one.
func specsIn(t *testing.T, kind string) map[string]map[string]int {
	t.Helper()
	folder := filepath.Join("testdata", "listed", kind)
	own, err := filepath.Glob(filepath.Join(folder, "*.yaml"))
	paths, unread := filepath.Glob(filepath.Join(folder, "*.[mt]*"))
	if err := errors.Join(err, unread); err != nil || len(paths) == 0 {
		t.Fatalf("the documents of %s: %v", kind, err)
	}
	b, specs := newBench(t, own...), map[string]map[string]int{}
	for _, path := range paths {
		if strings.HasSuffix(path, listedSuffix) {
			continue
		}
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		in, _, err := b.document(t.Context(), filepath.Base(path), content)
		if err != nil {
			t.Fatal(err)
		}
		of := map[string]int{}
		for _, one := range b.reader.Read(in) {
			if least := cmp.Or(one.Value.Min, one.Value.Max); least != nil {
				of[placed(strconv.Itoa(one.Source.LineStart), one.Device.ID, *least)]++
			}
		}
		specs[filepath.Base(path)] = of
	}
	return specs
}

// listedAs is what a line of a list tells a spec by.
func listedAs(t *testing.T, line string) string {
	t.Helper()
	parts := regexp.MustCompile(`^(\d+): (\S+) \|.* = .*?(-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)`).FindStringSubmatch(line)
	if parts == nil {
		t.Fatalf("%q is no line of a list", line)
	}
	least, err := strconv.ParseFloat(parts[3], 64)
	if err != nil {
		t.Fatal(err)
	}
	return placed(parts[1], quarry.DeviceID(parts[2]), least)
}

func placed(line string, device quarry.DeviceID, least float64) string {
	return fmt.Sprintf("%s: %s = %.6g", line, device, least)
}
