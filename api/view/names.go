package view

import (
	"net/url"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/quantity"
)

// Attribute is something that can be claimed of devices in numbers. What its
// values measure is known of few that documents brought.
type Attribute struct {
	// its id, to be used as attribute
	ID string `json:"id" validate:"required" example:"memory_bandwidth"`
	// its name
	Name string `json:"name" validate:"required" example:"Memory bandwidth"`
	// what its values measure, such as data_rate; empty if that is unknown
	Kinds []string `json:"kinds" view:"full" validate:"optional" example:"data_rate"`
	// unit of a number that is written without one; null where there is none
	Unit *string `json:"unit" validate:"required" example:"1" extensions:"x-nullable"`
	// classes of devices that have it; empty where that is not said
	Classes []string `json:"classes" view:"full" validate:"optional" example:"gpu"`
	// other names of it
	Aliases []string `json:"aliases" view:"full" validate:"optional" example:"Bandwidth"`
	// whether documents brought it, and no lexicon has it
	Discovered bool `json:"discovered" view:"full" validate:"optional" example:"false"`
	// where what is claimed in it is listed, relative to the server
	SpecsURL string `json:"specs_url" view:"full" validate:"optional" example:"/v1/specs?attribute=memory_bandwidth"`
}

// NewAttribute shows an attribute.
func NewAttribute(a quarry.Attribute) Attribute {
	kinds := a.Kinds
	if a.Kind != "" {
		kinds = []quarry.QuantityKind{a.Kind}
	}
	return Attribute{
		ID: string(a.ID), Name: a.Name, Kinds: Texts(kinds), Unit: Nullable(a.Unit), Classes: Texts(a.Classes),
		Aliases: Texts(a.Aliases), Discovered: a.Discovered,
		SpecsURL: "/v1/specs?attribute=" + url.QueryEscape(string(a.ID)),
	}
}

// Unit is one unit of the lexicon: value × factor + offset is the value in the
// base unit. Values in a logarithmic one have no ratio.
type Unit struct {
	// how it is written
	Symbol string `json:"symbol" validate:"required" example:"GB/s"`
	// what it measures; units of one kind convert into each other
	Kind string `json:"kind" validate:"required" example:"data_rate"`
	// the base unit of its kind
	Base string `json:"base" validate:"required" example:"B/s"`
	// what a value is multiplied by for the base unit
	Factor float64 `json:"factor" validate:"required" example:"1000000000"`
	// what is then added, in the base unit: 273.15 of degrees Celsius, 0 of most
	Offset float64 `json:"offset" validate:"required" example:"0"`
	// whether twice the number is not twice as much, as of decibels
	Logarithmic bool `json:"logarithmic" validate:"required" example:"false"`
	// other spellings that are read as it; case counts
	Aliases []string `json:"aliases" view:"full" validate:"optional" example:"GBps"`
}

// NewUnit shows a unit.
func NewUnit(u quantity.Unit) Unit {
	return Unit{
		Symbol: u.Symbol, Kind: string(u.Kind), Base: u.Base, Factor: u.Factor, Offset: u.Offset,
		Logarithmic: u.Logarithmic, Aliases: Texts(u.Aliases),
	}
}

// Topic is a node of the taxonomy with the entries that bear it. Entries
// of its children are not counted again.
type Topic struct {
	// its id, to be used as topic
	ID string `json:"id" validate:"required" example:"memory"`
	// its name
	Name string `json:"name" validate:"required" example:"Memory"`
	// id of the topic that it belongs to; null at the top level
	Parent *string `json:"parent" validate:"required" example:"hardware" extensions:"x-nullable"`
	// entries that bear it themselves, without those of its children
	Counts TopicCounts `json:"counts" validate:"required"`
}

// TopicCounts counts a topic's entries by kind.
type TopicCounts struct {
	// questions by difficulty
	Question DifficultyCounts `json:"question" validate:"required"`
	// facts by difficulty
	Fact DifficultyCounts `json:"fact" validate:"required"`
	// specs by difficulty
	Spec DifficultyCounts `json:"spec" validate:"required"`
	// passages by difficulty
	Passage DifficultyCounts `json:"passage" validate:"required"`
}

// DifficultyCounts counts entries by difficulty; none are those of unknown
// difficulty.
type DifficultyCounts struct {
	// easy ones
	Easy int `json:"easy" validate:"required" example:"3" minimum:"0"`
	// medium ones
	Medium int `json:"medium" validate:"required" example:"5" minimum:"0"`
	// hard ones
	Hard int `json:"hard" validate:"required" example:"2" minimum:"0"`
	// those of unknown difficulty
	None int `json:"none" validate:"required" example:"0" minimum:"0"`
}

// NewDifficultyCounts shows counts by difficulty.
func NewDifficultyCounts(counts map[quarry.Difficulty]int) DifficultyCounts {
	return DifficultyCounts{
		Easy: counts[quarry.Easy], Medium: counts[quarry.Medium], Hard: counts[quarry.Hard], None: counts[""],
	}
}

// GlossaryTerm is a short form with everything that it stands for, best
// first.
type GlossaryTerm struct {
	// the short form
	Term string `json:"term" validate:"required" example:"HBM"`
	// what it stands for, what most places say first
	Expansions []Expansion `json:"expansions" validate:"required"`
}

// Expansion is one of the things that a short form stands for, with the
// places that say so.
type Expansion struct {
	// the long form, as most places write it
	Text string `json:"text" validate:"required" example:"High Bandwidth Memory"`
	// how many places say so
	Count int `json:"count" validate:"required" example:"4" minimum:"1"`
	// the first of these places, three at most
	Sources []Source `json:"sources" validate:"required"`
}

// NewGlossaryTerm shows a short form.
func NewGlossaryTerm(t quarry.GlossaryTerm) GlossaryTerm {
	return GlossaryTerm{Term: t.Term, Expansions: Map(t.Expansions, func(e quarry.Expansion) Expansion {
		return Expansion{Text: e.Text, Count: e.Count, Sources: Map(e.Sources, NewSource)}
	})}
}
