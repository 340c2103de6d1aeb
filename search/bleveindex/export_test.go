package bleveindex

// Explain is what stands at the border of the package.
func Explain(err error) error { return explain(err) }
