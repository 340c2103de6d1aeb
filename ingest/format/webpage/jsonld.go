package webpage

import (
	"encoding/json"
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
func unseenQuestions(tree *html.Node, shown string) string {
	var told []toldQuestion
	for node := range htmltree.All(tree) {
		if htmltree.Is(node, "script") && strings.EqualFold(htmltree.Value(node, "type"), "application/ld+json") {
			told = append(told, toldBy(node)...)
		}
	}
	if len(told) == 0 {
		return ""
	}
	visible := map[string]bool{"": true}
	for line := range strings.SplitSeq(strings.NewReplacer("<summary>", "", "</summary>", "").Replace(shown), "\n") {
		visible[lettersOf(line)] = true
	}
	var text strings.Builder
	for _, one := range told[:min(len(told), maxUnseen)] {
		if letters := lettersOf(one.question); !visible[letters] {
			visible[letters] = true
			text.WriteString("\n\n<details>\n<summary>" + one.question + "</summary>\n\n" + one.answer + "\n\n</details>")
		}
	}
	return text.String()
}

// toldQuestion is a question with its answer.
type toldQuestion struct{ question, answer string }

func toldBy(script *html.Node) []toldQuestion {
	var value any
	if text := script.FirstChild; text == nil || len(text.Data) > maxProgram || json.Unmarshal([]byte(text.Data), &value) != nil {
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
		if value["@type"] == "Question" {
			return questionIn(value)
		}
		return append(toldIn(value["@graph"], depth+1), toldIn(value["mainEntity"], depth+1)...)
	}
	return nil
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

// lettersOf returns the letters and digits of a line in lower case, without a number before
// them: what two ways to write the same line share.
func lettersOf(line string) string {
	line = strings.TrimLeftFunc(line, func(r rune) bool { return !unicode.IsLetter(r) })
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, line)
}
