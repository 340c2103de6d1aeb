package view

import "github.com/quarrykb/quarry"

// Question is a question as the API shows it. The canonical occurrence is
// not among its own variants. Choices are what a multiple-choice question
// offers, in the order of its source; no other question has any.
type Question struct {
	// its id
	ID string `json:"id" validate:"required" example:"q_6xw2m7k4zntq5ravcbyh"`
	// always question
	Kind string `json:"kind" validate:"required" example:"question" enums:"question"`
	// id of the one that stands for all that ask the same: its own, where it is that one
	CanonicalID string `json:"canonical_id" view:"full" validate:"optional" example:"q_6xw2m7k4zntq5ravcbyh"`
	// the question, without marks and labels
	Question string `json:"question" validate:"required" example:"How many threads has a warp?"`
	// the answer in Markdown, as its source writes it; null where it has none, or answers are hidden
	Answer *string `json:"answer" validate:"required" example:"32." extensions:"x-nullable"`
	// whether its source answers it
	Answered bool `json:"answered" validate:"required" example:"true"`
	// answered by its own source, likely answered by best_answers, or by nothing (gap); a new question is a gap until answers were looked for, some seconds after it is stored
	AnswerState string `json:"answer_state" view:"full" validate:"optional" example:"answered" enums:"answered,likely,gap"`
	// how hard it is, as its source says or as is estimated; null where neither is so
	Difficulty *string `json:"difficulty" validate:"required" example:"easy" enums:"easy,medium,hard" extensions:"x-nullable"`
	// where the difficulty comes from: the source (stated), an estimate, or nowhere (none)
	DifficultySource string `json:"difficulty_source" view:"unless=stated,none" validate:"optional" example:"stated" enums:"none,stated,estimated"`
	// how sure the difficulty is, from 0 to 1, and 1 where it is stated; null where there is none
	DifficultyConfidence *float64 `json:"difficulty_confidence" view:"full" validate:"optional" example:"1" minimum:"0" maximum:"1" extensions:"x-nullable"`
	// how it is put
	Style string `json:"style" view:"full" validate:"optional" example:"open" enums:"open,true_false,scenario,choice,cloze"`
	// what a multiple-choice question offers, in the order of its source; empty for any other
	Choices []string `json:"choices" validate:"required" example:"16,32,64"`
	// ids of its topics in /v1/topics
	Topics []string `json:"topics" validate:"required" example:"memory"`
	// other occurrences of the question, whole, by path and line
	Variants []Variant `json:"variants" view:"full" validate:"optional"`
	// what seems to answer a question that its source does not, the best first, three at most
	BestAnswers []BestAnswer `json:"best_answers" view:"full" validate:"optional"`
	// whether it was made of other entries, and stands in no document
	Generated bool `json:"generated" view:"some" validate:"optional" example:"false"`
	// how a generated question was made; left out of any other, and where answers are hidden
	Made *Made `json:"made,omitempty" view:"full" validate:"optional"`
	// where it stands; of a generated question where its proof does
	Source Source `json:"source" validate:"required"`
	// what people said of it beside its source, which stands; left out where nothing was said
	Corrected []Correction `json:"corrected,omitempty" view:"some" validate:"optional"`
}

// Made says how a question was generated, and what its choices rest on.
type Made struct {
	// what it asks for: a figure, what has the most or the least, what has a figure, a short form, the term of a definition, or the same as a stored question, with choices
	Type string `json:"type" validate:"required" example:"figure" enums:"figure,superlative,holder,short_form,term,choices"`
	// what says that the answer is right
	Proof Ground `json:"proof" validate:"required"`
	// what says of each other choice, in their order, what is true of it
	Refutes []Refuted `json:"refutes" validate:"required"`
}

// Ground is an entry that a choice rests on, and the bytes that it stands in.
type Ground struct {
	// its id
	ID string `json:"id" validate:"required" example:"s_4v5nq2k7xw4mzt6cyrab"`
	// what sort of entry it is
	Kind string `json:"kind" validate:"required" example:"spec" enums:"question,fact,spec,passage"`
	// address of the entry, relative to the server
	URL string `json:"url" validate:"required" example:"/v1/specs/s_4v5nq2k7xw4mzt6cyrab"`
	// where it stands
	Source Source `json:"source" validate:"required"`
}

// Refuted is a choice that is wrong, and the entry that says what is true of it: what it is a figure
// of, what its own figure is, or what it means.
type Refuted struct {
	Ground

	// the choice
	Choice string `json:"choice" validate:"required" example:"64"`
}

