// Package undated is deprecated and does not say since when.
//
//	@title			Undated
//	@version		1
package undated

// listBirds answers birds.
//
//	@ID	listBirds
//	@Deprecated
//	@Summary	List birds
//	@Success	200	"birds"
//	@Router		/birds [get]
func listBirds() {}
