package phrase

import (
	"strings"
	"unicode"
)

// Strength says how surely a line asks, by its words alone.
type Strength int

// The strengths. Weak is a line that opens like a question or a task and may as
// well be a title or prose: "How dough rises", "Find the oven". Strong is one
// that opens with a verb that examiners use, or with a question word and a
// verb behind it: "Explain …", "What is …". Certain is a question mark at the
// end, the label of a question, or the offer of true and false.
const (
	None Strength = iota
	Weak
	Strong
	Certain
)

// Asking returns how surely a line asks. Marks, numbers and labels before its
// words do not matter, nor does a grade behind them in brackets.
func (r *Reader) Asking(line string) Strength {
	bare := r.Strip(line)
	if bare == "" {
		return None
	}
	if r.EndsAsking(bare) || r.hasQuestionLabel(line) || (r.IsTrueFalse(bare) && r.offersMore(bare)) {
		return Certain
	}
	return r.opening(bare)
}

// opening returns how surely words ask by those that they begin with.
func (r *Reader) opening(bare string) Strength {
	first, rest := firstWord(r.withoutCourtesy(bare))
	if r.commandsEast(bare) {
		return Strong
	}
	if rest == "" {
		return None
	}
	switch {
	case r.commands(first) && !strings.HasPrefix(rest, "of "): // "List of modules"
		return Strong
	case r.asks(first):
		return r.afterQuestionWord(rest)
	case r.requests(first, rest), r.demands(first) && !strings.HasPrefix(rest, "of "):
		return Weak
	}
	return None
}

// withoutCourtesy takes off what examiners say before they ask: "Please",
// "Do your best to", "In your own words,".
func (r *Reader) withoutCourtesy(text string) string {
	folded := strings.ToLower(text[:min(len(text), longestLabel)])
	for _, words := range []string{
		"please ", "kindly ", "briefly ", "briefly, ", "try to ", "do your best to ", "in your own words, ", "in your own words ",
		"bitte ", "por favor, ", "кратко ", "подробно ", "请",
	} {
		if strings.HasPrefix(folded, words) && len(words) <= len(text) {
			return text[len(words):]
		}
	}
	return text
}

// offersMore reports whether a line has words besides those that offer true and
// false: a title may have no others.
func (r *Reader) offersMore(line string) bool {
	for word := range strings.FieldsSeq(strings.ToLower(line)) {
		switch strings.Trim(word, "()[]:.,?*_") {
		case "", "true", "or", "false", "true/false", "t/f", "question", "questions", "statements", "section", "exercises":
		default:
			return true
		}
	}
	return false
}

// IsQuestion reports whether a line asks something: it ends in a question
// mark, opens with a question word or with an imperative that examiners use,
// or is labelled as a question.
func (r *Reader) IsQuestion(line string) bool {
	strength := r.Asking(line)
	if strength != Weak {
		return strength > Weak
	}
	first, rest := firstWord(r.Strip(line))
	return rest != "" && r.asks(first)
}

// hasQuestionLabel reports whether a line's label says that it asks. A task or
// a front may be something else.
func (r *Reader) hasQuestionLabel(line string) bool {
	for range mostGrades {
		found, ok := r.readAsked(line)
		if ok {
			return !r.isWeakLabel(found.name) && holdsWord(found.rest)
		}
		next := unwrap(cutMark(strings.TrimSpace(line)))
		if next == line {
			return false
		}
		line = next
	}
	return false
}

func firstWord(text string) (string, string) {
	text = strings.TrimLeft(text, "\"'“‘«¿¡*_`([ ")
	end := strings.IndexFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && r != '\'' && r != '’' })
	if end < 0 {
		return strings.ToLower(text), ""
	}
	return strings.ToLower(text[:end]), strings.TrimSpace(text[end:])
}

// afterQuestionWord tells "What is rye" from "When the dough has risen".
func (r *Reader) afterQuestionWord(rest string) Strength {
	second, _ := firstWord(rest)
	switch second {
	case "many", "much", "often", "far", "long":
		return Strong
	}
	if r.isAuxiliary(second) {
		return Strong
	}
	return Weak
}

// Inverts reports whether a line opens with a verb as questions do, "Is there a
// lid", whether it has their mark or not.
func (r *Reader) Inverts(line string) bool {
	first, rest := firstWord(r.Strip(line))
	return rest != "" && r.isAuxiliary(first)
}

