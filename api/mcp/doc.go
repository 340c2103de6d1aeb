// Package mcp gives chatbots the knowledge base as tools, over the Model Context
// Protocol: at /mcp and over standard input and output.
//
// One promise: a tool says what the REST API says. Every tool asks a route and
// shapes its answer, so there is one validation, one set of errors and one
// opinion on who may read; what a tool adds is brevity. No answer is longer than
// [Budget], and one that was shortened says so and how to read the rest.
//
// Read server.go for how a server is made and reached, tool.go for what all tools
// have in common, argument.go for how arguments are read, ask.go for how a route
// is asked, budget.go for how answers are kept short, and a file for each tool.
package mcp
