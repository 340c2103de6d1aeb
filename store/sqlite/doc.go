// Package sqlite keeps a knowledge base in one SQLite file. It promises that
// every write is one transaction, that every read sees one moment, and that the
// change feed never shows anything behind a reader's back.
//
// # Where to look
//
// This package writes documents: save.go has the story, plan.go what differs from what is
// stored, canonical.go which of the questions that ask the same leads, deck.go what becomes of the cards
// of those who learn them, apply.go the rows.
// What followers of the feed derive, and no package of its own has, is here too: links.go,
// glossary.go and vectors.go; and what holds a whole file against what it should be, or
// copies it: check.go and copy.go. Below it are
//
//   - db, which opens the file: connections, transactions, the feed,
//   - entries, which reads documents, questions, facts, specs and passages,
//   - conflicts, which reads and derives where claims disagree,
//   - jobs and keys, which have a table each,
//   - study, which keeps learners, their cards and their reviews,
//   - salvage, which reads what is left of a damaged file.
//
// # What a crash may cost
//
// The write-ahead log is used with synchronous=NORMAL. Killing the process
// loses nothing that was committed. A power cut may lose the last commits,
// never the consistency of the file. What may be lost so is what can be had again: what
// a run of ingest read from folders, which the next one finds missing and completes,
// and what is derived. FULL would buy that back with an fsync for every document.
//
// That is safe because no reader mistakes the shorter feed for the one that it read:
// every opening for writing begins a session, and [Store.Continues] tells an
// index that has seen what was lost, whose files may be on the disk already, to
// begin anew. Without that check this would have to be FULL.
//
// Jobs cannot be had again: their callers were told that they are kept, and the files
// that came with them are removed when they have ended. What becomes of a job is
// therefore committed with FULL, and with its end all that it wrote and deleted: an
// fsync of the log is one of everything that stands in it by then. That is three for a
// job, however many documents it has. Keys are made and revoked likewise, and each review of a
// learner is committed so.
//
// # What is derived
//
// Entries are stored as they were extracted and never change afterwards. What
// needs the whole corpus is kept in tables of its own that followers of the feed
// write, with their rows in the feed and the cursor of the derivation: conflicts, and the
// links of questions without an answer ([Store.LinkAnswers]), which a search finds and not
// the store. The glossary is what entries say that short forms stand for
// ([Store.DeriveGlossary]), gathered when it is read; it is no part of any entry, and so not
// in the feed. A derived row names an entry by its id and never keeps it alive: reads join.
//
// Of the questions that ask the same one leads: it is listed, drawn, counted, in the feed,
// and shows the others as its variants. The writer of a document decides it anew in the same
// transaction. Documents are handed out as they are, with all their questions.
//
// To the store vectors are bytes ([Store.ApplyVectors]): it neither makes nor compares them.
// Its promise is that vectors and cursor change together, and that dropping a generation
// keeps no other writer waiting for long.
package sqlite
