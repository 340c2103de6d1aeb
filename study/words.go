package study

import "github.com/quarrykb/quarry"

// What a desk is asked and answers are words that everybody may use.
type (
	View         = quarry.CardView
	ListedCard   = quarry.ListedCard
	CardEdit     = quarry.CardRequest
	NextRequest  = quarry.StudyNextRequest
	Next         = quarry.StudyNext
	Item         = quarry.StudyItem
	Change       = quarry.CardChange
	Given        = quarry.GivenAnswer
	Outcome      = quarry.ReviewOutcome
	StatsRequest = quarry.ProgressRequest
	Stats        = quarry.Progress
	Retention    = quarry.Retention
	DueDay       = quarry.DueDay
	Format       = quarry.HistoryFormat
	Imported     = quarry.HistoryImported
)

// The formats of a history.
const (
	FormatLines  = quarry.HistoryLines
	FormatRevlog = quarry.HistoryRevlog
)

// Formats lists them all.
func Formats() []Format { return quarry.HistoryFormats() }
