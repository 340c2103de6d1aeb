// Package webpage takes the text out of HTML pages. It promises that what a reader of the page
// reads comes out as Markdown, and nothing of the frame around it; and that a question which opens
// its answer at a click comes out as a heading above that answer.
package webpage
