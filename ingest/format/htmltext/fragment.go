package htmltext

import (
	"strings"

	"github.com/quarrykb/quarry/ingest/format/htmltree"
)

// Markdown returns the text of a part of a page, such as the field of a
// flashcard: no white space at its ends, lines ended by '\n'. Tags part words
// where a reader sees them parted, entities become what they stand for,
// "[latex]" and "[$]" become dollar signs, "[sound:…]" vanishes. Items of
// numbered lists have a dash, because their numbers stand nowhere in the
// fragment. A text without tags comes out as it is, but for its white space.
func Markdown(fragment string) string {
	tree, _ := htmltree.Parse(strings.ToValidUTF8(fragment, "\ufffd"))
	return cardText(Render(tree, Options{}).Text)
}

// cardText resolves the marks that flashcard programs put into a field's text.
func cardText(text string) string {
	if !strings.Contains(text, "[") {
		return text
	}
	text = strings.NewReplacer(
		"[$$]", "$$", "[/$$]", "$$", "[$]", "$", "[/$]", "$", "[latex]", "", "[/latex]", "",
	).Replace(withoutSounds(text))
	return strings.TrimSpace(text)
}

func withoutSounds(text string) string {
	const mark = "[sound:"
	parts := strings.Split(text, mark)
	for i, part := range parts[1:] {
		if name, rest, closed := strings.Cut(part, "]"); closed && !strings.ContainsAny(name, "[\n") {
			parts[i+1] = rest
		} else {
			parts[i+1] = mark + part
		}
	}
	return strings.Join(parts, "")
}
