// Package modelserver asks a server that runs a model, on this machine, beside it or hosted,
// over HTTP and in JSON. It promises that an address which cannot work is refused before it
// is asked; that texts and key go to that one host; that a request, its tries and its answer
// have limits; that nobody waits for a server which answers none of those who wait; and that
// neither the key, a text nor what a server writes beside an error gets into an error.
package modelserver
