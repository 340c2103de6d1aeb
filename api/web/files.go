package web

import "embed"

// Files are the frame of the page for people (app.html), the page that the reference is drawn
// on, the templates of the pages that explain problems, and the style sheets, scripts and
// pictures that these load. What stands in a folder here keeps it in its address:
// vendor/x.js is /assets/vendor/x.js.
//
//go:embed *.html *.css *.js *.svg vendor/*.js vendor/LICENSES.txt
var Files embed.FS
