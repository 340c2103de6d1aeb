package phrase

// questionLabels are the words that announce a question, longer ones before
// those that they begin with.
func questionLabels() []string {
	return []string{
		"question", "questions", "ques", "que", "q", "prompt", "front", "exercise", "problem", "task",
		"frage", "pregunta", "domanda", "pergunta", "вопрос", "vraag", "pytanie", "fråga", "soru", "câu hỏi", "pitanje",
		"otázka", "spørsmål",
		"aufgabe", "übung", "übungsaufgabe", "ejercicio", "tarea", "exercice", "esercizio", "exercício", "упражнение", "задача",
		"задание", "zadanie", "ćwiczenie", "opgave", "uppgift", "练习", "练习题", "kysymys", "问题", "问", "問題", "問", "質問", "질문", "문제", "문", "سؤال", "שאלה", "प्रश्न", "คำถาม",
	}
}

// isWeakLabel reports whether a label may announce something else as well.
func isWeakLabel(name string) bool {
	switch name {
	case "front", "questions":
		return true
	}
	return needsNumber(name)
}

// isStep reports whether a label stands before the steps of instructions as
// often as before what is asked.
func isStep(name string) bool {
	switch name {
	case "task", "aufgabe", "tarea", "задание", "zadanie", "opgave", "uppgift":
		return true
	}
	return false
}

// needsNumber reports whether a label counts only with a number: "Task 1:".
func needsNumber(name string) bool {
	switch name {
	case "exercise", "problem", "übung", "übungsaufgabe", "ejercicio", "exercice", "esercizio", "exercício", "упражнение", "задача",
		"ćwiczenie", "练习", "练习题":
		return true
	}
	return isStep(name)
}

// answerLabels are the words that announce an answer.
func answerLabels() []string {
	return []string{
		"answer", "ans", "a", "solution", "sample answer", "model answer", "expected answer", "correct answer",
		"suggested answer", "short answer", "example answer", "possible answer", "ideal answer", "the answer",
		"your answer", "my answer", "sample solution", "model solution", "response", "reply", "back", "answer key",
		"antwort", "lösung", "musterlösung", "respuesta", "solución", "réponse", "corrigé", "risposta", "soluzione",
		"resposta", "solução", "ответ", "решение", "antwoord", "odpowiedź", "svar", "cevap", "trả lời", "đáp án", "odgovor",
		"odpověď", "vastaus", "答案", "答", "回答", "解答", "답변", "정답", "답", "الجواب", "جواب", "תשובה", "उत्तर", "คำตอบ",
	}
}

// isFree reports whether a label counts before a full stop or a bracket too,
// and not only before a colon or with a number: "Ans. yes".
func isFree(name string) bool {
	switch name {
	case "q", "a", "ans", "ques", "que":
		return true
	}
	return false
}

// isSolution reports whether a label in emphasis counts before a full stop:
// "*Solution.* It is …".
func isSolution(name string) bool {
	switch name {
	case "answer", "solution", "lösung", "solución", "solução", "corrigé", "soluzione", "решение", "ответ", "antwort", "respuesta":
		return true
	}
	return false
}
