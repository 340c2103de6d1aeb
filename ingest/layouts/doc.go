// Package layouts lists all that Quarry reads: formats that text is taken out of,
// files of records, layouts, and what looks for questions in texts. It promises
// that the service and whatever measures it read the same in the same order.
package layouts
