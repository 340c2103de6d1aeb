package phrase_test

import (
	"slices"
	"testing"
)

func TestAnAnswersLabelIsCutAndANameIsNot(t *testing.T) {
	t.Parallel()
	reader := newReader(t)
	for name, tc := range map[string]struct {
		document []string // further lines
		answer   string
		want     string
		labelled bool
	}{
		"a word":                           {nil, "Answer: yes", "yes", true},
		"a word in emphasis":               {nil, "**Answer:** yes", "yes", true},
		"a word with the colon outside":    {nil, "*Answer*: yes", "yes", true},
		"an abbreviation":                  {nil, "Ans. yes", "yes", true},
		"a letter before a colon":          {nil, "A: yes", "yes", true},
		"a letter in emphasis":             {nil, "**A:** yes", "yes", true},
		"a letter in emphasis, full stop":  {nil, "*A.* yes", "yes", true},
		"several lines":                    {nil, "A:\n\nyes\nno", "yes\nno", true},
		"an initial":                       {nil, "A. Smith and B. Jones wrote this.", "", false},
		"an initial, all of it emphasised": {nil, "**A. Smith** wrote this.", "", false},
		"a choice":                         {nil, "A) the first\nB) the second", "", false},
		"a name with a number":             {nil, "A100: 80 GB", "", false},
		"a bold name with a number":        {nil, "**A100:** 80 GB", "", false},
		"a longer word":                    {nil, "Answers: three", "", false},
		"where questions are lettered":     {[]string{"Q. Why?"}, "A. because", "because", true},
		"where questions are numbered":     {[]string{"**Q2:** Why?"}, "A2: because", "because", true},
		"where a colon follows the letter": {[]string{"Q: Why?"}, "A. Smith", "", false},
		"what is expected":                 {nil, "Expected answer: yes", "yes", true},
		"the correct one":                  {nil, "**Correct answer:** yes", "yes", true},
		"a number":                         {nil, "Answer 3. yes", "yes", true},
		"a number in emphasis":             {nil, "**Answer 3:** yes", "yes", true},
		"a response":                       {nil, "Response: yes", "yes", true},
		"the back of a card":               {nil, "Back: yes", "yes", true},
		"an arrow":                         {nil, "→ yes", "yes", true},
		"a number in Arabic digits":        {nil, "ج٣: نعم", "نعم", true},
		"a number in Devanagari digits":    {nil, "उत्तर १: हाँ", "हाँ", true},
		"an arrow of two characters":       {nil, "=> yes", "yes", true},
		"a heading":                        {nil, "### Answer\n\nyes", "yes", true},
		"a heading with a colon":           {nil, "### Answer:\nyes", "yes", true},
		"a line of its own":                {nil, "**Answer**\nyes", "yes", true},
		"a line of its own in underscores": {nil, "__Answer__\n\nyes", "yes", true},
		"German":                           {nil, "Antwort: ja", "ja", true},
		"Spanish":                          {nil, "**Respuesta:** sí", "sí", true},
		"French, a space before the colon": {nil, "Réponse : oui", "oui", true},
		"Italian":                          {nil, "Risposta: sì", "sì", true},
		"Portuguese":                       {nil, "Resposta: sim", "sim", true},
		"Russian":                          {nil, "Ответ: да", "да", true},
		"Chinese":                          {nil, "答：是", "是", true},
		"Japanese":                         {nil, "回答：はい", "はい", true},
		"Korean":                           {nil, "답변: 네", "네", true},
		"an explanation is an answer":      {nil, "Explanation: yes", "", false},
		"a way back":                       {nil, "Back. It was late.", "", false},
		"a solution of salt":               {nil, "Solution of salt: brine", "", false},
		"answers that follow":              {nil, "Answer the phone: it rings", "", false},
		"brackets, as its questions'":      {[]string{"[Q] Why?"}, "[A] yes", "yes", true},
		"brackets alone":                   {nil, "[A] yes", "", false},
		"a word in brackets":               {nil, "[Answer] yes", "yes", true},
		"a range":                          {nil, "A - B", "", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if !tc.labelled {
				tc.want = tc.answer
			}
			got, labelled := reader.CutAnswer(tc.answer, slices.ContainsFunc(tc.document, reader.LettersQuestion))
			if got != tc.want || labelled != tc.labelled {
				t.Errorf("%q, %t; want %q, %t", got, labelled, tc.want, tc.labelled)
			}
		})
	}
}

