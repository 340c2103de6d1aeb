// Package rest is what all routes share: how a request is read, and how it is answered.
//
// One promise: whatever goes wrong becomes one problem document (RFC 9457) with a stable
// code, and no cause of an error reaches a caller.
//
// Read answer.go for how a handler answers, or that the answer is known already, problem.go
// for how an error becomes an answer, parameters.go and body.go for how a query and a body
// are read, cursor.go for how a list goes on, turns.go for who is computed when, and
// streams.go for what is sent at the pace of its caller.
package rest
