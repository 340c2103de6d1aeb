package view

import "github.com/quarrykb/quarry"

// Passage is a section-sized piece of a document as the API shows it.
type Passage struct {
	// its id
	ID string `json:"id" validate:"required" example:"p_mzt6cyrab3v5nq2k7xw4"`
	// always passage
	Kind string `json:"kind" validate:"required" example:"passage" enums:"passage"`
	// titles that it stands under, the outermost first
	Heading []string `json:"heading" validate:"required" example:"Memory,Bandwidth"`
	// the text in Markdown, as its source writes it
	Text string `json:"text" validate:"required" example:"Bandwidth is what a memory moves in a second."`
	// how hard it is; null where its source does not say
	Difficulty *string `json:"difficulty" validate:"required" example:"medium" enums:"easy,medium,hard" extensions:"x-nullable"`
	// where the difficulty comes from: the source (stated), an estimate, or nowhere (none)
	DifficultySource string `json:"difficulty_source" view:"unless=stated,none" validate:"optional" example:"estimated" enums:"none,stated,estimated"`
	// ids of its topics in /v1/topics
	Topics []string `json:"topics" validate:"required" example:"memory"`
	// where it stands
	Source Source `json:"source" validate:"required"`
	// what people said of it beside its source, which stands; left out where nothing was said
	Corrected []Correction `json:"corrected,omitempty" view:"some" validate:"optional"`
}

// NewPassage shows a passage.
func NewPassage(p quarry.Passage) Passage {
	return Passage{
		ID: string(p.ID), Kind: string(quarry.EntryPassage), Heading: Texts(p.Source.Heading), Text: p.Text,
		Difficulty: Nullable(p.Grade.Difficulty), DifficultySource: string(p.Grade.Source),
		Topics: Texts(p.Topics), Source: NewSource(p.Source), Corrected: newCorrections(p.Corrected),
	}
}
