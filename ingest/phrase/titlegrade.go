package phrase

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
)

// TitleGrade returns the difficulty that a section's title states: "Easy —
// fundamentals", "Level: Advanced", "Part II (hard)", "🟢 Easy", "Basic SQL
// interview questions for freshers". A grade word that is a part of another
// name states nothing: "Hard drives", "Basic blocks".
func (r *Reader) TitleGrade(title string) (quarry.Difficulty, bool) {
	title = withoutEmphasis(Short(title))
	if value, ok := r.cutGradeLabel(title); ok {
		if grade, ok := r.labelledGrade(value); ok {
			return grade, true
		}
	}
	parts := strings.FieldsFunc(title, func(r rune) bool { return strings.ContainsRune("—–:：·|()[]（）【】/,", r) })
	for _, part := range append(parts, strings.Split(title, " - ")...) {
		if grade, ok := r.partGrade(strings.TrimSpace(part)); ok {
			return grade, true
		}
	}
	return "", false
}

// partGrade reads a part of a title that stands by itself.
func (r *Reader) partGrade(part string) (quarry.Difficulty, bool) {
	if marks := leadingMarks(part); marks != "" {
		rest := strings.TrimSpace(strings.TrimPrefix(part, marks))
		if rest == "" {
			return r.drawnGrade(marks)
		}
		part = rest
	}
	bare := strings.ToLower(strings.TrimFunc(part, func(r rune) bool { return !isWordRune(r) }))
	if r.isAmbiguous(bare) || strings.ContainsAny(bare, "0123456789") && !hasAnyPrefix(bare, "level ", "tier ", "stufe ", "niveau ", "nivel ") {
		return "", false
	}
	if grade, ok := r.lexicon.GradeOf(bare); ok {
		return grade, true
	}
	words := strings.Fields(bare)
	for _, form := range [][]string{r.beforeNoun(words), r.ofQuestions(words), r.forPeople(words)} {
		if grade, ok := r.lexicon.GradeOf(strings.Join(form, " ")); ok && len(form) > 0 {
			return grade, true
		}
	}
	return "", false
}

// isAmbiguous reports whether a word that states a difficulty beside another
// word is more often something else alone.
func (r *Reader) isAmbiguous(word string) bool {
	switch word {
	case "media", "medio", "staff", "principal", "principals", "master", "average", "complex", "entry", "l1", "l2", "l3", "mid", "middle":
		return true
	}
	return false
}

// beforeNoun takes away the nouns that a grade word may stand before: "hard
// questions", "expert level questions", "the tough ones".
func (r *Reader) beforeNoun(words []string) []string {
	for len(words) > 1 && r.isArticle(words[0]) {
		words = words[1:]
	}
	for len(words) > 1 && r.isQuestionNoun(words[len(words)-1]) {
		words = words[:len(words)-1]
	}
	return words
}

// withoutNoun is beforeNoun for a phrase.
func (r *Reader) withoutNoun(part string) string {
	return strings.Join(r.beforeNoun(strings.Fields(strings.ToLower(part))), " ")
}

// mostBetween is how many words may stand between a grade word and the
// questions that it is about.
const mostBetween = 3

// ofQuestions returns the grade word of "advanced SQL interview questions" and
// "basic questions for freshers".
func (r *Reader) ofQuestions(words []string) []string {
	for len(words) > 1 && r.isArticle(words[0]) {
		words = words[1:]
	}
	end := len(words)
	for i, word := range words {
		if i > 0 && (word == "for" || word == "about" || word == "on" || word == "of") {
			end = i
			break
		}
	}
	words = words[:end]
	if len(words) < 2 || !r.isAskedNoun(words[len(words)-1]) || r.isCompound(words[0], words[1]) {
		return nil
	}
	if slices.ContainsFunc(words, func(word string) bool { return word == "and" || word == "or" || word == "to" || word == "vs" }) {
		return nil
	}
	kept := len(words) - len(r.beforeNoun(words))
	if len(words)-kept > 1+mostBetween {
		return nil
	}
	return words[:1]
}

// forPeople returns the people of "for seniors" and "questions for beginners".
func (r *Reader) forPeople(words []string) []string {
	for i, word := range words {
		if word != "for" && word != "für" && word != "para" && word != "pour" && word != "per" {
			continue
		}
		if i == 0 || r.isAskedNoun(words[i-1]) {
			return r.beforeNoun(words[i+1:])
		}
	}
	return nil
}

func (r *Reader) isArticle(word string) bool {
	switch word {
	case "the", "some", "a", "few", "more", "our", "my", "die", "las", "los", "les", "for", "really", "part", "section":
		return true
	}
	return false
}

// isAskedNoun reports whether a noun says that something is asked.
func (r *Reader) isAskedNoun(word string) bool {
	switch word {
	case "question", "questions", "problems", "exercises", "q&a", "q&as", "qa", "quiz", "interview", "interviews", "flashcards",
		"fragen", "preguntas", "perguntas", "domande", "aufgaben", "ejercicios", "вопросы":
		return true
	}
	return false
}

func (r *Reader) isQuestionNoun(word string) bool {
	switch word {
	case "level", "levels", "section", "cards", "card", "round", "ones", "problem", "exercise", "tasks", "task", "concepts", "topics", "set",
		"part", "tier", "track", "stage", "mode", "difficulty", "answers", "and", "&", "candidates", "engineers", "developers", "stuff",
		"niveau", "nivel", "stufe", "уровень", "puzzles", "drills", "challenges", "material", "students", "learners", "readers", "bakers",
		"professionals", "people", "theory", "knowledge", "understanding":
		return true
	}
	return r.isAskedNoun(word)
}

// isCompound reports whether a grade word and the noun behind it are the name
// of something: "hard drive questions".
func (r *Reader) isCompound(grade, noun string) bool {
	noun = strings.TrimSuffix(noun, "s")
	switch grade {
	case "hard":
		return slices.Contains([]string{"drive", "disk", "link", "fork", "real-time", "water", "cheese", "wheat", "candy", "skill", "law", "power", "rock", "margin", "labour", "labor"}, noun)
	case "basic":
		return slices.Contains([]string{"block", "income", "law", "auth", "authentication", "oxide", "salt", "solution", "right", "programming"}, noun)
	case "simple":
		return slices.Contains([]string{"storage", "machine", "mail", "network", "majority", "sugar", "harmonic", "object", "interest", "contract"}, noun)
	case "medium":
		return slices.Contains([]string{"acces", "access", "voltage", "wave", "article", "rare"}, noun)
	case "advanced":
		return slices.Contains([]string{"vector", "encryption", "directive", "micro"}, noun)
	case "easy":
		return slices.Contains([]string{"bake", "oven", "rider"}, noun)
	case "complex":
		return slices.Contains([]string{"number", "analysi", "analysis", "plane", "conjugate", "ion", "salt", "event", "carbohydrate"}, noun)
	case "senior", "junior":
		return slices.Contains([]string{"court", "lien", "debt", "high", "college"}, noun)
	}
	return false
}
