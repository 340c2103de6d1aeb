package card

import (
	"regexp"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/text"
)

// markup finds in the sides of cards what is no word of theirs.
type markup struct {
	cloze    *regexp.Regexp // hidden words
	sound    *regexp.Regexp // "[sound:…]" and "[anki:play:…]"
	picture  *regexp.Regexp // of Markdown; or code, which it keeps
	link     *regexp.Regexp // of Markdown, and what it shows; or code
	image    *regexp.Regexp // of HTML, and where it is
	trailing *regexp.Regexp // a link that a text ends with, and what it shows
	occluder *regexp.Regexp // the name that a program gives to a picture with covered places
}

func newMarkup() markup {
	const (
		code   = "(`[^`]*`|```)"
		label  = `\[((?:[^\[\]\\]|\\.|\[[^\[\]]*\])*)\]`
		target = `\((?:[^()\\]|\\.|\([^()]*\))*\)`
	)
	return markup{
		cloze:    newCloze(),
		sound:    regexp.MustCompile(`\[(?:sound|anki:play):[^\[\]\n]*\]`),
		picture:  regexp.MustCompile(code + `|!` + label + target),
		link:     regexp.MustCompile(code + `|` + label + target),
		image:    regexp.MustCompile(`(?i)<img\s(?:[^>]*\s)?src\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))`),
		trailing: regexp.MustCompile(`(?:^|[^!\\])(` + label + target + `)$`),
		occluder: regexp.MustCompile(`^\S+-(?:ao|oa)-[\dQAO-]+$`),
	}
}

// withoutPictures takes the pictures out of Markdown, and links that show
// nothing else, and leaves of other links what they show. Code stays as it is.
func (m markup) withoutPictures(text string) string {
	if !strings.Contains(text, "](") {
		return text
	}
	return m.link.ReplaceAllString(m.picture.ReplaceAllString(text, "$1"), "$1$2")
}

// A link at the end of answers is furniture where most of them have it: at
// least this many, and this share of all.
const (
	fewestRepeated = 4
	shareRepeated  = 0.6
)

// dropRepeatedLink takes the link off the end of the answers that shows the same
// on most cards, wherever it leads.
func (m markup) dropRepeatedLink(questions []quarry.Question) {
	counts := map[string]int{}
	answered, usual := 0.0, ""
	for _, q := range questions {
		if q.Answer != "" {
			answered++
		}
		if _, label := m.cutTrailingLink(q.Answer); label != "" {
			if counts[label]++; counts[label] > counts[usual] {
				usual = label
			}
		}
	}
	if counts[usual] < fewestRepeated || float64(counts[usual]) < shareRepeated*answered {
		return
	}
	for i := range questions {
		if bare, label := m.cutTrailingLink(questions[i].Answer); label == usual {
			questions[i].Answer = bare
		}
	}
}

// longestLink is the longest link at the end of an answer, in bytes.
const longestLink = 4 << 10

// cutTrailingLink splits a link off that a text ends with, and returns what
// stands before it and what the link shows; "" where there is none.
func (m markup) cutTrailingLink(text string) (string, string) {
	from := max(0, len(text)-longestLink)
	at := m.trailing.FindStringSubmatchIndex(text[from:])
	if at == nil {
		return text, ""
	}
	return strings.TrimRight(text[:from+at[2]], " \t\r\n"), strings.TrimSpace(text[from+at[4] : from+at[5]])
}

// HasHTML reports whether a text has a tag that people write cards with, or an
// entity.
func HasHTML(written string) bool {
	const names = " a b i u p s br hr em li ol ul td th tr h1 h2 h3 h4 div img pre sub sup del kbd code span font table tbody" +
		" strong center blockquote small mark dl dt dd "
	for _, rest, ok := strings.Cut(written, "<"); ok; _, rest, ok = strings.Cut(rest, "<") {
		name := strings.ToLower(strings.TrimPrefix(rest[:min(len(rest), longestTag)], "/"))
		if end := strings.IndexAny(name, " >/\t\r\n"); end > 0 && strings.Contains(names, " "+name[:end]+" ") {
			return true
		}
	}
	return text.Resolved(written) != written
}

// longestTag is how much of a tag is looked at.
const longestTag = 16

// mostPictures is how many pictures of one side are shown.
const mostPictures = 10

// pictures returns the pictures of a side in HTML as Markdown, a line each. One
// that the side itself holds as data is none.
func (m markup) pictures(side string) string {
	var found []string
	for _, at := range m.image.FindAllStringSubmatch(side, mostPictures) {
		source := strings.TrimSpace(text.Resolved(at[1] + at[2] + at[3]))
		if source != "" && !strings.HasPrefix(source, "data:") {
			found = append(found, "![]("+strings.ReplaceAll(source, " ", "%20")+")")
		}
	}
	return strings.Join(found, "\n")
}