// newMade shows how a question was generated.
func newMade(m *quarry.Made) *Made {
	if m == nil {
		return nil
	}
	return &Made{Type: string(m.Type), Proof: newGround(m.Proof), Refutes: Map(m.Refutes, func(g quarry.Ground) Refuted {
		return Refuted{newGround(g.Claim), g.Choice}
	})}
}

func newGround(c quarry.Claim) Ground {
	ref := quarry.EntryRef{Kind: quarry.EntryKindOf(c.ID), ID: c.ID}
	return Ground{ID: string(c.ID), Kind: string(ref.Kind), URL: URLOf(ref), Source: NewSource(c.Source)}
}

// Variant is another occurrence of a question, kept whole.
type Variant struct {
	// its id
	ID string `json:"id" validate:"required" example:"q_z4ntq5ravcbyh6xw2m7k"`
	// the question as it is put here
	Question string `json:"question" validate:"required" example:"What is the size of a warp?"`
	// the answer in Markdown, as its source writes it; null where it has none, or answers are hidden
	Answer *string `json:"answer" validate:"required" example:"32 threads." extensions:"x-nullable"`
	// whether its source answers it
	Answered bool `json:"answered" validate:"required" example:"true"`
	// how hard it is, as its source says or as is estimated; null where neither is so
	Difficulty *string `json:"difficulty" validate:"required" example:"easy" enums:"easy,medium,hard" extensions:"x-nullable"`
	// where the difficulty comes from: the source (stated), an estimate, or nowhere (none)
	DifficultySource string `json:"difficulty_source" view:"unless=stated,none" validate:"optional" example:"stated" enums:"none,stated,estimated"`
	// how it is put
	Style string `json:"style" view:"full" validate:"optional" example:"open" enums:"open,true_false,scenario,choice,cloze"`
	// what a multiple-choice question offers, in the order of its source; empty for any other
	Choices []string `json:"choices" validate:"required" example:"16,32,64"`
	// where it stands
	Source Source `json:"source" validate:"required"`
	// what people said of it beside its source, which stands; left out where nothing was said
	Corrected []Correction `json:"corrected,omitempty" view:"some" validate:"optional"`
}

// BestAnswer points from an unanswered question to what answers it. The score
// says how likely that is. The snippet is HTML: escaped text with the question's words
// in mark elements.
type BestAnswer struct {
	// id of the entry
	ID string `json:"id" validate:"required" example:"f_3v5nq2k7xw4mzt6cyrab"`
	// what sort of entry it is
	Kind string `json:"kind" validate:"required" example:"fact" enums:"question,fact,spec,passage"`
	// how likely it is that this answers the question, from 0 to 1
	Score float64 `json:"score" validate:"required" example:"0.71" minimum:"0" maximum:"1"`
	// the question, the subject of a fact, device and attribute of a spec, or the heading of a passage
	Title string `json:"title" validate:"required" example:"Warp"`
	// HTML: escaped text with mark elements around words of the question
	Snippet string `json:"snippet" validate:"required" example:"A <mark>warp</mark> has 32 threads."`
	// address of the entry, relative to the server
	URL string `json:"url" validate:"required" example:"/v1/facts/f_3v5nq2k7xw4mzt6cyrab"`
}

// NewQuestion shows a question.
func NewQuestion(q quarry.Question) Question {
	return Question{
		ID: string(q.ID), Kind: string(quarry.EntryQuestion), CanonicalID: string(q.CanonicalID),
		Question: q.Text, Answer: answerOf(q.Answer, q.Answered), Answered: q.Answered,
		AnswerState: string(q.AnswerState),
		Difficulty:  Nullable(q.Grade.Difficulty), DifficultySource: string(q.Grade.Source),
		DifficultyConfidence: ConfidenceOf(q.Grade),
		Style:                string(q.Style), Choices: Texts(q.Choices), Topics: Texts(q.Topics),
		Variants: Map(q.Variants, func(v quarry.Variant) Variant {
			return Variant{
				ID: string(v.ID), Question: v.Text, Answer: answerOf(v.Answer, v.Answered), Answered: v.Answered,
				Difficulty: Nullable(v.Grade.Difficulty), DifficultySource: string(v.Grade.Source),
				Style: string(v.Style), Choices: Texts(v.Choices), Source: NewSource(v.Source), Corrected: newCorrections(v.Corrected),
			}
		}),
		BestAnswers: Map(q.BestAnswers, func(b quarry.BestAnswer) BestAnswer {
			return BestAnswer{
				ID: string(b.ID), Kind: string(b.Kind), Score: b.Score, Title: b.Title, Snippet: b.Snippet,
				URL: URLOf(b.EntryRef),
			}
		}),
		Generated: q.Made != nil, Made: newMade(q.Made),
		Source: NewSource(q.Source), Corrected: newCorrections(q.Corrected),
	}
}

