// Package notebook takes the text out of Jupyter notebooks. It promises that what was written in a
// cell comes out as it was written, code between fences that nothing in it can close, and that a
// file which is no sound notebook is refused with the line named.
//
// Notebooks of the formats 3 and 4 are read, and those of format 2, which
// differs in nothing that is read. Pictures and what only a program can show
// are left out; long outputs are cut, and say so.
package notebook
