package org

import "strings"

// cutCloze takes the hidden words out of a card: "{{c1::hidden}}", or
// "[hidden]" and "[hidden||hint]". What is a link hides nothing.
func cutCloze(body string) (string, string) {
	opens, shut := "[", "]"
	if strings.Contains(body, "{{c") {
		opens, shut = "{{c", "}}"
	}
	var shown strings.Builder
	var hidden []string
	for {
		before, rest, opened := strings.Cut(body, opens)
		inside, behind, closed := strings.Cut(rest, shut)
		if !opened || !closed {
			shown.WriteString(body)
			return shown.String(), strings.Join(hidden, "; ")
		}
		shown.WriteString(before)
		words := hiddenWords(inside)
		if words == "" || strings.HasPrefix(behind, "(") {
			shown.WriteString(opens)
			body = rest
			continue
		}
		shown.WriteString("[…]")
		hidden = append(hidden, words)
		body = behind
	}
}

// hiddenWords returns what is hidden, without its number and its hint.
func hiddenWords(inside string) string {
	if strings.ContainsAny(inside, "[\n") {
		return ""
	}
	if number, words, ok := strings.Cut(inside, "::"); ok && strings.Trim(number, "0123456789") == "" {
		inside = words
	}
	inside, _, _ = strings.Cut(inside, "||")
	inside, _, _ = strings.Cut(inside, "::")
	return strings.TrimSpace(inside)
}
