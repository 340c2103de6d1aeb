package quarry

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// Action is what a person has done to an entry.
type Action string

// The actions.
const (
	ActionCorrect Action = "correct" // the entry has other words, or another value, than its source
	ActionHide    Action = "hide"    // the entry is in no list and no search, and read by its id alone
	ActionGrade   Action = "grade"   // the entry is as hard as the person says
	ActionPrefer  Action = "prefer"  // the spec is the best of those that claim the same
)

// Actions lists them all.
func Actions() []Action { return []Action{ActionCorrect, ActionHide, ActionGrade, ActionPrefer} }

// Correction is what a person says of an entry beside its source. An entry has at most one
// of each action. It stands as long as the bytes do that the entry was read from.
type Correction struct {
	EntryRef
	Place // of the entry

	Action Action
	Set    Wording // what stands in the place of what the source says
	Was    Wording // what the source says there; of a value as it is written
	Note   string
	By     string // the name of a key, or "local"
	At     time.Time
	Bytes  string // SpanHash of the entry
	Lapsed bool   // the entry is gone or has other bytes: nothing comes of the correction until they are back
	Line   int    // that the entry begins on
	Title  string // of the entry, as its source has it
}

// CorrectionFilter says which corrections are meant.
type CorrectionFilter struct {
	Kinds  []EntryKind // none: of any
	Entry  EntryID     // "": of any
	Lapsed Tristate
}

// Wording is what can be corrected of an entry. What is not given stays as it is.
type Wording struct {
	Text       string   // of a question or a passage
	Answer     *string  // of a question; "" for none
	Choices    []string // of a question
	Subject    string   // of a fact
	Statement  string   // of a fact
	Value      *Quantity
	Normalized Bounds     // of the value
	Conditions Conditions // of a spec: the axes that are others
	Difficulty Difficulty
}

// What a correction may have at most.
const (
	longestWording = 20_000 // characters of one text
	longestNote    = 1_000
	fewestChoices  = 2
	mostChoices    = 26
)

// Reworded reports whether one of some corrections has an entry say something else than its
// source.
func Reworded(all []Correction) bool {
	return slices.ContainsFunc(all, func(c Correction) bool { return c.Action == ActionCorrect })
}

// Validate refuses what cannot be said of an entry of this kind: KindInvalid, on the field
// that is at fault.
func (c Correction) Validate() error {
	given := c.Set.given(c.Kind)
	switch c.Action {
	case ActionCorrect:
		if len(given) == 0 {
			return refuseCorrection("action", fmt.Sprintf("needs what the %s says: %s", c.Kind, strings.Join(wordingOf(c.Kind), ", ")))
		}
	case ActionGrade:
		if !slices.Contains(Difficulties(), c.Set.Difficulty) {
			return refuseCorrection("difficulty", "must be easy, medium or hard")
		}
	case ActionPrefer:
		if c.Kind != EntrySpec {
			return refuseCorrection("action", "prefer is said of specs: entries of other kinds do not claim the same")
		}
	case ActionHide:
	default:
		return refuseCorrection("action", "must be correct, hide, grade or prefer")
	}
	if c.Action != ActionGrade && c.Set.Difficulty != "" {
		return refuseCorrection("difficulty", "goes with the action grade alone")
	}
	if utf8.RuneCountInString(c.Note) > longestNote {
		return refuseCorrection("note", "must have at most 1,000 characters")
	}
	for _, field := range slices.Sorted(maps.Keys(given)) {
		if err := c.validateField(field, given[field]); err != nil {
			return err
		}
	}
	return nil
}

func (c Correction) validateField(field string, texts []string) error {
	switch {
	case c.Action != ActionCorrect:
		return refuseCorrection(field, "goes with the action correct alone")
	case !slices.Contains(wordingOf(c.Kind), field):
		return refuseCorrection(field, fmt.Sprintf("is no part of a %s, which has %s", c.Kind, strings.Join(wordingOf(c.Kind), ", ")))
	case field == "choices" && (len(texts) < fewestChoices || len(texts) > mostChoices):
		return refuseCorrection(field, "must be 2 to 26")
	}
	for _, text := range texts {
		isEmpty := field != "answer" && strings.TrimSpace(text) == ""
		if isEmpty || !utf8.ValidString(text) || utf8.RuneCountInString(text) > longestWording {
			return refuseCorrection(field, "must have 1 to 20,000 characters")
		}
	}
	return nil
}

func refuseCorrection(field, why string) error {
	return Errorf(KindInvalid, "%s: %s", field, why).WithCode("invalid_parameter").OnField(field, why)
}

// wordingOf names what can be corrected of a kind of entry.
func wordingOf(kind EntryKind) []string {
	switch kind {
	case EntryQuestion:
		return []string{"question", "answer", "choices"}
	case EntryFact:
		return []string{"subject", "statement"}
	case EntrySpec:
		return []string{"value", "conditions"}
	case EntryPassage:
		return []string{"text"}
	case EntryDocument, EntryConflict, EntryGenerated:
	}
	return nil
}

