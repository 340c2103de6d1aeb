package phrase

import "strings"

// isWeakLabel reports whether a label may announce something else as well.
func (r *Reader) isWeakLabel(name string) bool {
	return name == "front" || name == "questions" || r.needsNumber(name)
}

// needsNumber reports whether a label counts only with a number: "Task 1:".
func (r *Reader) needsNumber(name string) bool { return r.cues["task_labels"].Has(name) }

// isFree reports whether a label counts before a full stop or a bracket too,
// and not only before a colon or with a number: "Ans. yes".
func (r *Reader) isFree(name string) bool {
	return r.cues["short_question_labels"].Has(name) || r.cues["short_answer_labels"].Has(name)
}

// readAsked matches the label of a question.
func (r *Reader) readAsked(line string) (label, bool) {
	if found, ok := r.readLabel(line, r.questionLabels); ok {
		return found, ok
	}
	if found, ok := r.readOrdinal(line); ok || !numbersEarly(line) {
		return found, ok
	}
	return r.readLabel(line, r.taskLabels)
}

// isAskedAlone reports whether a line is the label of a question and nothing
// else.
func (r *Reader) isAskedAlone(line string) bool {
	return r.isAlone(line, r.questionLabels) || (numbersEarly(line) && r.isAlone(line, r.taskLabels))
}

// numbersEarly reports whether a line may begin with a label that has a number.
func numbersEarly(line string) bool {
	return strings.ContainsAny(line[:min(len(line), longestLabel)], "0123456789")
}

// readAnswer matches the label of an answer.
func (r *Reader) readAnswer(line string) (label, bool) {
	return r.readLabel(line, r.answerLabels)
}

// isAnswerAlone reports whether a line is the label of an answer and nothing
// else.
func (r *Reader) isAnswerAlone(line string) bool {
	return r.isAlone(line, r.answerLabels)
}