// isAuxiliary reports whether a verb opens questions.
func (r *Reader) isAuxiliary(word string) bool {
	switch strings.ReplaceAll(word, "’", "'") {
	case "is", "are", "was", "were", "do", "does", "did", "can", "could", "would", "should", "will", "has", "have", "had",
		"might", "must", "shall", "isn't", "aren't", "don't", "doesn't", "didn't", "can't", "won't", "wouldn't":
		return true
	}
	return false
}

func (r *Reader) asks(word string) bool {
	word, _, _ = strings.Cut(strings.ReplaceAll(word, "’", "'"), "'")
	return r.IsQuestionWord(word)
}

// IsQuestionWord reports whether a word in lower case is one of those with which
// English asks: "what", "whose".
func (r *Reader) IsQuestionWord(word string) bool {
	switch word {
	case "what", "why", "how", "when", "where", "which", "who", "whose", "whom":
		return true
	}
	return false
}

// commands reports whether a verb opens tasks and rarely prose.
func (r *Reader) commands(word string) bool {
	switch word {
	case "explain", "describe", "compare", "contrast", "define", "discuss", "name", "list", "outline",
		"derive", "prove", "calculate", "compute", "estimate", "diagnose", "distinguish", "differentiate",
		"identify", "illustrate", "justify", "summarise", "summarize", "sketch", "interpret", "evaluate",
		"analyse", "analyze", "assess", "critique", "elaborate", "enumerate", "paraphrase", "characterise", "characterize",
		"erkläre", "erklären", "beschreibe", "beschreiben", "nenne", "nennen", "definiere", "definieren", "vergleiche",
		"vergleichen", "erläutere", "erläutern", "begründe", "begründen", "skizziere", "berechne", "berechnen",
		"explica", "explique", "describa", "defina", "compara", "enumera", "enumere",
		"expliquez", "décrivez", "définissez", "comparez", "énumérez", "calculez", "justifiez", "descreva", "liste",
		"spiega", "spiegare", "descrivi", "descrivere", "definisci", "confronta", "elenca", "calcola",
		"wyjaśnij", "wyjaśnić", "opisz", "wymień", "podaj", "porównaj", "zdefiniuj", "omów", "uzasadnij", "oblicz",
		"beschrijf", "noem", "verklaar", "vergelijk", "bereken", "förklara", "beskriv", "definiera", "jämför", "forklar",
		"vysvětlete", "popište", "uveďte", "açıklayınız", "tanımlayınız", "поясніть", "назвіть", "опишіть",
		"объясните", "опишите", "назовите", "сравните", "перечислите", "определите", "докажите", "вычислите":
		return true
	}
	return false
}

// demands reports whether a verb opens tasks, and instructions and prose as
// well.
func (r *Reader) demands(word string) bool {
	switch word {
	case "give", "state", "write", "show", "draw", "convert", "determine", "find", "implement", "design", "solve",
		"translate", "complete", "fill", "tell", "provide", "mention", "classify", "apply", "argue", "recall", "suggest",
		"propose", "predict", "match", "arrange", "order", "label", "choose", "select", "pick", "mark", "specify",
		"simplify", "factor", "balance", "verify", "demonstrate", "formulate", "construct", "plot", "rank", "trace",
		"infer", "express", "indicate", "rewrite", "correct", "deduce", "debate", "examine", "explore", "investigate",
		"relate", "review", "count", "measure", "imagine", "suppose", "consider", "assume", "discuss", "build", "use",
		"underline", "circle", "spell", "conjugate", "quote", "cite", "highlight", "clarify", "support", "defend",
		"schreibe", "zeige", "finde", "bestimme", "gib", "wähle", "ordne", "indica", "escribe", "calcula", "donnez",
		"citez", "écrivez", "trouvez", "scrivi", "indique", "escreva", "calcule", "напишите", "найдите", "укажите":
		return true
	}
	return false
}

// requests reports whether a line asks somebody for words: "Walk me through
// …", "Talk about …".
func (r *Reader) requests(first, rest string) bool {
	switch first {
	case "walk", "talk", "take":
		return hasAnyPrefix(strings.ToLower(rest), "me through", "us through", "about", "through")
	}
	return false
}
