package pdf

import (
	"bytes"
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarrykb/quarry/ingest/format/htmltext"
)

// How a page's layout is read, in sizes and spaces of the document's own.
const (
	headingSize  = 1.14 // of the text's size, at least
	longestTitle = 160  // bytes
	mostLevels   = 4
	paragraphGap = 1.35 // of the usual space between lines
	fullLine     = 0.8  // of the width of the text: a line as long is broken, not ended
)

// measures are the usual sizes of a document.
type measures struct {
	size    float64   // of most letters
	leading float64   // between the baselines of lines
	left    float64   // where most lines begin
	right   float64   // where long lines end
	titles  []float64 // the sizes of headings, the largest first
}

func measure(pages [][]line) measures {
	sizes, leadings := map[float64]int{}, map[float64]int{}
	var begins, ends []float64
	for _, page := range pages {
		for at, one := range page {
			sizes[rounded(one.size)] += len(one.text)
			begins, ends = append(begins, one.x), append(ends, one.end)
			if at > 0 && page[at-1].y > one.y && rounded(page[at-1].size) == rounded(one.size) {
				leadings[rounded(page[at-1].y-one.y)]++
			}
		}
	}
	m := measures{size: commonest(sizes), leading: commonest(leadings)}
	if len(ends) > 0 {
		slices.Sort(ends)
		m.left, m.right = slices.Min(begins), ends[len(ends)*9/10]
	}
	for size := range sizes {
		if size >= m.size*headingSize {
			m.titles = append(m.titles, size)
		}
	}
	slices.Sort(m.titles)
	slices.Reverse(m.titles)
	return m
}

// rounded makes sizes equal that differ by nothing to see.
func rounded(size float64) float64 { return math.Round(size*2) / 2 }

// commonest returns the size that most has, the smaller of two.
func commonest(counts map[float64]int) float64 {
	best, most := 0.0, 0
	for size, count := range counts {
		if count > most || count == most && size < best {
			best, most = size, count
		}
	}
	return best
}

// layout writes lines as Markdown.
type layout struct {
	measures

	out  strings.Builder
	text []byte // of the paragraph, not yet written
	last line
	mark string // before the text: of a heading or a list
}

// line adds a line to what stands before it, or begins anew.
func (l *layout) line(one line) {
	mark, text := l.markOf(one)
	switch {
	case len(l.text) == 0:
		l.begin(mark, text, one)
	case l.isApart(one, mark):
		l.end("\n\n")
		l.begin(mark, text, one)
	case mark == "" && l.isBroken(one) || l.isTitle(mark):
		l.join(text, one)
	default:
		l.end("\n")
		l.begin(mark, text, one)
	}
}

func (l *layout) isTitle(mark string) bool { return strings.HasPrefix(mark, "#") && mark == l.mark }

func (l *layout) begin(mark, text string, one line) {
	l.mark, l.text, l.last = mark, append(l.text, text...), one
}

// end writes the line that was put together.
func (l *layout) end(gap string) {
	if len(l.text) == 0 {
		return
	}
	if l.mark == "" {
		l.out.WriteString(htmltext.Line(string(l.text)))
	} else {
		l.out.WriteString(l.mark + htmltext.Inline(string(l.text)))
	}
	l.out.WriteString(gap)
	l.text = l.text[:0]
}

// join adds a line to a paragraph. A word that was parted at the line's end is made whole.
func (l *layout) join(text string, one line) {
	before, found := bytes.CutSuffix(l.text, []byte("-"))
	last, _ := utf8.DecodeLastRune(before)
	first, _ := utf8.DecodeRuneInString(text)
	if found && unicode.IsLetter(last) && unicode.IsLower(first) {
		l.text = append(before, text...)
	} else {
		l.text = append(append(l.text, ' '), text...)
	}
	l.last = one
}

// isApart reports whether a line begins another paragraph: it stands further
// below than lines do, on another page or beside the last, or in another size.
func (l *layout) isApart(one line, mark string) bool {
	gap := l.last.y - one.y
	if strings.HasPrefix(mark, "#") || strings.HasPrefix(l.mark, "#") {
		return mark != l.mark || gap < 0 || gap > paragraphGap*1.2*one.size
	}
	if gap < 0 { // the next page, or the next column
		return mark == "" && !l.isBroken(one)
	}
	return l.leading > 0 && gap > paragraphGap*l.leading && gap > one.size
}

// isBroken reports whether the last line was broken because the page ended, so
// that the text goes on: it is long, and what follows begins no label.
func (l *layout) isBroken(one line) bool {
	width := l.right - l.left
	if width <= 0 || l.last.end-l.left < fullLine*width || rounded(l.last.size) != rounded(one.size) {
		return false
	}
	return !beginsItem(one.text)
}

// beginsItem reports whether a line begins like an item of a list, or with a
// label such as "Answer:".
func beginsItem(text string) bool {
	word, rest, _ := strings.Cut(text, " ")
	if label, found := strings.CutSuffix(word, ":"); found && label != "" && rest != "" {
		first, _ := utf8.DecodeRuneInString(label)
		return unicode.IsUpper(first)
	}
	digits := strings.TrimLeft(word, "Qq")
	number := strings.TrimRight(digits, ".):")
	return number != "" && number != digits && len(number) < 4 && rest != "" &&
		(strings.Trim(number, "0123456789") == "" || len(number) == 1 && unicode.IsUpper(rune(number[0])))
}

// markOf returns what a line begins with in Markdown, and the rest of it.
func (l *layout) markOf(one line) (string, string) {
	if bullet, size := utf8.DecodeRuneInString(one.text); strings.ContainsRune(bullets, bullet) && len(one.text) > size {
		return "- ", strings.TrimSpace(one.text[size:])
	}
	if one.size >= l.size*headingSize && len(one.text) <= longestTitle {
		larger, _ := slices.BinarySearchFunc(l.titles, rounded(one.size), func(title, size float64) int { return cmp.Compare(size, title) })
		return strings.Repeat("#", min(larger+1, mostLevels)) + " ", one.text
	}
	return "", one.text
}

// bullets are the signs that a line of a list begins with.
const bullets = "•◦▪▫‣●○■□∙⁃➢✓❖" + string(symbolBullet)
