// Command openapi writes the contract of the REST interface, or says that the
// contract which is checked in is stale.
//
// One promise: it never writes a document that does not validate.
package main
