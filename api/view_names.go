package api

import (
	"net/url"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/quantity"
)

// AttributeView is something that can be claimed of devices in numbers. What its
// values measure is known of few that documents brought.
type AttributeView struct {
	// its id, to be used as attribute
	ID string `json:"id" validate:"required" example:"memory_bandwidth"`
	// its name
	Name string `json:"name" validate:"required" example:"Memory bandwidth"`
	// what its values measure, such as data_rate; empty if that is unknown
	Kinds []string `json:"kinds" validate:"required" example:"data_rate"`
	// unit of a number that is written without one; null where there is none
	Unit *string `json:"unit" validate:"required" example:"1" extensions:"x-nullable"`
	// classes of devices that have it; empty where that is not said
	Classes []string `json:"classes" validate:"required" example:"gpu"`
	// other names of it
	Aliases []string `json:"aliases" validate:"required" example:"Bandwidth"`
	// whether documents brought it, and no lexicon has it
	Discovered bool `json:"discovered" validate:"required" example:"false"`
	// where what is claimed in it is listed, relative to the server
	SpecsURL string `json:"specs_url" validate:"required" example:"/v1/specs?attribute=memory_bandwidth"`
}

func viewAttribute(a quarry.Attribute) AttributeView {
	kinds := a.Kinds
	if a.Kind != "" {
		kinds = []quarry.QuantityKind{a.Kind}
	}
	return AttributeView{
		ID: string(a.ID), Name: a.Name, Kinds: texts(kinds), Unit: nullable(a.Unit), Classes: texts(a.Classes),
		Aliases: texts(a.Aliases), Discovered: a.Discovered, SpecsURL: "/v1/specs?attribute=" + url.QueryEscape(string(a.ID)),
	}
}

// UnitView is one unit of the lexicon: value × factor + offset is the value in the
// base unit. Values in a logarithmic one have no ratio.
type UnitView struct {
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
	Aliases []string `json:"aliases" validate:"required" example:"GBps"`
}

func viewUnit(u quantity.Unit) UnitView {
	return UnitView{
		Symbol: u.Symbol, Kind: string(u.Kind), Base: u.Base, Factor: u.Factor, Offset: u.Offset,
		Logarithmic: u.Logarithmic, Aliases: texts(u.Aliases),
	}
}

// TopicView is a node of the taxonomy with the entries that bear it. Entries
// of its children are not counted again.
type TopicView struct {
	// its id, to be used as topic
	ID string `json:"id" validate:"required" example:"memory"`
	// its name
	Name string `json:"name" validate:"required" example:"Memory"`
	// id of the topic that it belongs to; null at the top level
	Parent *string `json:"parent" validate:"required" example:"hardware" extensions:"x-nullable"`
	// entries that bear it themselves, without those of its children
	Counts TopicCountsView `json:"counts" validate:"required"`
}

// TopicCountsView counts a topic's entries by kind.
type TopicCountsView struct {
	// questions by difficulty
	Question DifficultyCountsView `json:"question" validate:"required"`
	// facts by difficulty
	Fact DifficultyCountsView `json:"fact" validate:"required"`
	// specs by difficulty
	Spec DifficultyCountsView `json:"spec" validate:"required"`
	// passages by difficulty
	Passage DifficultyCountsView `json:"passage" validate:"required"`
}

// DifficultyCountsView counts entries by difficulty; none are those of unknown
// difficulty.
type DifficultyCountsView struct {
	// easy ones
	Easy int `json:"easy" validate:"required" example:"3" minimum:"0"`
	// medium ones
	Medium int `json:"medium" validate:"required" example:"5" minimum:"0"`
	// hard ones
	Hard int `json:"hard" validate:"required" example:"2" minimum:"0"`
	// those of unknown difficulty
	None int `json:"none" validate:"required" example:"0" minimum:"0"`
}

func viewDifficulties(counts map[quarry.Difficulty]int) DifficultyCountsView {
	return DifficultyCountsView{
		Easy: counts[quarry.Easy], Medium: counts[quarry.Medium], Hard: counts[quarry.Hard], None: counts[""],
	}
}

// GlossaryTermView is a short form with everything that it stands for, best
// first.
type GlossaryTermView struct {
	// the short form
	Term string `json:"term" validate:"required" example:"HBM"`
	// what it stands for, what most places say first
	Expansions []ExpansionView `json:"expansions" validate:"required"`
}

// ExpansionView is one of the things that a short form stands for, with the
// places that say so.
type ExpansionView struct {
	// the long form, as most places write it
	Text string `json:"text" validate:"required" example:"High Bandwidth Memory"`
	// how many places say so
	Count int `json:"count" validate:"required" example:"4" minimum:"1"`
	// the first of these places, three at most
	Sources []SourceView `json:"sources" validate:"required"`
}

func viewGlossaryTerm(t quarry.GlossaryTerm) GlossaryTermView {
	return GlossaryTermView{Term: t.Term, Expansions: mapped(t.Expansions, func(e quarry.Expansion) ExpansionView {
		return ExpansionView{Text: e.Text, Count: e.Count, Sources: mapped(e.Sources, viewSource)}
	})}
}
