// Package present writes for people and programs: tables (columns.go), texts of documents that
// must not steer a terminal (print.go), JSON lists that are written as they grow (jsonlist.go),
// how far something is (steps.go), and what a command ends with (exit.go).
//
// It knows what the API answers with and nothing of where an answer comes from.
package present
