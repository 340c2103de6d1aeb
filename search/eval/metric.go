package eval

import (
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Depth is how many hits of an answer count.
const Depth = 10

// Scores are the measures of one answer, or their means over many. All are
// between 0 and 1.
type Scores struct {
	// NDCG is the normalised discounted cumulative gain (Järvelin and Kekäläinen,
	// "Cumulated gain-based evaluation of IR techniques", 2002): the gain of a hit
	// of grade g at rank i is (2^g - 1) / log2(i + 1), and the sum is divided by
	// that of the best order there is.
	NDCG float64 `json:"ndcg@10"`
	// MRR is one divided by the rank of the first relevant hit, 0 without one.
	MRR float64 `json:"mrr@10"`
	// Recall is the share of the relevant places that were found.
	Recall float64 `json:"recall@10"`
}

// Score measures one answer by its first Depth hits. A judged place counts once,
// for the first hit that shows it; a hit that shows several counts as the best
// of them. What was not judged is not relevant, and a query to which nothing is
// scores 0.
func Score(hits []Hit, relevant []Judgement) Scores {
	hits = hits[:min(Depth, len(hits))]
	met := make([]bool, len(relevant))
	var gained, reciprocal float64
	for i, hit := range hits {
		grade := meet(hit, relevant, met)
		if grade > 0 && reciprocal == 0 {
			reciprocal = 1 / float64(i+1)
		}
		gained += gain(grade, i)
	}
	scores := Scores{MRR: reciprocal}
	if best := ideal(relevant); best > 0 {
		scores.NDCG = gained / best
	}
	worth, found := 0, 0
	for i, r := range relevant {
		if r.Grade > 0 {
			worth++
			if met[i] {
				found++
			}
		}
	}
	if worth > 0 {
		scores.Recall = float64(found) / float64(worth)
	}
	return scores
}

// meet notes which judged places a hit shows that none before it showed, and
// returns the best grade among them.
func meet(hit Hit, relevant []Judgement, met []bool) int {
	grade := 0
	for _, place := range hit {
		for i, r := range relevant {
			if !met[i] && place.overlaps(r.Place) {
				met[i] = true
				grade = max(grade, r.Grade)
			}
		}
	}
	return grade
}

// gain is what a hit of this grade is worth at a rank counted from 0.
func gain(grade, rank int) float64 {
	return (math.Exp2(float64(grade)) - 1) / math.Log2(float64(rank+2))
}

// ideal is the gain of the best order of the judged places.
func ideal(relevant []Judgement) float64 {
	grades := make([]int, len(relevant))
	for i, r := range relevant {
		grades[i] = r.Grade
	}
	slices.SortFunc(grades, func(a, b int) int { return b - a })
	sum := 0.0
	for i, grade := range grades[:min(Depth, len(grades))] {
		sum += gain(grade, i)
	}
	return sum
}

// Mean returns the means of many scores, zeros of none.
func Mean(all []Scores) Scores {
	var sum Scores
	for _, s := range all {
		sum.NDCG += s.NDCG
		sum.MRR += s.MRR
		sum.Recall += s.Recall
	}
	n := float64(max(1, len(all)))
	return Scores{NDCG: sum.NDCG / n, MRR: sum.MRR / n, Recall: sum.Recall / n}
}

// Query is what is asked, and which places answer it.
type Query struct {
	ID       string
	Text     string
	Relevant []Judgement // what is not among them is not relevant
}

// Judgement says how well a place answers a query: 0 not at all, 1 partly, 2 and
// more better.
type Judgement struct {
	Place

	Grade int // 0 to HighestGrade
}

// HighestGrade bounds grades: what a hit gains doubles with each.
const HighestGrade = 20

// Place is a part of a document. A collection whose documents are judged as a
// whole names them by path, each with one line.
type Place struct {
	Path      string
	LineStart int // counted from 1
	LineEnd   int // inclusive
}

// overlaps reports whether two places share a line.
func (p Place) overlaps(other Place) bool {
	return p.Path == other.Path && p.LineStart <= other.LineEnd && other.LineStart <= p.LineEnd
}

// Hit is everything that one hit shows: its own place, and those of what was
// folded into it.
type Hit []Place

// WithTypos returns the queries as a hasty reader types them: each has lost the
// middle letter of its longest word, of the first where several are as long. A
// word that holds a digit loses none, for it names something else then.
func WithTypos(queries []Query) []Query {
	hasty := make([]Query, len(queries))
	for i, query := range queries {
		query.Text = loseLetter(query.Text)
		hasty[i] = query
	}
	return hasty
}

func loseLetter(text string) string {
	best, length := []int{0, 0}, 1
	for _, at := range regexp.MustCompile(`[\p{L}\p{Nd}]+`).FindAllStringIndex(text, -1) {
		word := text[at[0]:at[1]]
		if letters := utf8.RuneCountInString(word); letters > length && !strings.ContainsFunc(word, unicode.IsDigit) {
			best, length = at, letters
		}
	}
	if length == 1 {
		return text
	}
	letters := []rune(text[best[0]:best[1]])
	return text[:best[0]] + string(slices.Delete(letters, length/2, length/2+1)) + text[best[1]:]
}
