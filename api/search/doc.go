// Package search answers what is looked for in the indexes: searches, alone and in batches,
// completions, similar questions, and contexts for chatbots.
package search
