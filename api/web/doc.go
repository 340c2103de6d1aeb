// Package web holds the pages that the server shows to people: the front page
// and the frame of the reference.
//
// One promise: no page has a script or a style inside it, so that the policy
// which goes with them can forbid both.
package web
