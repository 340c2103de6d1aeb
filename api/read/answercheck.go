package read

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/rest"
	"github.com/quarrykb/quarry/api/view"
)

// AnswerJudge judges a free answer by the reference answer of its question.
type AnswerJudge interface {
	Judge(q quarry.Question, given string) quarry.AnswerCheck
}

// AnswerReviewer looks once more at a judgement, and may wait for another program.
type AnswerReviewer interface {
	Review(ctx context.Context, q quarry.Question, given string, check quarry.AnswerCheck) quarry.AnswerCheck
}

const longestAnswer = 20_000 // bytes of an answer

// LongestCheck is how many bytes a body may have, in which an answer may be escaped.
const LongestCheck = 1 << 17

// CheckAnswer judges an answer to a question.
//
//	@Summary		Check an answer
//	@Description	Judges a free answer by the question's own. Options, gaps, verdicts, lone numbers in any unit and formulas are judged by rules; free text by a small fitted model, or by a model that the operator has named, as `judged_by` says. `score` is the grade that is expected. The verdict is `unsure` where words tell too little either way. An empty answer is judged, not refused. Nothing is stored. The id of a variant stands for the canonical question, which `id` names.
//	@Param			answer	body		view.CheckRequest	true	"the answer"
//	@Success		200		{object}	view.Check
//	@Header			200		{integer}	Quarry-Revision	"change sequence that the answer was computed from"
//	@Router			/v1/questions/{id}/check [post]
func (h *Handlers) CheckAnswer(c *gin.Context) error {
	given, err := readAnswer(rest.BodyOf(c))
	if err != nil {
		return err
	}
	question, revision, err := h.Store.Question(c.Request.Context(), quarry.QuestionID(c.Param("id")))
	if err != nil {
		return err
	}
	content, _, err := h.Store.Content(c.Request.Context(), question.Source.DocumentID)
	if err != nil {
		return fmt.Errorf("read the question's document: %w", err)
	}
	check := h.Judge.Judge(question, given)
	if h.Reviewer != nil {
		rest.LeaveTurn(c)
		check = h.Reviewer.Review(c.Request.Context(), question, given, check)
	}
	quote := quoted{question: question, text: content.Text}
	return h.AnswerAt(c, revision, view.Check{
		ID: string(question.ID), Verdict: string(check.Verdict), Reason: string(check.Reason),
		Explanation: check.Explanation,
		Score:       check.Score, Confidence: check.Confidence, JudgedBy: check.JudgedBy, Coverage: check.Coverage,
		Covered: view.Map(check.Covered, quote.viewKeyPoint), Missing: view.Map(check.Missing, quote.viewKeyPoint),
		Numbers: view.Map(check.Numbers, view.NewNumberCheck), Source: view.NewSource(question.Source),
	})
}

// readAnswer reads the answer of a body.
func readAnswer(body []byte) (string, error) {
	fields, err := rest.FieldsOf(body, "a check has", "answer")
	if err != nil {
		return "", err
	}
	var answer *string
	if written, sent := fields["answer"]; sent && json.Unmarshal(written, &answer) != nil {
		return "", rest.RefuseField("answer", rest.CodeParameter, "must be a text")
	}
	if answer == nil {
		return "", rest.RefuseField("answer", rest.CodeParameter, "is missing; an empty one is judged")
	}
	if len(*answer) > longestAnswer {
		return "", rest.RefuseField("answer", rest.CodeParameter, fmt.Sprintf("must have at most %d bytes", longestAnswer))
	}
	return *answer, nil
}

// quoted finds the lines of a question's document in which something stands.
type quoted struct {
	question quarry.Question
	text     []byte
}

func (q quoted) viewKeyPoint(p quarry.KeyPoint) view.KeyPoint {
	first, last := q.lines(p)
	url := view.LinesURL(q.question.Source.DocumentID, first, last)
	if first == 0 {
		url = view.URLOf(quarry.EntryRef{Kind: quarry.EntryQuestion, ID: quarry.EntryID(q.question.ID)})
	}
	return view.KeyPoint{
		Text: p.Text, Required: p.Required, Contradicted: p.Contradicted, ByteStart: p.ByteStart,
		ByteEnd:   p.ByteEnd,
		LineStart: first, LineEnd: last, URL: url,
	}
}

// written returns a key point as the answer writes it, with its markup.
func (q quoted) written(p quarry.KeyPoint) string {
	if p.ByteStart < p.ByteEnd && p.ByteEnd <= len(q.question.Answer) {
		return q.question.Answer[p.ByteStart:p.ByteEnd]
	}
	return p.Text
}

// lines returns the lines in which a key point stands: in the question's own place or
// in that of its answer, or else all lines of that place; 0 where it does not stand there and
// the words are those of a person.
func (q quoted) lines(p quarry.KeyPoint) (int, int) {
	span := q.question.Source.Span
	for _, beside := range q.question.Source.Context {
		if beside.Role == quarry.RoleAnswer {
			span = beside.Span
		}
	}
	if span.ByteStart < 0 || span.ByteEnd > len(q.text) || span.ByteStart >= span.ByteEnd {
		return span.LineStart, span.LineEnd
	}
	within, written := q.text[span.ByteStart:span.ByteEnd], q.written(p)
	at := []int{bytes.LastIndex(within, []byte(q.question.Answer)) + p.ByteStart, 0}
	at[1] = at[0] + len(written)
	isOther := slices.ContainsFunc(q.question.Corrected, func(c quarry.Correction) bool { return c.Set.Answer != nil })
	if at[0] < p.ByteStart || isOther && !isWhole(within, at) { // the source indents or quotes its lines
		if at = wordsIn(within, written, isOther); at == nil {
			at = wordsIn(within, p.Text, isOther)
		}
	}
	switch {
	case at == nil && isOther:
		return 0, 0
	case at == nil:
		return span.LineStart, span.LineEnd
	}
	first := span.LineStart + bytes.Count(within[:at[0]], []byte("\n"))
	return first, first + bytes.Count(within[at[0]:at[1]], []byte("\n"))
}

// wordsIn returns where words stand in a text, whatever parts its lines, whole ones if no part of a
// word will do; nil where they do not.
func wordsIn(text []byte, written string, whole bool) []int { //nolint:revive // a person's words are looked for more strictly
	words := strings.Fields(written)
	if len(words) == 0 {
		return nil
	}
	for i, word := range words {
		words[i] = regexp.QuoteMeta(word)
	}
	for _, at := range regexp.MustCompile(strings.Join(words, `[\s>]+`)).FindAllIndex(text, -1) {
		if !whole || isWhole(text, at) {
			return at
		}
	}
	return nil
}

// isWhole reports whether no letter or digit stands right beside a part of a text.
func isWhole(text []byte, at []int) bool {
	before, _ := utf8.DecodeLastRune(text[:at[0]])
	behind, _ := utf8.DecodeRune(text[at[1]:])
	isPart := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	return !isPart(before) && !isPart(behind)
}
