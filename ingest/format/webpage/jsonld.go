package webpage

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/net/html"

	"github.com/quarrykb/quarry/ingest/format/htmltext"
	"github.com/quarrykb/quarry/ingest/format/htmltree"
)

// Limits of what a page holds for programs.
const (
	maxUnseen    = 2000
	maxProgram   = 1 << 20 // bytes of one script that are read
	deepestGraph = 8
)

// unseenQuestions returns the questions that a page tells programs of, in the
// words of schema.org, and does not show to its readers.
func (e *Extractor) unseenQuestions(tree *html.Node, shown string) string {
	var told []toldQuestion
	for node := range htmltree.All(tree) {
		if htmltree.Is(node, "script") && strings.EqualFold(htmltree.Value(node, "type"), "application/ld+json") {
			told = append(told, toldBy(node)...)
		}
	}
	if len(told) == 0 {
		return ""
	}
	visible := map[string]bool{}
	for line := range strings.SplitSeq(shown, "\n") {
		visible[lettersOf(line)] = true
	}
	told = slices.DeleteFunc(told[:min(len(told), maxUnseen)], func(one toldQuestion) bool {
		letters := lettersOf(one.question)
		known := letters == "" || visible[letters]
		visible[letters] = true
		return known
	})
	return strings.TrimRight(e.written(told), "\n")
}

// written writes questions down: under headings where all of them ask by their
// words, else folded away, which says that they are all the same.
func (e *Extractor) written(told []toldQuestion) string {
	allAsk := !slices.ContainsFunc(told, func(one toldQuestion) bool { return !e.phrases.EndsAsking(one.question) })
	var text strings.Builder
	for _, one := range told {
		if allAsk {
			text.WriteString("\n\n## " + one.question + "\n\n" + one.answer)
			continue
		}
		text.WriteString("\n\n<details>\n<summary>" + one.question + "</summary>\n\n" + one.answer + "\n\n</details>")
	}
	return text.String()
}

// toldQuestion is a question with its answer.
type toldQuestion struct{ question, answer string }

func toldBy(script *html.Node) []toldQuestion {
	var text strings.Builder
	for child := range script.ChildNodes() {
		text.WriteString(child.Data)
	}
	var value any
	if text.Len() > maxProgram || json.Unmarshal([]byte(text.String()), &value) != nil {
		return nil
	}
	return toldIn(value, 0)
}

// toldIn looks for questions through lists and graphs.
func toldIn(value any, depth int) []toldQuestion {
	if depth > deepestGraph {
		return nil
	}
	switch value := value.(type) {
	case []any:
		var all []toldQuestion
		for _, one := range value {
			all = append(all, toldIn(one, depth+1)...)
		}
		return all
	case map[string]any:
		if isOfType(value, "Question") {
			return questionIn(value)
		}
		return append(toldIn(value["@graph"], depth+1), toldIn(value["mainEntity"], depth+1)...)
	}
	return nil
}

func isOfType(value map[string]any, name string) bool {
	kind, _ := value["@type"].(string)
	return kind == name
}

func questionIn(value map[string]any) []toldQuestion {
	name, _ := value["name"].(string)
	answer := value["acceptedAnswer"]
	if several, ok := answer.([]any); ok && len(several) > 0 {
		answer = several[0]
	}
	accepted, _ := answer.(map[string]any)
	text, _ := accepted["text"].(string)
	question := strings.Join(strings.Fields(htmltext.Markdown(name)), " ")
	if question == "" {
		return nil
	}
	return []toldQuestion{{question: strings.TrimLeft(question, "# "), answer: htmltext.Markdown(text)}}
}

// lettersOf returns a line's letters and digits in lower case, without a number
// before it: what two ways to write the same line share.
func lettersOf(line string) string {
	line = strings.TrimLeftFunc(line, func(r rune) bool { return !unicode.IsLetter(r) })
	line = strings.TrimPrefix(strings.TrimPrefix(line, "summary>"), "**")
	line = strings.TrimSuffix(line, "</summary>")
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, line)
}
