// Package jsonrecords reads JSON documents of records, whatever their schema. It
// promises to find the records by their likeness, wherever in the document they
// stand, and to refuse what is not JSON with the line of the fault.
package jsonrecords
