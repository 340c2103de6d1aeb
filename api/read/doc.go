// Package read answers what is stored. Each noun has a file with its handlers and the
// interface that they need: a handler binds its parameters, makes one call and shows what
// came of it in a shape of package view. lists.go is what all lists share.
package read
