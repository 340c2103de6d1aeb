// Package contract makes the description of the REST interface from swag's
// annotations, in a package and in those below it. A name in it has no package.
//
// One promise: the same annotations give the same bytes. The stages, each of
// which turns one shape into the next:
//
//	parse    swag reads the annotations             → Swagger 2.0
//	convert  kin-openapi translates, and we repair  → OpenAPI 3.0.3
//	common   what operations have in common is added to each (common.go)
//	upgrade  kin-openapi translates, and we repair  → OpenAPI 3.1.1
//	check    both are validated, examples and all
//	encode   keys sorted, two spaces, one final newline
//
// Swagger 2.0 stands in the middle because swag's own OpenAPI 3 writer drops
// query parameters that come from a struct. What the translations lose is put
// back in repair.go, one function a loss, each with its reason.
package contract
