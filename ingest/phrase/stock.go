package phrase

import "strings"

// IsStockTitle reports whether a title is one that stands in documents of any
// kind and names a part of them: "Introduction", "References".
func (r *Reader) IsStockTitle(title string) bool {
	switch strings.ToLower(strings.Trim(r.Strip(title), " .:!*_")) {
	case "introduction", "overview", "summary", "conclusion", "conclusions", "references", "further reading",
		"see also", "resources", "table of contents", "contents", "toc", "index", "appendix", "glossary", "about",
		"acknowledgements", "acknowledgments", "contributing", "contributors", "license", "licence", "contact",
		"changelog", "installation", "install", "installing", "usage", "quick start", "quickstart", "examples", "example", "features", "support", "community", "roadmap", "setup", "requirements", "prerequisites", "background", "motivation",
		"next steps", "getting started", "notes", "note", "sources", "bibliography", "links", "preface", "foreword",
		"disclaimer", "credits", "authors", "key takeaways", "takeaways", "recap", "abstract", "how to use this document",
		"instructions", "legend", "faq", "faqs", "questions", "answers", "q&a", "einleitung", "zusammenfassung",
		"inhalt", "literatur", "introducción", "resumen", "referencias", "conclusión", "sommaire", "références":
		return true
	}
	return false
}

// Announces reports whether a title promises questions: a quiz, an exam, an
// interview, a FAQ, a deck of cards.
func (r *Reader) Announces(title string) bool {
	return r.namesExam(strings.FieldsFunc(strings.ToLower(title), isBetweenWords)) || r.NamesQuestions(title)
}

// namesExam reports whether words name an exam. What is read for one promises
// less than what lists its questions.
func (r *Reader) namesExam(words []string) bool {
	for i, word := range words {
		switch word {
		case "test": // "Unit 3 test", "Test yourself"; "Test programs" are something else
			if i == len(words)-1 || strings.HasPrefix(words[i+1], "your") || strings.Trim(words[i+1], "0123456789") == "" {
				return true
			}
		case "exam", "exams", "midterm", "midterms", "examination", "examinations", "viva", "revision", "self-test",
			"egzamin", "prüfung", "klausur", "examen", "prova", "esame", "экзамен":
			return true
		}
	}
	return false
}

// NamesQuestions reports whether a title promises questions, and is not only that
// of something to read for an exam.
func (r *Reader) NamesQuestions(title string) bool {
	words := strings.FieldsFunc(strings.ToLower(title), isBetweenWords)
	for _, word := range words {
		switch word {
		case "question", "questions", "faq", "faqs", "quiz", "quizzes", "q&a", "qa", "q&as",
			"interview", "interviews", "flashcard", "flashcards", "cards", "exercise", "exercises", "problems", "trivia",
			"questionnaire", "asked", "drills",
			"pytania", "zadania", "vragen", "examenvragen", "frågor", "spørsmål", "spørgsmål", "otázky", "kysymykset",
			"sorular", "soruları", "питання", "întrebări", "kérdések", "pitanja", "ερωτήσεις", "أسئلة", "שאלות",
			"fragen", "preguntas", "cuestionario", "perguntas", "domande",
			"esercizi", "übungen", "ejercicios", "exercices", "вопросы", "задачи": //nolint:misspell // French
			return true
		}
	}
	if strings.Contains(strings.Join(words, " ")+" ", "problem set ") {
		return true
	}
	for _, word := range []string{"prüfungsfragen", "问题", "试题", "面试题", "質問", "問題", "問答", "问答", "질문", "문제", "카드"} {
		if strings.Contains(strings.ToLower(title), word) { // written without spaces, or compounded
			return true
		}
	}
	return false
}

// IsKeyTitle reports whether a title stands above the answers to questions that
// stand elsewhere.
func (r *Reader) IsKeyTitle(title string) bool {
	switch strings.ToLower(strings.Trim(r.Strip(title), " .:!*_#")) {
	case "answers", "answer key", "answers key", "key", "solutions", "solution key", "correct answers", "answer sheet",
		"key to the questions", "answers to questions", "answers to the questions", "lösungen", "antworten",
		"respuestas", "soluciones", "réponses", "solutions des exercices", "risposte", "soluzioni", "respostas", //nolint:misspell // French
		"gabarito", "ответы", "答案", "解答", "정답",
		"marking scheme", "mark scheme", "marking guide", "marking key", "model answers", "model solutions", "sample answers",
		"sample solutions", "suggested answers", "suggested solutions", "worked solutions", "worked answers", "answers and explanations",
		"answers and solutions", "solutions and answers", "solutions to exercises", "solutions to the exercises", "answers to exercises",
		"answers to the exercises", "musterlösungen", "erwartungshorizont", "lösungsschlüssel", "solucionario", "corrigés",
		"эталоны ответов", "ответы и решения", "решения":
		return true
	}
	return false
}

// IsHint reports whether a line begins with the label of a hint.
func (r *Reader) IsHint(line string) bool {
	first, rest := firstWord(r.Strip(line))
	switch first {
	case "hint", "hints", "tip", "hinweis", "tipp", "pista", "indice", "подсказка":
		return rest == "" || strings.ContainsRune(":.*_", rune(rest[0]))
	}
	return false
}

// IsTicket reports whether a title numbers one of the slips of paper that oral
// exams are drawn from: "Билет № 3", "Zestaw 2". All that is listed below it is
// asked.
func (r *Reader) IsTicket(title string) bool {
	words := strings.FieldsFunc(strings.ToLower(r.Strip(title)), isBetweenWords)
	number := len(words) - 1
	if number < 1 || number > 3 || strings.Trim(words[number], "№0123456789") != "" {
		return false
	}
	if words[number-1] == "№" || words[number-1] == "nr" || words[number-1] == "no" {
		number--
	}
	switch name := strings.Join(words[:number], " "); name {
	case "билет", "экзаменационный билет", "білет", "екзаменаційний білет", "білет до іспиту", "bilet", "zestaw", "zestaw pytań",
		"exam ticket", "examination ticket", "exam card", "examination card", "sınav kağıdı", "bilet egzaminacyjny", "biletul":
		return true
	}
	return false
}

func isBetweenWords(r rune) bool { return strings.ContainsRune(" \t,.;:!?()[]{}/|—–\"'*_`#", r) }
