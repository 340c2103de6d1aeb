// Package guarded asks who is calling.
//
//	@title			Guarded
//	@version		1
//	@securityDefinitions.apikey	bearer
//	@in				header
//	@name			Authorization
//	@securityDefinitions.apikey	apiKey
//	@in				header
//	@name			X-API-Key
package guarded

// Problem is the body of every error answer.
type Problem struct {
	Title string `json:"title" validate:"required" example:"Not Found"`
}

// listBirds answers birds.
//
//	@Success	200	{string}	string	"birds"
//	@Failure	404	{object}	Problem
//	@Router		/birds [get]
func listBirds() {}

// checkBird answers whether it is one.
//
//	@Success	200	{string}	string	"yes"
//	@Router		/birds [post]
func checkBird() {}

// deleteBird lets a bird go.
//
//	@Success	204
//	@Failure	403	{object}	Problem	"the bird may not go"
//	@Security	bearer
//	@Security	apiKey
//	@Router		/birds [delete]
func deleteBird() {}

// isAlive answers.
//
//	@Success	200	{string}	string	"alive"
//	@x-probe	true
//	@Router		/livez [get]
func isAlive() {}

// about answers everybody.
//
//	@Success	200	{string}	string	"what this is"
//	@x-public	true
//	@Router		/about [get]
func about() {}
