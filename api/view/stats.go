package view

import "github.com/quarrykb/quarry"

// Stats is what the knowledge base holds, and how far everything that
// follows it has come.
type Stats struct {
	// documents that are stored
	Documents int `json:"documents" validate:"required" example:"5" minimum:"0"`
	// entries by kind
	Counts Counts `json:"counts" validate:"required"`
	// questions with an answer of their own
	Answered int `json:"answered" validate:"required" example:"114" minimum:"0"`
	// share of the non-blank lines of all documents that are accounted for, from 0 to 1
	Coverage float64 `json:"coverage" validate:"required" example:"1" minimum:"0" maximum:"1"`
	// non-blank lines of all documents by what became of them
	Lines LineCounts `json:"lines" validate:"required"`
	// length of all stored texts in bytes
	Bytes int64 `json:"bytes" validate:"required" example:"184220" minimum:"0"`
	// sequence of the last change
	Revision int64 `json:"revision" validate:"required" example:"412" minimum:"0"`
	// indexes and what else follows the changes
	Followers []Follower `json:"followers" validate:"required"`
	// version of the program
	Version string `json:"version" validate:"required" example:"1.0.0"`
}

// Follower is how far something has come that follows the change feed. Model
// names the embedder whose vectors it keeps, or what a reranker asks for.
type Follower struct {
	// its name, such as lexical or vector
	Name string `json:"name" validate:"required" example:"lexical"`
	// sequence of the last change that it has read
	Cursor int64 `json:"cursor" validate:"required" example:"412" minimum:"0"`
	// how many changes it is behind
	Lag int64 `json:"lag" validate:"required" example:"0" minimum:"0"`
	// whether it can answer
	Ready bool `json:"ready" validate:"required" example:"true"`
	// whether it is made anew while the old one serves
	Building bool `json:"building" validate:"required" example:"false"`
	// why it is not ready, or what it is doing; null where there is nothing to say
	Reason *string `json:"reason" validate:"required" example:"rebuilding: the mapping changed" extensions:"x-nullable"`
	// how much it has done of what it works on, in changes or entries; null where it works on nothing
	Done *int `json:"done" validate:"required" example:"12" minimum:"0" extensions:"x-nullable"`
	// how much that is; null where it works on nothing, or does not know
	Total *int `json:"total" validate:"required" example:"40" minimum:"0" extensions:"x-nullable"`
	// the embedder whose vectors it keeps, or the model of a reranker; null where there is none
	Model *string `json:"model" validate:"required" example:"lsa/100/2f9143c15cca" extensions:"x-nullable"`
}

// NewFollower shows how far a follower has come.
func NewFollower(f quarry.FollowerState, revision quarry.Sequence) Follower {
	done, total := worked(f)
	return Follower{
		Name: f.Name, Cursor: int64(f.Cursor), Lag: int64(max(revision-f.Cursor, 0)),
		Ready: f.Ready, Building: f.Building, Reason: Nullable(f.Reason), Model: Nullable(f.Model),
		Done: done, Total: total,
	}
}

// worked returns how much a follower has done of how much, nil for what it does not say.
func worked(f quarry.FollowerState) (*int, *int) {
	var done, total *int
	if f.Done > 0 || f.Total > 0 {
		done = &f.Done
	}
	if f.Total > 0 {
		total = &f.Total
	}
	return done, total
}

// FollowerProgress is what everybody may know of a follower, or of the first documents that
// are being read: whether it can answer, and how far it is with what it does.
type FollowerProgress struct {
	// its name, such as lexical, vector or starter
	Name string `json:"name" validate:"required" example:"starter"`
	// whether it can answer
	Ready bool `json:"ready" validate:"required" example:"false"`
	// how much it has done of what it works on: documents, changes or entries; null where it works on nothing
	Done *int `json:"done" validate:"required" example:"12" minimum:"0" extensions:"x-nullable"`
	// how much that is; null where it works on nothing, or does not know
	Total *int `json:"total" validate:"required" example:"15" minimum:"0" extensions:"x-nullable"`
}

// NewFollowerProgress shows how far a follower is with what it does.
func NewFollowerProgress(f quarry.FollowerState) FollowerProgress {
	done, total := worked(f)
	return FollowerProgress{Name: f.Name, Ready: f.Ready, Done: done, Total: total}
}

// Liveness says that the process answers.
type Liveness struct {
	// always alive
	Status string `json:"status" validate:"required" example:"alive" enums:"alive"`
}

// Readiness says that requests may be sent here. Reasons name what lags
// behind; they do not keep requests away.
type Readiness struct {
	// always ready; what is not answers a problem
	Status string `json:"status" validate:"required" example:"ready" enums:"ready"`
	// what lags behind and keeps no requests away; empty where nothing does
	Reasons []string `json:"reasons" validate:"required" example:"lexical is 3 changes behind"`
	// how far everything is that follows the changes
	Followers []FollowerProgress `json:"followers" validate:"required"`
}
