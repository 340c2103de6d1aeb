// Package quarry holds the words of the domain: what a document, a question, a
// fact, a spec and a passage are, what makes two of them the same, and what it
// means that a source says so. It promises to act on nothing: values,
// validation and pure functions, no I/O, no clock, no logger.
//
// # A guided tour
//
// Quarry turns study documents into a knowledge API. Follow one document:
//
//   - It is found and read by package ingest, which asks every parser how sure
//     it is of the layout, lets the surest one parse, gives each entry its id
//     ([NewID]), its topics and its place ([Source]), and accounts for every
//     line ([Report]). A layout is a package of its own below ingest: ingest/format/markdown
//     reads whatever is text, with the questions that ingest/question/pattern and other
//     finders find in it; ingest/question/record gives the fields of any record their
//     meaning; ingest/fact makes facts for all of them, and ingest/question/phrase knows how
//     people write questions, labels and grades.
//   - It is saved by package store/sqlite in one transaction ([Knowledge] in,
//     [Difference] out), which also writes the change feed ([Change]).
//   - Its claims are held against those of all other documents by package
//     ingest/derive, a follower of the feed: what disagrees is a [Conflict]. What
//     followers have in common is in package follow.
//   - It is indexed by package search, whose followers read the feed, each with
//     a cursor inside its own index. Nothing is pushed into an index, and every
//     index can be built anew from the store. Words are search/bleveindex's,
//     meaning is search/vectorindex's, whose vectors ([Vector]) the store keeps.
//   - What a search found becomes what a chatbot can answer from in package ground
//     ([Grounding]), which also says whether it answers at all.
//   - Whether a given answer agrees with that of a question is judged
//     by package check ([AnswerCheck]).
//   - What is handed in over the network is a [Job], which package jobs keeps and does
//     one after the other, through the same pipeline.
//   - It is served by package api, whose handlers bind a query to a [Filter] or
//     a [Query], make one call and build a view. What it answers is described
//     by package openapi, which is generated from it. Package api/mcp gives it to
//     chatbots as tools, which ask the same routes.
//   - It all meets in cmd/quarry, the only place that knows everyone.
//
// # The rule
//
// Every package may use these words; none may use a neighbour; only cmd
// introduces neighbours to each other. A package declares the interfaces that
// it needs, beside their use, and is handed whatever fits. The folders of internal are
// leaves, which every package may use and which use one another only downwards:
// text (words, stems, slips), quantity (numbers and units), lexicon (the YAML: devices,
// attributes, topics, the words of languages), evidence (quotes in texts).
// architecture_test.go holds this, and shape_test.go holds the sizes.
//
// # What is dear to change
//
// Ids ([IDScheme]), the meaning of a [Span], the order of the [Change] feed and
// of random draws ([Permutation]) are promises to people who keep data: they
// have golden tests. Where a number or a unit was not stated it is not assumed
// ([Unstated]); where two sources disagree both are kept.
package quarry
