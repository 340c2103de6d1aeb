package yamlrecords

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/doc"
	"github.com/quarrykb/quarry/ingest/question/record"
)

// evident returns what finds an item of a list that begins with a name as a program
// would use it, with another name below the first.
func evident() *regexp.Regexp {
	return regexp.MustCompile(`(?m)^ *- +[a-z_0-9]+:(?: .*|\r)?\n +[a-z_0-9]+:`)
}

// holdsRecords reports whether a tree holds records that may be asked for: questions,
// a sheet, or things by their names with measures. Settings have names,
// numbers and units as well. A list with plain words is one of notes, and so are
// names with words where the names neither ask nor tell that their words do.
func (p *Parser) holdsRecords(text *ingest.Text, root doc.Value) bool {
	if root.Kind == doc.Object && !isNested(root) {
		silent := slices.ContainsFunc(root.Fields, func(f doc.Field) bool { return !p.phrases.EndsAsking(f.Name) })
		return !silent || p.records.Infer([]record.Record{{Fields: root.Fields, Span: root.Span}}).Told
	}
	if slices.ContainsFunc(root.Items, func(v doc.Value) bool { return v.Kind != doc.Object }) {
		return false
	}
	if p.isSheet(root) || root.Kind == doc.Object && !holdsSetting(root) && p.measures(root) > 1 {
		return true
	}
	var found ingest.Extraction
	p.records.Document(context.Background(), text, root, "", &found)
	return len(found.Questions) > 0
}

// measures counts the values of a tree that measure a thing, by a unit behind the number, in the
// field's name ("weight_kg") or in a field of its own. Settings have sizes, times and prices.
func (p *Parser) measures(v doc.Value) int {
	count := 0
	if said, ok := p.lexicon.ReadQuantity(v.Text); ok && p.isOfThings(said.Unit) {
		count++
	}
	for _, field := range v.Fields {
		named := field.Name[strings.LastIndexAny(field.Name, "_ ")+1:]
		if field.Value.Kind == doc.Number && p.isOfThings(named) || field.Name == "unit" && p.isOfThings(field.Value.Text) {
			count++
		}
	}
	for _, member := range membersOf(v) {
		count += p.measures(member)
	}
	return count
}

// isOfThings reports whether a unit is one that things are measured in, and programs are not.
func (p *Parser) isOfThings(unit string) bool {
	found, ok := p.lexicon.FindUnit(unit)
	return ok && slices.Contains([]quarry.QuantityKind{"length", "area", "volume", "mass", "power", "pressure", "voltage", "torque"}, found.Kind)
}

// isNested reports whether an object holds others.
func isNested(v doc.Value) bool {
	return slices.ContainsFunc(membersOf(v), func(member doc.Value) bool {
		return member.Kind == doc.Object || isNested(member)
	})
}

// holdsSetting reports whether anything in a tree is called as programs are told how to run.
func holdsSetting(v doc.Value) bool {
	return slices.ContainsFunc(v.Fields, isSetting) || slices.ContainsFunc(membersOf(v), holdsSetting)
}

// isSetting reports whether a field is called as programs are told how to run.
func isSetting(field doc.Field) bool {
	switch strings.ToLower(strings.NewReplacer("-", "_", ".", "_").Replace(field.Name)) {
	case "image", "entrypoint", "command", "environment", "env", "replicas", "depends_on", "restart", "runs_on", "steps", "uses", "script",
		"apiversion", "host", "hostname", "port", "url", "path", "timeout", "interval", "retries", "retry", "enabled", "debug", "log_level",
		"loglevel", "password", "token", "secret", "username", "batch", "batch_size", "lr", "learning_rate", "epochs", "seed", "mem_limit",
		"cpus", "shm_size", "limits", "requests", "resources", "ttl", "endpoint", "schema", "schemas", "paths", "openapi", "jobs", "services":
		return true
	}
	return false
}

// membersOf returns the values of a list or of an object.
func membersOf(v doc.Value) []doc.Value {
	members := slices.Clone(v.Items)
	for _, field := range v.Fields {
		members = append(members, field.Value)
	}
	return members
}

// isSheet reports whether a tree is a list of objects that are alike, or names
// such lists and says no more than a few words or lists of words of itself.
func (p *Parser) isSheet(root doc.Value) bool {
	if root.Kind == doc.Sequence {
		return alike(root.Items)
	}
	sheets := 0
	for _, field := range root.Fields {
		switch {
		case alike(field.Value.Items):
			sheets++
		case field.Value.Kind == doc.Object || isNested(field.Value):
			return false
		}
	}
	return sheets > 0
}

// alike reports whether values are all objects of which most share two keys.
func alike(values []doc.Value) bool {
	names := map[string]int{}
	for _, v := range values {
		if v.Kind != doc.Object {
			return false
		}
		for _, field := range v.Fields {
			names[field.Name]++
		}
	}
	shared := 0
	for _, count := range names {
		if count > 1 && 2*count > len(values) {
			shared++
		}
	}
	return shared > 1
}

// hasAlias reports whether a tree has a value that only names another.
func hasAlias(v doc.Value) bool {
	return (v.Kind == doc.Null && strings.HasPrefix(v.Text, "*")) || slices.ContainsFunc(membersOf(v), hasAlias)
}
