// Package clash has two types that would share a name in the contract.
//
//	@title			Clash
//	@version		1
package clash

// Bird is a bird inside.
type Bird struct {
	Age int `json:"age"`
}

// BirdView is a bird as shown.
type BirdView struct {
	Bird Bird `json:"bird"`
}

// getBird answers a bird.
//
//	@ID			getBird
//	@Produce	json
//	@Success	200	{object}	BirdView
//	@Router		/bird [get]
func getBird() {}
