package text

import (
	"math"
	"math/bits"
	"strings"
	"unicode/utf8"
)

// Name is a name, or what somebody wrote for one, in the form in which these are held
// against each other: without case, and whatever stands between the words.
type Name struct {
	Slug string

	joined word   // without hyphens
	words  []word // of several; nil where the name is one
	most   int    // how many slips it may have, in all its words
}

// word is a word, with what is to be looked at before its letters are.
type word struct {
	text    string
	seeming string // with digits for the letters that look like them
	code    string // of that the digits, and beside digits the letters that stand alone or by two
	letters uint64 // that it seems to have, as Letters tells
	length  int    // how many letters and digits it has
}

// NewName takes a name as it is written.
func NewName(name string) Name {
	n := Name{Slug: Slug(name)}
	parts := strings.Split(n.Slug, "-")
	n.joined = wordOf(parts...)
	for i := 0; i < len(parts) && len(parts) > 1; i++ {
		n.words = append(n.words, wordOf(parts[i]))
		n.most += n.words[i].most()
	}
	n.most = max(n.most, n.joined.most())
	return n
}

// wordOf joins parts of a name, with a hyphen between digits alone: "50" is no "5.0".
func wordOf(parts ...string) word {
	var joined strings.Builder
	last := ""
	for _, part := range parts {
		if last != "" && IsDigit(last[len(last)-1]) && IsDigit(part[0]) {
			joined.WriteByte('-')
		}
		joined.WriteString(part)
		last = part
	}
	text := joined.String()
	w := word{text: text, seeming: strings.Map(seeming, text), length: utf8.RuneCountInString(text)}
	w.letters = Letters(w.seeming)
	if strings.ContainsAny(w.text, "0123456789") {
		w.code = codeOf(parts)
	}
	return w
}

// seeming is the digit that a letter looks like.
func seeming(r rune) rune {
	switch r {
	case 'o':
		return '0'
	case 'l', 'i':
		return '1'
	}
	return r
}

// codeOf returns what of words with digits tells as much as a digit, such as the h of h100.
func codeOf(parts []string) string {
	const longest = 2
	var code strings.Builder
	for i, part := range parts {
		for start := 0; start < len(part); {
			isNumber := IsDigit(part[start])
			end := start + 1
			for end < len(part) && IsDigit(part[end]) == isNumber {
				end++
			}
			if isNumber && i > 0 && start == 0 && IsDigit(parts[i-1][len(parts[i-1])-1]) {
				code.WriteByte('-')
			}
			if isNumber || end-start <= min(longest, len(part)-1) {
				code.WriteString(strings.Map(seeming, part[start:end]))
			}
			start = end
		}
	}
	return code.String()
}

// Likeness is how far a name is from what was written, 0 for the same.
type Likeness struct {
	Far     int
	Guessed bool // a digit, or a letter of a code, is taken for another one
}

// What a name may be to what was written, the nearest first. Slips stand between part and
// tail, where beginnings do.
const (
	LikeJoined = 1    // but for what stands between words, or looks alike: "h-100", "boostclock", "h1oo"
	LikeEnd    = 2    // its end: "4090" of "RTX 4090"
	LikePart   = 3    // another part of it, or its words in another order
	LikeSlip   = 4    // for each slip, and one more where it is in a code
	LikeBegins = 5    // it goes on from that within a word, by so many more: "hop" of "Hopper"
	LikeTail   = 80   // that has more in front: "Acme K200" of "K200"
	LikeShares = 100  // some words of that are its own, and so many hundreds are not
	LikeInside = 1000 // it has that within a word: found by a search, see [Name.Holds], never meant by a slip
	unlike     = math.MaxInt
)

// Like returns how far the name is from what was written, or that it is not like it. What is
// as far as the limit is not looked for.
func (n *Name) Like(written *Name, limit int) (Likeness, bool) {
	switch {
	case n.Slug == "" || written.Slug == "":
		return Likeness{}, false
	case n.Slug == written.Slug:
		return Likeness{}, true
	}
	best := Likeness{Far: unlike}
	lacks := bits.OnesCount64(written.joined.letters &^ n.joined.letters)
	if lacks <= written.most || limit > LikeShares {
		best = n.inWords(written, limit)
	}
	for _, other := range []Likeness{n.holding(written), written.tail(n), n.joined.slips(&written.joined, min(limit, best.Far))} {
		if other.Far < best.Far && other.Far != LikeInside {
			best = Likeness{max(other.Far, LikeJoined), other.Guessed}
		}
	}
	return best, best.Far < limit
}

// Holds reports whether the name has what was written within it, and no number is cut for that.
func (n *Name) Holds(written *Name) bool {
	like := n.holding(written)
	return like.Far <= LikeInside && !like.Guessed
}

