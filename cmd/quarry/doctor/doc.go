// Package doctor says what is wrong with a data directory, and what to do: what its database
// says against itself (examiner.go, examinedocument.go), what else is worth knowing
// (examination.go), written as it is found (chart.go); and what is damage, which a running
// server looks for as well (damage.go).
//
// It reads and changes nothing, and knows the store and the indexes as they stand on the disk.
package doctor
