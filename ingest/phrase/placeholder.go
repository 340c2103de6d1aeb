package phrase

import "strings"

// longestPlaceholder is the longest placeholder in bytes, ruled lines apart.
const longestPlaceholder = 80

// IsPlaceholder reports whether an answer only keeps the place of one: "TODO",
// "[your answer]", "_____", "???", "Answer:" with nothing behind it.
func (r *Reader) IsPlaceholder(answer string) bool {
	answer = strings.TrimSpace(answer)
	if isComment(answer) {
		answer = strings.Trim(answer, "<>!-{}/*%")
	}
	if code := strings.Trim(answer, "` \t\r\n"); code != answer && code != "" && !holdsWord(code) {
		return false // an empty list in code is an answer
	}
	if r.isStated(answer) {
		return false
	}
	bare := strings.ToLower(strings.Trim(answer, " \t\r\n*_`.…()[]<>-–—:?\u00a0\u3000"))
	if len(bare) > longestPlaceholder {
		return false
	}
	for _, name := range []string{"your answer", "answer", "ans", "antwort", "respuesta", "réponse", "risposta", "resposta", "ответ"} {
		if rest, ok := strings.CutPrefix(bare, name); ok {
			rest = strings.Trim(rest, " \t\r\n*_`.…:[]()<>-–—?")
			return rest == "" || r.isPlaceWord(rest) || r.isPlaceWord(bare)
		}
	}
	return r.isPlaceWord(bare)
}

// isStated reports whether an answer is a word that may keep a place, and stands
// as a sentence of its own: "Empty." is what a set can be.
func (r *Reader) isStated(answer string) bool {
	word, ended := strings.CutSuffix(answer, ".")
	if !ended || strings.ContainsAny(word, " .[]()<>*_`") {
		return false
	}
	switch strings.ToLower(word) {
	case "here", "soon", "pending", "missing", "empty", "blank", "needed":
		return true
	}
	return false
}

func (r *Reader) isPlaceWord(bare string) bool {
	switch strings.Join(strings.Fields(bare), " ") {
	case "", "todo", "tbd", "tba", "tbc", "n/a", "here", "your answer", "your answer here", "goes here", "answer goes here",
		"answer here", "write your answer", "write your answer here", "type your answer", "type your answer here",
		"enter your answer", "insert answer", "insert answer here", "add answer", "add answer here", "answer to follow",
		"to be written", "to be added", "to be done", "to be filled", "to be filled in", "to be completed", "to be determined",
		"to be answered", "to be announced", "to do", "to-do", "fill in", "fill me in", "fill in here", "fill this in", "fill in later",
		"coming soon", "answer coming soon", "soon", "will be added", "will be added soon", "pending", "wip", "work in progress",
		"no answer yet", "no answer", "not answered", "not answered yet", "not yet answered", "unanswered", "no answer provided",
		"no answer available", "answer missing", "missing", "missing answer", "yet to be answered", "not available", "placeholder",
		"empty", "blank", "add later", "fixme", "needs answer", "needs an answer", "answer needed", "needed", "contributions welcome",
		"lorem ipsum", "xxx", "tk", "your text here", "text here", "add your answer here", "space for your answer", "notes here",
		"offen", "noch offen", "folgt", "kommt noch", "antwort folgt", "noch nicht beantwortet", "keine antwort", "hier antwort einfügen",
		"pendiente", "por hacer", "sin respuesta", "por completar", "tu respuesta", "tu respuesta aquí", "próximamente",
		"à faire", "à venir", "à compléter", "sans réponse", "votre réponse", "votre réponse ici", "da fare", "da completare",
		"senza risposta", "a fazer", "pendente", "sem resposta", "em breve", "нет ответа", "позже", "待补充", "待完成", "待定", "暂无",
		"未回答", "未定", "準備中", "미정", "작성 예정":
		return true
	}
	return false
}
