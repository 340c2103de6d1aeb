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

//go:embed problem.html
var problem string

//go:embed problems.html
var problems string

// Problem returns the template of the page that explains one code of a problem.
func Problem() string { return problem }

// Problems returns the template of the page that lists all codes of problems.
func Problems() string { return problems }

// Index returns the front page.
func Index() []byte { return []byte(index) }

// Docs returns the page that the reference is drawn on.
func Docs() []byte { return []byte(docs) }

// Style returns the style sheet of both.
func Style() []byte { return []byte(style) }

// Start returns the script that draws the reference.
func Start() []byte { return []byte(start) }
