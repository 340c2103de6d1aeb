// Package gift reads questions in Moodle's GIFT format. It promises to take a text only for
// questions whose braces hold answers, and to say of a right answer what the file says.
package gift
