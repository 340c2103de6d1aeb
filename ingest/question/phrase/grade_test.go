package phrase_test

import (
	"strings"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest/question/phrase"
	"github.com/quarrykb/quarry/internal/lexicon"
)

type graded struct {
	rest  string
	grade quarry.Difficulty
}

// newReader returns a reader with the words of the built-in lexicon: they are what these
// tests are about.
func newReader(tb testing.TB) *phrase.Reader {
	tb.Helper()
	built, err := lexicon.Load()
	if err != nil {
		tb.Fatal(err)
	}
	return phrase.New(built)
}

func TestAStatedDifficultyIsTakenOffItsQuestion(t *testing.T) {
	t.Parallel()
	reader := newReader(t)
	const asked = "What is rye?"
	for line, want := range map[string]graded{
		"[Easy] What is rye?":                              {asked, quarry.Easy},
		"(Hard) What is rye?":                              {asked, quarry.Hard},
		"Easy: What is rye?":                               {asked, quarry.Easy},
		"**Medium** – What is rye?":                        {asked, quarry.Medium},
		"**Medium:** What is rye?":                         {asked, quarry.Medium},
		"**[Hard]** What is rye?":                          {asked, quarry.Hard},
		"**[Hard] What is rye?**":                          {asked, quarry.Hard},
		"**Easy: What is rye?**":                           {asked, quarry.Easy},
		"Hard | What is rye?":                              {asked, quarry.Hard},
		"Level 2: What is rye?":                            {asked, quarry.Medium},
		"Difficulty: hard – What is rye?":                  {asked, quarry.Hard},
		"3. (easy) What is rye?":                           {asked, quarry.Easy},
		"(easy) 3. What is rye?":                           {asked, quarry.Easy},
		"### Q3 (Easy): What is rye?":                      {asked, quarry.Easy},
		"**Question 3 [Medium]:** What is rye?":            {asked, quarry.Medium},
		"**Question 3 [Medium]: What is rye?**":            {asked, quarry.Medium},
		"🟢 What is rye?":                                   {asked, quarry.Easy},
		"🔴 **What is rye?**":                               {asked, quarry.Hard},
		"🟢 Easy: What is rye?":                             {asked, quarry.Easy},
		"★★☆ What is rye?":                                 {asked, quarry.Medium},
		"⭐⭐⭐ What is rye?":                                 {asked, quarry.Hard},
		"What is rye? (advanced)":                          {asked, quarry.Hard},
		"What is rye? easy":                                {asked, quarry.Easy},
		"What is rye? very easy":                           {asked, quarry.Easy},
		"What is rye? - Easy":                              {asked, quarry.Easy},
		"What is rye? — Level: Advanced":                   {asked, quarry.Hard},
		"What is rye? | Difficulty: 4/5":                   {asked, quarry.Hard},
		"What is rye? ★★☆":                                 {asked, quarry.Medium},
		"What is rye? ⭐️⭐️":                                {asked, quarry.Medium},
		"What is rye? ★☆☆☆☆":                               {asked, quarry.Easy},
		"What is rye? ★★★☆":                                {asked, quarry.Hard},
		"What is rye? ●●○":                                 {asked, quarry.Medium},
		"What is rye? 🔴":                                   {asked, quarry.Hard},
		"What is rye? (difficulty: 4/5)":                   {asked, quarry.Hard},
		"What is rye? (difficulty 2/5)":                    {asked, quarry.Easy},
		"What is rye? [Difficulty - medium]":               {asked, quarry.Medium},
		"What is rye? (Level 2)":                           {asked, quarry.Medium},
		"What is rye? #hard":                               {asked, quarry.Hard},
		"What is rye? {.medium}":                           {asked, quarry.Medium},
		"What is rye? <!-- easy -->":                       {asked, quarry.Easy},
		"What is rye? `easy`":                              {asked, quarry.Easy},
		"What is rye? *(easy)*":                            {asked, quarry.Easy},
		"**What is rye?** *(easy)*":                        {asked, quarry.Easy},
		"**What is rye?** (easy)":                          {asked, quarry.Easy},
		"**What is rye? (easy)**":                          {asked, quarry.Easy},
		"**What is rye?** easy":                            {asked, quarry.Easy},
		"What is rye (easy)?":                              {asked, quarry.Easy},
		"What is rye? (easy).":                             {asked, quarry.Easy},
		"What is rye? (Medium, 3 marks)":                   {asked, quarry.Medium},
		"What is rye? [hard | 10 min]":                     {asked, quarry.Hard},
		"What is a basic block (easy)?":                    {"What is a basic block?", quarry.Easy},
		"Explain the rise of dough. Hard":                  {"Explain the rise of dough.", quarry.Hard},
		"Was ist Roggen? (leicht)":                         {"Was ist Roggen?", quarry.Easy},
		"Was ist Roggen? (Schwierigkeit: mittel)":          {"Was ist Roggen?", quarry.Medium},
		"¿Qué es el centeno? [Difícil]":                    {"¿Qué es el centeno?", quarry.Hard},
		"什么是黑麦？（简单）":                                       {"什么是黑麦？", quarry.Easy},
		"【难度：困难】什么是黑麦？":                                    {"什么是黑麦？", quarry.Hard},
		"Why is this hard?":                                {"Why is this hard?", ""},
		"What is easy?":                                    {"What is easy?", ""},
		"Explain the basics":                               {"Explain the basics", ""},
		"Is it hard or easy?":                              {"Is it hard or easy?", ""},
		"What is 1 − 2/3? (1/3)":                           {"What is 1 − 2/3? (1/3)", ""},
		"What is closest to the core? (L1)":                {"What is closest to the core? (L1)", ""},
		"- 12. What is rye? (secale)":                      {"- 12. What is rye? (secale)", ""},
		"Hard drives: how do they fail?":                   {"Hard drives: how do they fail?", ""},
		"What does ★ mean?":                                {"What does ★ mean?", ""},
		"★ What is rye?":                                   {"★ What is rye?", ""},
		"What is a solution? (basic, acidic)":              {"What is a solution? (basic, acidic)", ""},
		"easy":                                             {"easy", ""},
		"(easy)":                                           {"(easy)", ""},
		"":                                                 {"", ""},
		"What is rye (Hard to say)?":                       {"What is rye (Hard to say)?", ""},
		"What is rye? Hard to say":                         {"What is rye? Hard to say", ""},
		"Which grade is easy? (hard/medium)":               {"Which grade is easy? (hard/medium)", ""},
		"Medium access control: what is it?":               {"Medium access control: what is it?", ""},
		"Which of these is easy: baking or brewing?":       {"Which of these is easy: baking or brewing?", ""},
		strings.Repeat("Why? ", 40) + "Difficulty: medium": {strings.TrimSpace(strings.Repeat("Why? ", 40)), quarry.Medium},
	} {
		rest, grade, ok := reader.CutGrade(line)
		if rest != want.rest || grade != want.grade || ok != (want.grade != "") {
			t.Errorf("CutGrade(%q) = %q, %q, %t; want %q, %q", line, rest, grade, ok, want.rest, want.grade)
		}
	}
}

