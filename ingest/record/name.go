package record

import (
	"slices"
	"strings"
	"unicode"
)

// words splits a field's name at its separators, between letters and digits and
// where a capital begins: "correctAnswer_1" is correct, answer and 1.
func words(name string) []string {
	var found []string
	var current strings.Builder
	end := func() {
		if current.Len() > 0 {
			found = append(found, strings.ToLower(current.String()))
			current.Reset()
		}
	}
	last := ' '
	for _, r := range name {
		if partsWords(last, r) {
			end()
		}
		if inWord(r) {
			current.WriteRune(r)
		}
		last = r
	}
	end()
	return found
}

func inWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r) }

// partsWords reports whether a word ends before a character.
func partsWords(last, r rune) bool {
	return !inWord(r) || (unicode.IsUpper(r) && unicode.IsLower(last)) || unicode.IsDigit(r) != unicode.IsDigit(last)
}

// role is what the name of a field promises.
type role int

const (
	noRole role = iota
	questionRole
	answerRole
	choicesRole
	wrongRole // options that are not right
	explanationRole
	gradeRole
	headingRole
	languageRole
	inputRole // what an instruction is applied to
	textRole  // words at length
	subjectRole
	metaRole // of the record, not of its content
)

// sure is how much a name promises its role.
type sure int

// Surenesses: a weak name needs a partner or content that agrees.
const (
	weak   sure = 1
	likely sure = 3
	strong sure = 5
	exact  sure = 6
)

// promise is a role with its sureness.
type promise struct {
	role role
	sure sure
}

// promised returns what a name promises. Of a path, "question.text", the last
// part that says something decides.
func promised(name string) promise {
	if name == keyName {
		return promise{subjectRole, strong}
	}
	path := strings.Split(name, pathMark)
	for _, part := range path[:len(path)-1] {
		if p := promisedBy(words(Core(part))); p.role == metaRole {
			return p
		}
	}
	for _, part := range slices.Backward(path) {
		if p := promisedBy(words(Core(part))); !neutral(part) || len(path) == 1 {
			return p
		}
	}
	return promisedBy(words(Core(path[0])))
}

// Core returns what a field is called without what its author tells whoever
// fills it in, behind a dash or in brackets: "Answer(s) - at least one" is
// "Answer". A name that has nothing else stays as it is.
func Core(name string) string {
	core := name
	for _, dash := range []string{" - ", " – ", " — "} {
		core, _, _ = strings.Cut(core, dash)
	}
	if open := strings.IndexByte(core, '('); open > 0 && strings.HasSuffix(strings.TrimSpace(core), ")") {
		core = core[:open]
	}
	if core = strings.TrimSpace(core); core == "" {
		return name
	}
	return core
}

// pathMark parts the names of fields within fields.
const pathMark = "\x00"

// neutral reports whether a name says nothing about its value.
func neutral(name string) bool {
	switch strings.ToLower(name) {
	case "text", "value", "content", "body", "html", "markdown", "md", "en", "raw", "plain", "rendered", "fields", "data", "title":
		return true
	}
	return false
}

func promisedBy(words []string) promise {
	joined := strings.Join(words, " ")
	if p := special(words, joined); p.role != noRole {
		return p
	}
	if p := asking(words, joined); p.role != noRole {
		return p
	}
	if p := answering(words, joined); p.role != noRole {
		return p
	}
	return descriptive(joined)
}

func has(words []string, some ...string) bool {
	return slices.ContainsFunc(words, func(word string) bool { return slices.Contains(some, word) })
}

// special names roles that come before question and answer: "wrong answers"
// are no answer.
func special(words []string, joined string) promise {
	switch joined {
	case "difficulty", "level", "grade", "stars", "rating", "difficulty level", "question difficulty", "hardness", "complexity",
		"schwierigkeit", "schwierigkeitsgrad", "difficulté", "niveau", "dificultad", "nivel", "difficoltà", "livello",
		"dificuldade", "nível", "сложность", "уровень", "难度", "難易度", "난이도":
		return promise{gradeRole, strong}
	case "choices", "options", "alternatives", "mcq options", "answer options", "answer choices", "possible answers",
		"question options", "option list", "endings", "opciones", "optionen", "antwortmöglichkeiten", "opções", "выбор", "варианты", "选项", "選択肢":
		return promise{choicesRole, strong}
	case "answers":
		return promise{choicesRole, weak}
	case "long answer", "detailed answer", "answer explanation", "answer detail", "answer details":
		return promise{explanationRole, strong}
	}
	switch {
	case has(words, "plausible") && has(words, "answer", "answers"): // that somebody might give, and are wrong
		return promise{metaRole, strong}
	case has(words, "incorrect", "wrong", "distractor", "distractors") && !has(words, "count", "feedback"):
		return promise{wrongRole, strong}
	case has(words, "explanation", "explanations", "rationale", "reasoning", "justification", "exp", "erklärung", "erklaerung",
		"explicación", "explication", "spiegazione", "begründung", "объяснение", "解析", "解説"):
		return promise{explanationRole, strong}
	}
	return promise{}
}

