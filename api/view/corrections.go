package view

import (
	"time"

	"github.com/quarrykb/quarry"
)

// Correction is what a person says of an entry beside its source. The entry is as `set` says;
// `was` is what its source says in the same fields.
type Correction struct {
	// id of the entry
	ID string `json:"id" validate:"required" example:"f_3v5nq2k7xw4mzt6cyrab"`
	// what sort of entry it is
	Kind string `json:"kind" validate:"required" example:"fact" enums:"question,fact,spec,passage"`
	// what was done: other words or another value, out of all lists and searches, another grade, or the best of the claims of one thing
	Action string `json:"action" validate:"required" example:"correct" enums:"correct,hide,grade,prefer"`
	// whether it stands, or has lapsed: its entry is gone, or was read from other bytes, and nothing comes of it until these are back
	State string `json:"state" validate:"required" example:"standing" enums:"standing,lapsed"`
	// what stands in the place of what the source says; empty of what is hidden or preferred
	Set Wording `json:"set" validate:"required"`
	// what the source says in the same fields
	Was Wording `json:"was" validate:"required"`
	// why, in the person's words
	Note *string `json:"note,omitempty" validate:"optional" example:"a misprint: see the errata"`
	// name of the key by which it was said, or local
	By string `json:"by" validate:"required" example:"maya"`
	// when it was said
	At time.Time `json:"at" validate:"required" example:"2026-01-31T12:00:00Z" format:"date-time"`
	// the question, the subject of a fact, device and attribute of a spec, or the heading of a passage, as the source has it
	Title string `json:"title" validate:"required" example:"Shared memory"`
	// id of the document that the entry stands in
	DocumentID string `json:"document_id" validate:"required" example:"d_k5mzqxw2a7tr4c6nybvh"`
	// path of that document in its collection
	Path string `json:"path" validate:"required" example:"notes/gpu.md"`
	// first line of the entry, counted from 1
	LineStart int `json:"line_start" validate:"required" example:"19" minimum:"0"`
	// address of the entry, relative to the server
	URL string `json:"url" validate:"required" example:"/v1/facts/f_3v5nq2k7xw4mzt6cyrab"`
}

// Wording is what can be corrected of an entry; it has those fields that are said.
type Wording struct {
	// of a question: what it asks
	Question string `json:"question,omitempty" validate:"optional" example:"How many threads has a warp?" maxLength:"20000"`
	// of a question: its answer in Markdown, empty for none
	Answer *string `json:"answer,omitempty" validate:"optional" example:"32." maxLength:"20000"`
	// of a question: what it offers, 2 to 26
	Choices []string `json:"choices,omitempty" validate:"optional" example:"16,32,64"`
	// of a fact: what it is about
	Subject string `json:"subject,omitempty" validate:"optional" example:"Shared memory" maxLength:"20000"`
	// of a fact: what it says
	Statement string `json:"statement,omitempty" validate:"optional" example:"Shared memory is visible to all threads of a block." maxLength:"20000"`
	// of a passage: its text in Markdown
	Text string `json:"text,omitempty" validate:"optional" example:"Bandwidth is what a memory moves in a second." maxLength:"20000"`
	// of a spec: its number with its unit, as it is written
	Value string `json:"value,omitempty" validate:"optional" example:"1,979 TFLOPS" maxLength:"20000"`
	// of a spec: what is stated of the number, by axis, as far as it is another
	Conditions map[string]string `json:"conditions,omitempty" validate:"optional"`
	// how hard the entry is
	Difficulty string `json:"difficulty,omitempty" validate:"optional" example:"hard" enums:"easy,medium,hard"`
}

// CorrectionRequest says what a person says of an entry: what is done, and the fields that
// go with that.
type CorrectionRequest struct {
	// what is done: correct takes fields of the entry, grade a difficulty, hide and prefer nothing
	Action string `json:"action" validate:"required" example:"correct" enums:"correct,hide,grade,prefer"`
	// why, for who reads it later
	Note string `json:"note,omitempty" validate:"optional" example:"a misprint: see the errata" maxLength:"1000"`
	Wording
}

// NewCorrection shows a correction.
func NewCorrection(c quarry.Correction) Correction {
	state := "standing"
	if c.Lapsed {
		state = "lapsed"
	}
	return Correction{
		ID: string(c.ID), Kind: string(c.Kind), Action: string(c.Action), State: state,
		Set: newWording(c.Kind, c.Set), Was: newWording(c.Kind, c.Was), Note: Nullable(c.Note), By: c.By, At: c.At.UTC(),
		Title: c.Title, DocumentID: string(c.DocumentID), Path: c.Path, LineStart: c.Line, URL: URLOf(c.EntryRef),
	}
}

func newWording(kind quarry.EntryKind, w quarry.Wording) Wording {
	view := Wording{
		Answer: w.Answer, Choices: w.Choices, Subject: w.Subject, Statement: w.Statement, Difficulty: string(w.Difficulty),
	}
	if kind == quarry.EntryQuestion {
		view.Question = w.Text
	} else {
		view.Text = w.Text
	}
	if w.Value != nil {
		view.Value = w.Value.Text
	}
	if len(w.Conditions) > 0 {
		view.Conditions = NewConditions(w.Conditions)
	}
	return view
}

// newCorrections shows what is said of an entry, nil where nothing is.
func newCorrections(all []quarry.Correction) []Correction {
	if len(all) == 0 {
		return nil
	}
	return Map(all, NewCorrection)
}