func TestALineThatReadsLikeATitleIsAHeading(t *testing.T) {
	t.Parallel()
	reader := newReader(t)
	for line, want := range map[string]string{
		"Memory":                            "Memory",
		"## Why it is so, and what follows": "Why it is so, and what follows",
		"2. **Memory**":                     "Memory",
		"Memory:":                           "Memory",
		"- Memory":                          "",
		"Take care of it.":                  "",
		"#memory is a tag of this line.":    "",
		"":                                  "",
		"Everything that anybody ever wanted to say about old ovens": "",
	} {
		t.Run(line, func(t *testing.T) {
			t.Parallel()
			if got, ok := reader.Heading(line); ok != (want != "") || (ok && got != want) {
				t.Errorf("%q, %t; want %q", got, ok, want)
			}
		})
	}
}

func TestAQuestionsLabelIsCut(t *testing.T) {
	t.Parallel()
	reader := newReader(t)
	for line, want := range map[string]string{
		"Q: Why?": "Why?", "Q1. Why?": "Why?", "Q1) Why?": "Why?", "Q.1 Why?": "Why?", "Q 1: Why?": "Why?",
		"Q1 – Why?": "Why?", "Ques 4. Why?": "Why?", "Que: Why?": "Why?", "Question 3: Why?": "Why?",
		"Question 3. Why?": "Why?", "Question 3 - Why?": "Why?", "**Question 3:** Why?": "Why?", "**Q:** Why?": "Why?",
		"Problem 3. Why?": "Why?", "Exercise 2: Why?": "Why?", "Task 1: Why?": "Why?", "Prompt: Why?": "Why?", "Front: Why?": "Why?",
		"Frage: Warum?": "Warum?", "Frage 2: Warum?": "Warum?", "Pregunta 1: ¿Por qué?": "¿Por qué?", "Question : Pourquoi ?": "Pourquoi ?",
		"Domanda: Perché?": "Perché?", "Pergunta: Por quê?": "Por quê?", "Вопрос 1: Почему?": "Почему?",
		"问：为什么？": "为什么？", "質問：なぜ？": "なぜ？", "질문: 왜?": "왜?", "Question 3": "", "__Question__": "", "[Q] Why?": "Why?", "[Q3]: Why?": "Why?", "(Question 3) Why?": "Why?", "**Question**": "", "Question": "",
		"## Problem 1 (easy)": "(easy)", "**Exercise 5.2 (after lunch)**": "", "Question 2 ⭐⭐": "⭐⭐", "Problem 5.2 †": "",
	} {
		if got, ok := reader.CutQuestionLabel(line); !ok || got != want {
			t.Errorf("CutQuestionLabel(%q) = %q, %t; want %q", line, got, ok, want)
		}
	}
	for _, line := range []string{
		"Task: bake", "Problem: the oven is cold", "Quarter: one", "Q5.6 Which?", "Q1 results were good", "Question of law: none",
		"Task 1: Find a seed", "(Q) Why?", "[Q](#q) Why?", "[Quiz] Why?", "Front. It was cold.", "Frontier: the west", "Que sera", "", "Q", "Tasks 3: bake", "Fragen: keine",
	} {
		if got, ok := reader.CutQuestionLabel(line); ok || got != line {
			t.Errorf("CutQuestionLabel(%q) = %q, %t; want it whole", line, got, ok)
		}
	}
}

func TestALabelThatStandsAloneAnnouncesAnAnswer(t *testing.T) {
	t.Parallel()
	reader := newReader(t)
	for line, want := range map[string]bool{
		"Answer": true, "Answer:": true, "### Answer": true, "**Answer:**": true, "__Answer__": true, "A:": true, "<summary>Answer</summary>": true,
		"### Solution": true, "Antwort:": true, "Answer 3": true,
		"Answer: yes": false, "A": false, "A.": false, "Solution": false, "Answering": false, "": false, "The answer is no": false,
	} {
		if got := reader.IsAnswerLabel(line); got != want {
			t.Errorf("IsAnswerLabel(%q) = %t, want %t", line, got, want)
		}
	}
}
