// Package api serves the knowledge base over HTTP.
//
// One promise: an answer says what the store says, and how old it is. A
// handler binds its parameters, makes one call and builds a view; whatever goes
// wrong becomes one problem document (RFC 9457) with a stable code, and no
// cause of an error ever reaches a caller.
//
// Read server.go for what a Server is made of, and routes.go for what it answers. This
// package is what stands before every route: who may call, how often and by which name, and
// what is measured. The handlers are below it, by what they do: api/read, api/search,
// api/study, api/write and api/export. They share api/bind (from words to a filter), api/view (the
// shapes of the answers) and api/rest (how a request is read and answered), and do not know
// one another.
//
// The contract is generated from the annotations above the handlers and
// embedded by package openapi; the server reads from it which parameters each
// route allows, and the tests hold every answer against it.
package api

// The general part of the contract:
//
//	@title						Quarry
//	@version					2.0.0
//	@description				Study documents as a knowledge API: questions with answers, facts, typed hardware specs and passages, each traceable to the bytes it came from.
//	@description
//	@description				Lists answer `items`, `total` and `next_cursor`. A comma between the values of one parameter means or, several parameters mean and. A comma that belongs to a value is written `\,` and a backslash before a comma or another one `\\`. Unknown, empty and repeated parameters are refused. Every error is an RFC 9457 problem with a stable `code`. `Quarry-Revision` is the change sequence that an answer was computed from.
//	@description
//	@description				Reading needs no key on the machine that serves, and a key with the scope `read` where reading is closed; writing always needs one with the scope `write`. Studying needs one with the scope `study`, or none on the machine that serves while reading is open there. `write` allows what `study` does, and `study` what `read` does. A wrong key is refused also where none is needed. Where calls are limited, `RateLimit` and `RateLimit-Policy` say in every answer what is left.
//	@license.name				Apache-2.0
//	@license.url				https://www.apache.org/licenses/LICENSE-2.0.html
//	@contact.name				The Quarry authors
//	@contact.url				https://github.com/quarrykb/quarry
//	@BasePath					/
//	@x-common					true
//	@tag.name					search
//	@tag.description			Find entries of every kind by words
//	@tag.name					questions
//	@tag.description			Questions with their answers, and random draws of them
//	@tag.name					facts
//	@tag.description			Statements that can be read on their own
//	@tag.name					specs
//	@tag.description			Typed values of devices
//	@tag.name					conflicts
//	@tag.description			Specs that make the same claim and disagree
//	@tag.name					passages
//	@tag.description			Sections of documents, for grounding
//	@tag.name					devices
//	@tag.description			What specs are claimed of
//	@tag.name					study
//	@tag.description			What a learner is to be asked next, what they answered, and how they get on
//	@tag.name					topics
//	@tag.description			The taxonomy, with counts
//	@tag.name					glossary
//	@tag.description			Short forms, and what they stand for
//	@tag.name					documents
//	@tag.description			What was ingested, and the stored text
//	@tag.name					jobs
//	@tag.description			What became of documents that were handed in
//	@tag.name					admin
//	@tag.description			Rebuild the indexes, back the database up
//	@tag.name					operations
//	@tag.description			Health, metrics and the contract itself
//	@securityDefinitions.apikey	bearer
//	@in							header
//	@name						Authorization
//	@description				A key as `Bearer qk_…`. `quarry key create` makes one, with the scope `read`, `study` or `write`.
//	@securityDefinitions.apikey	apiKey
//	@in							header
//	@name						X-API-Key
//	@description				The same key in a header of its own.
