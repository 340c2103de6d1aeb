package api

import (
	"github.com/quarrykb/quarry"
)

// ReportView is what ingest says of one document.
type ReportView struct {
	Format      string          `json:"format"      validate:"required" example:"markdown"`
	Parser      string          `json:"parser"      validate:"required" example:"markdown/1"`
	Coverage    float64         `json:"coverage"    validate:"required" example:"1" minimum:"0" maximum:"1"`
	Extracted   float64         `json:"extracted"   validate:"required" example:"0.93" minimum:"0" maximum:"1"`
	Lines       LineCountsView  `json:"lines"       validate:"required"`
	Counts      CountsView      `json:"counts"      validate:"required"`
	Unaccounted []LineRangeView `json:"unaccounted" validate:"required"`
	Warnings    []string        `json:"warnings"    validate:"required" example:"a row has more cells than the table's header"`
}

// LineCountsView counts non-blank lines by what became of them.
type LineCountsView struct {
	Entry       int `json:"entry"       validate:"required" example:"120" minimum:"0"`
	Structure   int `json:"structure"   validate:"required" example:"14" minimum:"0"`
	Furniture   int `json:"furniture"   validate:"required" example:"3" minimum:"0"`
	Prose       int `json:"prose"       validate:"required" example:"9" minimum:"0"`
	Unaccounted int `json:"unaccounted" validate:"required" example:"0" minimum:"0"`
}

// CountsView counts entries by kind.
type CountsView struct {
	Question int `json:"question" validate:"required" example:"64" minimum:"0"`
	Fact     int `json:"fact"     validate:"required" example:"210" minimum:"0"`
	Spec     int `json:"spec"     validate:"required" example:"88" minimum:"0"`
	Passage  int `json:"passage"  validate:"required" example:"31" minimum:"0"`
}

// LineRangeView is a run of lines, both ends inclusive.
type LineRangeView struct {
	LineStart int `json:"line_start" validate:"required" example:"40" minimum:"1"`
	LineEnd   int `json:"line_end"   validate:"required" example:"42" minimum:"1"`
}

func viewReport(r quarry.Report) ReportView {
	return ReportView{
		Format: r.Format, Parser: r.Parser, Coverage: r.Coverage, Extracted: r.Extracted,
		Lines: LineCountsView(r.Lines), Counts: CountsView(r.Counts),
		Unaccounted: mapped(r.Unaccounted, func(l quarry.LineRange) LineRangeView { return LineRangeView(l) }),
		Warnings:    texts(r.Warnings),
	}
}
