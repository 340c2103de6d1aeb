package vectorindex

import (
	"cmp"
	"context"
	"log/slog"
	"slices"
	"time"
)

// How near is near is another number for every embedder: with some, any two texts are
// at .7. What was learnt from the entries says nothing of a text that it does not know,
// and 0 is what is near by chance. Any other embedder makes something of any letters:
// what is near by chance is told by texts that mean nothing. From there on it takes a
// part of what lies between an entry and the nearest of a few others, until nothing of
// a score is doubted.
const (
	rowsOfSample = 512
	rowsOfReach  = 64 // of the sample: each is compared with the others
	leastSample  = 16 // rows from which anything can be told
	partOfReach  = 0.5
)

// noise returns texts that mean nothing.
func noise() []string {
	return []string{"zqxv", "wkjh pzzt", "xvbq nrwt ggfk", "hjkl qqpw", "vrzk", "bxqj wvtz lnmk pfgh", "tzzq", "kwvx jqhb"}
}

// embeddedNoise is what one embedder makes of noise. It is asked for once, apart from
// any query, so that no query's scores depend on who asked before.
type embeddedNoise struct {
	embedder   string
	directions [][]float32 // nil where the embedder abstains; none where it did not answer
	again      time.Time   // when one is asked again that did not
}

// betweenNoise is how long an embedder is left alone that made nothing of noise: it
// may be slow to say so.
const betweenNoise = time.Minute

// noiseOf returns what the embedder of a view makes of noise, none where it does not
// answer.
func (i *Index) noiseOf(ctx context.Context, v *view) [][]float32 {
	known := i.noise.Load()
	if known != nil && known.embedder == v.Embedder && (len(known.directions) > 0 || i.options.Now().Before(known.again)) {
		return known.directions
	}
	made, err := v.directions(ctx, noise())
	if ctx.Err() != nil {
		return nil // a caller that left says nothing of the embedder
	}
	if err != nil {
		i.options.Log.WarnContext(ctx, "what is near by chance is not known: scores are not doubted", slog.Any("error", err))
	}
	i.noise.Store(&embeddedNoise{v.Embedder, made, i.options.Now().Add(betweenNoise)})
	return made
}

// spread is how the rows of a view lie to one another. The zero value doubts nothing.
type spread struct {
	rows  [][]float32 // a sample of them
	reach float64     // by how much the nearest of a few others is nearer than their mean, to the middle one of these
}

// drawn is a row that may be in the sample.
type drawn struct {
	hash      uint32
	card      *card
	block, at int
}

func earlierDrawn(a, b drawn) int {
	return cmp.Or(cmp.Compare(a.hash, b.hash), cmp.Compare(a.card.ref.ID, b.card.ref.ID))
}

// sampled tells the spread by the rows of the entries that come first by a hash, so
// that it does not depend on the order in which they came.
func (v *view) sampled() spread {
	first := make([]drawn, 0, rowsOfSample+1)
	for i := range v.blocks {
		b := &v.blocks[i]
		for at, hash := range b.hashes {
			full := len(first) == rowsOfSample
			if full && hash > first[rowsOfSample-1].hash || v.dead.has(i*rowsOfBlock+at) {
				continue
			}
			next := drawn{hash, &b.cards[at], i, at}
			where, _ := slices.BinarySearchFunc(first, next, earlierDrawn)
			first = slices.Insert(first, where, next)
			first = first[:min(len(first), rowsOfSample)]
		}
	}
	if len(first) < leastSample {
		return spread{}
	}
	var s spread
	for _, p := range first {
		s.rows = append(s.rows, v.row(p.block, p.at))
	}
	s.reach = reachOf(s.rows[:min(len(s.rows), rowsOfReach)])
	return s
}

// row returns a row, as far as its bytes tell where it is narrow. The caller does not change it.
func (v *view) row(block, at int) []float32 {
	if v.scale == 0 {
		return v.blocks[block].values[at*v.stride : (at+1)*v.stride]
	}
	row := make([]float32, v.stride)
	(&rows{scale: v.scale}).widen(v.group(block, at/rowsOfGroup*rowsOfGroup), at%rowsOfGroup, row)
	return row
}

// reachOf returns by how much the nearest of the other rows is nearer than their mean,
// to the middle one of some.
func reachOf(rows [][]float32) float64 {
	reaches := make([]float64, len(rows))
	for i, row := range rows {
		mean, nearest := 0.0, -1.0
		for j, other := range rows {
			if i == j {
				continue
			}
			cosine := float64(dot(row, other))
			mean, nearest = mean+cosine/float64(len(rows)-1), max(nearest, cosine)
		}
		reaches[i] = nearest - mean
	}
	slices.Sort(reaches)
	return reaches[len(reaches)/2]
}

// chance is how near something of a view is to texts that mean nothing.
type chance struct {
	of     *view
	cosine float64
}

// byChance returns how near something of a view is by chance, and whether that is
// known.
func (i *Index) byChance(ctx context.Context, v *view) (float64, bool) {
	if v.learnt {
		return 0, true
	}
	if known := i.chance.Load(); known != nil && known.of == v {
		return known.cosine, true
	}
	directions := i.noiseOf(ctx, v)
	if len(directions) == 0 {
		return 0, false
	}
	sum := 0.0
	for _, direction := range directions {
		sum += v.spread().nearest(direction)
	}
	cosine := sum / float64(len(directions))
	i.chance.Store(&chance{v, cosine})
	return cosine, true
}

// nearest returns the cosine of the row of the sample that is nearest to a query.
func (s spread) nearest(query []float32) float64 {
	nearest := 0.0
	if len(s.rows) == 0 || len(query) == 0 {
		return 0
	}
	padded := make([]float32, len(s.rows[0]))
	copy(padded, query)
	for _, row := range s.rows {
		nearest = max(nearest, float64(dot(padded, row)))
	}
	return nearest
}

// mostLookedAt is how many of the best hits may be the nearest: scores are weighed.
const mostLookedAt = 10

// doubt returns how much of the scores of what was found may be chance, from 0 to 1.
func (i *Index) doubt(ctx context.Context, v *view, found []scored) float64 {
	full := partOfReach * v.spread().reach
	if full <= 0 || len(found) == 0 {
		return 0
	}
	byChance, known := i.byChance(ctx, v)
	if !known {
		return 0
	}
	nearest := 0.0
	for _, one := range found[:min(len(found), mostLookedAt)] {
		nearest = max(nearest, float64(one.score/one.weight))
	}
	return 1 - min(1, max(0, (nearest-byChance)/full))
}