func TestALineOfItsOwnStatesADifficulty(t *testing.T) {
	t.Parallel()
	reader := newReader(t)
	for line, want := range map[string]quarry.Difficulty{
		"Difficulty: hard":                 quarry.Hard,
		"*Level:* Beginner":                quarry.Easy,
		"**Difficulty:** ★★☆":              quarry.Medium,
		"**Difficulty**: ★★☆":              quarry.Medium,
		"> Difficulty: 3/5":                quarry.Medium,
		"<!-- difficulty: easy -->":        quarry.Easy,
		"<!-- easy -->":                    quarry.Easy,
		"Tags: #gpu #hard":                 quarry.Hard,
		"tags: bread, medium":              quarry.Medium,
		"- Level: 3":                       quarry.Hard,
		"(Easy)":                           quarry.Easy,
		"[Hard]":                           quarry.Hard,
		"_Intermediate_":                   quarry.Medium,
		"**Hard**":                         quarry.Hard,
		"★★★":                              quarry.Hard,
		"🟡 Medium":                         quarry.Medium,
		"Difficulty Level: Hard":           quarry.Hard,
		"Difficulty: high":                 quarry.Hard,
		"difficulty:: easy":                quarry.Easy,
		"[difficulty:: easy]":              quarry.Easy,
		"<p><b>Level</b>: hard</p>":        quarry.Hard,
		"Level: Hard | Time: 5 min":        quarry.Hard,
		"Topic: bread · Difficulty: ★☆☆":   quarry.Easy,
		"Schwierigkeit: leicht":            quarry.Easy,
		"Schwierigkeitsgrad: mittel":       quarry.Medium,
		"Dificultad: difícil":              quarry.Hard,
		"Dificultad: media":                quarry.Medium,
		"Niveau : facile":                  quarry.Easy,
		"Difficulté : difficile":           quarry.Hard,
		"Сложность: средняя":               quarry.Medium,
		"难度: 简单":                           quarry.Easy,
		"难度：困难":                            quarry.Hard,
		"難易度：中級":                           quarry.Medium,
		"난이도: 어려움":                         quarry.Hard,
		"Dificuldade: fácil":               quarry.Easy,
		"Difficoltà: alta":                 quarry.Hard,
		"Easy":                             "",
		"Hard":                             "",
		"Level: the sea":                   "",
		"Difficulty: it depends":           "",
		"Difficulty: 3":                    quarry.Hard,
		"Grade: 9":                         "",
		"Tags: basic, acid":                "",
		"Tags: easy, hard":                 "",
		"The difficulty: hard to tell":     "",
		"What is easy?":                    "",
		"":                                 "",
		"Complexity: O(n)":                 "",
		"A hard cheese: it ripens long.":   "",
		"Hardness: 5/10 on the Mohs scale": "",
	} {
		grade, ok := reader.GradeLine(line)
		if grade != want && ok || ok != (want != "") {
			t.Errorf("GradeLine(%q) = %q, %t; want %q", line, grade, ok, want)
		}
	}
}

