// Package storetest holds the tests that every store must pass. It promises
// that two stores which pass them can be exchanged for each other.
package storetest
