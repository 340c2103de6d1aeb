// Package sharing describes once what routes share.
//
//	@title		Sharing
//	@version	1
//	@x-common	true
//	@tag.name	birds
package sharing

// Problem is the body of every error answer.
type Problem struct {
	Title string `json:"title" validate:"required" example:"Not Found"`
}

// List is a page of anything.
type List[T any] struct {
	Items []T `json:"items" validate:"required"`
}

// Bird is a bird.
type Bird struct {
	Name string `json:"name" validate:"required" example:"Wren"`
}

// readFilter reads what narrows a list.
//
//	@x-shared	true
//	@Param		size	query	string	false	"how large it is"	Enums(small,large)
//	@Param		colour	query	string	false	"its colour"		example(red)
//	@Success	202		"looked for"
//	@Router		/shared/filter [get]
func readFilter() {}

// readPage reads which page is asked for.
//
//	@x-shared	true
//	@Param		limit	query	integer	false	"{things} per page"	default(20)
//	@Param		cursor	query	string	false	"where to go on"	example(b3Bh)
//	@Router		/shared/page [get]
func readPage() {}

// readView reads how much is asked for.
//
//	@x-shared	true
//	@Param		view	query	string		false	"how much"	Enums(brief,full)
//	@Param		fields	query	[]string	false	"which fields"	collectionFormat(csv)	example(name)
//	@Router		/shared/view [get]
func readView() {}

// listBirds answers birds.
//
//	@x-takes	["size", "song", "colour", "age"]
//	@Param		near	query	string	false	"where it lives"	example(here)
//	@Param		song	query	string	false	"how it sings"		example(loud)
//	@Param		colour	query	string	false	"its own words"		example(blue)
//	@Param		age		query	integer	false	"how old it is"		example(3)
//	@Success	200		{object}	List[Bird]
//	@Router		/v1/birds [get]
func listBirds() {}

// getBird answers a bird.
//
//	@Param		id	path		string	true	"the bird's id"	example(b_1)
//	@Success	200	{object}	Bird
//	@Failure	404	{object}	Problem
//	@Router		/v1/birds/{id} [get]
func getBird() {}

// getSong answers its song.
//
//	@x-whole	true
//	@Success	200	{string}	string	"the song"
//	@Header		200	{string}	ETag	"what it was"
//	@Router		/v1/birds/{id}/song [get]
func getSong() {}

// about answers what this is.
//
//	@x-takes	["colour"]
//	@Success	200	{string}	string	"what this is"
//	@Router		/about [get]
func about() {}
