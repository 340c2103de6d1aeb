// Package alternating reads plain text in which a line that asks is followed
// by the line that answers it, to the end. It promises that nothing but the
// second line of a pair becomes an answer.
package alternating
