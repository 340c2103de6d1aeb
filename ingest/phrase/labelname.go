package phrase

import "strings"

// How many labels there are of each sort. They are arrays, and no slices, so that
// to look for one at every line costs no memory.
const (
	countQuestion = 38
	countTask     = 20
	countKey      = 31
	countAnswer   = 63
)

// questionLabels are the words that announce a question, longer ones before
// those that they begin with.
func (r *Reader) questionLabels() [countQuestion]string {
	return [...]string{
		"question", "questions", "ques", "que", "q", "prompt", "front",
		"frage", "pregunta", "domanda", "pergunta", "вопрос", "vraag", "pytanie", "fråga", "soru", "câu hỏi", "pitanje",
		"otázka", "spørsmål", "kysymys", "问题", "问", "問題", "問", "質問", "设问", "設問", "题目", "题", "題", "질문", "문제", "문", "سؤال", "שאלה", "प्रश्न", "คำถาม",
	}
}

// taskLabels are the words that announce one with a number, and only then.
func (r *Reader) taskLabels() [countTask]string {
	return [...]string{
		"exercise", "problem", "task", "aufgabe", "übung", "übungsaufgabe", "ejercicio", "tarea", "exercice", "esercizio", "exercício",
		"упражнение", "задача", "задание", "zadanie", "ćwiczenie", "opgave", "uppgift", "练习", "练习题",
	}
}

// isWeakLabel reports whether a label may announce something else as well.
func (r *Reader) isWeakLabel(name string) bool {
	switch name {
	case "front", "questions":
		return true
	}
	return r.needsNumber(name)
}

// isStep reports whether a label stands before the steps of instructions as
// often as before what is asked.
func (r *Reader) isStep(name string) bool {
	switch name {
	case "task", "aufgabe", "tarea", "задание", "zadanie", "opgave", "uppgift":
		return true
	}
	return false
}

// needsNumber reports whether a label counts only with a number: "Task 1:".
func (r *Reader) needsNumber(name string) bool {
	switch name {
	case "exercise", "problem", "übung", "übungsaufgabe", "ejercicio", "exercice", "esercizio", "exercício", "упражнение", "задача",
		"ćwiczenie", "练习", "练习题":
		return true
	}
	return r.isStep(name)
}

// answerLabels are the words that announce an answer.
func (r *Reader) answerLabels() [countAnswer]string {
	return [...]string{
		"answer", "ans", "a", "solution", "sample answer", "model answer", "expected answer", "correct answer",
		"suggested answer", "short answer", "example answer", "possible answer", "ideal answer", "the answer",
		"your answer", "my answer", "sample solution", "model solution", "response", "reply", "back", "answer key",
		"antwort", "lösung", "musterlösung", "respuesta", "solución", "réponse", "corrigé", "risposta", "soluzione",
		"resposta", "solução", "ответ", "решение", "antwoord", "odpowiedź", "svar", "cevap", "trả lời", "đáp án", "odgovor",
		"odpověď", "vastaus", "答案", "答え", "答", "回答", "解答例", "解答", "こたえ", "正解", "模範解答", "参考答案", "답변", "정답", "답", "풀이", "الجواب", "جواب", "תשובה", "उत्तर", "คำตอบ",
	}
}

// isFree reports whether a label counts before a full stop or a bracket too,
// and not only before a colon or with a number: "Ans. yes".
func (r *Reader) isFree(name string) bool {
	switch name {
	case "q", "a", "ans", "ques", "que":
		return true
	}
	return false
}

// isSolution reports whether a label in emphasis counts before a full stop:
// "*Solution.* It is …".
func (r *Reader) isSolution(name string) bool {
	switch name {
	case "answer", "solution", "lösung", "solución", "solução", "corrigé", "soluzione", "решение", "ответ", "antwort", "respuesta":
		return true
	}
	return false
}

// readAsked matches the label of a question.
func (r *Reader) readAsked(line string) (label, bool) {
	names := r.questionLabels()
	if found, ok := r.readLabel(line, names[:]); ok {
		return found, ok
	}
	if found, ok := r.readOrdinal(line); ok || !numbersEarly(line) {
		return found, ok
	}
	tasks := r.taskLabels()
	return r.readLabel(line, tasks[:])
}

// isAskedAlone reports whether a line is the label of a question and nothing
// else.
func (r *Reader) isAskedAlone(line string) bool {
	names, tasks := r.questionLabels(), r.taskLabels()
	return r.isAlone(line, names[:]) || (numbersEarly(line) && r.isAlone(line, tasks[:]))
}

// numbersEarly reports whether a line may begin with a label that has a number.
func numbersEarly(line string) bool {
	return strings.ContainsAny(line[:min(len(line), longestLabel)], "0123456789")
}

// readAnswer matches the label of an answer.
func (r *Reader) readAnswer(line string) (label, bool) {
	names := r.answerLabels()
	return r.readLabel(line, names[:])
}

// isAnswerAlone reports whether a line is the label of an answer and nothing
// else.
func (r *Reader) isAnswerAlone(line string) bool {
	names := r.answerLabels()
	return r.isAlone(line, names[:])
}
