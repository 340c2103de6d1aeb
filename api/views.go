package api

import (
	"github.com/quarrykb/quarry/api/export"
	"github.com/quarrykb/quarry/api/rest"
	"github.com/quarrykb/quarry/api/view"
	"github.com/quarrykb/quarry/api/write"
)

// Writing is what takes documents in, and tells what came of them.
type Writing = write.Config

// Exported says what an export held.
type Exported = export.Exported

// Follower is something that follows the change feed and says how far it has come.
type Follower = rest.Follower

// Alternatives writes words as the value of a list parameter: a comma between
// them, a backslash before each comma or backslash within.
func Alternatives(words ...string) string { return rest.Alternatives(words...) }

// List is a part of a list of views.
type List[V any] = view.List[V]

// The shapes by the names that the command line has for them.
type (
	BestAnswerView     = view.BestAnswer
	CheckView          = view.Check
	CheckRequest       = view.CheckRequest
	ComparisonView     = view.Comparison
	ComparisonCellView = view.ComparisonCell
	ComparisonRowView  = view.ComparisonRow
	ConflictView       = view.Conflict
	ContextView        = view.Context
	ContextFilters     = view.ContextFilters
	ContextRequest     = view.ContextRequest
	DeviceView         = view.Device
	DeviceRefView      = view.DeviceRef
	DocumentView       = view.Document
	DrawView           = view.Draw
	EngineScoreView    = view.EngineScore
	GlossaryTermView   = view.GlossaryTerm
	GroundingView      = view.Grounding
	HitView            = view.Hit
	JobView            = view.Job
	JobRejectionView   = view.JobRejection
	KeyPointView       = view.KeyPoint
	NumberCheckView    = view.NumberCheck
	Problem            = view.Problem
	ProblemField       = view.ProblemField
	QuestionView       = view.Question
	ReadinessView      = view.Readiness
	SearchView         = view.Search
	SimilarView        = view.Similar
	SourceView         = view.Source
	SpecView           = view.Spec
	SuggestionsView    = view.Suggestions
	ValueView          = view.Value
	VariantView        = view.Variant
)
