package web

import "embed"

// Files are the front page, the page that the reference is drawn on, the templates of the
// pages that explain problems, the style sheet of all, and the script that draws the
// reference.
//
//go:embed *.html *.css *.js *.svg vendor/*.js vendor/LICENSES.txt
var Files embed.FS
