package view

import "github.com/quarrykb/quarry"

// Fact is a fact as the API shows it.
type Fact struct {
	// its id
	ID string `json:"id" validate:"required" example:"f_3v5nq2k7xw4mzt6cyrab"`
	// always fact
	Kind string `json:"kind" validate:"required" example:"fact" enums:"fact"`
	// titles that it stands under, the outermost first: they say of what its subject may be a part
	Heading []string `json:"heading" validate:"required" example:"Memory,Shared memory"`
	// what it is about
	Subject string `json:"subject" validate:"required" example:"Shared memory"`
	// what is said of the subject
	Statement string `json:"statement" validate:"required" example:"Shared memory is visible to all threads of a block."`
	// how hard it is, as its source says or as is estimated; null where neither is so
	Difficulty *string `json:"difficulty" validate:"required" example:"medium" enums:"easy,medium,hard" extensions:"x-nullable"`
	// where the difficulty comes from: the source (stated), an estimate, or nowhere (none)
	DifficultySource string `json:"difficulty_source" view:"unless=stated,none" validate:"optional" example:"stated" enums:"none,stated,estimated"`
	// how likely the difficulty is right: 1 where the source states it; null where there is none
	DifficultyConfidence *float64 `json:"difficulty_confidence" view:"full" validate:"optional" example:"0.58" minimum:"0" maximum:"1" extensions:"x-nullable"`
	// ids of its topics in /v1/topics
	Topics []string `json:"topics" validate:"required" example:"memory"`
	// references that its source gives for it
	Citations []Citation `json:"citations" view:"full" validate:"optional"`
	// where it stands
	Source Source `json:"source" validate:"required"`
	// what people said of it beside its source, which stands; left out where nothing was said
	Corrected []Correction `json:"corrected,omitempty" view:"some" validate:"optional"`
}

// Citation is a reference that the source itself gives.
type Citation struct {
	// address that the source refers to
	URL string `json:"url" validate:"required" example:"https://example.org/paper"`
	// what the source calls it
	Label string `json:"label" validate:"required" example:"1"`
}

// NewFact shows a fact.
func NewFact(f quarry.Fact) Fact {
	return Fact{
		ID: string(f.ID), Kind: string(quarry.EntryFact), Heading: Texts(f.Source.Heading), Subject: f.Subject, Statement: f.Statement,
		Difficulty: Nullable(f.Grade.Difficulty), DifficultySource: string(f.Grade.Source),
		DifficultyConfidence: ConfidenceOf(f.Grade), Topics: Texts(f.Topics),
		Citations: Map(f.Citations, func(c quarry.Citation) Citation { return Citation(c) }),
		Source:    NewSource(f.Source), Corrected: newCorrections(f.Corrected),
	}
}
