// Package feed is what everything has in common that follows the store's
// change feed: when it looks, that it works alone, and what it says of itself.
// It promises that a follower goes on after a failure, and never calls
// itself ready before it has seen the feed's end.
package feed
