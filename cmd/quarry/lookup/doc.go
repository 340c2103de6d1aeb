// Package lookup holds the commands that ask the API and print its answer, one file a command.
// They say so alike: how they ask and list in listing.go, values of specs in value.go, and the
// way out where a word is not known in attribute.go.
//
// It asks through the wiring and knows neither the store nor the indexes.
package lookup
