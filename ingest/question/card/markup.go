package card

import (
	"regexp"
	"strings"

	"github.com/quarrykb/quarry/internal/text"
)

// markup finds in the sides of cards what is no word of theirs.
type markup struct {
	cloze    *regexp.Regexp // hidden words, without the hint that stands with them
	link     *regexp.Regexp // code; or a picture of Markdown; or a link, and what it shows
	image    *regexp.Regexp // of HTML, and where it is
	occluder *regexp.Regexp // the name that a program gives to a picture with covered places
}

func newMarkup() markup {
	const (
		// formulas and other clozes may stand in a cloze, or a brace that is alone
		plain  = `[^{}\\]|\\.`
		braced = `\{(?:` + plain + `|\{(?:` + plain + `|\{(?:` + plain + `|\{(?:` + plain + `)*\})*\})*\})*\}`
		inside = `(?:` + plain + `|` + braced + `)*?`
		alone  = `[^}]*?`

		shows  = `(?:[^\[\]\\]|\\.|\[[^\[\]]*\])*`
		target = `\((?:[^()\\]|\\.|\([^()]*\))*\)`
	)
	return markup{
		cloze: regexp.MustCompile(`(?s)\{\{c(?:[\d,]+::|loze )(?:(` + inside + `)(?:::` + inside + `)?|(` + alone + `)(?:::` + alone + `)?)\}\}`),
		link:  regexp.MustCompile("(`[^`]*`|```)" + `|!\[` + shows + `\]` + target + `|\[(` + shows + `)\]` + target),
		image: regexp.MustCompile(`(?i)<img\s(?:[^>]*\s)?src\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))`),

		occluder: regexp.MustCompile(`^\S+-(?:ao|oa)-[\dQAO-]+$`),
	}
}

// Blank stands in a text for what is hidden.
const Blank = "[…]"

// HasCloze reports whether a text hides words.
func (r *Reader) HasCloze(text string) bool { return r.markup.cloze.MatchString(text) }

// Cloze takes the hidden words out of a text as flashcard programs write them,
// "{{c1::hidden}}", "{{c1::hidden::hint}}" or "{{cloze hidden}}", and puts a blank in
// their place. A cloze within another is a part of what the outer one hides.
func (r *Reader) Cloze(text string) (string, []string) {
	cloze := r.markup.cloze
	var hidden []string
	shown := cloze.ReplaceAllStringFunc(text, func(found string) string {
		hidden = append(hidden, cloze.ReplaceAllString(cloze.ReplaceAllString(found, "$1$2"), "$1$2"))
		return Blank
	})
	return shown, hidden
}

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
