package toy

import "time"

// Bird is a bird as the interface shows it.
type Bird struct {
	ID    string  `json:"id"       validate:"required" example:"b_1"`
	Name  string  `json:"name"     validate:"required" example:"Wren"`
	Grams float64 `json:"grams"    validate:"required" example:"9.5"`
	Size  *string `json:"size"     validate:"required" enums:"small,large" example:"small" extensions:"x-nullable"`
	Latin *string `json:"latin"    validate:"required" example:"Troglodytes" extensions:"x-nullable"`
	// where it breeds; null before it does
	Nest *Nest `json:"nest"     validate:"required" extensions:"x-nullable"`
	// where it was hatched
	First    Nest      `json:"first"    validate:"required"`
	Parents  []string  `json:"parents"  validate:"required" example:"b_2,b_3"`
	Eggs     []*int    `json:"eggs"     validate:"required" example:"3,4" extensions:"x-nullable-items"`
	SeenAt   time.Time `json:"seen_at"  validate:"required" format:"date-time" example:"2026-01-02T03:04:05Z"`
	Nullable bool      `json:"nullable" validate:"required" example:"true"`
	Default  Nest      `json:"default"  validate:"required"`
}

// Nest is where a bird lives.
type Nest struct {
	Height *float64 `json:"height" validate:"required" extensions:"x-nullable" example:"2.5"`
}

// List is a page of anything.
type List[T any] struct {
	Items      []T     `json:"items"       validate:"required"`
	Total      int     `json:"total"       validate:"required" example:"1"`
	NextCursor *string `json:"next_cursor" validate:"required" extensions:"x-nullable" example:"b3Bh"`
}

// Problem is the body of every error answer.
type Problem struct {
	Title string `json:"title" validate:"required" example:"Not Found"`
}

type birdQuery struct {
	Size  string `form:"size"  enums:"small,large" example:"large"`
	Limit int    `form:"limit" minimum:"1" maximum:"100" default:"20"`
}

// listBirds answers birds.
//
//	@Summary		List birds
//	@Description	Answers birds by name.
//	@Tags			birds
//	@Param			filter	query		birdQuery	false	"what to list"
//	@Param			colour	query		[]string	false	"colours"	collectionFormat(csv)	example(red,blue)
//	@Success		200		{object}	List[Bird]
//	@Header			200		{string}	ETag	"version of the answer"
//	@Failure		400		{object}	Problem	"invalid_parameter"
//	@Router			/birds [get]
func listBirds() {}

// getBird answers one bird.
//
//	@Summary		Read a bird
//	@Description	Answers one bird.
//	@Tags			birds
//	@Param			id	path		string	true	"bird id"	minlength(3)	example(b_1)
//	@Success		200	{object}	Bird
//	@Success		304	"not modified"
//	@Failure		404	{object}	Problem	"not_found"
//	@Router			/birds/{id} [get]
func getBird() {}

// getEgg answers an egg, as it was done once.
//
//	@Summary			Read an egg
//	@Description		Answers an egg.
//	@Tags				birds
//	@Deprecated
//	@x-deprecated-since	"2026-01-01"
//	@x-sunset			"2026-12-01"
//	@Param				id		path		string	true	"bird id"	example(b_1)
//	@Param				colour	query		string	false	"its colour"	extensions(x-deprecated-since=2026-02-01)
//	@Success			200	{object}	Nest
//	@Failure			404	{object}	Problem
//	@Router				/eggs/{id} [get]
func getEgg() {}

// readSong answers text.
//
//	@Summary		Read a song
//	@Description	Answers the words of a song.
//	@Tags			birds
//	@Produce		plain
//	@Param			id	path		string	true	"bird id"
//	@Success		200	{string}	string	"the words"
//	@Failure		404	{object}	Problem	"not_found"
//	@Router			/birds/{id}/song [get]
func readSong() {}

// writeSong keeps text.
//
//	@Summary		Write a song
//	@Description	Keeps the words of a song.
//	@Tags			birds
//	@Accept			plain
//	@Param			id		path	string	true	"bird id"
//	@Param			words	body	string	true	"the words"	example(tirili)
//	@Success		204		"they are kept"
//	@Router			/birds/{id}/song [post]
func writeSong() {}
