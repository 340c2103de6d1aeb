// Package record knows what the named fields of records mean: which of them asks, which answers,
// which grades. It promises to decide by names and by what all records of a file hold together, to
// know no file format, and to make nothing up: a field that it is not sure of stays a fact.
//
// The records of a tree are those at one place of its structure (tree.go). Their fields
// become columns, with what the name of each promises (role.go) and what all records hold
// under it (column.go). What is decided over them is the schema (schema.go), by which every
// record is read: as a question with its options and its answer (question.go, option.go),
// or as facts and passages (fact.go).
package record