// ofRecord are words of names that speak of a question and are none.
func ofRecord(words []string) bool {
	return has(words, "id", "ids", "uid", "uuid", "no", "nr", "num", "number", "count", "type", "kind", "date", "time", "url", "link",
		"image", "img", "audio", "video", "lang", "language", "category", "difficulty", "level", "score", "votes", "author", "source",
		"status", "length", "tag", "tags", "start", "end", "created", "updated", "hash", "format", "group", "bank", "order", "weight",
		"points", "duration", "topic", "section", "concept", "keywords", "feedback", "set")
}

func asking(words []string, joined string) promise {
	switch joined {
	case "question", "q", "question text", "frage", "pregunta", "domanda", "pergunta", "вопрос", "问题", "問題", "质问", "質問", "질문",
		"سؤال", "प्रश्न", "pytanie", "fråga", "vraag", "soru", "спрашивание", "otázka", "kysymys", "kérdés", "spørsmål", "spørgsmål", "ερώτηση":
		return promise{questionRole, exact}
	case "front", "stem", "prompt", "query", "clue", "cue", "user", "human":
		return promise{questionRole, strong}
	case "term", "problem", "instruction", "word", "statement", "exercise", "task", "puzzle", "riddle", "vorderseite", "recto", "avers",
		"question title", "concept", "phrase", "claim", "user input", "sentence":
		return promise{questionRole, likely}
	case "input", "context input":
		return promise{inputRole, weak}
	}
	if has(words, "question", "questions", "prompt", "stem") && !ofRecord(words) && !has(words, "answer", "answers") {
		return promise{questionRole, strong}
	}
	return promise{}
}

func answering(words []string, joined string) promise {
	switch joined {
	case "answer", "a", "ans", "correct answer", "right answer", "correct", "solution", "antwort", "respuesta", "risposta", "réponse",
		"resposta", "ответ", "答案", "回答", "答え", "답", "정답", "إجابة", "جواب", "उत्तर", "odpowiedź", "svar", "antwoord", "cevap",
		"vastaus", "odpověď", "válasz", "απάντηση":
		return promise{answerRole, exact}
	case "back", "response", "reply", "output", "completion", "definition", "meaning", "translation", "assistant", "lösung", "loesung",
		"rückseite", "verso", "correct option", "correct choice", "answer key", "expected output", "accepted answer", "definición", "définition",
		"bedeutung", "model answer", "sample answer", "ideal answer", "gpt", "cop", "correct answers", "solutions":
		return promise{answerRole, strong}
	case "target", "label", "gold", "truth", "key", "verdict", "result":
		return promise{answerRole, weak}
	}
	if has(words, "correct", "right") && !has(words, "count", "feedback", "rate") {
		return promise{answerRole, likely}
	}
	if has(words, "true") && has(words, "false", "or", "is") {
		return promise{answerRole, likely}
	}
	if has(words, "answer", "answers", "solution") && !ofRecord(words) {
		return promise{answerRole, likely}
	}
	return promise{}
}

// descriptive names what describes a record, or is its text.
func descriptive(joined string) promise {
	switch joined {
	case "section", "category", "topic", "subject", "chapter", "unit", "module", "tags", "tag", "theme", "kategorie", "thema",
		"categoría", "categoria", "tema", "catégorie", "categorie", "sujet", "argomento", "lesson", "area", "domain", "deck", "skill",
		"subcategory", "subtopic", "topics", "field", "категория", "тема", "类别", "分类", "カテゴリ", "kapitel", "chapitre", "capítulo",
		"topic name", "subject name", "chapter name", "category name", "deck name":
		return promise{headingRole, strong}
	case "language", "lang", "locale", "sprache", "langue", "idioma":
		return promise{languageRole, strong}
	case "text", "content", "body", "passage", "article", "paragraph", "abstract", "context", "contents", "document", "snippet", "chunk",
		"inhalt", "texto", "texte", "testo":
		return promise{textRole, strong}
	case "description", "summary", "note", "notes", "details", "detail", "beschreibung", "descripción", "remarks", "comment", "comments":
		return promise{textRole, weak}
	case "name", "title", "device", "model", "product", "item", "heading", "headline", "titel", "titre", "título", "titolo", "nombre", "nom", "nome":
		return promise{subjectRole, strong}
	case "id", "uid", "uuid", "guid", "slug", "index", "no", "nr", "number", "docid", "doc id", "question id", "url", "link", "links",
		"image", "images", "audio", "video", "metadata", "meta", "created at", "updated at", "timestamp", "hash", "kind":
		return promise{metaRole, strong}
	case "code", "sku", "author", "source", "date", "created", "updated", "licence", "license", "version", "type", "hint", "hints",
		"points", "score", "weight", "order", "status", "by", "votes", "time", "time limit", "duration", "references", "reference",
		"question type", "format", "quelle", "datum", "year":
		return promise{metaRole, likely}
	}
	return promise{}
}
