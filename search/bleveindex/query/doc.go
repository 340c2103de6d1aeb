// Package query reads what a query of the lexical index means, beside any index: its
// terms and what an entry may have in their place (query.go). Values in any unit and
// devices by any name (values.go), attributes of devices (attributes.go), other names of
// the same thing (synonyms.go) and what is meant by everyday words (paraphrases.go) are
// expansions of the query: an alternative counts less than the terms, and covers what they
// would.
package query
