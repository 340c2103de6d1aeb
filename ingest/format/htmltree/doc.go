// Package htmltree reads HTML into a tree. It promises to read anything, tags that are never closed
// and tags that close nothing included, at a cost that grows with the length and with nothing else.
//
// The tags are told apart by the tokenizer of golang.org/x/net/html. Its parser is not used: it
// refuses what is nested deeply, and a page of some megabytes can be written for which it takes
// hours or all of the memory (text between tags that are ignored, emphasis that is never closed).
// Here a tag closes what it must close by the rules that writers of HTML go by, emphasis ends where
// its block ends, and elements below the deepest level stand beside each other. Tables are laid out
// once for all who read them.
package htmltree