// tail compares what was written with a name that is its end.
func (n *Name) tail(name *Name) Likeness {
	if len(name.Slug) < fewestHeld || !strings.HasSuffix(n.Slug, "-"+name.Slug) {
		return Likeness{Far: unlike}
	}
	return Likeness{Far: min(LikeTail+len(n.words)-max(len(name.words), 1), LikeShares-1)}
}

// fewestHeld is how many letters and digits a part of a name has.
const fewestHeld = 2

// holding compares a name with a part of it. The end of a name comes first: "4090" is rather
// the RTX 4090 than the RTX 4090 D. A number is no part of another one, unless as its beginning.
func (n *Name) holding(written *Name) Likeness {
	best, part := Likeness{Far: unlike}, written.Slug
	if written.joined.letters&^n.joined.letters != 0 || len(part) < fewestHeld || len(part) >= len(n.Slug) {
		return best
	}
	for from := 0; ; {
		at := strings.Index(n.Slug[from:], part)
		if at < 0 {
			return best
		}
		at += from
		from = at + 1
		end := at + len(part)
		one, isWhole := Likeness{Far: unlike}, !cuts(n.Slug, at) && !cuts(n.Slug, end)
		switch isNumber := cutsNumber(n.Slug, at) || cutsNumber(n.Slug, end); {
		case isWhole && end == len(n.Slug):
			one.Far = LikeEnd
		case isWhole:
			one.Far = LikePart
		case at == 0:
			one = Likeness{min(LikeBegins+len(n.Slug)-end, LikeTail-1), isNumber}
		case !isNumber:
			one.Far = LikeInside
		}
		if one.Far < best.Far {
			best = one
		}
	}
}

// cuts reports whether letters, or digits, stand on both sides of a place.
func cuts(slug string, at int) bool {
	return at > 0 && at < len(slug) && slug[at-1] != '-' && slug[at] != '-' && IsDigit(slug[at-1]) == IsDigit(slug[at])
}

func cutsNumber(slug string, at int) bool { return cuts(slug, at) && IsDigit(slug[at]) }

// inWords compares word by word, in whatever order: each that was written is one of the name's
// but for slips, or else is none of them.
func (n *Name) inWords(written *Name, limit int) Likeness {
	const most = 32
	own, asked := n.words, written.words
	if max(len(own), len(asked)) > most || len(own)+len(asked) == 0 {
		return Likeness{Far: unlike}
	}
	if own == nil {
		own = []word{n.joined}
	}
	if asked == nil {
		asked = []word{written.joined}
	}
	var taken uint64
	sum := Likeness{Far: LikePart + len(own)}
	last, isOrdered := -1, true
	for i := range asked {
		at, least := -1, Likeness{Far: unlike}
		for j := range own {
			if taken&(1<<j) != 0 {
				continue
			}
			if far := own[j].slips(&asked[i], limit); far.Far < least.Far {
				at, least = j, far
			}
		}
		if at < 0 {
			if sum.Far += LikeShares; sum.Far >= limit {
				return Likeness{Far: unlike}
			}
			continue
		}
		isOrdered, last, taken = isOrdered && at > last, at, taken|1<<at
		sum.Far += least.Far - 1
		sum.Guessed = sum.Guessed || least.Guessed
	}
	if !isOrdered {
		sum.Far++
	}
	if taken == 0 {
		sum.Far = unlike
	}
	return sum
}

// most is how many slips a word may have and still be meant.
func (w *word) most() int { return min((w.length+1)/4, 3) }

// slips compares two words by the slips between them. A
// letter of a code for another one is as rare as that one is lost and the other one added.
func (w *word) slips(written *word, limit int) Likeness {
	most := min(written.most(), (limit-1)/LikeSlip)
	added, lost := bits.OnesCount64(w.letters&^written.letters), bits.OnesCount64(written.letters&^w.letters)
	switch {
	case w.text == written.text:
		return Likeness{}
	case max(w.length-written.length, written.length-w.length, added, lost) > most:
		return Likeness{Far: unlike}
	}
	like := Likeness{LikeJoined, w.code != written.code}
	fewest := 0
	if like.Guessed {
		fewest = lacking(w.code, written.seeming) + lacking(written.code, w.seeming)
	}
	if w.seeming != written.seeming && fewest <= most {
		like.Far = LikeSlip * max(slips(w.text, written.text, true), fewest)
	}
	if max(fewest, like.Far/LikeSlip) > most {
		return Likeness{Far: unlike}
	}
	if w.length == written.length && added+lost > 0 { // a letter for another one is rarer than one lost
		like.Far++
	}
	if like.Guessed {
		like.Far++
	}
	return like
}

// lacking is how many bytes of a word another one has not, or not as often.
func lacking(of, in string) int {
	var has [256]int16
	for i := range len(in) {
		has[in[i]]++
	}
	count := 0
	for i := range len(of) {
		if has[of[i]]--; has[of[i]] < 0 {
			count++
		}
	}
	return count
}
