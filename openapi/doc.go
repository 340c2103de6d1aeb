// Package openapi holds the contract of the REST interface, generated from the
// annotations in package api and embedded as it was checked in.
//
// One promise: what is served at /openapi.json, what tests validate every
// answer against and what clients are generated from is the same description.
// OpenAPI 3.1 is what is served; 3.0 is the same contract for tools that stop
// there. `make generate` writes both, `make drift` says when they are stale.
package openapi
