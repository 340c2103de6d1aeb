package yamlrecords

import (
	"context"
	"slices"
	"strings"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/format/datatree"
	"github.com/quarrykb/quarry/ingest/question/record"
)

// isEvident reports whether a text can only be meant as YAML: a list whose items
// begin with the same plain name and hold others below it.
func isEvident(text *ingest.Text) bool {
	first := map[string]int{} // by indentation and name
	inside := -1              // the indentation of what an item holds
	best, others := 0, 0
	for line := range text.Each() {
		bare := strings.TrimLeft(line, " ")
		indent := len(line) - len(bare)
		item, isItem := datatree.CutYAMLItem(bare)
		name, _, ok := strings.Cut(item, ":")
		switch {
		case !ok || !isName(name) || !datatree.IsYAMLKey(item):
		case isItem:
			key := line[:len(line)-len(item)] + name
			first[key]++
			best = max(best, first[key])
			inside = len(line) - len(item)
		case indent == inside:
			others++
		}
	}
	return best > 1 && others > 1
}

// isName reports whether a key is one that a program would use.
func isName(key string) bool {
	return key != "" && strings.Trim(key, "abcdefghijklmnopqrstuvwxyz_0123456789") == ""
}

// holdsRecords reports whether a tree holds records that may be asked for.
// Of settings only those count that ask.
func (p *Parser) holdsRecords(root record.Value) bool {
	if root.Kind == record.Object && isFlat(root) {
		return p.records.Infer([]record.Record{{Fields: root.Fields, Span: root.Span}}).Told() || p.asksByKey(root)
	}
	if !p.isTable(root) {
		return false
	}
	if p.isSheet(root) {
		return true
	}
	found := p.records.Document(context.Background(), root)
	return len(found.Questions) > 0 || p.isKeyedSheet(root) && p.measures(root)
}

// isKeyedSheet reports whether a tree is a map of objects that are alike, or
// names such maps and says no more than a few words of itself.
func (p *Parser) isKeyedSheet(root record.Value) bool {
	if root.Kind != record.Object || slices.ContainsFunc(root.Fields, isSetting) {
		return false
	}
	members := slices.DeleteFunc(membersOf(root), func(v record.Value) bool { return v.Kind != record.Object })
	if len(members) == 0 || slices.ContainsFunc(membersOf(root), isListOfObjects) {
		return false
	}
	if len(members) == len(root.Fields) && p.alike(members) {
		return !slices.ContainsFunc(members, func(v record.Value) bool { return slices.ContainsFunc(v.Fields, isSetting) })
	}
	return !slices.ContainsFunc(members, func(v record.Value) bool { return !p.isKeyedSheet(v) })
}

// isSetting reports whether a field is called as programs are told how to run.
func isSetting(field record.Field) bool {
	switch strings.ToLower(strings.NewReplacer("-", "_", ".", "_").Replace(field.Name)) {
	case "image", "entrypoint", "command", "environment", "env", "replicas", "depends_on", "restart", "runs_on", "steps", "uses", "script",
		"apiversion", "host", "hostname", "port", "url", "path", "timeout", "interval", "retries", "retry", "enabled", "debug", "log_level",
		"loglevel", "password", "token", "secret", "username", "batch", "batch_size", "lr", "learning_rate", "epochs", "seed", "mem_limit",
		"cpus", "shm_size", "limits", "requests", "resources", "ttl", "endpoint", "schema", "schemas", "paths", "openapi", "jobs", "services":
		return true
	}
	return false
}

func isListOfObjects(v record.Value) bool {
	return slices.ContainsFunc(v.Items, func(item record.Value) bool { return item.Kind == record.Object })
}

// measures reports whether most of the values in a tree are numbers of things: settings
// have numbers and units as well.
func (p *Parser) measures(root record.Value) bool {
	figures, words := countLeaves(root)
	measured := p.records.Measured(root)
	return measured > 1 && 2*measured > figures && 3*measured > words
}

// countLeaves counts the values of a tree that begin with a number, and the
// others.
func countLeaves(v record.Value) (int, int) {
	figures, words := 0, 0
	for _, member := range membersOf(v) {
		more, other := countLeaves(member)
		figures, words = figures+more, words+other
	}
	switch {
	case v.Kind == record.Object || v.Kind == record.List:
	case strings.ContainsAny(v.Text[:min(1, len(v.Text))], "0123456789+-~<>≈"):
		figures++
	default:
		words++
	}
	return figures, words
}

// isFlat reports whether an object holds nothing but texts and numbers, and
// lists of them.
func isFlat(v record.Value) bool {
	for _, field := range v.Fields {
		if field.Value.Kind == record.Object {
			return false
		}
		for _, item := range field.Value.Items {
			if item.Kind == record.Object || item.Kind == record.List {
				return false
			}
		}
	}
	return true
}

// isTable reports whether objects that are alike stand together anywhere in a
// tree.
func (p *Parser) isTable(v record.Value) bool {
	members := membersOf(v)
	return p.alike(members) || p.asksByKey(v) || slices.ContainsFunc(members, p.isTable)
}

// membersOf returns the values of a list or of an object.
func membersOf(v record.Value) []record.Value {
	if v.Kind != record.Object {
		return v.Items
	}
	members := make([]record.Value, len(v.Fields))
	for i, field := range v.Fields {
		members[i] = field.Value
	}
	return members
}

// alike reports whether values are all objects of which most share two keys, or
// objects of one key each that asks.
func (p *Parser) alike(values []record.Value) bool {
	if slices.ContainsFunc(values, func(v record.Value) bool { return v.Kind != record.Object }) {
		return false
	}
	names := map[string]int{}
	asking := 0
	for _, v := range values {
		for _, field := range v.Fields {
			names[field.Name]++
		}
		if p.asksByKey(v) {
			asking++
		}
	}
	shared := 0
	for _, count := range names {
		if count > 1 && 2*count > len(values) {
			shared++
		}
	}
	return shared > 1 || (asking > 0 && asking == len(values))
}

// asksByKey reports whether all keys of an object ask and have a text behind
// them.
func (p *Parser) asksByKey(v record.Value) bool {
	for _, field := range v.Fields {
		if field.Value.Kind != record.Text || !p.phrases.EndsAsking(field.Name) {
			return false
		}
	}
	return v.Kind == record.Object && len(v.Fields) > 0
}

// isSheet reports whether a tree is a list of objects that are alike, or names
// such lists and says no more than a few words or lists of words of itself.
func (p *Parser) isSheet(root record.Value) bool {
	if root.Kind == record.List {
		return p.alike(root.Items)
	}
	sheets := 0
	for _, field := range root.Fields {
		switch {
		case field.Value.Kind == record.List && p.alike(field.Value.Items):
			sheets++
		case field.Value.Kind == record.Object || isListOfObjects(field.Value):
			return false
		}
	}
	return sheets > 0
}

// hasAlias reports whether a tree has a value that only names another.
func hasAlias(v record.Value) bool {
	return (v.Kind == record.Null && strings.HasPrefix(v.Text, "*")) || slices.ContainsFunc(membersOf(v), hasAlias)
}
