package view

// List is a part of a list of views.
type List[V any] struct {
	// this page
	Items []V `json:"items" validate:"required"`
	// how many there are on all pages
	Total int `json:"total" validate:"required" example:"131"`
	// to be sent as cursor for the next page; null on the last one
	NextCursor *string `json:"next_cursor" validate:"required" example:"kUw1mM8bqXd7InAiOiJncHUubWQifQ" extensions:"x-nullable"`
	// what the caller should know of this answer, such as a filter that is not known; left out where there is nothing
	Notes []string `json:"notes,omitempty" validate:"optional" example:"device \"h1000\" is not known"`
}

// Map turns every item into its view. The result is never nil: an empty
// list is [] in JSON, not null.
func Map[T, V any](items []T, view func(T) V) []V {
	views := make([]V, 0, len(items))
	for _, item := range items {
		views = append(views, view(item))
	}
	return views
}

// Texts turns words of any type into plain ones, never nil.
func Texts[T ~string](words []T) []string {
	return Map(words, func(word T) string { return string(word) })
}

// Nullable turns "nothing is known", which is empty within, into JSON's null.
func Nullable[T ~string](word T) *string {
	if word == "" {
		return nil
	}
	text := string(word)
	return &text
}
