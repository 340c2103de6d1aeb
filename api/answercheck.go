package api

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry"
)

// AnswerJudge judges a free answer by the reference answer of its question.
type AnswerJudge interface {
	Judge(q quarry.Question, given string) quarry.AnswerCheck
}

// AnswerReviewer looks once more at a judgement, and may wait for another program.
type AnswerReviewer interface {
	Review(ctx context.Context, q quarry.Question, given string, check quarry.AnswerCheck) quarry.AnswerCheck
}

const (
	longestAnswer = 20_000  // bytes of an answer
	longestCheck  = 1 << 17 // bytes of a body, in which an answer may be escaped
)

// CheckRequest is an answer that is to be judged. An empty one is judged, too.
type CheckRequest struct {
	// the answer to be judged, of 20,000 bytes in UTF-8 at most, which characters beyond ASCII fill sooner; an empty one is judged, too
	Answer string `json:"answer" validate:"required" example:"A warp has 32 threads." maxLength:"20000"`
}

// CheckView is what a judge says of an answer. Key points are things that the reference
// answer says, in its order: those that are covered, and those that are missing or
// contradicted.
type CheckView struct {
	// the question's id, that of the canonical one
	ID string `json:"id" validate:"required" example:"q_6xw2m7k4zntq5ravcbyh"`
	// what the answer is; unsure where the words tell too little, and a person should look
	Verdict string `json:"verdict" validate:"required" example:"correct" enums:"correct,partly,incorrect,unsure"`
	// what the verdict rests on, for programs
	Reason string `json:"reason" validate:"required" example:"covered" enums:"covered,incomplete,missing,number,contradicts,verdict,option,several,empty,repeats,off_topic,no_reference,evidence"`
	// one sentence for the person who answered
	Explanation string `json:"explanation" validate:"required" example:"The answer says what was asked for."`
	// the grade that is expected, from 0 to 1: half for what is right in part
	Score float64 `json:"score" validate:"required" example:"1" minimum:"0" maximum:"1"`
	// how likely the verdict is right, from 0 to 1; 1 where a rule decided
	Confidence float64 `json:"confidence" validate:"required" example:"1" minimum:"0" maximum:"1"`
	// what judged: rules where it is exact, fitted for the built-in model, or the model that the operator has named
	JudgedBy string `json:"judged_by" validate:"required" example:"rules"`
	// share of the required key points that the answer covers, from 0 to 1: points weigh by how much they say, and one that is covered in part counts in part; 1 where a rule found the answer correct
	Coverage float64 `json:"coverage" validate:"required" example:"1" minimum:"0" maximum:"1"`
	// key points that the answer has, in the order of the question's own answer
	Covered []KeyPointView `json:"covered" validate:"required"`
	// key points that the answer lacks or contradicts; show those that are required, the others only explain
	Missing []KeyPointView `json:"missing" validate:"required"`
	// each number of the question's own answer beside the one that was given in its place
	Numbers []NumberCheckView `json:"numbers" validate:"required"`
	// where the question stands
	Source SourceView `json:"source" validate:"required"`
}

// KeyPointView is one thing that the reference answer says, and the lines that say so.
// Its bytes are those of the question's answer. What is not required only explains.
type KeyPointView struct {
	// the point as a person reads it, without markup
	Text string `json:"text" validate:"required" example:"A warp has 32 threads."`
	// whether the question asks for it; what is not required only explains and may be missing
	Required bool `json:"required" validate:"required" example:"true"`
	// whether the given answer says something else instead
	Contradicted bool `json:"contradicted" validate:"required" example:"false"`
	// first byte in the question's own answer, counted from 0
	ByteStart int `json:"byte_start" validate:"required" example:"0" minimum:"0"`
	// one past the last byte in the question's own answer
	ByteEnd int `json:"byte_end" validate:"required" example:"22" minimum:"0"`
	// first line of the document that says so, counted from 1
	LineStart int `json:"line_start" validate:"required" example:"19" minimum:"1"`
	// last line of the document that says so, inclusive
	LineEnd int `json:"line_end" validate:"required" example:"19" minimum:"1"`
	// address of the stored text with these lines, relative to the server
	URL string `json:"url" validate:"required" example:"/v1/documents/d_k5mzqxw2a7tr4c6nybvh/content#L19-L19"`
}

// NumberCheckView holds a number of the reference answer against the one that was given
// in its place, both as they are written; none is null. The tolerance is in the unit of
// the expected number, which is empty where nothing is measured.
type NumberCheckView struct {
	// the number of the question's own answer, as it is written
	Expected string `json:"expected" validate:"required" example:"3.35 TB/s"`
	// the number that was given in its place, as it is written; null where none was
	Given *string `json:"given" validate:"required" example:"3350 GB/s" extensions:"x-nullable"`
	// unit of the expected number and of the tolerance; empty where nothing is measured
	Unit string `json:"unit" validate:"required" example:"TB/s"`
	// by how much the given number may be off, in unit
	Tolerance float64 `json:"tolerance" validate:"required" example:"0.005" minimum:"0"`
	// whether the given number is within the tolerance
	Agrees bool `json:"agrees" validate:"required" example:"true"`
}

