package quarry

// Scope is what a key allows.
type Scope string

// The scopes. Who may write may read as well.
const (
	ScopeRead  Scope = "read"
	ScopeWrite Scope = "write"
)
