package api

import (
	"github.com/quarrykb/quarry"
)

// ReportView is what ingest says of one document.
type ReportView struct {
	// layout that was recognised
	Format string `json:"format" validate:"required" example:"markdown"`
	// parser that read it, with its version
	Parser string `json:"parser" validate:"required" example:"markdown/1"`
	// share of the non-blank lines that are accounted for, from 0 to 1
	Coverage float64 `json:"coverage" validate:"required" example:"1" minimum:"0" maximum:"1"`
	// share of the non-blank lines, those of structure left out, that are in a question, fact or spec, from 0 to 1
	Extracted float64 `json:"extracted" validate:"required" example:"0.93" minimum:"0" maximum:"1"`
	// non-blank lines by what became of them
	Lines LineCountsView `json:"lines" validate:"required"`
	// entries by kind
	Counts CountsView `json:"counts" validate:"required"`
	// lines that are in nothing
	Unaccounted []LineRangeView `json:"unaccounted" validate:"required"`
	// what a person should look at
	Warnings []string `json:"warnings" validate:"required" example:"a row has more cells than the table's header"`
}

// LineCountsView counts non-blank lines by what became of them.
type LineCountsView struct {
	// lines in a question, a fact or a spec
	Entry int `json:"entry" validate:"required" example:"120" minimum:"0"`
	// headings, separators, heads of tables and front matter
	Structure int `json:"structure" validate:"required" example:"14" minimum:"0"`
	// lines that belong to the page and not to its content
	Furniture int `json:"furniture" validate:"required" example:"3" minimum:"0"`
	// lines in a passage only
	Prose int `json:"prose" validate:"required" example:"9" minimum:"0"`
	// lines in nothing
	Unaccounted int `json:"unaccounted" validate:"required" example:"0" minimum:"0"`
}

// CountsView counts entries by kind.
type CountsView struct {
	// questions
	Question int `json:"question" validate:"required" example:"64" minimum:"0"`
	// facts
	Fact int `json:"fact" validate:"required" example:"210" minimum:"0"`
	// specs
	Spec int `json:"spec" validate:"required" example:"88" minimum:"0"`
	// passages
	Passage int `json:"passage" validate:"required" example:"31" minimum:"0"`
}

// LineRangeView is a run of lines, both ends inclusive.
type LineRangeView struct {
	// first line, counted from 1
	LineStart int `json:"line_start" validate:"required" example:"40" minimum:"1"`
	// last line, inclusive
	LineEnd int `json:"line_end" validate:"required" example:"42" minimum:"1"`
}

func viewReport(r quarry.Report) ReportView {
	return ReportView{
		Format: r.Format, Parser: r.Parser, Coverage: r.Coverage, Extracted: r.Extracted,
		Lines: LineCountsView(r.Lines), Counts: CountsView(r.Counts),
		Unaccounted: mapped(r.Unaccounted, func(l quarry.LineRange) LineRangeView { return LineRangeView(l) }),
		Warnings:    texts(r.Warnings),
	}
}
