// Package quarry holds the words of the domain: what a document, a question, a
// fact, a spec and a passage are, what makes two of them the same, and what it
// means that a source says so. It promises to act on nothing: values,
// validation and pure functions, no I/O, no clock, no logger.
//
// # A guided tour
//
// Quarry turns study documents into a knowledge API. Follow one document, from its
// bytes to an answer:
//
//   - Bytes. Package ingest is the pipeline: it reads a document, asks which format is
//     surest of it, and takes it stage by stage to tagged entries, in a process that
//     can be ended (ingest/subprocess).
//   - Text and tree. The packages below ingest/format know how one format each is
//     written and nothing of what is meant: they bring the bytes to a text, to records,
//     or to a tree of headings, tables, lists and lines (ingest/doc), each with its
//     place ([Span]). Package ingest/layouts lists them all.
//   - Questions. The packages below ingest/question find who asks: ingest/question/pattern
//     by what repeats in a text, others in what folds, in flashcards, tables and records.
//     Package ingest/question/phrase knows how people write labels, options and grades.
//   - Specs and facts. Package ingest/spec reads numbers with their things, attributes,
//     units and conditions off the tree ([Spec]); ingest/fact and ingest/passage make facts
//     and passages of sections.
//     Each entry has an id ([NewID]), topics and a [Source], and a [Report] accounts for
//     every line.
//   - The store. Package store/sqlite saves a document in one transaction ([Knowledge]
//     in, [Difference] out) and appends to the change feed ([Change]); the schema is in
//     migrations. Package store/storetest is the suite that every store passes.
//   - Followers. What depends on all documents follows the feed, each with a cursor of
//     its own (feed), and can be made anew from the store: package ingest/derive detects
//     where claims disagree ([Conflict]), finds answers to open questions, and gathers
//     what short forms stand for.
//   - The index. Words are search/bleveindex's, meaning is search/vectorindex's, whose
//     vectors ([Vector]) an embedder below search/embed makes. Package search asks both
//     ([Query]), fuses what they say, and judges whether it answers.
//   - The answer. Package grounding makes a context for a chatbot of what was found
//     ([Grounding]); package answer judges what a learner says ([AnswerCheck]);
//     package quiz makes questions with choices of what is stored ([Made]).
//   - Learning. Package study asks a [Learner] the questions that are about to be forgotten and
//     keeps each [Review]; in the store a [Card] follows its question when a document is edited.
//   - The API. In package api a handler binds its parameters, makes one call and
//     builds a view. Package openapi is the contract, generated from its annotations;
//     api/mcp gives the same routes to chatbots as tools. What is handed in over the
//     network is a [Job], which jobs keeps and runs through the same pipeline.
//   - The program. Package cmd/quarry and those below it have a file for each command, and
//     cmd/quarry/app opens all of this and is the only place that knows every package. It
//     carries corpus, the documents of a first start.
//
// # The rule
//
// All packages may use these words; none may use a neighbour; only cmd introduces
// neighbours to each other. Packages declare the interfaces that they need, beside their
// use, and are handed whatever fits. The folders of internal are leaves, which all
// packages may use and which use one another only downwards: among them internal/text
// (words, stems, slips), internal/quantity (numbers and units), internal/lexicon (the
// YAML: devices, attributes, topics, the words of languages), internal/fit (small fitted
// models), internal/noun (whole noun groups), internal/evidence (quotes in texts) and
// internal/answerable (whether what was found answers). architecture_test.go holds this, shape_test.go holds the sizes, and
// pages_test.go holds what this page names.
//
// # What is dear to change
//
// Ids ([IDScheme]), the meaning of a [Span], the order of the [Change] feed and
// of random draws ([Permutation]) are promises to people who keep data: they
// have golden tests. Where a number or a unit was not stated it is not assumed
// ([Unstated]); where two sources disagree both are kept.
package quarry
