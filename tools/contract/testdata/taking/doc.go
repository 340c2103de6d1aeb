// Package taking has a route that takes what nothing describes.
//
//	@title		Taking
//	@version	1
//	@x-common	true
package taking

// listBirds answers birds.
//
//	@ID			listBirds
//	@x-takes	["wings"]
//	@Success	200	{string}	string	"birds"
//	@Router		/birds [get]
func listBirds() {}
