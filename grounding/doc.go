// Package grounding makes of a search what a chatbot needs to answer a query from the
// sources alone: the entries that were found, each as a text that stands for itself,
// without what another one says already, within a number of tokens; what sources
// disagree on; and an honest word on whether all that answers the query. It promises
// that the tokens of a passage are those of exactly its text, that their sum is never
// more than was asked for, and that nothing in a source can end the frame that the
// prompt puts around it.
package grounding