func TestATitleStatesADifficultyInManyWords(t *testing.T) {
	t.Parallel()
	reader := newReader(t)
	for title, want := range map[string]quarry.Difficulty{
		"Level 1: Fundamentals": quarry.Easy, "Part II – Advanced": quarry.Hard, "Beginner (1–20)": quarry.Easy, "🟢 Easy": quarry.Easy,
		"🔴": quarry.Hard, "★★☆": quarry.Medium, "⭐⭐⭐ Questions": "", "For seniors": quarry.Hard, "Expert level": quarry.Hard, "Warm-up": quarry.Easy,
		"Tough ones": quarry.Hard, "The hard ones": quarry.Hard, "Basic Questions for Freshers": quarry.Easy, "Experienced": quarry.Hard,
		"Intermediate Level Questions": quarry.Medium, "Questions for beginners": quarry.Easy, "Advanced SQL Interview Questions": quarry.Hard,
		"Basic bread questions": quarry.Easy, "Difficulty: 4/5": quarry.Hard, "Difficulty level: medium": quarry.Medium,
		"Advanced topics": quarry.Hard, "**Hard**": quarry.Hard, "Section A: Easy (1 mark each)": quarry.Easy, "Doughs, easy": quarry.Easy,
		"Easy questions and answers": quarry.Easy, "Schwierigkeit: leicht": quarry.Easy, "Nivel: avanzado": quarry.Hard, "困难": quarry.Hard,
		"Level 4: Expert": quarry.Hard, "For experienced bakers": quarry.Hard, "Medium difficulty": quarry.Medium, "Leichte Fragen": quarry.Easy, "Preguntas difíciles": quarry.Hard, "Schwere Aufgaben": quarry.Hard,
		"Hard drives": "", "Advanced Vector Extensions": "", "Basic blocks": "", "Easy-Bake oven": "", "Medium access control": "",
		"Soft and hard links": "", "Simple Storage Service": "", "Hard drive questions": "", "Basic block problems": "",
		"Simple Storage Service questions": "", "Media": "", "Staff": "", "L1": "", "The basics of law": "", "Complex numbers": "",
		"Social media": "", "Entry": "", "Master": "", "Level": "", "Questions": "",
	} {
		got, ok := reader.TitleGrade(title)
		if got != want || ok != (want != "") {
			t.Errorf("TitleGrade(%q) = %q, %t; want %q", title, got, ok, want)
		}
	}
}

func TestTagsStateOneDifficultyOrNone(t *testing.T) {
	t.Parallel()
	reader := newReader(t)
	for tags, want := range map[string]quarry.Difficulty{
		"kitchen easy": quarry.Easy, "#kitchen #hard": quarry.Hard, "kitchen,advanced": quarry.Hard, "level::basic": quarry.Easy,
		"difficulty-medium": quarry.Medium, "difficulty:4/5": quarry.Hard, "basic acid": "", "easy hard": "", "": "", "l1 cache": "",
		"easy,easy": quarry.Easy, "hard-drives": "",
	} {
		if got, ok := reader.TagGrade(tags); got != want || ok != (want != "") {
			t.Errorf("TagGrade(%q) = %q, %t; want %q", tags, got, ok, want)
		}
	}
}
