// Package view holds the shapes in which the API answers and is asked, one a noun, and how
// values of the domain become them.
//
// One promise: a shape is what the contract says. Its field comments, examples and
// bounds are the contract's, a name without its package is the name there, and a field is
// null only where the comment says when. The routes answer in them, and api/mcp and the
// command line read them again.
package view
