package generate_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry/bench/generate"
)

func TestAChapterIsWhatAStoreTakes(t *testing.T) {
	t.Parallel()
	chapter := generate.Chapter(1, 3)
	if diff := cmp.Diff(chapter, generate.Chapter(1, 3)); diff != "" {
		t.Errorf("the same chapter differs:\n%s", diff)
	}
	for _, q := range chapter.Questions {
		span := q.Source.Span
		if quote, want := string(chapter.Content.Text[span.ByteStart:span.ByteEnd]), "## "+q.Text+"\n\n"+q.Answer; quote != want {
			t.Fatalf("quote = %q, want %q", quote, want)
		}
		before := string(chapter.Content.Text[:span.ByteStart])
		if line := 1 + strings.Count(before, "\n"); line != span.LineStart {
			t.Fatalf("line = %d, want %d", span.LineStart, line)
		}
	}
	for _, p := range chapter.Passages {
		if span := p.Source.Span; !strings.HasSuffix(string(chapter.Content.Text[:span.ByteEnd]), p.Text) {
			t.Fatalf("the text of %s does not stand at its place", p.ID)
		}
	}
	if got := len(chapter.Questions) + len(chapter.Passages); got != generate.ChapterNotes {
		t.Errorf("%d notes, want %d", got, generate.ChapterNotes)
	}
}

func TestWordsOfNotesFollowZipf(t *testing.T) {
	t.Parallel()
	count := map[string]int{}
	words := 0
	for number := range 20 {
		for _, q := range generate.Chapter(1, number).Questions {
			for word := range strings.FieldsSeq(q.Answer) {
				count[strings.Trim(word, ".")]++
				words++
			}
		}
	}
	notes := 20 * 67
	if mean := words / notes; mean < 50 || mean > 90 {
		t.Errorf("a note has %d words in the mean, want about 70", mean)
	}
	times := make([]int, 0, len(count))
	for _, n := range count {
		times = append(times, n)
	}
	slices.Sort(times)
	slices.Reverse(times)
	if len(times) < 5000 || times[0] < 1000 || times[len(times)/2] > 3 {
		t.Errorf("%d words, the commonest %d times, the middle one %d times", len(times), times[0], times[len(times)/2])
	}
}

func TestQueriesOfNotesStandInOneOfThem(t *testing.T) {
	t.Parallel()
	var texts []string
	for number := range 2 {
		chapter := generate.Chapter(1, number)
		for _, q := range chapter.Questions {
			texts = append(texts, " "+strings.ToLower(strings.NewReplacer(".", "").Replace(q.Text+" "+q.Answer))+" ")
		}
		for _, p := range chapter.Passages {
			texts = append(texts, " "+strings.ToLower(strings.NewReplacer(".", "").Replace(p.Source.Heading[0]+" "+p.Text))+" ")
		}
	}
	for _, words := range generate.NoteQueries(1, 100, 200) {
		if !slices.ContainsFunc(texts, func(text string) bool {
			return !slices.ContainsFunc(words, func(word string) bool { return !strings.Contains(text, " "+word+" ") })
		}) {
			t.Errorf("no note holds all of %q", words)
		}
		if len(words) < 1 || len(words) > 12 || len(slices.Compact(slices.Sorted(slices.Values(words)))) != len(words) {
			t.Errorf("%q is of no good length, or has a word twice", words)
		}
	}
}

func TestDirectionsAreOfLengthOneAndLieAroundCentres(t *testing.T) {
	t.Parallel()
	const dim = 64
	all := generate.Directions(1, 0, 2000, dim)
	if diff := cmp.Diff(all[7:9], generate.Directions(1, 7, 2, dim)); diff != "" {
		t.Errorf("the same numbers give other vectors:\n%s", diff)
	}
	near := 0
	for _, v := range all {
		length, cosine := 0.0, 0.0
		for i := range v {
			length += float64(v[i]) * float64(v[i])
			cosine += float64(v[i]) * float64(all[0][i])
		}
		if math.Abs(length-1) > 1e-5 {
			t.Fatalf("a vector is %v long", math.Sqrt(length))
		}
		if cosine > 0.25 {
			near++
		}
	}
	if near < 2 || near > 200 {
		t.Errorf("%d of 2000 are near the first, want a few", near)
	}
}
