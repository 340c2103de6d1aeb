package export

import (
	"context"
	"fmt"
	"html"
	"io"
	"path"
	"strings"
	"unicode"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/view"
)

// cardsHead tells Anki how to read the notes. A note's guid is its question's
// id, so that importing again changes notes and makes no second ones.
const cardsHead = "#separator:tab\n#html:true\n#notetype:Basic\n" +
	"#guid column:1\n#deck column:2\n#tags column:5\n"

// exportCards writes questions as notes that Anki imports: of those that have
// an answer, unless the caller says otherwise.
func (h *Handlers) exportCards(ctx context.Context, e exportAsked, out exportSink) (Exported, error) {
	e.Filter.Kinds = []quarry.EntryKind{quarry.EntryQuestion}
	if e.Filter.Answered == quarry.Either && len(e.Filter.AnswerStates) == 0 {
		e.Filter.Answered = quarry.Yes
	}
	var done Exported
	_, err := io.WriteString(out, cardsHead)
	if err != nil {
		return done, fmt.Errorf("write the export: %w", err)
	}
	take := func(page quarry.Page[quarry.Question]) error {
		for _, q := range page.Items {
			if _, err := io.WriteString(out, note(q)); err != nil {
				return fmt.Errorf("write a note: %w", err)
			}
			done.Entries++
		}
		return nil
	}
	err = pageWalk[quarry.Question]{h.Store.Questions, e.Filter, exportRows, take, out}.export(ctx, h)
	return done, err
}

// note is the line of one question: guid, deck, front, back and tags. No field
// holds a tab, a line break or a quote.
func note(q quarry.Question) string {
	return strings.Join([]string{
		string(q.ID), deckOf(q.Source.Path), cardHTML(q.Text) + choicesHTML(q.Choices), cardHTML(q.Answer), tagsOf(q),
	}, "\t") + "\n"
}

// deckOf names the deck after the document: folders are decks of decks.
func deckOf(document string) string {
	names := strings.Split(strings.TrimSuffix(document, path.Ext(document)), "/")
	for i, name := range names {
		names[i] = strings.Map(func(r rune) rune {
			if r == ':' || r == '"' || unicode.IsControl(r) {
				return '-'
			}
			return r
		}, name)
	}
	return strings.Join(names, "::")
}

// tagsOf are the topics and the difficulty that a source states; a tag has no
// space in it. An estimate would come back as stated.
func tagsOf(q quarry.Question) string {
	tags := view.Texts(q.Topics)
	if q.Grade.Source == quarry.DifficultyStated {
		tags = append(tags, "difficulty::"+string(q.Grade.Difficulty))
	}
	for i, tag := range tags {
		tags[i] = strings.Join(strings.Fields(strings.ReplaceAll(tag, `"`, "")), "-")
	}
	return strings.Join(tags, " ")
}

func choicesHTML(choices []string) string {
	if len(choices) == 0 {
		return ""
	}
	var list strings.Builder
	list.WriteString("<ol type=A>")
	for _, choice := range choices {
		list.WriteString("<li>" + cardHTML(choice) + "</li>")
	}
	return list.String() + "</ol>"
}

const fence = "```"

// cardHTML shows a Markdown text as it is written, line by line; fenced code
// keeps its spaces.
func cardHTML(text string) string {
	var shown strings.Builder
	inCode, begun := false, false
	for line := range strings.SplitSeq(strings.TrimSpace(text), "\n") {
		bare := strings.TrimSpace(line)
		if isFence := strings.HasPrefix(bare, fence) && (inCode || !strings.Contains(bare[len(fence):], "`")); isFence {
			shown.WriteString(codeTag(inCode))
			inCode, begun = !inCode, false
			continue
		}
		if begun {
			shown.WriteString("<br>")
		}
		shown.WriteString(cardLine(line))
		begun = true
	}
	if inCode {
		shown.WriteString(codeTag(inCode))
	}
	return shown.String()
}

func codeTag(inside bool) string { //nolint:revive // where the text is, not what to do
	if inside {
		return "</code></pre>"
	}
	return "<pre><code>"
}

// cardLine escapes a line; its tabs, which part fields, become spaces.
func cardLine(line string) string {
	bare := strings.Map(func(r rune) rune {
		if r != '\t' && unicode.IsControl(r) {
			return -1
		}
		return r
	}, line)
	return html.EscapeString(strings.ReplaceAll(bare, "\t", "    "))
}