// checkAnswer judges an answer to a question.
//
//	@ID				checkAnswer
//	@Summary		Check an answer
//	@Description	Judges a free answer by the question's own. Options, gaps, verdicts, lone numbers in any unit and formulas are judged by rules; free text by a small fitted model, or by a model that the operator has named, as `judged_by` says. `score` is the grade that is expected. The verdict is `unsure` where words tell too little either way. An empty answer is judged, not refused. Nothing is stored. The id of a variant stands for the canonical question, which `id` names.
//	@Tags			questions
//	@Accept			json
//	@Produce		json
//	@Param			id		path		string			true	"question id"	example(q_6xw2m7k4zntq5ravcbyh)
//	@Param			answer	body		CheckRequest	true	"the answer"
//	@Success		200		{object}	CheckView
//	@Header			200		{integer}	Quarry-Revision	"change sequence that the answer was computed from"
//	@Failure		404		{object}	Problem
//	@Failure		413		{object}	Problem
//	@Failure		415		{object}	Problem
//	@Router			/v1/questions/{id}/check [post]
func (s *Server) checkAnswer(c *gin.Context) {
	c.Header(headerCacheControl, "no-store")
	given, err := readAnswer(bodyOf(c))
	if err != nil {
		s.fail(c, err)
		return
	}
	question, revision, err := s.read.Questions.Question(c.Request.Context(), quarry.QuestionID(c.Param("id")))
	if err != nil {
		s.fail(c, err)
		return
	}
	content, _, err := s.read.Documents.Content(c.Request.Context(), question.Source.DocumentID)
	if err != nil {
		s.fail(c, fmt.Errorf("read the question's document: %w", err))
		return
	}
	check := s.judge.Judge(question, given)
	if s.reviewer != nil {
		leaveTurn(c)
		check = s.reviewer.Review(c.Request.Context(), question, given, check)
	}
	s.answerAt(c, revision, viewCheck(question, check, content.Text))
}

// readAnswer reads the answer of a body.
func readAnswer(body []byte) (string, error) {
	fields, err := fieldsOf(body)
	if err != nil {
		return "", err
	}
	var answer *string
	for _, field := range fields {
		if field.name != "answer" {
			return "", refuseField(field.name, "unknown_parameter", "a check has no such field").WithFixes("answer")
		}
		if json.Unmarshal(field.value, &answer) != nil {
			return "", refuseField(field.name, codeParameter, "must be a text")
		}
	}
	if answer == nil {
		return "", refuseField("answer", codeParameter, "is missing; an empty one is judged")
	}
	if len(*answer) > longestAnswer {
		return "", refuseField("answer", codeParameter, fmt.Sprintf("must have at most %d bytes", longestAnswer))
	}
	return *answer, nil
}

func viewCheck(q quarry.Question, check quarry.AnswerCheck, text []byte) CheckView {
	quote := quoted{question: q, text: text}
	return CheckView{
		ID: string(q.ID), Verdict: string(check.Verdict), Reason: string(check.Reason), Explanation: check.Explanation,
		Score: check.Score, Confidence: check.Confidence, JudgedBy: check.JudgedBy, Coverage: check.Coverage, Covered: mapped(check.Covered, quote.viewKeyPoint), Missing: mapped(check.Missing, quote.viewKeyPoint),
		Numbers: mapped(check.Numbers, viewNumberCheck), Source: viewSource(q.Source),
	}
}

// quoted finds the lines of a question's document in which something stands.
type quoted struct {
	question quarry.Question
	text     []byte
}

func (q quoted) viewKeyPoint(p quarry.KeyPoint) KeyPointView {
	first, last := q.lines(p)
	return KeyPointView{
		Text: p.Text, Required: p.Required, Contradicted: p.Contradicted, ByteStart: p.ByteStart, ByteEnd: p.ByteEnd,
		LineStart: first, LineEnd: last,
		URL: "/v1/documents/" + string(q.question.Source.DocumentID) + "/content#L" + strconv.Itoa(first) + "-L" + strconv.Itoa(last),
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
// in that of its answer, or else all lines of that place.
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
	if at[0] < p.ByteStart { // the source indents or quotes its lines
		words := strings.Fields(written)
		for i, word := range words {
			words[i] = regexp.QuoteMeta(word)
		}
		at = regexp.MustCompile(strings.Join(words, `[\s>]+`)).FindIndex(within)
	}
	if at == nil {
		return span.LineStart, span.LineEnd
	}
	first := span.LineStart + bytes.Count(within[:at[0]], []byte("\n"))
	return first, first + bytes.Count(within[at[0]:at[1]], []byte("\n"))
}

func viewNumberCheck(n quarry.NumberCheck) NumberCheckView {
	view := NumberCheckView{Expected: n.Expected.Text, Unit: n.Expected.Unit, Tolerance: n.Tolerance, Agrees: n.Agrees}
	if n.Given != nil {
		view.Given = &n.Given.Text
	}
	return view
}
