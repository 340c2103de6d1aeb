// Clients walks three journeys (a study chatbot, a quiz, a script) with the client
// that oapi-codegen makes of a running server's OpenAPI document, and fails on any
// surprise. Package quarryapi is generated where this is run, by .ci/clients, and never
// committed.
package main