// answerOf tells a question without an answer from one whose answer is empty.
func answerOf(text string, answered bool) *string { //nolint:revive // answered is data, not a switch
	if !answered {
		return nil
	}
	return &text
}

// ConfidenceOf is null where there is no difficulty to be sure of.
func ConfidenceOf(g quarry.Grade) *float64 {
	if g.Difficulty == "" {
		return nil
	}
	return &g.Confidence
}

// NewUnanswered shows everything but what would give the answer away.
// What there is to choose from is part of the question.
func NewUnanswered(q quarry.Question) Question {
	view := NewQuestion(q)
	view.Answer = nil
	view.BestAnswers = []BestAnswer{}
	view.Made = nil
	for i := range view.Variants {
		view.Variants[i].Answer, view.Variants[i].Corrected = nil, nil
	}
	view.Corrected = nil
	return view
}

// Draw is a part of a random order.
type Draw struct {
	// the questions that were drawn
	Items []Question `json:"items" validate:"required"`
	// how many of the order are still to come
	Remaining int `json:"remaining" validate:"required" example:"24" minimum:"0"`
	// to be sent as cursor for the next draw; null where all have come
	NextCursor *string `json:"next_cursor" validate:"required" example:"kUw1mM8bqXd7InMiOjQyfQ" extensions:"x-nullable"`
	// decides the order: the one that was sent, or was chosen
	Seed uint64 `json:"seed" validate:"required" example:"42" minimum:"0" maximum:"9007199254740991" format:"int64"`
	// what the caller should know of this answer, such as a filter that is not known; left out where there is nothing
	Notes []string `json:"notes,omitempty" validate:"optional" example:"document \"nope.md\" is not known"`
}

// CheckRequest is an answer that is to be judged. An empty one is judged, too.
type CheckRequest struct {
	// the answer to be judged, of 20,000 bytes in UTF-8 at most, which characters beyond ASCII fill sooner; an empty one is judged, too
	Answer string `json:"answer" validate:"required" example:"A warp has 32 threads." maxLength:"20000"`
}

// Check is what a judge says of an answer. Key points are things that the reference
// answer says, in its order: those that are covered, and those that are missing or
// contradicted.
type Check struct {
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
	Covered []KeyPoint `json:"covered" validate:"required"`
	// key points that the answer lacks or contradicts; show those that are required, the others only explain
	Missing []KeyPoint `json:"missing" validate:"required"`
	// each number of the question's own answer beside the one that was given in its place
	Numbers []NumberCheck `json:"numbers" validate:"required"`
	// where the question stands
	Source Source `json:"source" validate:"required"`
}

// KeyPoint is one thing that the reference answer says, and the lines that say so.
// Its bytes are those of the question's answer. What is not required only explains.
type KeyPoint struct {
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
	// first line of the document that says so, counted from 1; 0 where a person has corrected the answer and no line says so
	LineStart int `json:"line_start" validate:"required" example:"19" minimum:"0"`
	// last line of the document that says so, inclusive; 0 like line_start
	LineEnd int `json:"line_end" validate:"required" example:"19" minimum:"0"`
	// address of the stored text with these lines, or of the question where there are none, relative to the server
	URL string `json:"url" validate:"required" example:"/v1/documents/d_k5mzqxw2a7tr4c6nybvh/content#L19-L19"`
}

// NumberCheck holds a number of the reference answer against the one that was given
// in its place, both as they are written; none is null. The tolerance is in the unit of
// the expected number, which is empty where nothing is measured.
type NumberCheck struct {
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

// NewNumberCheck shows a number that was checked.
func NewNumberCheck(n quarry.NumberCheck) NumberCheck {
	view := NumberCheck{Expected: n.Expected.Text, Unit: n.Expected.Unit, Tolerance: n.Tolerance, Agrees: n.Agrees}
	if n.Given != nil {
		view.Given = &n.Given.Text
	}
	return view
}
