// Package gradedpage reads the text of web pages with graded questions: a line
// with a question and its difficulty, a blank line, the answer's paragraphs and
// bullets, under section titles and between the page's own furniture. It
// promises that titles, furniture and closing words are in no answer.
package gradedpage
