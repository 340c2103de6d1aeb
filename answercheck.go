package quarry

// AnswerVerdict says how a free answer compares with the reference answer of its
// question.
type AnswerVerdict string

// The verdicts. Unsure means that the words tell too little either way: a person
// has to look.
const (
	VerdictCorrect   AnswerVerdict = "correct"
	VerdictPartly    AnswerVerdict = "partly"
	VerdictIncorrect AnswerVerdict = "incorrect"
	VerdictUnsure    AnswerVerdict = "unsure"
)

// AnswerVerdicts lists them all.
func AnswerVerdicts() []AnswerVerdict {
	return []AnswerVerdict{VerdictCorrect, VerdictPartly, VerdictIncorrect, VerdictUnsure}
}

// Score returns what a verdict is worth as a grade, from 0 to 1.
func (v AnswerVerdict) Score() float64 {
	switch v {
	case VerdictCorrect:
		return 1
	case VerdictPartly, VerdictUnsure:
		const half = 0.5
		return half
	case VerdictIncorrect:
	}
	return 0
}

// AnswerReason says what a verdict rests on.
type AnswerReason string

// The reasons.
const (
	ReasonCovered     AnswerReason = "covered"      // what was asked for is there
	ReasonIncomplete  AnswerReason = "incomplete"   // a part of it is
	ReasonMissing     AnswerReason = "missing"      // hardly any of it is
	ReasonNumber      AnswerReason = "number"       // a number is not the reference's
	ReasonContradicts AnswerReason = "contradicts"  // it says the opposite of the reference, or of one thing what holds of another
	ReasonVerdict     AnswerReason = "verdict"      // true is called false, or the other way round
	ReasonOption      AnswerReason = "option"       // another option was chosen
	ReasonSeveral     AnswerReason = "several"      // several answers are given where one was asked for
	ReasonEmpty       AnswerReason = "empty"        // nothing is said
	ReasonRepeats     AnswerReason = "repeats"      // nothing is said that the question does not say
	ReasonOffTopic    AnswerReason = "off_topic"    // no word of it is the question's or the reference's
	ReasonNoReference AnswerReason = "no_reference" // the question has no answer that could be judged by
	ReasonEvidence    AnswerReason = "evidence"     // too little evidence either way
)

// AnswerReasons lists them all.
func AnswerReasons() []AnswerReason {
	return []AnswerReason{
		ReasonCovered, ReasonIncomplete, ReasonMissing, ReasonNumber, ReasonContradicts, ReasonVerdict, ReasonOption,
		ReasonSeveral, ReasonEmpty, ReasonRepeats, ReasonOffTopic, ReasonNoReference, ReasonEvidence,
	}
}

// AnswerCheck is what a judge says of an answer.
type AnswerCheck struct {
	Verdict     AnswerVerdict
	Reason      AnswerReason
	Explanation string     // one sentence for the person who answered
	Score       float64    // 0 to 1: the grade that is expected
	Confidence  float64    // 0 to 1: how likely the verdict is right
	JudgedBy    string     // [JudgedByRules], [JudgedByModel], or the name of a model that was asked
	Coverage    float64    // 0 to 1: the share by weight of the required key points that is covered
	Covered     []KeyPoint // in the order of the reference answer
	Missing     []KeyPoint // required or not
	Numbers     []NumberCheck
}

// KeyPoint is one thing that a reference answer says.
type KeyPoint struct {
	Text         string // as a person reads it: without markup, on one line
	ByteStart    int    // in the reference answer: its first byte
	ByteEnd      int    // one past its last
	Required     bool   // the question asks for it; otherwise it only explains
	Contradicted bool   // the answer says something else instead
}

// NumberCheck holds a number of the reference answer against what was given in its
// place.
type NumberCheck struct {
	Expected  Quantity
	Given     *Quantity // nil where none was given
	Tolerance float64   // by how much the given number may be off, in the unit of the expected one
	Agrees    bool
}

// What judges an answer where no model was asked over the network.
const (
	JudgedByRules = "rules"  // what is exact: options, gaps, verdicts, numbers, formulas
	JudgedByModel = "fitted" // the built-in model
)
