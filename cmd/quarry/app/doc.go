// Package app is the wiring: it opens what a data directory holds and introduces the parts of
// Quarry to each other, for a server and for every command alike.
//
//   - A [Session] (session.go) is one run of the program: its streams, its data directory, and the
//     models (models.go) and readers that it was told to use.
//   - An [App] (app.go) is an open knowledge base: [Session.Open] is its one opening. What follows
//     the changes catches up in catchup.go, looks for answers in links.go, and learns vectors in
//     vectors.go.
//   - [Session.Ask] (asking.go) gives a command a [Client] of the API (client.go), of a running
//     server or in this process; for as long as a chatbot runs in reconnectingclient.go.
//   - [Session.Serve] (server.go) serves, with its jobs (jobs.go), its backups, its traces
//     (tracing.go), and the local API (localapi.go) that quarry ingest hands documents in through
//     (localclient.go).
//
// It may know every package of Quarry, prints what a server says of itself, and knows no flags
// but those that choose models, whose names stand beside what they choose.
package app
