package main

// pageSize is how much is read at a time.
const pageSize = 500
