// Package check reads answers that are to be judged, and shows what was judged of them, for every
// route that takes one. It promises that an answer is taken and shown alike wherever it is sent.
package check
