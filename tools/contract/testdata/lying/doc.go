// Package lying shows an example that its own schema refuses.
//
//	@title			Lying
//	@version		1
package lying

// Bird is a bird.
type Bird struct {
	Size string `json:"size" enums:"small,large" example:"huge"`
}

// getBird answers a bird.
//
//	@ID			getBird
//	@Produce	json
//	@Success	200	{object}	Bird
//	@Router		/bird [get]
func getBird() {}
