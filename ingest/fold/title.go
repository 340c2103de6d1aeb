package fold

import (
	"strings"
	"unicode"

	"github.com/quarrykb/quarry/internal/text"
)

// plainTitle returns a title on one line, without tags and entities. A heading
// mark before it falls away.
func plainTitle(written string) string {
	title := strings.Join(strings.Fields(text.Resolved(withoutTags(written))), " ")
	return strings.TrimSpace(strings.TrimLeft(title, "# "))
}

// withoutTags takes tags away.
func withoutTags(text string) string {
	var kept strings.Builder
	for {
		before, rest, found := strings.Cut(text, "<")
		kept.WriteString(before)
		if !found {
			return kept.String()
		}
		end := strings.IndexAny(rest, "<>")
		if end < 1 || rest[end] == '<' || (rest[0] != '/' && !isLetter(rest[0])) {
			if end != 0 || rest[0] != '>' {
				kept.WriteByte('<')
			} else {
				rest = rest[1:]
			}
			text = rest
			continue
		}
		text = rest[end+1:]
	}
}

// isOnlyTags reports whether a text is nothing but tags and white space.
func isOnlyTags(text string) bool { return strings.TrimSpace(withoutTags(text)) == "" }

// longestReveal is the most words of a title that only names what it hides.
const longestReveal = 6

// isReveal reports whether a title says no more than that an answer is below
// it: "Answer", "Show the solution", "Click to reveal", "Réponse 3".
func (f *Finder) isReveal(title string) bool {
	words := wordsOf(title)
	if len(words) == 0 || len(words) > longestReveal || f.phrases.EndsAsking(title) {
		return false
	}
	hides := len(words) == 1 && words[0] == "show" // what, if not the answer
	for _, word := range words {
		switch {
		case isAnswerWord(word):
			hides = true
		case isNumber(word), isAround(word):
		default:
			return false
		}
	}
	return hides
}

func isAnswerWord(word string) bool {
	switch word {
	case "answer", "answers", "ans", "solution", "solutions", "spoiler", "reveal", "explanation", "response",
		"antwort", "antworten", "lösung", "lösungen", "réponse", "réponses", "corrigé", "respuesta",
		"respuestas", "solución", "soluciones", "risposta", "risposte", "soluzione", "soluzioni", "resposta",
		"respostas", "solução", "antwoord", "antwoorden", "oplossing", "svar", "lösning", "løsning", "vastaus",
		"odpowiedź", "rozwiązanie", "odpověď", "řešení", "odpoveď", "ответ", "ответы", "решение", "відповідь",
		"cevap", "yanıt", "jawaban", "答案", "解答", "回答", "答え", "参考答案", "답", "정답", "해설", "الجواب", "תשובה":
		return true
	}
	return false
}

// isAround reports whether a word stands around an answer's name and says
// nothing.
func isAround(word string) bool {
	switch word {
	case "show", "see", "view", "click", "here", "to", "the", "for", "expand", "open", "toggle", "tap", "check",
		"display", "sample", "model", "full", "possible", "suggested", "my", "our", "your", "an", "a", "and",
		"correct", "short", "long", "hidden", "example", "me", "on", "detailed", "hide", "read", "it", "is",
		"anzeigen", "zeigen", "zur", "die", "der", "la", "le", "voir", "afficher", "ver", "mostrar", "mostra",
		"de", "het", "den", "показать", "göster", "查看", "显示", "点击", "表示":
		return true
	}
	return false
}

// isHint reports whether a title says no more than that a hint is below it, or
// something: "Hint 2", "Click to expand".
func (f *Finder) isHint(title string) bool {
	says := false
	for _, word := range wordsOf(title) {
		switch word {
		case "hint", "hints", "tip", "tipp", "clue", "indice", "pista", "hinweis":
			says = true
		default:
			if !isNumber(word) && !isAround(word) {
				return false
			}
			says = says || isAround(word)
		}
	}
	return says && !f.phrases.EndsAsking(title)
}

// isLabel reports whether a title only names a question without asking it:
// "Question 3", "Exercise", "Q12", "FAQ".
func isLabel(title string) bool {
	words := wordsOf(title)
	for _, word := range words {
		switch strings.TrimRight(word, "0123456789") {
		case "question", "exercise", "problem", "task", "quiz", "faq", "q", "puzzle", "challenge", "check", "your",
			"understanding", "quick", "test", "yourself", "practice", "review", "knowledge", "self", "":
		default:
			return false
		}
	}
	return true
}

func isNumber(word string) bool { return strings.Trim(word, "0123456789") == "" }

// wordsOf returns the words of a title in lower case.
func wordsOf(title string) []string {
	return strings.FieldsFunc(strings.ToLower(title), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r)
	})
}
