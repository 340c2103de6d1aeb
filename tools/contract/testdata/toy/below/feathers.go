// Package below shows that packages below the annotated one are read too.
package below

// Feather is a feather as the interface shows it.
type Feather struct {
	Colour string `json:"colour" validate:"required" example:"red"`
}

// getFeather answers a feather.
//
//	@Summary		Read a feather
//	@Description	Answers a feather.
//	@Tags			birds
//	@Param			id	path		string	true	"bird id"
//	@Success		200	{object}	Feather
//	@Router			/birds/{id}/feather [get]
func getFeather() {}
