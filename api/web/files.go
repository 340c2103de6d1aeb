package web

import _ "embed"

//go:embed index.html
var index string

//go:embed docs.html
var docs string

//go:embed quarry.css
var style string

//go:embed start.js
var start string

// Index returns the front page.
func Index() []byte { return []byte(index) }

// Docs returns the page that the reference is drawn on.
func Docs() []byte { return []byte(docs) }

// Style returns the style sheet of both.
func Style() []byte { return []byte(style) }

// Start returns the script that draws the reference.
func Start() []byte { return []byte(start) }
