// Package nameless has an operation that no client could call by name.
//
//	@title			Nameless
//	@version		1
package nameless

// listBirds answers birds.
//
//	@Summary	List birds
//	@Success	200	"birds"
//	@Router		/birds [get]
func listBirds() {}
