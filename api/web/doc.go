// Package web holds the pages that the server shows to people: the frame of the views,
// the frame of the reference, and what these load.
//
// One promise: no page has a script or a style inside it, so that the policy
// which goes with them can forbid both.
package web
