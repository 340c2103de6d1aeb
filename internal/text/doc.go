// Package text knows what a text is made of, whatever it says: its characters and
// words, the forms of a word, its sentences. Words that a rule cannot know, such as the
// exceptions of a language's spelling, are handed in.
package text