// given names what is given besides a difficulty, with its texts.
func (w Wording) given(kind EntryKind) map[string][]string {
	text := "text"
	if kind == EntryQuestion {
		text = "question"
	}
	all := map[string][]string{text: {w.Text}, "subject": {w.Subject}, "statement": {w.Statement}}
	maps.DeleteFunc(all, func(_ string, texts []string) bool { return texts[0] == "" })
	if w.Answer != nil {
		all["answer"] = []string{*w.Answer}
	}
	if w.Choices != nil {
		all["choices"] = w.Choices
	}
	if w.Value != nil {
		all["value"] = []string{w.Value.Text}
	}
	if len(w.Conditions) > 0 {
		all["conditions"] = slices.Collect(maps.Values(w.Conditions))
	}
	return all
}

// SpanHash returns the hash of a text's bytes within a span, lower-case hexadecimal: it tells
// whether they are still the same. It is "" for a span that is not inside of the text.
func SpanHash(text []byte, s Span) string {
	if s.ByteStart < 0 || s.ByteStart > s.ByteEnd || s.ByteEnd > len(text) {
		return ""
	}
	sum := sha256.Sum256(text[s.ByteStart:s.ByteEnd])
	return hex.EncodeToString(sum[:])
}

// Of returns the correction as one of this entry, which is as its source has it.
func (c Correction) Of(entry Claimant) Correction {
	e := entry.Entry()
	c.EntryRef, c.Title, c.Line = e.EntryRef, e.Title, e.Source.LineStart
	c.Place = Place{DocumentID: e.Source.DocumentID, Collection: e.Source.Collection, Path: e.Source.Path}
	c.Was = Wording{}
	if c.Set.Difficulty != "" && e.Grade.Source == DifficultyStated { // an estimate is not the source's
		c.Was.Difficulty = e.Grade.Difficulty
	}
	switch e := entry.(type) {
	case Question:
		c.Was.Text = whereSet(c.Set.Text, e.Text)
		if c.Set.Answer != nil {
			c.Was.Answer = &e.Answer
		}
		if c.Set.Choices != nil {
			c.Was.Choices = e.Choices
		}
	case Fact:
		c.Was.Subject, c.Was.Statement = whereSet(c.Set.Subject, e.Subject), whereSet(c.Set.Statement, e.Statement)
	case Spec:
		if c.Set.Value != nil {
			c.Was.Value = &Quantity{Text: e.Value.Text}
		}
		for axis := range c.Set.Conditions {
			c.Was.Conditions = with(c.Was.Conditions, Conditions{axis: e.Conditions.Value(axis)}) //nolint:exhaustive // one of them
		}
	case Passage:
		c.Was.Text = whereSet(c.Set.Text, e.Text)
	}
	return c
}

func whereSet(set, was string) string {
	if set == "" {
		return ""
	}
	return was
}

// with returns conditions with others in the place of some of them.
func with(conditions, others Conditions) Conditions {
	all := maps.Clone(conditions)
	if all == nil {
		all = make(Conditions)
	}
	maps.Copy(all, others)
	return all
}

// Question returns a question as the correction has it.
func (c Correction) Question(q Question) Question {
	set(&q.Text, c.Set.Text)
	if answer := c.Set.Answer; answer != nil {
		q.Answer, q.Answered, q.AnswerState = *answer, *answer != "", AnswerGap
		if q.Answered {
			q.AnswerState = AnswerOwn
		}
	}
	if c.Set.Choices != nil {
		q.Choices, q.Style = c.Set.Choices, StyleChoice
	}
	c.grade(&q.Grade)
	return q
}

// Fact returns a fact as the correction has it.
func (c Correction) Fact(f Fact) Fact {
	set(&f.Subject, c.Set.Subject)
	set(&f.Statement, c.Set.Statement)
	c.grade(&f.Grade)
	return f
}

// Spec returns a spec as the correction has it. What was noted of the source's number is not
// said of another one.
func (c Correction) Spec(s Spec) Spec {
	if c.Set.Value != nil {
		s.Value, s.Normalized, s.Notes = *c.Set.Value, c.Set.Normalized, nil
	}
	if len(c.Set.Conditions) > 0 {
		s.Conditions = with(s.Conditions, c.Set.Conditions)
	}
	s.Preferred = s.Preferred || c.Action == ActionPrefer
	c.grade(&s.Grade)
	return s
}

// Passage returns a passage as the correction has it.
func (c Correction) Passage(p Passage) Passage {
	set(&p.Text, c.Set.Text)
	c.grade(&p.Grade)
	return p
}

func set(field *string, to string) {
	if to != "" {
		*field = to
	}
}

func (c Correction) grade(g *Grade) {
	if c.Set.Difficulty != "" {
		*g = StatedGrade(c.Set.Difficulty)
	}
}
