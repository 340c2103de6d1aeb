// Package hasty goes before anybody could notice.
//
//	@title			Hasty
//	@version		1
package hasty

// listBirds answers birds.
//
//	@ID	listBirds
//	@Deprecated
//	@x-deprecated-since	"2026-01-01"
//	@x-sunset	"2026-02-01"
//	@Summary	List birds
//	@Success	200	"birds"
//	@Router		/birds [get]
func listBirds() {}
