package quarry

import (
	"slices"
	"strings"
)

// Question is one question of one document, with its answer or without one.
type Question struct {
	ID          QuestionID
	CanonicalID QuestionID // the id of the question that this one was merged into, or its own
	Text        string     // without list marks, numbers, grade words and labels
	Answer      string     // Markdown as the source has it; empty where Answered is false
	Answered    bool
	AnswerState AnswerState
	Choices     []string // what a question of StyleChoice offers, in its order, without "A)" and the like
	Style       Style
	Grade       Grade
	Topics      []TopicID
	Variants    []Variant
	BestAnswers []BestAnswer
	Source      Source
	Corrected   []Correction // that stand, in the order of Actions
	Asks        string       // equal for questions that ask the same; "" where it is like no other. Never exported
	Made        *Made        // how it was generated; nil for one that a document asks
}

// Style is the way in which a question is put.
type Style string

// The styles.
const (
	StyleOpen      Style = "open"
	StyleTrueFalse Style = "true_false"
	StyleScenario  Style = "scenario"
	StyleChoice    Style = "choice"
	StyleCloze     Style = "cloze"
)

// Styles lists them all.
func Styles() []Style {
	return []Style{StyleOpen, StyleTrueFalse, StyleScenario, StyleChoice, StyleCloze}
}

// AnswerState says whether a question has an answer of its own, one elsewhere,
// or none that anybody knows of.
type AnswerState string

// The answer states.
const (
	AnswerOwn    AnswerState = "answered"
	AnswerLikely AnswerState = "likely"
	AnswerGap    AnswerState = "gap"
)

// AnswerStates lists them all.
func AnswerStates() []AnswerState { return []AnswerState{AnswerOwn, AnswerLikely, AnswerGap} }

// Variant is another occurrence of a question, kept whole.
type Variant struct {
	ID       QuestionID
	Text     string
	Answer   string
	Answered bool
	Choices  []string
	Grade    Grade
	Style    Style
	Source   Source

	Corrected []Correction // that stand
}

// BestAnswer points from an unanswered question to an entry that answers it.
type BestAnswer struct {
	EntryRef
	Score   float64 // 0 to 1: how likely it is that this answers the question
	Title   string
	Snippet string // HTML-escaped text with <mark> around what matched
}

// LinkedQuestion is a question without an answer and what answers it best: the
// best first, and none where nothing does.
type LinkedQuestion struct {
	ID          QuestionID
	BestAnswers []BestAnswer
}

// Identity returns what the question's id is made of.
func (q Question) Identity() Identity {
	return Identity{Kind: EntryQuestion, Collection: q.Source.Collection, Path: q.Source.Path, Key: []string{q.Text}}
}

// CanBeStudied reports whether there is an answer, or what to choose from, that can be known.
func (q Question) CanBeStudied() bool { return q.Answered || len(q.Choices) > 0 }

// Claims returns what the source must say for this question to be verified.
func (q Question) Claims() []string { return append([]string{q.Text, q.Answer}, q.Choices...) }

// Claims returns what the variant's own source must say.
func (v Variant) Claims() []string { return append([]string{v.Text, v.Answer}, v.Choices...) }

// Occurrences returns what the question says, and what each of its variants
// does.
func (q Question) Occurrences() []Claim {
	claims := []Claim{ClaimOf(q)}
	for _, v := range q.Variants {
		claims = append(claims, Claim{ID: EntryID(v.ID), Source: v.Source, Words: v.Claims()})
	}
	return claims
}

// Entry returns the view that indexes and hits use. Its text is the answer and,
// behind it, what else there was to choose from: a question is found by that
// too.
func (q Question) Entry() Entry {
	text := strings.Join(slices.Concat([]string{q.Answer}, q.Choices), "\n")
	return Entry{
		EntryRef: EntryRef{Kind: EntryQuestion, ID: EntryID(q.ID)},
		Title:    q.Text, Text: strings.TrimPrefix(text, "\n"), Topics: q.Topics, Grade: q.Grade,
		Style: q.Style, Answered: q.Answered, Source: q.Source, Elsewhere: q.elsewhere(),
	}
}

// elsewhere returns the documents that variants stand in, and the question does
// not.
func (q Question) elsewhere() []Place {
	var places []Place
	seen := map[DocumentID]bool{q.Source.DocumentID: true}
	for _, v := range q.Variants {
		if from := v.Source; !seen[from.DocumentID] && len(places) < MostPlaces {
			seen[from.DocumentID] = true
			places = append(places, Place{DocumentID: from.DocumentID, Collection: from.Collection, Path: from.Path})
		}
	}
	return places
}

// Generated says whether questions take part that no document asks, and that were made of
// what documents state. The zero value stands for GeneratedExclude.
type Generated string

// Whether generated questions take part.
const (
	GeneratedExclude Generated = "exclude"
	GeneratedInclude Generated = "include"
	GeneratedOnly    Generated = "only"
)

// GeneratedModes lists them all.
func GeneratedModes() []Generated {
	return []Generated{GeneratedExclude, GeneratedInclude, GeneratedOnly}
}

// MadeType names a way in which a question is made.
type MadeType string

// The ways to make a question.
const (
	MadeFigure      MadeType = "figure"      // what a figure of a thing is
	MadeSuperlative MadeType = "superlative" // which of several things has the most or the least
	MadeHolder      MadeType = "holder"      // which of several things has a figure
	MadeShortForm   MadeType = "short_form"  // what a short form stands for, or which stands for something
	MadeTerm        MadeType = "term"        // which term a statement is about
	MadeChoices     MadeType = "choices"     // a stored question with what there is to choose from
)

// MadeTypes lists them all.
func MadeTypes() []MadeType {
	return []MadeType{MadeFigure, MadeSuperlative, MadeHolder, MadeShortForm, MadeTerm, MadeChoices}
}

// Made says how a generated question was made, and what its choices rest on.
type Made struct {
	Type    MadeType
	Proof   Claim    // what says that the answer is right
	Refutes []Ground // the other choices, in their order
}

// Ground is a choice that is wrong, and the claim that says what is true of it instead: what it
// is a figure of, what its own figure is, or what the term means; of a short form, what it stands for.
type Ground struct {
	Claim

	Choice string
}

// Claims returns what a generated question rests on, the proof first, each claim once.
func (m Made) Claims() []Claim {
	claims := []Claim{m.Proof}
	seen := map[EntryID]bool{m.Proof.ID: true}
	for _, ground := range m.Refutes {
		if !seen[ground.ID] {
			seen[ground.ID] = true
			claims = append(claims, ground.Claim)
		}
	}
	return claims
}
